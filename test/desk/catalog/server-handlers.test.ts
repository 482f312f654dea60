import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { Desk } from '../../../src/main/desk/desk.ts'
import type { DeskSession } from '../../../src/main/desk/session.ts'
import type { ConfigurationEdit, ServerDraft } from '../../../src/preload/contract.ts'
import { untilState } from '../../connections/pool-fixture.ts'
import { test } from '../../support/fixtures.ts'
import { ask, openTestDesk } from '../fixture.ts'

const MEMORY = `\${COUNTERSIGN_MODULES}/@modelcontextprotocol/server-memory/dist/index.js`
const DRAFT: ServerDraft = {
  name: 'memory',
  connection: { kind: 'mcp', command: `\${COUNTERSIGN_NODE}`, args: [MEMORY] },
  tools: { prefix: 'memory', ask: 'always' },
}

async function messageOf(desk: Desk, session: DeskSession, edit: ConfigurationEdit): Promise<string> {
  const reply = await desk.dispatch(session, 'configuration.preview', { edit })
  if (reply.ok) throw new Error('It was not refused.')
  expect(reply.error.code).toBe('REJECTED')
  return reply.error.message
}

describe('the calls about servers', () => {
  test('examine, try, look at what came of it, and stop [servers.examined] [servers.tried]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway('')
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const drafted = { draft: DRAFT, candidate: null }
    const seen = await ask(desk, session, 'servers.examine', drafted)
    expect(seen).toMatchObject({ kind: 'mcp', problems: [], hazards: [], needs: [{ help: null }] })
    const pushed: string[] = []
    desk.onPush((push) => (push.topic === 'serverTrial' ? pushed.push(push.id) : undefined))
    const { id, status } = await ask(desk, session, 'servers.try', { ...drafted, values: {} })
    expect(status).toBe('running')
    await expect.poll(() => pushed).toContain(id)
    await expect.poll(async () => (await ask(desk, session, 'servers.trial', { id })).status).toBe('answered')
    expect(await ask(desk, session, 'servers.stop', { id })).toMatchObject({ status: 'answered' })
    const gone = await desk.dispatch(session, 'servers.trial', { id: 'tr_no' })
    expect(gone).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    for (const call of ['servers.uses', 'servers.declared', 'servers.log'] as const)
      expect(await desk.dispatch(session, call, { name: 'nobody' })).toMatchObject({
        ok: false,
        error: { code: 'NOT_FOUND' },
      })
    await desk.close()
  })

  test.for([
    { url: 'http://127.0.0.1:1/mcp' },
    { url: 'http://LOCALHOST:1/mcp/', headers: { Authorization: 'Bearer x' } },
    { url: 'http://[::1]:1/sse' },
    { command: 'countersign', args: ['mcp', '--config', 'x.yaml'] },
    { command: '/other/data/countersign-mcp', args: ['--names', 'underscores'] },
    { command: 'npx', args: ['-y', 'countersign@latest', 'mcp'] },
    { command: 'node', args: ['/opt/countersign/out/main/cli.js', 'mcp'] },
    { command: 'C:\\npm\\countersign.cmd', args: ['mcp'] },
    { command: 'docker', args: ['exec', '-i', 'countersign', 'countersign', 'mcp', '--data', '/data'] },
  ])('say that a server is the gateway itself: %j [servers.itself]', async (declared, { openGateway }) => {
    const gateway = await openGateway('')
    const desk = openTestDesk(gateway, {
      pipe: { command: '/data/countersign-mcp', args: [], renew: async () => {} },
    })
    const session = await desk.openSession('window')
    const drafted = (connection: object) => ({
      draft: { ...DRAFT, connection: { kind: 'mcp', ...connection } },
      candidate: null,
    })
    const said =
      'This is Countersign itself: agents connect to it, and it cannot be one of its own servers. Enter the command or address of another server.'
    const { problems } = await ask(desk, session, 'servers.examine', drafted(declared))
    expect(problems).toEqual([said])
    const tried = await desk.dispatch(session, 'servers.try', { ...drafted(declared), values: {} })
    expect(tried).toMatchObject({ ok: false, error: { code: 'REJECTED', message: said } })
    for (const other of [
      { url: 'http://127.0.0.1:2/mcp' },
      { url: 'http://h.example:1/mcp' },
      { command: 'x' },
      { command: 'npx', args: ['mcp', 'countersign'] },
      { command: 'node', args: ['/home/me/countersign/server.js', 'mcp'] },
    ])
      expect((await ask(desk, session, 'servers.examine', drafted(other))).problems).toEqual([])
    await desk.close()
  })

  test('give the whole log, without secrets [servers.log]', async ({ openGateway }) => {
    const gateway = await openGateway(
      `connections: { noisy: { kind: mcp, command: sh, args: [-c, "for i in $$(seq 300); do echo line $$i >&2; done; sleep 300"] } }\n`,
    )
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    await expect
      .poll(async () => (await ask(desk, session, 'servers.log', { name: 'noisy' })).lines.length)
      .toBe(300)
    expect(gateway.connections.state('noisy')?.logTail).toHaveLength(200)
    expect(await ask(desk, session, 'servers.log', { name: 'noisy' })).toMatchObject({
      dropped: 0,
      most: 5000,
    })
    await desk.close()
  })

  test('refuse what comes from outside and has no honest use [servers.refused]', async ({ openGateway }) => {
    const gateway = await openGateway('')
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const draft = { ...DRAFT, connection: { ...DRAFT.connection, env: { LD_PRELOAD: '/x.so' } } }
    expect(await messageOf(desk, session, { kind: 'addServer', draft, candidate: 'never-found' })).toContain(
      'LD_PRELOAD',
    )
    const own = await ask(desk, session, 'configuration.preview', {
      edit: { kind: 'addServer', draft, candidate: null },
    })
    expect(own.problems).toEqual([])
    await desk.close()
  })

  test('know by themselves who has written a server, whatever a window says of it [servers.origin]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway('')
    const { origins } = gateway.servers
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const levels = async (connection: ServerDraft['connection'], candidate: string | null) =>
      (
        await ask(desk, session, 'servers.examine', { draft: { ...DRAFT, connection }, candidate })
      ).hazards.map(({ level }) => level)
    const evil = {
      kind: 'mcp',
      command: 'npx',
      args: ['-y', 'evil@1.0.0'],
      env: { NODE_OPTIONS: '--require ./x.js' },
    }
    expect(await levels(evil, null)).toEqual(['named'])
    const own = origins.remember({ ...evil, title: 'Of my own file' }, true)
    expect(await levels(evil, own)).toEqual(['named'])
    const outside = origins.remember(evil, false)
    expect(await levels(evil, outside)).toEqual(['refused'])
    expect(await levels({ ...evil, args: ['-y', 'evil@2.0.0'] }, null)).toEqual(['refused'])
    expect(await levels(evil, own)).toEqual(['refused'])
    expect(await levels({ ...evil, args: ['-y', 'mine@1.0.0'] }, null)).toEqual(['named'])
    const said = await desk.dispatch(session, 'servers.examine', {
      draft: { ...DRAFT, connection: evil },
      candidate: null,
      isTrusted: true,
    } as never)
    expect(said).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } })
    await desk.close()
  })
})

describe('servers in several files', () => {
  const MAIN = `version: "1.0.0"
include: [servers.yaml]
store: { kind: memory }
proxy:
  import:
    - { connection: memory, prefix: memory } # offered
`
  const SERVERS = `# all servers
connections:
  memory: { kind: mcp, command: "\${COUNTERSIGN_NODE}", args: ["${MEMORY}"] }
`

  test('are added where the servers are, and what would need two files at once is refused [servers.renamed] [servers.removed]', async ({
    openGateway,
    folder,
  }) => {
    const configuration = join(folder, 'countersign.yaml')
    await writeFile(configuration, MAIN)
    await writeFile(join(folder, 'servers.yaml'), SERVERS)
    const gateway = await openGateway('', { folder, configuration })
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    await untilState(gateway.connections, 'memory', ({ tools }) => tools.length > 0)
    const edit: ConfigurationEdit = {
      kind: 'addServer',
      draft: { ...DRAFT, name: 'second', tools: { prefix: 'second', ask: 'unlessReadOnly' } },
      candidate: null,
    }
    const { hash } = await ask(desk, session, 'configuration.preview', { edit })
    await ask(desk, session, 'configuration.save', { edit, hash })
    expect(await readFile(configuration, 'utf8')).toBe(MAIN)
    const text = await readFile(join(folder, 'servers.yaml'), 'utf8')
    expect(text.startsWith(SERVERS)).toBe(true)
    expect(gateway.configuration().imports.map(({ connection }) => connection)).toEqual(['second', 'memory'])
    const rename = await messageOf(desk, session, {
      kind: 'renameServer',
      name: 'memory',
      to: 'm',
      tools: false,
    })
    expect(rename).toContain('named in several files')
    expect(rename).toContain('servers.yaml')
    const remove = await messageOf(desk, session, { kind: 'removeServer', name: 'memory' })
    expect(remove).toContain('are in several files')
    const gone: ConfigurationEdit = { kind: 'removeServer', name: 'second' }
    const seen = await ask(desk, session, 'configuration.preview', { edit: gone })
    await ask(desk, session, 'configuration.save', { edit: gone, hash: seen.hash })
    expect(gateway.connections.state('second')).toBeNull()
    await desk.close()
  })

  test('that declare one server together are left to a person [servers.changed]', async ({
    openGateway,
    folder,
  }) => {
    const configuration = join(folder, 'countersign.yaml')
    await writeFile(configuration, `${MAIN}connections: { memory: { kind: mcp, title: Memory } }\n`)
    await writeFile(join(folder, 'servers.yaml'), SERVERS)
    const gateway = await openGateway('', { folder, configuration })
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const edits: ConfigurationEdit[] = [
      { kind: 'enableServer', name: 'memory', enabled: false },
      {
        kind: 'changeServer',
        name: 'memory',
        from: { kind: 'mcp', title: 'Memory' },
        connection: { kind: 'mcp', command: 'x' },
      },
      { kind: 'renameServer', name: 'memory', to: 'm', tools: true },
      { kind: 'removeServer', name: 'memory' },
    ]
    for (const edit of edits)
      expect(await messageOf(desk, session, edit)).toContain('declared in several files')
    await desk.close()
  })

  test('are added behind what one of the files gives to a list that several make [edit.located]', async ({
    openGateway,
    folder,
  }) => {
    const configuration = join(folder, 'countersign.yaml')
    const both = `${SERVERS}proxy:\n  import:\n    - { connection: memory, prefix: a }\n    - { connection: memory, prefix: b }\n`
    await writeFile(configuration, MAIN)
    await writeFile(join(folder, 'servers.yaml'), both)
    const gateway = await openGateway('', { folder, configuration })
    const edited = await gateway.editor.preview([
      { path: ['proxy', 'import', 3], value: { connection: 'memory', prefix: 'd' } },
    ])
    if (edited.kind !== 'edited') throw new Error(edited.message)
    expect(edited.edited.after).toContain('# offered\n    - { connection: memory, prefix: d }\n')
  })
})
