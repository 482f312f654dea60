/** Values of clients’ files that name where a secret is, and hold none; and tokens that no name gives away. */
import { describe, expect } from 'vitest'
import type { FoundServer } from '../../../src/preload/contract.ts'
import { it as base } from './import-world.ts'

const it = base.extend('found', ({ world }) => async (key: string): Promise<FoundServer> => {
  const files = await world.call('sources.found', { folder: null })
  const server = files.flatMap(({ servers }) => servers).find((each) => each.key === key)
  if (server === undefined) throw new Error(`There is no ${key}.`)
  return server
})

const DESKTOP = '.config/Claude/claude_desktop_config.json'

describe('a value of a client’s file', () => {
  it('that is filled in behind words is no secret of the file, whatever it is called [sources.secrets]', async ({
    world,
    found,
  }) => {
    const headers = {
      Authorization: `Bearer \${env:HUB_TOKEN}`,
      'X-Api-Key': `Key \${env:ONE}:\${env:TWO}`,
      Cookie: `session=\${env:SESSION}`,
      'X-Token': `Ab3dE6gH9jK2-\${env:ONE}`,
    }
    await world.put(
      '.cursor/mcp.json',
      JSON.stringify({ mcpServers: { hub: { url: 'https://hub.test/mcp', headers } } }),
    )
    const { candidate, kept } = await found('hub')
    expect(candidate?.draft.connection.headers).toEqual({
      Authorization: `Bearer \${input:HUB_TOKEN}`,
      'X-Api-Key': `Key \${input:ONE}:\${input:TWO}`,
      Cookie: `session=\${input:SESSION}`,
      'X-Token': `\${input:X-Token}\${input:ONE}`,
    })
    expect(kept).toEqual(['X-Token'])
  })

  it('that is an address which lets in whoever knows it is a secret in that part [sources.secrets]', async ({
    world,
    found,
  }) => {
    const part = 'NDY3ZTA5ZTgtOGI2NC00YjQ5LWE3YmMtOWI4Zg'
    const flows = { url: `https://mcp.flows.test/api/s/${part}/mcp?team=7` }
    const docs = { url: 'https://docs.test/a-very-long-name-of-some-documentation/mcp' }
    await world.put('.cursor/mcp.json', JSON.stringify({ mcpServers: { flows, docs } }))
    const { candidate, kept } = await found('flows')
    expect(candidate?.draft.connection.url).toBe(`https://mcp.flows.test/api/s/\${input:address}/mcp?team=7`)
    expect(kept).toEqual(['address'])
    expect((await found('docs')).candidate?.draft.connection.url).toBe(docs.url)
  })

  it('is what the server itself fills in, where the client does not [sources.secrets]', async ({
    world,
    found,
  }) => {
    const args = ['mcp-remote', 'https://far.test/mcp', '--header', `Authorization:\${AUTH_HEADER}`]
    const token = 'Zz3kq9Lw2vXn4Tt6Yb1C'
    const remote = { command: 'npx', args, env: { AUTH_HEADER: `Bearer ${token}` } }
    const base = {
      command: 'db',
      env: { DB_PASSWORD: `\${PASSWORD}`, DB_URL: `pg://me:\${PASSWORD}@host/db` },
    }
    await world.put(DESKTOP, JSON.stringify({ mcpServers: { remote, base } }))

    const { candidate, kept } = await found('remote')
    expect(candidate?.draft.connection).toEqual({
      kind: 'mcp',
      command: 'npx',
      args: [...args.slice(0, 3), `Authorization:$\${AUTH_HEADER}`],
      env: { AUTH_HEADER: `Bearer \${input:AUTH_HEADER}` },
    })
    expect(kept).toEqual(['AUTH_HEADER'])
    expect((await found('base')).candidate?.draft.connection.env).toEqual({
      DB_PASSWORD: `$\${PASSWORD}`,
      DB_URL: `pg://me:$\${PASSWORD}@host/db`,
    })

    const choice = await world.choose(['remote'], false)
    const preview = await world.call('sources.previewImport', { choice })
    expect(JSON.stringify(preview)).not.toContain(token)
    await world.call('sources.import', { choice, hash: preview.hash })
    expect(await world.yaml()).not.toContain(token)
    expect(await world.secret('remote.AUTH_HEADER')).toBe(token)
  })
})

describe('a server of a client’s file', () => {
  it('is switched off where a list beside the servers leaves it out [sources.found]', async ({
    world,
    found,
  }) => {
    const one = { command: 'one' }
    await world.put(
      '.claude.json',
      JSON.stringify({
        mcpServers: { everywhere: one },
        projects: { '/shop': { mcpServers: { here: one, not: one }, disabledMcpServers: ['not'] } },
      }),
    )
    await world.put(
      '.gemini/settings.json',
      JSON.stringify({
        mcp: { allowed: ['in', 'in-but-out'], excluded: ['in-but-out'] },
        mcpServers: { in: one, 'in-but-out': one, out: one },
      }),
    )
    const off = async (...keys: string[]) =>
      await Promise.all(keys.map(async (key) => (await found(key)).isDisabled))
    expect(await off('everywhere', 'here', 'in')).toEqual([false, false, false])
    expect(await off('not', 'in-but-out', 'out')).toEqual([true, true, true])
  })

  it('whose tools have settings of their own says that they are not taken over [sources.said]', async ({
    world,
    found,
  }) => {
    await world.put(
      '.codex/config.toml',
      '[mcp_servers.figma]\nurl = "https://figma.test/mcp"\n[mcp_servers.figma.tools.get_file]\napproval_mode = "approve"\n',
    )
    const { notes, candidate } = await found('figma')
    expect(notes).toEqual(['“tools” is not taken over.'])
    expect(candidate?.draft.tools).toEqual({ prefix: 'figma', ask: 'always' })
  })

  it('that is reached over something else than HTTP is not offered [sources.said]', async ({
    world,
    found,
  }) => {
    const servers = {
      socket: { type: 'http', url: 'unix:///run/server.sock' },
      far: { url: 'wss://far.test' },
    }
    await world.put('.config/Code/User/mcp.json', JSON.stringify({ servers }))
    for (const key of ['socket', 'far']) {
      expect(await found(key)).toMatchObject({
        candidate: null,
        problem: 'It is reached over something else than HTTP, which is not supported.',
      })
    }
  })
})
