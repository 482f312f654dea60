import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import type { ToolRow } from '../../../src/preload/contract.ts'
import { SERVER, writeTools } from '../../runtime/changing-server.ts'
import { test } from '../../support/fixtures.ts'
import { agent, pending, press, start } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

const NODE = JSON.stringify(process.execPath)
const withServer = (more = '') => `
people: { anna: { roles: [lead] } }
clients: { ci: { tags: [safe] } }
connections:
  db: { kind: mcp, command: ${NODE}, args: ["\${COUNTERSIGN_WORKSPACE}/server.cjs"] }
  gone: { kind: mcp, command: /no/such/program }
  sleeping: { kind: mcp, command: ${NODE}, enabled: false }
capabilities:
  hidden: { title: Hidden, description: Not for agents, executor: { kind: noop }, approval: { quorum: 2 } }
  shown: { title: Shown, readOnly: true, executor: { kind: noop } }
workflows:
  pay:
    description: Pays a bill
    tags: [safe]
    initialState: a
    states:
      a: { transitions: { go: { target: b, actor: human }, call: { target: b, executor: { kind: mcp, connection: db, tool: broken } } } }
      b: {}
proxy:
  expose: [{ capability: shown }]
  import:
    - { connection: db, prefix: db, exclude: [secret], toolTags: { read: [safe] }, toolReadOnly: { write: false }, toolApproval: { write: { quorum: 2, by: { role: lead } }, read: { required: unlessReadOnly } } }
    - { connection: gone, prefix: gone }
${more}`

/** As `changing-server.ts`, but that the tool `broken` fails. */
const BREAKING = SERVER.replace(
  'return { content:',
  "if (name === 'broken') return { isError: true, content: [{ type: 'text', text: 'no' }] }\n    return { content:",
)

describe('the list of all tools', () => {
  test('has those that the settings file names or calls and that their server does not list, with whom they ask [tools.list]', async ({
    folder,
    openGateway,
  }) => {
    await writeFile(join(folder, 'server.cjs'), SERVER)
    await writeTools(folder, [{ name: 'read', readOnly: true }])
    const configuration = join(folder, 'countersign.yaml')
    await writeFile(
      configuration,
      `version: "1.0.0"
store: { kind: memory }
connections:
  db: { kind: mcp, command: ${NODE}, args: ["\${COUNTERSIGN_WORKSPACE}/server.cjs"] }
  gone: { kind: mcp, command: /no/such/program }
workflows:
  pay:
    initialState: a
    states:
      a: { transitions: { call: { target: b, executor: { kind: mcp, connection: db, tool: called } }, other: { target: b, executor: { kind: mcp, connection: gone, tool: any } } } }
      b: {}
proxy:
  import: [{ connection: db, prefix: db, exclude: [left], toolApproval: { read: {}, asked: { quorum: 2 } }, toolReadOnly: { told: true } }]
`,
    )
    const gateway = await openGateway('', { folder, configuration })
    await gateway.connections.settled(20_000)
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const { rows } = await ask(desk, session, 'tools.list', {})
    const ofServers = rows.filter(({ server }) => server !== null)
    expect(ofServers.map(({ name, state, asks, item }) => [name, state, asks.people, item])).toEqual([
      ['read', 'offered', 1, 'db.read'],
      ['left', 'unlisted', 0, null],
      ['asked', 'unlisted', 2, null],
      ['told', 'unlisted', 0, null],
      ['called', 'unlisted', 0, null],
    ])
    expect(ofServers[1]?.about).toContain('lists no tool of this name')
    await desk.close()
  })

  test('has those that are offered, off, new, changed and refused, with what counts of each [tools.list]', async ({
    folder,
    openGateway,
  }) => {
    await writeFile(join(folder, 'server.cjs'), BREAKING)
    const tools = [
      { name: 'read', readOnly: true },
      { name: 'write', readOnly: true },
      { name: 'secret' },
      { name: 'broken' },
      { name: 'turns', description: 'Turns \u202e things' },
    ]
    await writeTools(folder, tools)
    const configuration = join(folder, 'countersign.yaml')
    await writeFile(configuration, `version: "1.0.0"\nstore: { kind: memory }\n${withServer()}`)
    const gateway = await openGateway('', { folder, configuration })
    await gateway.connections.settled(20_000)
    await writeTools(folder, [
      ...tools.map((tool) => (tool.name === 'turns' ? { ...tool, description: 'Turns them back' } : tool)),
      { name: 'fresh' },
      { name: 'unwanted' },
    ])
    await gateway.connections.restart('db')
    await vi.waitFor(async () => expect(await pending(gateway)).toHaveLength(3), { timeout: 20_000 })
    const unwanted = (await pending(gateway)).find((item) =>
      JSON.stringify(item).includes('"tool":"unwanted"'),
    )
    await press(gateway, unwanted?.id ?? '', 'refuse')
    await start(
      gateway,
      'proxy_default',
      { capability: 'db.read', arguments: {} },
      agent('ci', { tags: ['safe'] }),
    )
    const run = await start(gateway, 'pay')
    await gateway.runtime.submit(agent(), {
      workflowId: run.workflowId ?? '',
      expectedVersion: run.version ?? 0,
      transition: 'call',
      arguments: {},
    })
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const page = await ask(desk, session, 'tools.list', {})
    const rowOf = (server: string | null, name: string): ToolRow => {
      const found = page.rows.find((row) => row.server === server && row.name === name)
      if (found === undefined) throw new Error(`no ${name}`)
      return found
    }
    expect(rowOf('db', 'read')).toMatchObject({
      ...{ kind: 'tool', item: 'db.read', state: 'offered', about: 'Does read' },
      ...{ reads: true, said: true, confirmed: null, tags: ['safe'], clients: ['ci'] },
      asks: { when: 'writes', people: 1, by: null },
      used: { count: 1, failed: 0, by: [{ name: 'ci', count: 1 }], lastAt: expect.any(String) },
    })
    expect(rowOf('db', 'write')).toMatchObject({
      ...{ reads: false, said: true, confirmed: false, clients: [] },
      asks: { when: 'always', people: 2, by: 'lead' },
    })
    expect(rowOf('db', 'secret')).toMatchObject({ state: 'off', item: null, asks: { when: 'never' } })
    expect(rowOf('db', 'broken').used).toMatchObject({ count: 1, failed: 1 })
    expect(rowOf('db', 'turns')).toMatchObject({ state: 'changed', item: null, about: 'Turns them back' })
    expect(rowOf('db', 'fresh')).toMatchObject({ state: 'new', approvalId: expect.any(String) })
    expect(rowOf('db', 'unwanted')).toMatchObject({ state: 'refused', approvalId: unwanted?.id })
    expect(rowOf(null, 'pay')).toMatchObject({
      ...{ kind: 'workflow', item: 'pay', clients: ['ci'], about: 'Pays a bill' },
      asks: { when: 'maybe', people: 1 },
      used: { count: 1, failed: 1 },
    })
    expect(rowOf(null, 'shown')).toMatchObject({ kind: 'capability', reads: true, asks: { when: 'never' } })
    expect(rowOf(null, 'hidden')).toMatchObject({
      state: 'off',
      item: null,
      asks: { when: 'always', people: 2 },
    })
    expect(rowOf(null, 'orchestrator.create_workflow')).toMatchObject({
      kind: 'engine',
      asks: { when: 'always' },
    })
    expect(page).toMatchObject({ cursor: null, counting: false, tokens: { tokenizer: 'o200k_base' } })
    const offered = page.rows.filter(({ item }) => item !== null)
    expect(page.tokens.flat).toBe(offered.reduce((sum, { tokens }) => sum + tokens, 0))
    expect(page.tokens.own).toBeGreaterThan(0)
    await desk.close()
  })

  test('of a server that is disabled are as they were accepted [tools.list]', async ({
    folder,
    openGateway,
  }) => {
    await writeFile(join(folder, 'server.cjs'), BREAKING)
    await writeTools(folder, [{ name: 'read', readOnly: true }])
    const configuration = join(folder, 'countersign.yaml')
    const write = (disabled: string) =>
      writeFile(
        configuration,
        `version: "1.0.0"\nconnections: { db: { kind: mcp, ${disabled}command: ${NODE}, args: ["\${COUNTERSIGN_WORKSPACE}/server.cjs"] } }\nproxy: { import: [{ connection: db, prefix: db }] }\n`,
      )
    await write('')
    const before = await openGateway('', { folder, configuration })
    await before.connections.settled(20_000)
    await vi.waitFor(async () => expect(await before.store.setting('pins:db')).not.toBeNull(), {
      timeout: 10_000,
    })
    await before.close()
    await write('enabled: false, ')
    const gateway = await openGateway('', { folder, configuration })
    const desk = openTestDesk(gateway)
    const { rows } = await ask(desk, await desk.openSession('window'), 'tools.list', {})
    expect(rows.find(({ server }) => server === 'db')).toMatchObject({
      name: 'read',
      state: 'disabled',
      item: null,
    })
    await desk.close()
  })

  test('comes in pages of one and the same list; one that was made anew is begun anew [tools.list]', async ({
    folder,
    openGateway,
  }) => {
    await writeFile(join(folder, 'server.cjs'), SERVER)
    await writeTools(
      folder,
      Array.from({ length: 1500 }, (_, index) => ({ name: `tool_${index}` })),
    )
    const configuration = join(folder, 'countersign.yaml')
    const server = `connections: { db: { kind: mcp, command: ${NODE}, args: ["\${COUNTERSIGN_WORKSPACE}/server.cjs"] } }`
    await writeFile(
      configuration,
      `version: "1.0.0"\nstore: { kind: memory }\n${server}\nproxy: { import: [{ connection: db, prefix: db }] }\n`,
    )
    const gateway = await openGateway('', { folder, configuration })
    await gateway.connections.settled(20_000)
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const first = await ask(desk, session, 'tools.list', {})
    expect(first.rows).toHaveLength(1000)
    const rest = await ask(desk, session, 'tools.list', { cursor: first.cursor ?? '' })
    expect(first.rows.length + rest.rows.length).toBe(first.total)
    expect(rest.cursor).toBeNull()
    await ask(desk, session, 'tools.list', {})
    const late = await desk.dispatch(session, 'tools.list', { cursor: first.cursor ?? '' })
    expect(late).toMatchObject({ ok: false, error: { code: 'SEEN_CHANGED' } })
    await desk.close()
  })
})
