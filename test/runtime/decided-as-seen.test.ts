import { describe, expect, it } from 'vitest'
import type { Connection } from '../../src/main/model/configuration.ts'
import type { Definition, Gate, Transition } from '../../src/main/model/definition.ts'
import type { HumanPrincipal } from '../../src/main/model/principal.ts'
import type { CatalogContent } from '../../src/main/runtime/live-catalog.ts'
import type { Store } from '../../src/main/runtime/ports.ts'
import { calm, quiet } from '../simulation/scheduler.ts'
import { agent, person } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { createMeanwhile } from './meanwhile.ts'
import { cutOff, openSmallWorld, type SmallWorld } from './small-world.ts'

const GATE: Gate = { required: true, quorum: 1, notRequester: false }
const through = (connection: string) => declareProgram('ship', [], { connection })
const connection = (name: string, place = 'here', gate?: Gate): Connection => ({
  kind: 'cli',
  name,
  env: { PLACE: place },
  ...(gate === undefined ? {} : { gate }),
})

/** One transition, `go`, that runs a program: behind a gate, or at a person's press. */
function content(
  go: Partial<Transition> = { gates: [GATE] },
  connections: Connection[] = [],
): CatalogContent {
  const declared = declareTransition('done', {
    executor: through('run'),
    reliability: { fallback: [through('other')] },
    ...go,
  })
  const flow = declareWorkflow(
    { ready: declareState({ go: declared }), done: declareState() },
    { timeoutMs: 60_000 },
  )
  const all = [connection('run'), connection('other'), ...connections]
  return {
    workflows: { flow },
    capabilities: [],
    connections: Object.fromEntries(all.map((one) => [one.name, one])),
  }
}

const waitingItems = async ({ store }: SmallWorld) =>
  (await store.approvals({ status: ['pending'] }, { limit: 9 })).items

/** What waits after the agent has asked. */
async function ask(world: SmallWorld, args = {}) {
  const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
  const call = {
    workflowId: response.workflowId ?? '',
    expectedVersion: 1,
    transition: 'go',
    arguments: args,
  }
  await world.runtime.submit(agent(), call)
  const [item] = await waitingItems(world)
  return item ?? expect.fail()
}

async function look({ runtime }: SmallWorld, approvalId: string, outcome = 'approve', args = {}) {
  const preview = await runtime.previewDecision(person(), { approvalId, outcome, arguments: args })
  return preview?.hash ?? ''
}

const decide = (
  { runtime }: SmallWorld,
  [approvalId, hash, outcome = 'approve', args = {}]: [string, string, string?, object?],
  who: HumanPrincipal = person(),
) => runtime.decide(who, { approvalId, outcome, arguments: { ...args }, comment: '', hash })

describe('a decision holds for what was seen, and not', () => {
  it('through another connection, also where that is only the other way [R5.2]', async () => {
    for (const [name, go, outcome] of [
      ['run', { gates: [GATE] }, 'approve'],
      ['other', { gates: [GATE] }, 'approve'],
      ['run', { actor: 'human' }, 'go'],
    ] as const) {
      const declared = { ...go } as Partial<Transition>
      const world = openSmallWorld(content(declared), () => ({}))
      const { id } = await ask(world)
      const hash = await look(world, id, outcome)
      world.catalog.replace(content(declared, [connection(name, 'elsewhere')]))
      expect([name, await decide(world, [id, hash, outcome])]).toEqual([name, { kind: 'changed' }])
      expect(world.ran).toEqual([])
    }
  })

  it('before a gate that has come since stood there [R5.2] [gate.stricter]', async () => {
    const beside = {
      ...{ id: 'same', title: '', description: '', tags: [], aliases: [], examples: [], guards: [] },
      executor: through('run'),
      gates: [{ ...GATE, queue: 'ops' }],
      source: { kind: 'expose' as const },
      readOnly: false,
    }
    for (const [go, outcome] of [
      [{ gates: [GATE] }, 'approve'],
      [{ actor: 'human' }, 'go'],
    ] as [Partial<Transition>, string][]) {
      const world = openSmallWorld(content(go), () => ({}))
      const { id } = await ask(world)
      const hash = await look(world, id, outcome)
      world.catalog.replace({ ...content(go), gated: [beside] })
      expect(await decide(world, [id, hash, outcome])).toEqual({ kind: 'changed' })
      expect(world.ran).toEqual([])
    }
  })

  it('at once, where it could still be taken back for a while [R5.2] [inbox.last-vote]', async () => {
    for (const [go, outcome] of [
      [{ gates: [GATE], risk: 'high' }, 'approve'],
      [{ actor: 'human', risk: 'high' }, 'go'],
    ] as [Partial<Transition>, string][]) {
      const options = { undoMs: 8000 }
      const world = openSmallWorld(content(go), () => ({}), options)
      const { id } = await ask(world)
      const hash = await look(world, id, outcome)
      options.undoMs = 0
      expect(await decide(world, [id, hash, outcome])).toEqual({ kind: 'changed' })
      expect(world.ran).toEqual([])
      expect(await decide(world, [id, await look(world, id, outcome), outcome])).toMatchObject({
        kind: 'decided',
      })
      expect(world.ran).toHaveLength(1)
    }
  })

  it('with arguments that only the context keeps, nor for another button [R5.2]', async () => {
    const go = { gates: [GATE], inputSchema: { type: 'object' }, output: { n: '$.arguments.n' } }
    const world = openSmallWorld(content(go), () => ({}))
    const { id } = await ask(world, { n: 1 })
    const seen = await look(world, id, 'approve', { n: 1 })
    expect(await decide(world, [id, seen, 'approve', { n: 2 }])).toEqual({ kind: 'changed' })
    const refusal = await look(world, id, 'refuse', { n: 1 })
    expect(await decide(world, [id, refusal, 'approve', { n: 1 }])).toEqual({ kind: 'changed' })
    expect(await decide(world, [id, seen, 'approve', { n: 1 }])).toMatchObject({ kind: 'decided' })
    expect(world.ran).toHaveLength(1)
  })

  it('where another workflow would run when the time is up, or one that it runs [R5.2]', async () => {
    const child = (id: string, title: string, runs?: string) => {
      const onTimeout = runs === undefined ? {} : { onTimeout: { target: 'a', executor: runsA(runs) } }
      return declareWorkflow({ a: declareState() }, { id, title, ...onTimeout })
    }
    const runsA = (definitionId: string) => ({ kind: 'workflow' as const, definitionId, idempotent: false })
    const whole = (titles: [string, string]): CatalogContent => {
      const { workflows, ...rest } = content()
      const flow = {
        ...workflows.flow,
        onTimeout: { target: 'done', executor: runsA('child') },
      } as Definition
      const [first, second] = titles
      const children = [child('child', first, 'below'), child('below', second)]
      return { ...rest, workflows: Object.fromEntries([flow, ...children].map((one) => [one.id, one])) }
    }
    for (const titles of [
      ['Other', 'Same'],
      ['Same', 'Other'],
    ] as [string, string][]) {
      const world = openSmallWorld(whole(['Same', 'Same']), () => ({}))
      const { id } = await ask(world)
      const hash = await look(world, id)
      world.catalog.replace(whole(titles))
      expect([titles, await decide(world, [id, hash])]).toEqual([titles, { kind: 'changed' }])
      expect(world.ran).toEqual([])
      expect(await decide(world, [id, await look(world, id)])).toMatchObject({ kind: 'decided' })
    }
  })

  it('for another answer about a step that was cut off [R5.2] [R4.7]', async () => {
    const world = openSmallWorld(content({}), () => new Promise(() => {}))
    const workflowId = await cutOff(world)
    const [item] = await waitingItems(world)
    expect(item).toMatchObject({ kind: 'interrupted' })
    const id = item?.id ?? ''
    const seen = await look(world, id, 'happened')
    expect(await decide(world, [id, seen, 'did_not_happen'])).toEqual({ kind: 'changed' })
    expect(await decide(world, [id, 'made up', 'happened'])).toEqual({ kind: 'changed' })
    expect(await world.store.run(workflowId)).toMatchObject({
      activity: { kind: 'interrupted' },
      state: 'ready',
    })
    expect(await waitingItems(world)).toHaveLength(1)
  })

  it('at the very moment at which its time is over; the card says no later one [gate.timeout]', async () => {
    for (const [timeoutMs, ends] of [
      [5000, 5000],
      [90_000, 60_000],
    ] as const) {
      const world = openSmallWorld(content({ gates: [{ ...GATE, timeoutMs }] }), () => ({}))
      const { id, deadlineAt } = await ask(world)
      const began = world.clock.now()
      expect(deadlineAt).toBe(new Date(began + ends).toISOString())
      const hash = await look(world, id)
      // Nobody has woken up.
      world.clock.jump(ends)
      expect(await decide(world, [id, hash])).toMatchObject({
        kind: 'closed',
        approval: { status: 'expired' },
      })
      expect(world.ran).toEqual([])
    }
  })
})

describe('a decision that can be taken back', () => {
  const risky: Partial<Transition> = { gates: [GATE], risk: 'high', inputSchema: { type: 'object' } }

  it('never runs when it has been, whatever it was about to do at that moment [R5.6]', async () => {
    const ends = new Set<string>()
    let looked = 0
    for (let at = 0; looked === at; at += 1) {
      const meanwhile = createMeanwhile()
      const world = openSmallWorld(content(risky), () => ({}), { ...meanwhile, undoMs: 8000 })
      await world.runtime.recover()
      const { id } = await ask(world)
      expect(await decide(world, [id, await look(world, id)])).toMatchObject({ kind: 'scheduled' })
      await calm()
      let undone = ''
      meanwhile.at(at, async () => {
        looked += 1
        undone = (await world.runtime.undo(person('ben'), { approvalId: id })).kind
      })
      while (world.clock.latest() < Date.parse('2026-01-01T00:00:08Z') && world.clock.fire()) await calm()
      const ran = undone === 'undone' ? 0 : 1
      expect({ at, ran: world.ran.length, faults: world.faults }).toEqual({ at, ran, faults: [] })
      ends.add(undone)
      await world.runtime.close(0)
    }
    expect([...ends].sort()).toEqual(['', 'closed', 'undone'])
  })

  it('leaves the question all the time that it had, when it has been [R5.6] [R4.8]', async () => {
    const gates = [{ ...GATE, timeoutMs: 5000 }]
    const world = openSmallWorld(content({ ...risky, gates }), () => ({}), { undoMs: 8000 })
    const { id } = await ask(world)
    const began = world.clock.now()
    world.clock.jump(1000)
    expect(await decide(world, [id, await look(world, id)])).toMatchObject({ kind: 'scheduled' })
    world.clock.jump(3000)
    await world.runtime.undo(person(), { approvalId: id })
    expect(await waitingItems(world)).toMatchObject([{ deadlineAt: new Date(began + 8000).toISOString() }])
  })

  it('takes with it what only that person would have run instead [R5.6] [gate.edited]', async () => {
    const world = openSmallWorld(content(risky), () => ({}), { undoMs: 8000 })
    const { id } = await ask(world, { n: 1 })
    const hash = await look(world, id, 'approve', { n: 2 })
    expect(await decide(world, [id, hash, 'approve', { n: 2 }])).toMatchObject({ kind: 'scheduled' })
    await world.runtime.undo(person('ben'), { approvalId: id })
    const [item] = await waitingItems(world)
    expect(item).toMatchObject({ step: { arguments: { n: 1 } }, decision: null })
    expect(contentOf(item).held?.edited).toBeUndefined()
  })
})

describe('while a decision is carried out', () => {
  it('a gate that comes is seen and opened first, by as many as it takes [R5.2] [gate.stricter]', async () => {
    const stricter: Gate[] = [
      { ...GATE, quorum: 2 },
      { ...GATE, queue: 'ops' },
    ]
    // The step of the engine waits at its own gate, and is withdrawn before somebody goes on without it.
    const by = declareTransition('done', { actor: 'system', gates: [GATE], executor: through('other') })
    const go = declareTransition('done', { gates: [GATE], executor: through('run') })
    const flow = declareWorkflow({ ready: declareState({ by, go }), done: declareState() })
    const gated = (gate?: Gate) => ({
      ...content({}, [connection('run', 'here', gate)]),
      workflows: { flow },
    })
    for (const strict of stricter) {
      let looked = 0
      for (let at = 0; looked === at; at += 1) {
        let due: Gate = GATE
        const broken: string[] = []
        const meanwhile = createMeanwhile(({ audit, approvals = [] }) => {
          if (!audit.some(({ eventType }) => eventType === 'executor.started')) return
          const { gates = [], votes = [] } =
            contentOf(approvals.find(({ status }) => status === 'approved')).held ?? {}
          const isSeen = gates.some(({ queue, quorum }) => queue === due.queue && quorum === due.quorum)
          if (!isSeen || votes.length < due.quorum) broken.push(`It began with ${votes.length}.`)
        })
        const world = openSmallWorld(gated(), () => ({}), meanwhile)
        await ask(world)
        const id = (await waitingItems(world)).find((item) => contentOf(item).transition === 'go')?.id ?? ''
        const hash = await look(world, id)
        meanwhile.at(at, () => {
          looked += 1
          due = strict
          world.catalog.replace(gated(strict))
        })
        await decide(world, [id, hash])
        expect({ at, broken, faults: world.faults }).toEqual({ at, broken: [], faults: [] })
      }
      expect(looked).toBeGreaterThan(3)
    }
  })

  it('a person who presses opens no gate for which it takes others, also none that comes [R5.4] [R5.7]', async () => {
    const two: Gate = { ...GATE, quorum: 2 }
    const pressed = (gate?: Gate) => content({ actor: 'human' }, [connection('run', 'here', gate)])
    for (const from of [undefined, two]) {
      let looked = 0
      for (let at = 0; looked === at; at += 1) {
        let due = from
        const broken: string[] = []
        const meanwhile = createMeanwhile(({ audit }) => {
          if (due !== undefined && audit.some(({ eventType }) => eventType === 'executor.started'))
            broken.push('It began for one.')
        })
        const world = openSmallWorld(pressed(from), () => ({}), meanwhile)
        const { id } = await ask(world)
        const hash = await look(world, id, 'go')
        meanwhile.at(at, () => {
          looked += 1
          due = two
          world.catalog.replace(pressed(two))
        })
        await decide(world, [id, hash, 'go'])
        expect({ at, broken, faults: world.faults }).toEqual({ at, broken: [], faults: [] })
        if (from === two) expect(await waitingItems(world)).toMatchObject([{ kind: 'gate' }])
      }
      expect(looked).toBeGreaterThan(3)
    }
  })

  it('of two people who press at once one decides, and people are asked once [R5.2] [R5.7]', async () => {
    const gates = [{ ...GATE, by: { role: 'lead' } }]
    const world = openSmallWorld(content({ actor: 'human', gates }), () => ({}))
    const { id } = await ask(world)
    const hash = await look(world, id, 'go')
    const both = ['anna', 'ben'].map((name) => decide(world, [id, hash, 'go'], person(name)))
    const kinds = (await Promise.all(both)).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['closed', 'decided'])
    expect(await waitingItems(world)).toMatchObject([{ kind: 'gate' }])
    expect(world.ran).toEqual([])
  })
})

/** Counts what is read of a store. */
function counting(reads: Record<string, number>) {
  const count = <Args extends unknown[], Result>(name: string, read: (...args: Args) => Result) => {
    return (...args: Args) => {
      reads[name] = (reads[name] ?? 0) + 1
      return read(...args)
    }
  }
  return (store: Store): Store => ({
    ...store,
    approval: count('item', store.approval),
    run: count('run', store.run),
    evidence: count('evidence', store.evidence),
  })
}

describe('a decision', () => {
  it.each([
    ['of a choice', 'go', { actor: 'human' }],
    ['about a held step', 'approve', { gates: [GATE] }],
  ] as [string, string, Partial<Transition>][])(
    '%s reads its item, its run and what was recorded once: what is committed expects them to be so still [R5.2]',
    async (_, outcome, go) => {
      const reads: Record<string, number> = {}
      const world = openSmallWorld(content(go), () => ({}), { wrap: counting(reads) })
      const { id } = await ask(world)
      const hash = await look(world, id, outcome)
      for (const name of Object.keys(reads)) delete reads[name]
      expect(await decide(world, [id, hash, outcome])).toMatchObject({ kind: 'decided' })
      await quiet()
      expect(reads).toEqual({ item: 1, run: 1, evidence: 1 })
    },
  )
})
