import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import type { ConfigurationEdit, Push } from '../../src/preload/contract.ts'
import { connectHttp, type OpenGateway, openWithDoors } from '../mcp/support.ts'
import { makeFolder } from '../support/folders.ts'
import { ask, openTestDesk } from './fixture.ts'

const CLIENTS = `
clients:
  claude: { roles: [writer], permissions: [publish], tags: [docs], sees: all }
  watcher: {}
  local: { roles: [writer] }
workflows:
  team:
    title: Team only
    tags: [docs]
    guards: [{ kind: role, role: writer }]
    initialState: one
    states: { one: { transitions: { end: { target: two } } }, two: {} }
  other:
    title: Without the tag
    initialState: one
    states: { one: { transitions: { end: { target: two } } }, two: {} }
store: { kind: sqlite }
`

describe('tokens of clients', () => {
  let folder: ReturnType<typeof makeFolder>
  let open: OpenGateway
  let desk: Desk
  let session: DeskSession
  beforeEach(async () => {
    folder = makeFolder('client-tokens')
    open = await openWithDoors(CLIENTS, { folder: folder.path })
    desk = openTestDesk(open.gateway, { clientTokens: open.doors.tokens })
    session = await desk.openSession('window')
  })
  afterEach(async () => {
    await desk.close()
    await open.close()
    folder.remove()
  })

  const clientNamed = async (name: string) =>
    (await ask(desk, session, 'settings.get', {})).clients.find((client) => client.name === name)
  const fires = (names: string[]) => names.map((name) => desk.dispatch(session, name, { name: 'claude' }))

  it('are listed for each declared client, with what it may see [desk.client-tokens]', async () => {
    expect(await clientNamed('claude')).toEqual({
      name: 'claude',
      roles: ['writer'],
      permissions: ['publish'],
      tags: ['docs'],
      sees: 'all',
      token: null,
    })
    expect(await clientNamed('watcher')).toMatchObject({ tags: null, sees: 'own', token: null })
    const before = Date.now()
    await ask(desk, session, 'clients.createToken', { name: 'claude' })
    const since = Date.parse((await clientNamed('claude'))?.token?.since ?? '')
    expect(since).toBeGreaterThanOrEqual(before)
    expect(since).toBeLessThanOrEqual(Date.now())
    expect((await clientNamed('watcher'))?.token).toBeNull()
    await ask(desk, session, 'clients.revokeToken', { name: 'claude' })
    expect((await clientNamed('claude'))?.token).toBeNull()
  })

  it('give a client its roles and its tags over MCP, and nothing once revoked [R1.2] [R1.6]', async () => {
    const { token } = await ask(desk, session, 'clients.createToken', { name: 'claude' })
    const client = await connectHttp(open.doors.mcpUrl, token, '2026', 'any name')
    const start = async (definitionId: string) =>
      (await client.call('workflow.start', { definitionId })).structuredContent
    expect((await start('team')).result.status).toBe('started')
    expect((await start('other')).error?.code).toBe('DEFINITION_NOT_FOUND')
    await ask(desk, session, 'clients.revokeToken', { name: 'claude' })
    await expect(start('team')).rejects.toThrow(/revoked|401|[Uu]nauthorized/)
    await expect(connectHttp(open.doors.mcpUrl, token, '2025')).rejects.toThrow(/revoked|401|[Uu]nauthorized/)
    await client.close()
  })

  it('are replaced by making another [desk.client-tokens]', async () => {
    const first = await ask(desk, session, 'clients.createToken', { name: 'claude' })
    const second = await ask(desk, session, 'clients.createToken', { name: 'claude' })
    expect(second.token).not.toBe(first.token)
    expect(open.doors.tokens.identify(first.token)).toBeNull()
    expect(open.doors.tokens.identify(second.token)).toBe('claude')
  })

  it('stay with a client whose removal is undone, and not with a new one of its name [desk.client-tokens]', async () => {
    const { token } = await ask(desk, session, 'clients.createToken', { name: 'claude' })
    const save = async (edit: ConfigurationEdit) => {
      const { hash, weaker } = await ask(desk, session, 'configuration.preview', { edit })
      return { weaker, ...(await ask(desk, session, 'configuration.save', { edit, hash })) }
    }
    const removed = await save({ kind: 'removeClient', name: 'claude' })
    expect(open.doors.tokens.identify(token)).toBeNull()
    await ask(desk, session, 'configuration.undo', { undo: removed.undo })
    expect(open.doors.tokens.identify(token)).toBe('claude')

    await save({ kind: 'removeClient', name: 'claude' })
    const added = await save({ kind: 'client', name: 'claude', roles: [], permissions: [], tags: null })
    expect(added.weaker).toContain('The token that an earlier client of this name had works no more.')
    expect(await clientNamed('claude')).toMatchObject({ token: null })
    expect(open.doors.tokens.identify(token)).toBeNull()
    const { items } = await ask(desk, session, 'activity.list', { limit: 5 })
    expect(items.map(({ text }) => text)).toContain('anna revoked the token of the client “claude”.')
  })

  it('are gone with a client that is removed and declared again in the file, also when that is removed and put back [desk.client-tokens] [client.again]', async () => {
    const { token } = await ask(desk, session, 'clients.createToken', { name: 'claude' })
    const pipe = await connectHttp(open.doors.mcpUrl, token, '2025')
    const file = open.gateway.configuration().path
    const whole = await readFile(file, 'utf8')
    const without = whole.replace(/\n {2}claude: .*/, '')
    await open.gateway.live.saveFile(file, without, 'human:anna')
    await expect.poll(() => open.doors.clients().filter(({ client }) => client === 'claude')).toEqual([])
    await open.gateway.live.saveFile(file, whole, 'human:anna')
    expect(open.doors.tokens.identify(token)).toBeNull()
    expect(await clientNamed('claude')).toMatchObject({ token: null })
    await expect(pipe.call('gateway.home')).rejects.toThrow()
    const { items } = await ask(desk, session, 'activity.list', { limit: 5 })
    expect(items.map(({ text }) => text)).toContain('Countersign revoked the token of the client “claude”.')

    const edit = { kind: 'removeClient', name: 'claude' } as const
    const { hash } = await ask(desk, session, 'configuration.preview', { edit })
    const { undo } = await ask(desk, session, 'configuration.save', { edit, hash })
    await ask(desk, session, 'configuration.undo', { undo })
    expect(open.doors.tokens.identify(token)).toBeNull()
    await pipe.close()
  })

  it('stay away over a restart in which the client is declared again [desk.client-tokens]', async () => {
    const { token } = await ask(desk, session, 'clients.createToken', { name: 'claude' })
    const file = open.gateway.configuration().path
    const whole = await readFile(file, 'utf8')
    await open.gateway.live.saveFile(file, whole.replace(/\n {2}claude: .*/, ''), 'human:anna')
    await open.close()
    await writeFile(file, whole)
    open = await openWithDoors(CLIENTS, { folder: folder.path })
    expect(open.gateway.configuration().clients).toHaveProperty('claude')
    expect(open.doors.tokens.identify(token)).toBeNull()
    expect(open.doors.tokens.issued()).toEqual([])
  })

  it('are in the audit log by name, and every desk learns of it [desk.client-tokens]', async () => {
    const pushes: Push[] = []
    desk.onPush((push) => pushes.push(push))
    await ask(desk, session, 'clients.createToken', { name: 'claude' })
    expect(pushes).toContainEqual({ topic: 'clients' })
    await ask(desk, session, 'clients.createToken', { name: 'claude' })
    pushes.splice(0)
    await ask(desk, session, 'clients.revokeToken', { name: 'claude' })
    expect(pushes).toContainEqual({ topic: 'clients' })
    const { items } = await ask(desk, session, 'activity.list', { limit: 3 })
    expect(items.map(({ actor, text }) => [actor, text])).toEqual([
      ['human:anna', 'anna revoked the token of the client “claude”.'],
      ['human:anna', 'anna made a token for the client “claude”; the one before works no more.'],
      ['human:anna', 'anna made a token for the client “claude”.'],
    ])
    expect(items.map(({ raw }) => raw.payload)).toEqual([
      { client: 'claude' },
      { client: 'claude', replaced: true },
      { client: 'claude', replaced: false },
    ])
  })

  it('are nowhere but in the one reply: not on disk, in the log, in settings or activity [desk.client-tokens]', async () => {
    const { token } = await ask(desk, session, 'clients.createToken', { name: 'claude' })
    expect(token).toMatch(/^cs_[\w-]{43}$/)
    const shown = [
      await ask(desk, session, 'settings.get', {}),
      await ask(desk, session, 'desk.status', {}),
      await ask(desk, session, 'activity.list', { limit: 500 }),
      open.gateway.logged,
    ]
    expect(JSON.stringify(shown)).not.toContain(token)
    await open.close()
    const files = (await readdir(folder.path, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    expect(files.map((file) => file.name)).toContain('countersign.db')
    for (const file of files) {
      const content = await readFile(join(file.parentPath, file.name), 'latin1')
      expect(content.includes(token), file.name).toBe(false)
    }
    open = await openWithDoors(CLIENTS, { folder: folder.path })
    expect(open.doors.tokens.identify(token)).toBe('claude')
  })

  it('exist for declared clients only, and never for the shared local identity [R1.2]', async () => {
    for (const name of ['clients.createToken', 'clients.revokeToken']) {
      for (const client of ['nobody', 'constructor', 'toString', 'Claude', 'claude ']) {
        expect(await desk.dispatch(session, name, { name: client }), client).toMatchObject({
          ok: false,
          error: { code: 'NOT_FOUND', message: expect.stringContaining(`‘${client}’`) },
        })
      }
      expect(await desk.dispatch(session, name, { name: 'local' })).toMatchObject({
        ok: false,
        error: { code: 'NOT_ALLOWED' },
      })
      expect(await desk.dispatch(session, name, { name: 7 })).toMatchObject({
        error: { code: 'INVALID_REQUEST' },
      })
    }
    expect(open.doors.tokens.issued()).toEqual([])
    const signIn = await ask(desk, session, 'activity.list', { limit: 1 })
    expect(signIn.items).toMatchObject([{ eventType: 'session.opened' }])
  })

  it('cannot be revoked twice, and two people at once leave one that works [desk.client-tokens]', async () => {
    await ask(desk, session, 'clients.createToken', { name: 'claude' })
    await ask(desk, session, 'clients.revokeToken', { name: 'claude' })
    expect(await desk.dispatch(session, 'clients.revokeToken', { name: 'claude' })).toEqual({
      ok: false,
      error: { code: 'NOT_FOUND', message: 'The client ‘claude’ has no token.' },
    })
    const replies = await Promise.all(fires(['clients.createToken', 'clients.createToken']))
    const tokens = replies.map((reply) => (reply as { ok: true; value: { token: string } }).value.token)
    const working = tokens.filter((token) => open.doors.tokens.identify(token) === 'claude')
    expect(working).toHaveLength(1)
  })
})
