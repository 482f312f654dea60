import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import type { AuditEvent } from '../../src/main/model/audit-event.ts'
import { isInterrupted, parkedOf } from '../../src/main/model/run.ts'
import { runs } from '../support/effort.ts'
import { test as it } from '../support/fixtures.ts'
import { openTestGateway, type TestGateway } from '../support/gateway.ts'
import { programOf } from '../support/programs.ts'
import { findDisagreements, readWholeAudit } from './agreement.ts'
import { until } from './gated.ts'

const YAML = (port: number) => `
store: { kind: sqlite }
connections:
  outside: { kind: rest, baseUrl: "http://127.0.0.1:${port}" }
  guarded: { kind: rest, baseUrl: "http://127.0.0.1:${port}", approval: { required: true } }
proxy:
  expose:
    - name: guarded.publish
      inputSchema: { type: object, required: [id], properties: { id: { type: string } } }
      executor: { kind: rest, connection: guarded, method: POST, path: "/publish/{id}" }
workflows:
  work:
    initialState: ready
    states:
      ready:
        transitions:
          run:
            target: asking
            executor: { kind: rest, connection: outside, method: POST, path: "/run/{id}" }
      asking:
        transitions:
          accept:
            target: chained
            actor: human
            executor: { kind: rest, connection: outside, method: POST, path: "/accept/{id}" }
      chained:
        transitions:
          chain:
            target: done
            actor: deterministic
            executor: { kind: rest, connection: outside, method: POST, path: "/chain/{id}" }
      done: {}
`

let folder: string
let server: Server
let child: ChildProcess | null
let gateway: TestGateway | null
/** How often each thing really happened. */
let happened: Map<string, number>

it.beforeEach(async ({ folder: made }) => {
  folder = made
  child = null
  gateway = null
  happened = new Map()
  server = createServer((request, response) => {
    const what = request.url ?? ''
    happened.set(what, (happened.get(what) ?? 0) + 1)
    response.setHeader('content-type', 'application/json')
    response.end('{"done":true}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await writeFile(
    join(folder, 'countersign.yaml'),
    `version: "1.0.0"\n${YAML((server.address() as AddressInfo).port)}`,
  )
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await gateway?.close()
  server.closeAllConnections()
  server.close()
})

/** Lets a gateway work for so many effects, and kills it in the middle of whatever it does then. */
async function workUntilKilled(name: string, effects: number): Promise<void> {
  const before = total()
  const started = spawn(process.execPath, [await programOf('kill-child'), folder, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  const exited = once(started, 'exit')
  await Promise.race([
    once(started.stdout, 'data'),
    exited.then(() => {
      throw new Error('The gateway ended by itself.')
    }),
  ])
  await new Promise<void>((done) => {
    const look = () => {
      if (total() - before < effects) return
      server.off('request', look)
      done()
    }
    server.on('request', look)
    look()
  })
  started.kill('SIGKILL')
  await exited
}

function total(): number {
  return [...happened.values()].reduce((sum, count) => sum + count, 0)
}

describe('a gateway that is killed again and again under load', () => {
  it('does nothing twice, loses nothing and says what it cannot know [engine.kill-loop]', async () => {
    const kills = runs(10, 1000)
    for (let kill = 0; kill < kills; kill += 1) await workUntilKilled(`p${kill}`, (kill * 7) % 23)

    gateway = await openTestGateway('', { folder, configuration: join(folder, 'countersign.yaml') })
    await restOf(gateway)
    const events = await readWholeAudit(gateway.store)
    expect(await findDisagreements(gateway.store, events)).toEqual([])
    expect([...happened].filter(([, count]) => count > 1)).toEqual([])
    expect(total()).toBeGreaterThan(kills * 5)
    expect(unsaid(events)).toEqual([])
    expect(unapproved(events)).toEqual([])
  }, 3_600_000)
})

/** Everything that can go on has done so: what is left is interrupted, or waits for a person. */
async function restOf(opened: TestGateway): Promise<void> {
  const isDone = async () =>
    (await opened.store.unfinished()).every((run) => isInterrupted(run) || parkedOf(run) !== null)
  await until(opened, isDone)
}

/** What really happened and no entry speaks of. */
function unsaid(events: AuditEvent[]): string[] {
  const said = new Set(
    events
      .filter(({ eventType }) =>
        ['executor.succeeded', 'executor.failed', 'workflow.interrupted'].includes(eventType),
      )
      .map(({ workflowId, payload }) => `${workflowId} ${String(payload.transition)}`),
  )
  const started = events.filter(({ eventType }) => eventType === 'executor.started')
  const byPath = new Map(started.map((event) => [pathOf(event), event]))
  return [...happened.keys()].filter((path) => {
    const event = byPath.get(path)
    return event === undefined || !said.has(`${event.workflowId} ${String(event.payload.transition)}`)
  })
}

function pathOf(event: AuditEvent): string {
  const { url } = (event.payload.call ?? {}) as { url?: string }
  return url === undefined ? '' : new URL(url).pathname
}

/** Calls of the guarded connection and presses that were made before a person had decided. */
function unapproved(events: AuditEvent[]): string[] {
  const decided = new Set<string>()
  return events.flatMap((event) => {
    if (event.eventType === 'human.approval.decided') decided.add(event.workflowId ?? '')
    const guarded = /^\/(publish|accept)\//.test(pathOf(event))
    return event.eventType === 'executor.started' && guarded && !decided.has(event.workflowId ?? '')
      ? [pathOf(event)]
      : []
  })
}
