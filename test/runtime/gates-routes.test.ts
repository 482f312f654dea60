import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import { test as it } from '../support/fixtures.ts'
import { agent, follow, pending, start, type TestGateway } from '../support/gateway.ts'
import { openService } from '../support/service.ts'
import { SERVER } from './changing-server.ts'
import { countRuns, openWithCounter } from './counter.ts'
import { counting, gated, onlyItem, until } from './gated.ts'

let gateway: TestGateway
afterEach(() => gateway.close())

describe('the gate of a capability that is declared and not exposed', () => {
  it('stands before a transition that runs the same program itself [gates.every-route]', async () => {
    gateway = await openWithCounter(`
approvals: { holdMs: 40 }
capabilities:
  danger:
    title: Danger
    description: Counts
    approval: { required: true }
    executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] }
workflows:
  work:
    initialState: ready
    states:
      ready:
        transitions:
          go: { target: done, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } }
      done: {}
`)
    const answered = await follow(gateway, await start(gateway, 'work', counting(gateway)), 'go')
    expect(answered.result.status).toBe('waiting_for_action')
    expect(await onlyItem(gateway)).toMatchObject({ kind: 'gate', step: { transition: 'go' } })
    expect(await countRuns(gateway)).toBe(0)
    // It is not callable by that.
    const called = await start(gateway, 'proxy_default', { capability: 'danger', arguments: {} })
    expect(called.error?.code).toBe('CAPABILITY_NOT_FOUND')
  })
})

describe('a gate that lets what only reads pass', () => {
  it('believes the configuration about a program, and holds the same program with other arguments [gates.read-only]', async () => {
    gateway = await openWithCounter(`
approvals: { holdMs: 40 }
proxy:
  expose:
    - { name: look, readOnly: true, approval: { required: unlessReadOnly }, executor: { kind: cli, command: NODE, args: ["--version"] } }
    - { name: touch, approval: { required: unlessReadOnly }, executor: { kind: cli, command: NODE, args: ["--help"] } }
`)
    const looked = await start(gateway, 'proxy_default', { capability: 'look', arguments: {} })
    expect(looked.result.status).toBe('executed')
    const touched = await start(gateway, 'proxy_default', { capability: 'touch', arguments: {} })
    expect(touched.result.status).toBe('waiting_for_action')
  })
})

describe('the gate of an import', () => {
  it('holds before the server has told of its tools, and for one that it keeps to itself [gates.every-route]', async ({
    folder,
  }) => {
    await writeFile(join(folder, 'server.cjs'), SERVER)
    await writeFile(join(folder, 'tools.json'), '[]')
    gateway = await openWithCounter(`
approvals: { holdMs: 40 }
connections: { files: { kind: mcp, command: NODE, args: ["${join(folder, 'server.cjs')}"] } }
proxy: { import: [ { connection: files, prefix: f, exclude: [read], approval: { required: unlessReadOnly } } ] }
workflows:
  work:
    initialState: ready
    states:
      ready:
        transitions:
          remove: { target: done, executor: { kind: mcp, connection: files, tool: remove } }
          read: { target: done, executor: { kind: mcp, connection: files, tool: read } }
      done: {}
`)
    const early = await follow(gateway, await start(gateway, 'work'), 'remove')
    expect(early.result.status).toBe('waiting_for_action')
    await until(gateway, async () => gateway.connections.state('files')?.health === 'healthy')
    const hidden = await follow(gateway, await start(gateway, 'work'), 'remove')
    expect(hidden.result.status).toBe('waiting_for_action')
    const excluded = await follow(gateway, await start(gateway, 'work'), 'read')
    expect(excluded.result.status).toBe('completed')
  })
})

describe('requests of one client', () => {
  it('that come at once do not pass the limit together [R1.8]', async () => {
    gateway = await openWithCounter(gated().replace('holdMs: 60', 'holdMs: 0'))
    const runs = await Promise.all(
      Array.from({ length: 104 }, () => start(gateway, 'deploy', counting(gateway))),
    )
    const answered = await Promise.all(runs.map((run) => follow(gateway, run, 'ship', { image: 'v1' })))
    const refused = answered.filter(({ error }) => error?.code === 'TOO_MANY_PENDING')
    expect(refused).toHaveLength(4)
    expect(await pending(gateway)).toHaveLength(100)
    const other = await start(gateway, 'deploy', counting(gateway), agent('other'))
    const accepted = await follow(gateway, other, 'ship', { image: 'v1' }, agent('other'))
    expect(accepted.result.status).toBe('waiting_for_action')
  })
})

describe('a gate further on', () => {
  it('counts for the limit before the step that leads to it is taken [R1.8]', async () => {
    gateway = await openWithCounter(`
approvals: { holdMs: 0 }
capabilities: { count: { title: Count, description: Counts, approval: { required: true }, executor: { kind: cli, command: NODE, args: ["-v"] } } }
workflows:
  work:
    initialState: ready
    states:
      ready: { transitions: { go: { target: next }, look: { target: ready } } }
      next: { onEnter: { executor: { kind: cli, command: NODE, args: ["-v"] } }, transitions: { end: { target: done } } }
      done: {}
`)
    const runs = await Promise.all(Array.from({ length: 101 }, () => start(gateway, 'work')))
    for (const run of runs.slice(1)) await follow(gateway, run, 'go')
    expect(await pending(gateway)).toHaveLength(100)
    const [last] = runs
    if (last === undefined) throw new Error('There are no runs.')
    expect((await follow(gateway, last, 'go')).error?.code).toBe('TOO_MANY_PENDING')
    expect((await follow(gateway, last, 'look')).result.status).toBe('executed')
  })
})

describe('branches of the same name in two groups', () => {
  it('have keys of their own, so that no effect is taken for a repetition of the other [engine.idempotency-key]', async () => {
    const service = await openService()
    const inner = (path: string) =>
      `{ kind: parallel, branches: { x: { kind: rest, connection: api, method: POST, path: ${path}, idempotencyKey: true } } }`
    gateway = await openWithCounter(`
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  work:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: { kind: parallel, branches: { one: ${inner('/one')}, two: ${inner('/two')} } } } } }
      done: {}
`)
    const answered = await follow(gateway, await start(gateway, 'work'), 'go')
    expect(answered.result.status).toBe('completed')
    const keys = service.received.map(({ key }) => key)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(2)
    await service.close()
  })
})
