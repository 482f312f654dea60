/** Somebody goes on by hand where a step of the engine waits: what waits is given up by what begins, or not at all. */
import { cpSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { InboxItem } from '../../src/main/model/item.ts'
import { parkedOf } from '../../src/main/model/run.ts'
import { test as it } from '../support/fixtures.ts'
import { follow, pending, start, type TestGateway } from '../support/gateway.ts'
import { countRuns, effect, openWithCounter } from './counter.ts'

const JUMP = `{ target: end, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file"] } }`
const YAML = `
store: { kind: sqlite }
approvals: { holdMs: 0 }
connections: { asked: { kind: cli, command: NODE, approval: { required: true } } }
workflows:
  p:
    initialState: a
    states:
      a: { transitions: { go: { target: gate }, down: { target: child } } }
      gate:
        onEnter: { executor: { kind: cli, connection: asked, args: ["$.input.program"] } }
        transitions:
          jump: ${JUMP}
          asks: { target: end, executor: { kind: workflow, definitionId: asks } }
          closed: { target: end, executor: { kind: workflow, definitionId: closed } }
      child:
        onEnter: { executor: { kind: workflow, definitionId: asks } }
        transitions: { jump: ${JUMP} }
      end: {}
  asks: { initialState: ask, states: { ask: { transitions: { approve: { target: end, actor: human } } }, end: {} } }
  closed: { guards: [{ kind: role, role: nobody }], initialState: one, states: { one: {} } }
`

async function waiting(gateway: TestGateway, first: string) {
  return await follow(gateway, await start(gateway, 'p', effect(gateway.folder)), first)
}

async function look({ store }: TestGateway, workflowId: string) {
  const { items } = await store.audit({ workflowId }, { limit: 100 })
  const begun = items.some(
    ({ eventType, payload }) =>
      (eventType === 'executor.started' && payload.transition === 'jump') ||
      (eventType === 'sub_workflow.started' && payload.transition === 'asks'),
  )
  const run = await store.run(workflowId)
  const closed = ['withdrawn', 'cancelled']
  const found = await store.approvals({ workflowId }, { limit: 9 })
  const asked: InboxItem[] = found.items.filter(({ kind }) => kind !== 'interrupted')
  return {
    begun,
    isGivenUp: asked.some(({ status }) => closed.includes(status)),
    waits: run !== null && parkedOf(run) !== null && parkedOf(run)?.transition === '$onEnter',
    failure: run?.failure?.message ?? null,
  }
}

it.for([
  ['go', 'jump'],
  ['go', 'asks'],
  ['down', 'jump'],
] as const)(
  'where the process ends before it has begun, what waits still does, and nothing else is said: %s, %s [R4.6] [engine.crash-points]',
  async ([first, then], { folder, onTestFinished }) => {
    const left: string[] = []
    let isOn = false
    const origin = join(folder, 'first')
    await mkdir(join(origin, 'data'), { recursive: true })
    const gateway = await openWithCounter(YAML, {
      folder: origin,
      crashPoint(name: string) {
        if (!isOn || name.startsWith('executor.')) return
        const copy = join(folder, String(left.push(name)))
        cpSync(origin, copy, { recursive: true, filter: (path) => !/\.(lock|sock)$/.test(path) })
      },
    })
    onTestFinished(gateway.close)
    const response = await waiting(gateway, first)
    isOn = true
    await follow(gateway, response, then)
    isOn = false
    const seen = new Set<boolean>()
    for (const [index, point] of left.entries()) {
      const next = await openWithCounter(YAML, { folder: join(folder, String(index + 1)), acceptsPath: true })
      const { begun, isGivenUp, waits, failure } = await look(next, response.workflowId ?? '')
      await next.close()
      seen.add(begun)
      if (!begun)
        expect({ point, isGivenUp, waits, failure }).toEqual({
          point,
          isGivenUp: false,
          waits: true,
          failure: null,
        })
      else if (first === 'go') expect({ point, isGivenUp }).toEqual({ point, isGivenUp: true })
    }
    expect([...seen]).toEqual([false, true])
  },
)

it('with a workflow that is not started, the question is given up with that, and can be asked again [R4.6]', async ({
  onTestFinished,
}) => {
  const gateway = await openWithCounter(YAML)
  onTestFinished(gateway.close)
  const response = await waiting(gateway, 'go')
  const refused = await follow(gateway, response, 'closed')
  expect(refused.error?.code).toBe('EXECUTOR_FAILED')
  expect(refused.links.map(({ rel }) => rel)).toContain('$onEnter')
  expect(await pending(gateway)).toEqual([])
  expect(await look(gateway, response.workflowId ?? '')).toMatchObject({ isGivenUp: true, waits: false })
  await follow(gateway, refused, '$onEnter')
  expect(await pending(gateway)).toHaveLength(1)
  expect([await countRuns(gateway), gateway.logged]).toEqual([0, []])
})
