import { readFile, stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanLabel, createAgentPrincipal } from '../../src/main/mcp/principal.ts'
import { makeFolder } from '../support/folders.ts'
import { connectHttp, eventually, type OpenGateway, openWithDoors, REVIEW } from './support.ts'

let open: OpenGateway
beforeAll(async () => {
  open = await openWithDoors()
})
afterAll(() => open.close())

describe('a principal over MCP', () => {
  const clients = {
    claude: { roles: ['writer'], permissions: ['publish'], sees: 'own' as const, tags: ['docs'] },
    local: { roles: ['admin'], permissions: ['all'], sees: 'all' as const },
  }

  it('is an agent with the rights of its token and the name that it gives [R1.2]', () => {
    expect(createAgentPrincipal('claude', 'Claude Code', clients)).toEqual({
      kind: 'agent',
      id: 'agent:Claude Code',
      client: 'claude',
      label: 'Claude Code',
      connection: null,
      roles: ['writer'],
      permissions: ['publish'],
      tags: ['docs'],
      sees: 'own',
    })
  })

  it('is said to say so where it takes the name of a token without having it [who.says]', () => {
    const said = { id: 'agent:says it is ‘claude’', label: 'says it is ‘claude’' }
    expect(createAgentPrincipal('local', 'claude', clients)).toMatchObject(said)
    expect(createAgentPrincipal('gone', ' claude ', clients)).toMatchObject(said)
    for (const like of [
      'Claude',
      'c1aude',
      'сlаude',
      'cla-ude',
      'ｃｌａｕｄｅ',
      'claudé',
      'claude\u200b',
      "claude'",
    ])
      expect(createAgentPrincipal('local', like, clients).label).toMatch(/^says it is ‘/)
    for (const other of ['claude-code', 'cloud', ''])
      expect(createAgentPrincipal('local', other, clients).label).not.toContain('says')
    expect(createAgentPrincipal('claude', 'claude', clients).label).toBe('claude')
    // Nothing that it adds ends the quotation.
    const broken = createAgentPrincipal('local', 'cla’ude', clients).label
    expect(broken.match(/[‘’]/gu)).toHaveLength(2)
  })

  it('has no rights as the shared local identity, whatever is declared [R1.2]', () => {
    const local = createAgentPrincipal('local', 'claude', clients)
    expect(local).toMatchObject({ client: 'local', roles: [], permissions: [], tags: null, sees: 'own' })
  })

  it('sees nothing once its client is no longer declared [R1.2]', () => {
    expect(createAgentPrincipal('gone', null, clients)).toMatchObject({
      roles: [],
      permissions: [],
      tags: [],
    })
  })

  it('never becomes another kind by its name [R1.2]', () => {
    for (const label of ['human:anna', 'engine', 'agent', '\u202ehuman\n:anna', '']) {
      const who = createAgentPrincipal('local', label, {})
      expect(who.kind).toBe('agent')
      expect(who.id.startsWith('agent:')).toBe(true)
      expect(who.id).not.toMatch(/[\n\u202e]/)
    }
    expect(cleanLabel('x'.repeat(500))).toHaveLength(60)
  })
})

describe('tokens', () => {
  it('open with one in the data folder that only its owner can read [R1.2]', async () => {
    const file = await stat(open.doors.tokenFile)
    expect(file.mode & 0o777).toBe(0o600)
    expect((await readFile(open.doors.tokenFile, 'utf8')).trim().length).toBeGreaterThanOrEqual(40)
    expect(open.doors.tokens.identify(open.token)).toBe('local')
  })

  it('of a client are stored as a hash, can be replaced and revoked [R1.2]', async () => {
    const folder = makeFolder('tokens')
    const yaml = `${REVIEW}\nstore: { kind: sqlite }\n`
    const first = await openWithDoors(yaml, { folder: folder.path })
    const token = await first.doors.tokens.createClientToken('claude', 'human:kim')
    expect(JSON.stringify(await first.gateway.store.setting('clientTokens'))).not.toContain(token)
    await first.close()

    const again = await openWithDoors(yaml, { folder: folder.path })
    const { tokens } = again.doors
    expect(tokens.identify(token)).toBe('claude')
    const next = await tokens.createClientToken('claude', 'human:kim')
    expect(tokens.identify(token)).toBeNull()
    expect(tokens.issued().map((row) => row.name)).toEqual(['claude'])
    await tokens.revokeClientToken('claude', 'human:kim')
    expect(tokens.identify(next)).toBeNull()
    await again.close()
    folder.remove()
  })

  it('of a client that is not declared open nothing [R1.2]', async () => {
    const token = await open.doors.tokens.createClientToken('nobody', 'human:kim')
    expect(open.doors.tokens.identify(token)).toBeNull()
  })

  it('decide what a client may do and whose runs it sees; its name does not [R1.2] [who.audited]', async () => {
    const url = open.doors.mcpUrl
    const claude = await connectHttp(
      url,
      await open.doors.tokens.createClientToken('claude', 'human:kim'),
      '2026',
      'anything',
    )
    const pretender = await connectHttp(url, open.token, '2026', 'claude')
    const watcher = await connectHttp(
      url,
      await open.doors.tokens.createClientToken('watcher', 'human:kim'),
      '2026',
    )
    const started = await claude.call('workflow.start', { definitionId: 'team' })
    expect(started.structuredContent.result.status).toBe('started')
    const refused = await pretender.call('workflow.start', { definitionId: 'team' })
    expect(refused.structuredContent.error?.code).toBe('GUARD_REJECTED')
    const { workflowId } = started.structuredContent
    const look = { workflowId }
    expect((await pretender.call('workflow.get', look)).structuredContent.error?.code).toBe(
      'WORKFLOW_NOT_FOUND',
    )
    expect((await watcher.call('workflow.get', look)).structuredContent.state).toBe('one')
    const run = await open.gateway.store.run(workflowId)
    expect(run).toMatchObject({ owner: 'claude', startedBy: 'agent:anything' })
    await eventually(() => open.doors.clients().some((row) => row.label === 'says it is ‘claude’'))
    const { items: log } = await open.gateway.store.audit({}, { limit: 200 })
    const by = (client: string) =>
      log.filter(({ payload }) =>
        isDeepStrictEqual(payload.client, { name: client, proven: client !== 'local' }),
      )
    expect(by('claude').map(({ actor }) => actor)).toContain('agent:anything')
    expect(by('local').map(({ actor }) => actor)).toContain('agent:says it is ‘claude’')
    await eventually(() => open.doors.clients().some((row) => row.client === 'watcher'))
    for (const client of [claude, pretender, watcher]) await client.close()
  })
})
