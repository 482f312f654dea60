/** opencode has the program and its arguments in one list, words of its own, and two places for its servers. */
import { describe, expect } from 'vitest'
import { KNOWN_CLIENTS } from '../../../../src/main/desk/clients/files/known-clients.ts'
import { test as base } from '../../../support/fixtures.ts'
import { SECRETS } from '../../sources/client-files.ts'
import { expectNoSecret, it as withWorld } from '../../sources/import-world.ts'
import { openHome, WITH_UNDERSCORES } from './homes.ts'

const it = base.extend('home', async ({}, { onCleanup }) => {
  const home = await openHome()
  onCleanup(() => home.remove())
  return home
})

const FILE = '.config/opencode/opencode.json'
const WORDS = [WITH_UNDERSCORES.command, ...WITH_UNDERSCORES.args]
const TEXT = `{
  "$schema": "https://opencode.ai/config.json", // mine
  "mcp": {
    "git": {
      "type": "local",
      "command": ["uvx", "mcp-server-git", "--root={env:ROOT}"],
      "environment": { "GIT_TOKEN": "${SECRETS.github}", "LEVEL": "{file:~/.level}" },
      "cwd": "/repo",
    },
    "docs": {
      "type": "remote",
      "url": "https://docs.example.com/mcp",
      "oauth": { "scope": "read write" },
      "enabled": false,
    },
    "servers": {
      "newer": { "type": "local", "command": ["newer"], "disabled": true },
    },
  },
}
`

describe('opencode', () => {
  it('is connected with everything else as it was, put back, and said to be off [clients.opencode] [settings.undo]', async ({
    home,
  }) => {
    await home.put(FILE, TEXT)
    const before = await home.view('opencode')
    expect(before).toMatchObject({ state: 'not_connected', problem: null, other: null })
    const view = await home.clients.connect('opencode', before.hash)
    expect(view).toMatchObject({ state: 'connected', missing: null })
    const after = await home.read(FILE)
    for (const line of TEXT.split('\n')) expect(after.split('\n')).toContain(line)
    const written = /"countersign": (\{[^}]*\})/.exec(after)?.[1] ?? ''
    expect(JSON.parse(written)).toEqual({ type: 'local', command: WORDS, enabled: true })

    await home.put(FILE, after.replace('"enabled": true', '"enabled": false'))
    const off = await home.view('opencode')
    expect(off).toMatchObject({ state: 'not_connected', other: WORDS.join(' ') })
    expect(await home.clients.connect('opencode', off.hash)).toMatchObject({ state: 'connected' })
    expect(await home.read(FILE)).toBe(after)
    await home.clients.disconnect('opencode', 'remove', (await home.view('opencode')).hash)
    expect(await home.read(FILE)).toBe(TEXT)
  })

  it('is looked for in the same place on each system [clients.opencode]', () => {
    const where = (platform: NodeJS.Platform, environment = {}) =>
      KNOWN_CLIENTS.find(({ id }) => id === 'opencode')?.file({ home: '/home/a', platform, environment })
    expect(where('darwin')).toBe('/home/a/.config/opencode/opencode.json')
    expect(where('win32')).toBe('\\home\\a\\.config\\opencode\\opencode.json')
    expect(where('darwin', { XDG_CONFIG_HOME: '/x' })).toBe('/x/opencode/opencode.json')
  })

  withWorld('has servers to take over, from both places [clients.opencode]', async ({ world }) => {
    await world.put(FILE, TEXT)
    const found = (await world.call('sources.found', { folder: null })).filter(
      ({ client }) => client === 'opencode',
    )
    expectNoSecret(JSON.stringify(found))
    expect(
      found.map((file) => [file.canReplace, file.servers.map((each) => [each.key, each.isDisabled])]),
    ).toEqual([
      [
        true,
        [
          ['git', false],
          ['docs', true],
        ],
      ],
      [false, [['newer', true]]],
    ])
    const servers = found.flatMap((file) => file.servers)
    expect(servers.map(({ candidate }) => candidate?.draft.connection)).toEqual([
      {
        ...{ kind: 'mcp', command: 'uvx', args: ['mcp-server-git', `--root=\${input:ROOT}`] },
        env: { GIT_TOKEN: `\${input:GIT_TOKEN}`, LEVEL: '{file:~/.level}' },
        workingDirectory: '/repo',
      },
      {
        ...{ kind: 'mcp', url: 'https://docs.example.com/mcp' },
        auth: { kind: 'oauth', scopes: ['read', 'write'] },
      },
      { kind: 'mcp', command: 'newer' },
    ])
    expect(servers[0]?.notes.join()).toContain('{file:~/.level}')

    // What stands deeper is added, and stays where it is.
    const choice = await world.choose(['docs', 'newer'], true)
    const wanted = choice.servers.filter(({ file }) => file.includes('opencode'))
    const { clients, hash } = await world.call('sources.previewImport', {
      choice: { ...choice, servers: wanted },
    })
    expect(clients.map(({ title }) => title)).toEqual(['opencode'])
    const { undo } = await world.call('sources.import', { choice: { ...choice, servers: wanted }, hash })
    const taken = await world.read(FILE)
    expect(taken).not.toContain('docs.example.com')
    expect(taken).toContain('"newer": { "type": "local", "command": ["newer"], "disabled": true },')
    expect(await world.call('sources.undoImport', { undo })).toEqual({ left: [], secretsLeft: [] })
    expect(await world.read(FILE)).toBe(TEXT)
  })
})
