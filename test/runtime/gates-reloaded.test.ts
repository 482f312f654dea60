import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { loadConfiguration } from '../../src/main/config/load.ts'
import type { AuditEventType } from '../../src/main/model/audit-event.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { WorkflowResponse } from '../../src/main/model/response.ts'
import type { CatalogContent } from '../../src/main/runtime/live-catalog.ts'
import { quiet } from '../simulation/scheduler.ts'
import { test as it } from '../support/fixtures.ts'
import { agent, person } from '../support/gateway.ts'
import { createMeanwhile } from './meanwhile.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

const RUN = '{ kind: cli, connection: run }'
const ASKING = '{ required: true }'
const ALWAYS =
  '{ required: true, except: { when: [{ kind: expr, expr: "$.call.kind != \'none\'" }], until: "2026-06-30" } }'
/** How the gate before everything that runs stands: there is none, it asks, or an exception opens it. */
type Gating = 'none' | 'asks' | 'excepted'
const declared: Record<Gating, string> = {
  none: '',
  asks: `approval: ${ASKING},`,
  excepted: `approval: ${ALWAYS},`,
}

const workspace = (gating: Gating) => `
version: "1.0.0"
connections:
  other: { kind: cli, command: other }
  run: { kind: cli, command: run, ${declared[gating]} }
proxy:
  expose:
    - { name: call, executor: ${RUN} }
    - { name: nothing, ${declared[gating]} executor: { kind: noop } }
workflows:
  submitted: { initialState: a, states: { a: { transitions: { go: { target: b, executor: ${RUN} } } }, b: {} } }
  led: { initialState: a, states: { a: { transitions: { go: { target: b, executor: ${RUN} } } }, b: { transitions: { ok: { target: c, actor: human } } }, c: {} } }
  chained: { initialState: a, states: { a: { transitions: { go: { target: b, actor: deterministic, executor: ${RUN} } } }, b: {} } }
  entered: { initialState: a, states: { a: { transitions: { go: { target: b } } }, b: { onEnter: { executor: ${RUN} }, transitions: { end: { target: c } } }, c: {} } }
  otherwise:
    initialState: a
    states:
      a: { transitions: { go: { target: b, executor: { kind: cli, connection: other }, reliability: { fallback: { executors: [${RUN}] } } } } }
      b: {}
  parallel: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: parallel, branches: { one: ${RUN}, two: { kind: cli, connection: other } } } } } }, b: {} } }
  parent: { initialState: a, states: { a: { transitions: { go: { target: b, ${declared[gating]} executor: { kind: workflow, definitionId: empty } } } }, b: {} } }
  quiet: { initialState: a, states: { a: { transitions: { go: { target: b, ${declared[gating]} } } }, b: {} } }
  hush: { initialState: a, states: { a: { transitions: { go: { target: b } } }, b: { transitions: { on: { target: c, actor: deterministic, ${declared[gating]} } } }, c: {} } }
  empty: { initialState: a, states: { a: {} } }
`
const contents = new Map<Gating, CatalogContent>()

it.beforeAll(async ({ sharedFolder }) => {
  for (const gating of ['none', 'asks', 'excepted'] as const) {
    const file = join(sharedFolder, `${gating}.yaml`)
    await writeFile(file, workspace(gating))
    const loaded = await loadConfiguration(file, {}, undefined, Date.parse('2026-01-01T00:00:00Z'))
    if (loaded.configuration === null) throw new Error(JSON.stringify(loaded.problems))
    const { workflows, capabilities, connections } = loaded.configuration
    contents.set(gating, { workflows, capabilities, connections })
  }
})

const content = (gating: Gating): CatalogContent => contents.get(gating) ?? expect.fail()
const WHO = agent('local', { sees: 'all' })

interface Way {
  name: string
  /** What is started: all of it, or what is submitted then meets the gate. */
  start: { definitionId: string; input?: JsonObject }
  submits?: true
  /** Which program fails, counted from 0. */
  fails?: number
  /** It has the gates that it began with, whatever is loaded: only their exceptions are lost. */
  pinned?: true
  /** What in the audit begins it, and a word that is said of it there. */
  begins: AuditEventType[]
  word?: string
}
const call = (capability: string) => ({
  definitionId: 'proxy_default',
  input: { capability, arguments: {} },
})
const STARTED: AuditEventType[] = ['executor.started']
const MOVED: AuditEventType[] = ['workflow.transitioned']
const WAYS: Way[] = [
  { name: 'a submit', start: { definitionId: 'submitted' }, submits: true, begins: STARTED },
  { name: 'a submit that leads to a person', start: { definitionId: 'led' }, submits: true, begins: STARTED },
  { name: 'a chain', start: { definitionId: 'chained' }, begins: STARTED },
  {
    name: 'a chain that is recovered',
    start: { definitionId: 'chained' },
    submits: true,
    fails: 0,
    begins: STARTED,
  },
  { name: 'entering a state', start: { definitionId: 'entered' }, submits: true, begins: STARTED },
  {
    name: 'a fallback',
    start: { definitionId: 'otherwise' },
    submits: true,
    fails: 0,
    begins: ['executor.started', 'fallback.selected'],
    word: 'run',
  },
  { name: 'a branch', start: { definitionId: 'parallel' }, submits: true, begins: STARTED },
  {
    name: 'another workflow',
    start: { definitionId: 'parent' },
    submits: true,
    pinned: true,
    begins: ['sub_workflow.started'],
  },
  { name: 'a single call', start: call('call'), begins: STARTED },
  { name: 'a single call without an effect', start: call('nothing'), pinned: true, begins: MOVED },
  {
    name: 'a submit without an effect',
    start: { definitionId: 'quiet' },
    submits: true,
    pinned: true,
    begins: MOVED,
  },
  {
    name: 'a chain without an effect',
    start: { definitionId: 'hush' },
    submits: true,
    pinned: true,
    begins: MOVED,
    word: 'on',
  },
]
const TURNS: [Gating, Gating][] = [
  ['excepted', 'asks'],
  ['asks', 'excepted'],
  ['none', 'asks'],
  ['asks', 'none'],
]

describe.each(WAYS)('$name, while a configuration is loaded', (way) => {
  const turns = TURNS.filter((turn) => way.pinned !== true || !turn.includes('none'))
  it.each(turns)('from %s to %s, begins as it was judged, and says so [gates.composed]', async (from, to) => {
    let looked = 0
    for (let at = 0; looked === at; at += 1) {
      let gating = from
      let begun = 0
      const broken: string[] = []
      const meanwhile = createMeanwhile(({ audit, approvals = [] }) => {
        const begins = audit.some(
          ({ eventType, payload }) =>
            way.begins.includes(eventType) && JSON.stringify(payload).includes(`"${way.word ?? ''}`),
        )
        if (!begins) return
        begun += 1
        const said = audit.some(({ eventType }) => eventType === 'gate.excepted')
        if (approvals.some(({ status }) => status === 'approved')) return
        if (gating === 'asks') broken.push('It began unapproved.')
        if (said !== (gating === 'excepted'))
          broken.push(`That nobody was asked is${said ? '' : ' not'} told.`)
      })
      const world = openSmallWorld(content(from), (number) => (number === way.fails ? null : {}), meanwhile)
      const run = way.submits === true ? await begin(world, way.start) : null
      await approveAll(world)
      begun = 0
      meanwhile.at(at, () => {
        looked += 1
        gating = to
        world.catalog.replace(content(to))
      })
      await (run === null ? begin(world, way.start) : goOn(world, run))
      await approveAll(world)
      expect({ at, broken, begun, faults: world.faults }).toEqual({ at, broken: [], begun: 1, faults: [] })
    }
    expect(looked).toBeGreaterThan(1)
  })
})

async function begin({ runtime }: SmallWorld, { definitionId, input = {} }: Way['start']) {
  return (await runtime.start(WHO, { definitionId, input })).response
}

/** Submits the first link that is offered. */
async function goOn({ runtime }: SmallWorld, { workflowId = '' }: WorkflowResponse): Promise<void> {
  const { response } = await runtime.get(WHO, { workflowId })
  const link = response.links.find(({ method }) => method === 'workflow.submit')
  const { expectedVersion, transition } = link?.args ?? {}
  await runtime.submit(WHO, {
    workflowId,
    expectedVersion: Number(expectedVersion),
    transition: String(transition),
    arguments: {},
  })
}

async function approveAll({ runtime, store }: SmallWorld): Promise<void> {
  for (;;) {
    await quiet()
    const [item] = (await store.approvals({ status: ['pending'] }, { limit: 1 })).items
    if (item === undefined) return
    const request = { approvalId: item.id, outcome: item.kind === 'gate' ? 'approve' : 'ok', arguments: {} }
    const preview = await runtime.previewDecision(person(), request)
    await runtime.decide(person(), { ...request, comment: '', hash: preview?.hash ?? '' })
  }
}
