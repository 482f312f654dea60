/**
 * Guards rest on what others write, too. That happens here between any two looks at the store, on every way on which a
 * step begins: whoever passes by what was so before has begun before it.
 */
import { describe, expect, it } from 'vitest'
import { soleMember } from '../../src/main/gateway/take-folder.ts'
import type { AuditEventType } from '../../src/main/model/audit-event.ts'
import type { Capability, Transition } from '../../src/main/model/definition.ts'
import type { Guard, StoredFacts } from '../../src/main/model/guard.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { CatalogContent } from '../../src/main/runtime/live-catalog.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { createMeanwhile, type Meanwhile } from './meanwhile.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

interface Rival {
  /** It holds until the rival has acted. */
  guard: Guard
  /** `workflowId`: of the run in which the guard stands, or another one of that workflow. */
  act(world: SmallWorld, workflowId: string): Promise<unknown>
  /** Whether nothing that only begins rests on it: it is of a run, or `check` refuses such a guard there. */
  isOfRun: boolean
  /** It holds until the step behind it, which people let through, has begun. */
  onceOnly: Guard
}

/** Who changes each fact that guards rest on. */
const RIVALS: { readonly [Fact in keyof StoredFacts]: Rival } = {
  evidence: {
    guard: {
      kind: 'not',
      guard: { kind: 'evidence', requires: [{ kind: 'noted', count: 1, distinct: false }] },
    },
    act: ({ runtime }, workflowId) =>
      runtime.submit(agent(), { workflowId, expectedVersion: 1, transition: 'note', arguments: {} }),
    isOfRun: true,
    onceOnly: {
      kind: 'not',
      guard: { kind: 'evidence', requires: [{ kind: 'approval', count: 1, distinct: false }] },
    },
  },
  fired: {
    guard: { kind: 'not', guard: { kind: 'fired', step: 'note' } },
    act: ({ runtime }, workflowId) =>
      runtime.submit(agent(), { workflowId, expectedVersion: 1, transition: 'note', arguments: {} }),
    isOfRun: true,
    onceOnly: { kind: 'not', guard: { kind: 'fired', step: 'go' } },
  },
}

interface Way {
  /** What is written when the step begins. */
  begins: AuditEventType
  /** What comes before it, without a rival. */
  prepare?(world: SmallWorld, workflowId: string): Promise<unknown>
  go(world: SmallWorld, workflowId: string): Promise<unknown>
  isStart?: true
}

const submit = (transition: string) => (world: SmallWorld, workflowId: string) =>
  world.runtime.submit(agent(), { workflowId, expectedVersion: 1, transition, arguments: {} })

type Asked = 'gate' | 'transition' | 'interrupted'

async function show({ runtime, store }: SmallWorld, kind: Asked, outcome: string) {
  const [item] = (await store.approvals({ status: ['pending'], kind: [kind] }, { limit: 1 })).items
  const request = { approvalId: item?.id ?? expect.fail(), outcome, arguments: {} }
  return { request, shown: await runtime.previewDecision(person(), request) }
}

const press = (kind: Asked, outcome: string) => async (world: SmallWorld) => {
  const { request, shown } = await show(world, kind, outcome)
  return await world.runtime.decide(person(), { ...request, comment: '', hash: shown?.hash ?? '' })
}

const start =
  (definitionId: string, input: JsonObject = {}) =>
  ({ runtime }: SmallWorld) =>
    runtime.start(agent(), { definitionId, input })

const WAYS: Record<string, Way> = {
  'a step without a call': { begins: 'transition.requested', go: submit('plain') },
  'a step with a call': { begins: 'executor.started', go: submit('call') },
  'a step that starts a run': { begins: 'sub_workflow.started', go: submit('begin') },
  'a step that people choose': { begins: 'transition.requested', go: press('transition', 'choose') },
  'a step that people let through': {
    begins: 'executor.started',
    prepare: submit('held'),
    go: press('gate', 'approve'),
  },
  'a start': { begins: 'workflow.started', go: start('guarded'), isStart: true },
  'a start by a step': { begins: 'sub_workflow.started', go: submit('beginGuarded'), isStart: true },
  'a single call': {
    begins: 'executor.started',
    go: start('proxy_default', { capability: 'call', arguments: {} }),
    isStart: true,
  },
  'a single call that only reads': {
    begins: 'executor.started',
    go: start('proxy_default', { capability: 'look', arguments: {} }),
    isStart: true,
  },
}

const GATE = { required: true as const, quorum: 1, notRequester: false }

function contentWith(guard: Guard): CatalogContent {
  const guards = [guard]
  const starting = (definitionId: string) => ({
    kind: 'workflow' as const,
    definitionId,
    input: {},
    idempotent: false,
  })
  const flow = declareWorkflow({
    ready: declareState({
      note: declareTransition('ready', { evidence: [{ kind: 'noted', data: {} }] }),
      plain: declareTransition('done', { guards }),
      call: declareTransition('done', { guards, executor: declareProgram('call') }),
      begin: declareTransition('done', { guards, executor: starting('free') }),
      choose: declareTransition('done', { guards, actor: 'human' }),
      held: declareTransition('done', { guards, gates: [GATE], executor: declareProgram('held') }),
      beginGuarded: declareTransition('done', { executor: starting('guarded') }),
    }),
    done: declareState(),
  })
  const waiting = { ready: declareState({ end: declareTransition('done') }), done: declareState() }
  const capability = (id: string, readOnly: boolean): Capability => ({
    ...{ id, title: id, description: '', tags: [], aliases: [], examples: [], guards, readOnly },
    executor: declareProgram(id),
    source: { kind: 'expose' },
  })
  return {
    workflows: {
      flow,
      free: declareWorkflow(waiting, { id: 'free' }),
      guarded: declareWorkflow(waiting, { id: 'guarded', guards }),
    },
    capabilities: [capability('call', false), capability('look', true)],
    connections: {},
  }
}

/** With the rival before one look at the store; null: there are fewer. */
async function race(rival: Rival, way: Way, at: number) {
  const content = contentWith(rival.guard)
  const meanwhile: Meanwhile = createMeanwhile()
  const world = openSmallWorld(content, () => ({}), meanwhile)
  const other = openSmallWorld(content, () => ({}), { beside: world, membership: soleMember('gw_other') })
  const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
  const workflowId = response.workflowId ?? expect.fail()
  await way.prepare?.(world, workflowId)
  const before = (await world.store.auditEnd()).sequence
  const acted = { from: 0, to: 0 }
  meanwhile.at(at, async () => {
    acted.from = (await world.store.auditEnd()).sequence
    await rival.act(other, workflowId)
    acted.to = (await world.store.auditEnd()).sequence
  })
  await way.go(world, workflowId)
  const written = await world.store.auditAfter(before, 1000)
  const own = written.filter(({ sequence }) => sequence <= acted.from || sequence > acted.to)
  const begun = own.filter(({ eventType }) => eventType === way.begins).map(({ sequence }) => sequence)
  expect(world.faults).toEqual([])
  return acted.to === 0 ? { begun, late: null } : { begun, late: begun.filter((each) => each > acted.from) }
}

/** What a step that has begun waits for, and how that comes. */
interface Later {
  step: Partial<Transition>
  answer: Parameters<typeof openSmallWorld>[1]
  waits(world: SmallWorld, workflowId: string): Promise<boolean>
  goOn(world: SmallWorld, workflowId: string): Promise<unknown>
}

const OTHER_WAY: Later = {
  step: { executor: declareProgram('first'), reliability: { fallback: [declareProgram('second')] } },
  answer: (call) => (call === 0 ? null : {}),
  async waits({ store }) {
    const { items } = await store.approvals({ status: ['pending'], kind: ['gate'] }, { limit: 1 })
    return items.some(({ held }) => held.tried !== undefined)
  },
  async goOn(world) {
    expect((await show(world, 'gate', 'approve')).shown?.problems).toEqual([])
    await press('gate', 'approve')(world)
  },
}

const LATER: Record<string, Later> = {
  'another way, which people let through, too': OTHER_WAY,
  'another way of a step that the engine takes': {
    ...OTHER_WAY,
    step: { ...OTHER_WAY.step, actor: 'deterministic' },
  },
  'the end of a run that it has started': {
    step: { executor: { kind: 'workflow', definitionId: 'free', input: {}, idempotent: false } },
    answer: () => ({}),
    waits: async ({ store }, workflowId) => (await store.children(workflowId)).length > 0,
    async goOn({ runtime, store }, workflowId) {
      const [child] = await store.children(workflowId)
      const end = { workflowId: child?.id ?? '', expectedVersion: 1, transition: 'end', arguments: {} }
      await runtime.submit(agent(), end)
    },
  },
  'word that it has happened': {
    step: { executor: declareProgram('first') },
    answer: () => new Promise(() => {}),
    waits: async ({ ran }) => ran.length > 0,
    async goOn(world) {
      await world.runtime.recover()
      await press('interrupted', 'happened')(world)
    },
  },
}

describe.each(Object.entries(RIVALS))('what guards rest on in the store: %s', (_, rival) => {
  const ways = Object.entries(WAYS).filter(([, { isStart }]) => !(rival.isOfRun && isStart))

  it.each(ways)('nobody passes by it after it has changed: %s [runtime.facts]', async (_, way) => {
    let looks = 0
    let begins = 0
    for (; ; looks += 1) {
      const { begun, late } = await race(rival, way, looks)
      if (late === null) {
        expect(begun).toHaveLength(1)
        break
      }
      begins += begun.length
      expect({ looks, late }).toEqual({ looks, late: [] })
    }
    expect(looks).toBeGreaterThan(1)
    // The rival comes too late for some, and in time for others.
    expect(begins).toBeLessThan(looks)
  })

  it.each(Object.entries(LATER))(
    'nor is a step that has begun asked again: it goes on with %s [runtime.facts]',
    async (_, { step, answer, waits, goOn }) => {
      const go = declareTransition('done', { guards: [rival.onceOnly], gates: [GATE], ...step })
      const free = { ready: declareState({ end: declareTransition('done') }), done: declareState() }
      const flow = {
        ready: declareState({ enter: declareTransition('there') }),
        there: declareState({ go }),
        done: declareState(),
      }
      const workflows = { flow: declareWorkflow(flow), free: declareWorkflow(free, { id: 'free' }) }
      const world = openSmallWorld({ workflows, capabilities: [], connections: {} }, answer)
      const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
      const workflowId = response.workflowId ?? expect.fail()
      await submit('enter')(world, workflowId)
      const asked = { workflowId, expectedVersion: 2, transition: 'go', arguments: {} }
      if (go.actor === 'agent') await world.runtime.submit(agent(), asked)
      void press('gate', 'approve')(world)
      await expect.poll(() => waits(world, workflowId)).toBe(true)
      await goOn(world, workflowId)
      await expect.poll(async () => (await world.store.run(workflowId))?.state).toBe('done')
      expect(world.faults).toEqual([])
    },
  )

  it('the answer of a step offers what a look right after it does [runtime.facts]', async () => {
    const go = declareTransition('ready', { guards: [rival.onceOnly], gates: [GATE] })
    const ready = declareState({ go, end: declareTransition('done') }, { linkFilter: 'byGuards' })
    const world = openSmallWorld(declareWorkflow({ ready, done: declareState() }), () => ({}))
    const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const workflowId = response.workflowId ?? expect.fail()
    const offered = (links: { rel: string }[] = []) => links.map(({ rel }) => rel)
    expect(offered(response.links)).toContain('go')
    await submit('go')(world, workflowId)
    const decided = await press('gate', 'approve')(world)
    const links = decided.kind === 'decided' ? decided.answer?.response.links : expect.fail()
    expect(offered(links)).not.toContain('go')
    const later = await world.runtime.get(agent(), { workflowId })
    expect(offered(later.response.links)).toEqual(offered(links))
  })
})
