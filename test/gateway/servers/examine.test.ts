import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseSandbox } from '../../../src/main/gateway/servers/choose-sandbox.ts'
import { readCommand } from '../../../src/main/gateway/servers/command-words.ts'
import {
  keysIn,
  looksSecret,
  maskArguments,
  secretArguments,
} from '../../../src/main/workflow/wording/key-like.ts'
import type { ServerDraft } from '../../../src/preload/contract.ts'
import { test } from '../../support/fixtures.ts'

const draft = (connection: ServerDraft['connection']): ServerDraft => ({
  name: 'one',
  connection: { kind: 'mcp', ...connection },
  tools: { prefix: 'one', ask: 'always' },
})

describe('a server that is examined', () => {
  test('shows the literal command, masks keys, and says what is missing and how to get it [servers.examined]', async ({
    openGateway,
    folder,
  }) => {
    const gateway = await openGateway('')
    await mkdir(join(folder, 'bin'))
    await writeFile(join(folder, 'bin', 'uvx'), '#!/bin/sh\n', { mode: 0o755 })
    const seen = await gateway.servers.examine(
      draft({
        command: 'uvx',
        args: ['mcp-x==1.2.3', '--api-key', 'abc123def456', '/data'],
        env: {
          TOKEN: 'ghp_0123456789abcdef0123',
          LANG: 'C',
          PATH: join(folder, 'bin'),
          KEPT: `\${secret:no.such}`,
        },
      }),
      true,
    )
    expect(seen.target).toBe('uvx mcp-x==1.2.3 --api-key •••••• /data')
    expect(JSON.stringify(seen)).not.toMatch(/ghp_|abc123def456/)
    expect(seen.problems).toEqual([])
    expect(seen.variables).toMatchObject([
      { name: 'TOKEN', looksSecret: true, value: '••••••' },
      { name: 'LANG', looksSecret: false, value: 'C' },
      { name: 'PATH' },
      { name: 'KEPT', secrets: [{ name: 'no.such', isStored: false }] },
      { name: 'api-key', place: 'argument', index: 2, looksSecret: true },
    ])
    expect(seen.needs).toEqual([{ program: 'uvx', found: join(folder, 'bin', 'uvx'), help: null }])
    expect(seen.touches.join('\n')).toContain('Downloads “mcp-x==1.2.3” from PyPI')
    expect(seen.touches).toContain('Gets the secret ‘no.such’.')
    const gone = await gateway.servers.examine(
      draft({ command: 'docker', args: ['run', 'x'], env: { PATH: folder } }),
      true,
    )
    expect(gone.needs).toEqual([
      { program: 'docker', found: null, help: expect.stringContaining('Install Docker') },
    ])
    const wrong = await gateway.servers.examine(draft({ command: 'x', url: 'https://x.example' }), true)
    expect(wrong.problems[0]).toContain('both ‘command’ and ‘url’')
    const web = await gateway.servers.examine(draft({ url: 'https://x.example/mcp' }), true)
    expect(web).toMatchObject({ target: 'https://x.example/mcp', needs: [], sandbox: null })
  })

  it('is locked in where that breaks nothing, and the reason is said [servers.examined]', () => {
    const choose = (
      line: string,
      usesNetwork = false,
      can: ('readOnly' | 'noNetwork')[] = ['noNetwork', 'readOnly'],
    ) => {
      const [command = '', ...args] = line.split(' ')
      return chooseSandbox(readCommand(command, args), can, usesNetwork)
    }
    expect(choose('node server.js')).toMatchObject({ suggested: 'noNetwork' })
    expect(choose('node server.js', true)).toMatchObject({ suggested: 'readOnly' })
    expect(choose('npx -y x')).toMatchObject({ suggested: 'none', reason: expect.stringContaining('cache') })
    expect(choose('docker run x')).toMatchObject({ suggested: 'none' })
    expect(choose('node server.js', false, [])).toMatchObject({ modes: ['none'], suggested: 'none' })
  })

  it('has keys that look like keys, and nothing else does [servers.examined]', () => {
    for (const [name, value] of [
      ['GITHUB_TOKEN', 'x1y2z3'],
      ['apiKey', 'abcdef'],
      ['DB_PASSWORD', 'hunter2'],
      ['Authorization', 'Bearer abcdef'],
      ['X-Api-Key', 'abc'],
      ['URL', 'postgres://me:pw@host/db'],
      ['ANY', 'sk-abcdefgh12345678'],
      ['PGPASSWORD', 'hunter2'],
      ['Cookie', 'session=abc'],
      ['ANY', 'sk_live_abcdefgh12345678'],
    ] as const)
      expect([name, looksSecret(name, value)]).toEqual([name, true])
    for (const [name, value] of [
      ['LANG', 'C'],
      ['KEYBOARD', 'de'],
      ['TOKEN', `\${secret:x}`],
      ['AUTH', 'false'],
      ['MONKEY', 'banana'],
      ['PRIMARY_KEY', 'customer_id'],
      ['URL', 'https://example.org'],
    ] as const)
      expect([name, looksSecret(name, value)]).toEqual([name, false])
    const args = ['--token=abcdefgh', '--verbose', '--password', 'x1y2z3', 'ghp_0123456789abcdef0123']
    expect(secretArguments(args, []).map(({ index }) => index)).toEqual([0, 3, 4])
    expect(maskArguments(args, [])).toEqual(['--token=••••••', '--verbose', '--password', '••••••', '••••••'])
    // As the commands of containers and of some servers have them.
    const plain = ['-e', 'API_KEY=x1y2z3', 'PORT=8080', '--oauth2Bearer', 'x1y2z3', 'https://x/?a=b']
    expect(maskArguments(plain, [])).toEqual([
      ...['-e', 'API_KEY=••••••', 'PORT=8080', '--oauth2Bearer', '••••••', 'https://x/?a=••••••'],
    ])
  })
  it('holds the keys that are written out in it, and no word that occurs anywhere [connections.written-keys]', () => {
    for (const [name, value, ...keys] of [
      ['Authorization', 'Bearer abc-123', 'abc-123'],
      ['DATABASE_URL', 'postgres://me:p%40ss1@h/db?sslkey=k1-2&page=2', 'p%40ss1', 'p@ss1', 'k1-2'],
      ['', 'git+https://t0ken-alone@h.example/x', 't0ken-alone'],
      ['HOOK', `https://h.example/in/${'a1'.repeat(20)}`, 'a1'.repeat(20)],
      ['ANY', 'a1'.repeat(20), 'a1'.repeat(20)],
      ['', '/bin/x --token=ghp_0123456789abcdef0123', 'ghp_0123456789abcdef0123'],
      ['DB_PASSWORD', 'postgres'],
      ['PRIMARY_KEY', 'customer_id'],
      ['ACCOUNT_ID', 'a1'.repeat(20)],
      ['SSH_KEY', '~/.ssh/id_1'],
      ['API_KEY', `pre-\${X}`],
      ['AUTH', 'false'],
    ] as const)
      expect([name, [...new Set(keysIn(name, value))]]).toEqual([name, keys])
  })

  test('shows all of the words that an outsider has put in, but the key itself [servers.examined]', async ({
    openGateway,
  }) => {
    const { servers } = await openGateway('')
    const look = (command: string, args: string[], env = {}) =>
      servers.examine(draft({ command, args, env }), false)
    for (const [name, ...args] of [
      ['uvx', 'sk-learn-mcp-server'],
      ['uvx', 'sk-learn-mcp-server-2024==1.2.3'],
      ['uvx', 'sk-abcdefgh12345678abcd'],
      ['npx', '-y', '@scope/sk-abcdefgh12345678'],
      ['server', '/data/sk-abcdefgh12345678/x', '--key', '/data/key.pem'],
    ] as const)
      expect((await look(name, [...args])).target).toBe([name, ...args].join(' '))
    const seen = await look(
      'server',
      ['run evil sk-abcdefgh12345678 now', '--header', 'Authorization: Bearer abcdef123'],
      {
        NOTE: 'evil ghp_0123456789abcdef0123',
        PLAIN: 'ghp_0123456789abcdef0123',
      },
    )
    expect(seen.target).toBe('server "run evil •••••• now" --header "Authorization: Bearer ••••••"')
    expect(seen.variables).toMatchObject([
      { name: 'NOTE', value: 'evil ••••••', looksSecret: true, isSurelySecret: false },
      { name: 'PLAIN', value: '••••••', looksSecret: true, isSurelySecret: true },
      { place: 'argument', index: 0, isSurelySecret: false },
      { place: 'argument', index: 2, isSurelySecret: false },
    ])
  })

  test('says an address without what is secret in it [servers.examined]', async ({ openGateway }) => {
    const { servers } = await openGateway('')
    const seen = await servers.examine(
      draft({ url: `https://me:pw-abc@x.example/mcp?key=k-abc&page=2&own=\${secret:x}#t=t-abc` }),
      true,
    )
    expect(seen.target).toBe(`https://••••••@x.example/mcp?key=••••••&page=2&own=\${secret:x}#t=••••••`)
    expect(JSON.stringify(seen)).not.toMatch(/(pw|k|t)-abc/)
    const fetched = await servers.examine(
      draft({ command: 'uvx', args: ['--from', 'git+https://k-abc@x.example/x', 'x'] }),
      true,
    )
    expect(JSON.stringify(fetched)).not.toContain('k-abc')
  })
})
