/** A pinned server and its newer versions: asked over real HTTP, tried as a real process, compared tool by tool. */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it as plain } from 'vitest'
import { newerThan } from '../../../src/main/desk/sources/newer/package-versions.ts'
import { findPin, withVersion } from '../../../src/main/desk/sources/newer/pinned-package.ts'
import { compareVersions } from '../../../src/main/model/compare-versions.ts'
import type { RequestOf } from '../../../src/preload/contract.ts'
import { test as base } from '../../support/fixtures.ts'
import { ask, openTestDesk } from '../fixture.ts'
import { NPX, openNpm } from './acme.ts'

const it = base.extend('world', async ({ folder, openGateway }, { onCleanup }) => {
  const npm = await openNpm()
  const { asked, host } = npm
  const home = join(folder, 'home')
  await mkdir(home, { recursive: true })
  await writeFile(
    join(home, '.npmrc'),
    `; mine\nregistry=https://elsewhere.example/\n@acme:registry = http://${host}/npm/\n//${host}/npm/:_authToken=\${NPM_TOKEN}\n`,
  )
  const npx = join(folder, 'npx')
  await writeFile(npx, NPX)
  await chmod(npx, 0o755)
  const gateway = await openGateway(
    `connections:\n  acme: { kind: mcp, command: ${JSON.stringify(npx)}, args: ['-y', '@acme/mcp@1.2.3', '--fast'] } # mine\n` +
      `  free: { kind: mcp, command: ${JSON.stringify(npx)}, args: ['-y', '@acme/mcp@1.2.3'], enabled: false }\n` +
      `  floats: { kind: mcp, command: npx, args: ['-y', '@acme/mcp'], enabled: false }\n` +
      'proxy: { import: [{ connection: acme, prefix: acme }, { connection: free, prefix: free }, { connection: floats, prefix: floats }] }\n',
  )
  const desk = openTestDesk(gateway, {
    home: { home, platform: 'linux', environment: { NPM_TOKEN: 'npm-token' } },
  })
  const session = await desk.openSession('window')
  onCleanup(npm.close)
  await gateway.connections.settled(20_000)
  const call = <Name extends Parameters<typeof ask>[2]>(name: Name, request: RequestOf<Name>) =>
    ask(desk, session, name, request)
  return { gateway, call, asked, host }
})

describe('a server that is pinned to a version', () => {
  it('is looked up where npm would fetch it, by a press alone [sources.newer]', async ({ world }) => {
    const pinned = {
      kind: 'npm',
      package: '@acme/mcp',
      version: '1.2.3',
      address: `http://${world.host}/npm`,
    }
    expect(await world.call('versions.pinned', { name: 'acme' })).toEqual({ pinned })
    expect(await world.call('versions.pinned', { name: 'floats' })).toEqual({ pinned: null })
    expect(world.asked).toEqual([])
    expect(await world.call('versions.look', { name: 'acme' })).toEqual({
      pinned,
      latest: '1.10.0',
      newer: [
        { version: '1.10.0', publishedAt: null, isDeprecated: false },
        { version: '1.3.0', publishedAt: null, isDeprecated: true },
      ],
    })
    expect(world.asked).toEqual([
      { path: '/npm/@acme%2fmcp', token: 'Bearer npm-token', accept: 'application/vnd.npm.install-v1+json' },
    ])
    await expect(world.call('versions.look', { name: 'floats' })).rejects.toThrow('not pinned to a version')
  })

  it('is changed in its file at that one place, after its tools were compared [sources.newer]', async ({
    world,
  }) => {
    const { from, connection } = await world.call('versions.change', { name: 'acme', version: '1.10.0' })
    const edit = { kind: 'changeServer' as const, name: 'acme', from, connection }
    const { patch, problems } = await world.call('configuration.preview', { edit })
    expect(problems).toEqual([])
    const changed = patch.split('\n').filter((line) => /^[-+] /.test(line))
    expect(changed).toHaveLength(2)
    const [before, after] = changed.map((line) => line.slice(1).replaceAll(/["']/g, ''))
    expect(after).toBe(before?.replace('1.2.3', '1.10.0'))
    const draft = { name: 'acme', connection, tools: null }
    let trial = await world.call('servers.try', { draft, candidate: null, values: {} })
    await expect
      .poll(async () => {
        trial = await world.call('servers.trial', { id: trial.id })
        return trial.status
      })
      .toBe('answered')
    const difference = await world.call('versions.difference', { name: 'acme', trial: trial.id })
    expect(difference).toMatchObject({
      added: [{ tool: 'new', description: 'Is new', readOnly: null }],
      gone: ['old'],
      same: 1,
      changed: [{ tool: 'echo', description: { before: 'Says it again', after: 'Says it often' } }],
    })
    const said = difference.changed[0]?.changes.map((parts) => parts.map(({ text }) => text).join(''))
    expect(said?.[0]).toBe('It no longer says that it only reads.')
    expect(said?.join(' ')).toContain('count')
    await expect(world.call('versions.change', { name: 'acme', version: 'file:../evil' })).rejects.toThrow(
      'INVALID_REQUEST',
    )
  })
})

describe('what is known of versions', () => {
  plain('finds the pin in a command', () => {
    expect(findPin('npx', ['-y', '@a/b@1.2.3', 'x@2.0.0'])).toMatchObject({
      package: '@a/b',
      version: '1.2.3',
      index: 1,
    })
    expect(findPin('cmd', ['/c', 'npx', '-y', 'b@1.0.0-rc.1'])).toMatchObject({
      package: 'b',
      version: '1.0.0-rc.1',
    })
    expect(findPin('C:\\node\\npx.cmd', ['b@1.0.0'])).toMatchObject({ kind: 'npm', index: 0 })
    expect(findPin('uvx', ['--from', 'a[x]==1.0', 'run'])).toMatchObject({
      kind: 'pypi',
      package: 'a[x]',
      mark: '==',
    })
    expect(findPin('uv', ['tool', 'run', 'a@1.0'])).toMatchObject({ kind: 'pypi', mark: '@' })
    expect(findPin('uvx', ['--with', 'dep==1.0', '-q', 'a==2.0'])).toMatchObject({ package: 'a', index: 3 })
    expect(findPin('uvx', ['--with', 'dep==1.0', '--from', 'a==2.0', 'x'])).toMatchObject({ index: 3 })
    for (const [command, ...args] of [
      ['uvx', '--with', 'dep==1.0', 'a'],
      ['npx', 'b', 'c@1.0.0'],
      ['npx', 'b'],
      ['npx', 'b@latest'],
      ['npx', 'b@^1.0.0'],
      ['node', 'b@1.0.0'],
      ['docker', 'run', 'b:1.0.0'],
      ['npx', `\${secret:x}@1.0.0`],
    ])
      expect(findPin(command ?? '', args)).toBeNull()
    const pin = findPin('uvx', ['a==1.0', 'a==1.0'])
    expect(pin && withVersion(['a==1.0', 'a==1.0'], pin, '2.0')).toEqual(['a==2.0', 'a==1.0'])
  })

  plain('orders them', () => {
    const ordered = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '1.2',
      '1.10.0',
      '2026.8.31',
    ]
    expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered)
    expect(compareVersions('1.1.0-beta.1', '1.1.0-beta.1')).toBe(0)
    expect(['1.0rc1', '1.0', '1.0.post1', '1.0.dev4', '1.0a2'].sort(compareVersions)).toEqual([
      '1.0a2',
      '1.0.dev4',
      '1.0rc1',
      '1.0',
      '1.0.post1',
    ])
    const versions = ['1.0.0', '1.1.0-beta.1', '1.1.0'].map((version) => ({
      version,
      publishedAt: null,
      isDeprecated: false,
    }))
    const of = (version: string) => newerThan(version, { latest: null, versions }).map((each) => each.version)
    expect(of('1.0.0')).toEqual(['1.1.0'])
    expect(of('1.0.0-rc.1')).toEqual(['1.1.0', '1.1.0-beta.1', '1.0.0'])
  })
})
