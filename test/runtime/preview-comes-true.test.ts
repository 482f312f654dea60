/** What each button leads to, as its preview said, against what the real runtime then does. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AuditEvent } from '../../src/main/model/audit-event.ts'
import type { Definition, Gate, State, Transition } from '../../src/main/model/definition.ts'
import type { Guard } from '../../src/main/model/guard.ts'
import type { JsonValue } from '../../src/main/model/json.ts'
import type { DecisionPreview } from '../../src/main/model/preview.ts'
import { isAtRest } from '../../src/main/model/run.ts'
import { callText } from '../../src/main/workflow/executors/wording.ts'
import { runs } from '../support/effort.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { when } from '../workflow/previews.ts'
import { openSmallWorld } from './small-world.ts'

const GATE: Gate = { required: true, quorum: 1, notRequester: false }
const NAMES = ['s0', 's1', 's2', 's3']

const target = fc.constantFrom(...NAMES, 'end')
const guard = fc.oneof(
  fc
    .constantFrom('$.context.a == 1', '$.context.b > 0', '!$.context.flag', '$.context.missing == null')
    .map(when),
  fc.constantFrom<Guard>({ kind: 'role', role: 'x' }, { kind: 'not', guard: when('$.context.a == 1') }),
)
const value = fc.constantFrom<JsonValue>(
  1,
  true,
  '$.output.x',
  '$.context.b',
  { add: ['$.context.b', 1] },
  '$.output',
)
const mapping = fc.dictionary(fc.constantFrom('a', 'b', 'flag'), value, { maxKeys: 2 })
const executor = fc.option(
  fc.constantFrom(
    { kind: 'noop' as const },
    declareProgram('tool', ['--a', '$.context.a']),
    declareProgram('send', ['$.context.b', 'x y']),
  ),
  { nil: undefined },
)
const step = (actors: Transition['actor'][]): fc.Arbitrary<Transition> =>
  fc
    .record({
      target,
      actor: fc.constantFrom(...actors),
      guards: fc.array(guard, { maxLength: 1 }),
      output: mapping,
      executor,
      branches: fc.array(fc.record({ when: guard, target }), { maxLength: 1 }),
      held: fc.boolean(),
      fails: fc.option(target, { nil: undefined }),
    })
    .map(({ executor: runs, held, fails, target: to, ...rest }) =>
      declareTransition(to, {
        ...rest,
        ...(runs === undefined ? {} : { executor: runs }),
        ...(held && runs?.kind === 'cli' ? { gates: [GATE] } : {}),
        ...(fails !== undefined && runs?.kind === 'cli' ? { onFailure: { target: fails } } : {}),
      }),
    )
const state: fc.Arbitrary<State> = fc
  .record({
    steps: fc.array(step(['deterministic', 'deterministic', 'deterministic', 'system']), {
      minLength: 1,
      maxLength: 2,
    }),
    enters: fc.option(fc.record({ output: mapping, runs: fc.boolean() }), { nil: undefined }),
    by: fc.constantFrom('nobody', 'nobody', 'agent', 'human'),
  })
  .map(({ steps, enters, by }) =>
    declareState(
      {
        ...Object.fromEntries(steps.map((one, index) => [`t${index}`, one])),
        ...(by === 'nobody' ? {} : { by_hand: declareTransition('end', { actor: by as 'agent' | 'human' }) }),
      },
      enters === undefined
        ? {}
        : {
            onEnter: {
              executor: enters.runs ? declareProgram('enter') : { kind: 'noop' },
              output: enters.output,
            },
          },
    ),
  )
const workflow: fc.Arbitrary<Definition> = fc
  .tuple(fc.array(state, { minLength: 4, maxLength: 4 }), step(['human', 'agent']), step(['human']))
  .map(([states, go, other]) =>
    declareWorkflow(
      {
        // What an agent does is held, so that it stands in the inbox as well.
        start: declareState({
          go: { ...go, guards: [], ...(go.actor === 'agent' ? { gates: [GATE] } : {}) },
          other: { ...other, guards: [] },
        }),
        ...Object.fromEntries(states.map((one, index) => [NAMES[index], one])),
        end: declareState(),
      },
      { maxChainDepth: 6, initialContext: { b: 0 } },
    ),
  )

const answer = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<JsonValue>({ x: 1 }, { x: 'text' }, {}, 7) },
  { weight: 1, arbitrary: fc.constant(null) },
)

/** What has moved the run since the decision: the transition, or `$onEnter`, with where it stood. */
function movesIn(events: readonly AuditEvent[]): { state: string; transition: string; to: string }[] {
  return events
    .filter(({ eventType }) => eventType === 'workflow.transitioned')
    .map(({ payload }) => ({
      state: String(payload.onEnter === true ? payload.toState : payload.fromState),
      transition: payload.onEnter === true ? '$onEnter' : String(payload.transition),
      to: String(payload.toState),
    }))
}

async function decideIn(definition: Definition, outcome: 'go' | 'other', answers: (JsonValue | null)[]) {
  const world = openSmallWorld(definition, (call) => answers[call % answers.length] ?? null)
  const { runtime, store } = world
  const begun = await runtime.start(agent(), { definitionId: 'flow', input: {} })
  const workflowId = begun.response.workflowId ?? ''
  const isHeld = outcome === 'go' && definition.states.start?.transitions.go?.actor === 'agent'
  if (isHeld) {
    const expectedVersion = begun.response.version ?? 0
    await runtime.submit(agent(), { workflowId, expectedVersion, transition: 'go', arguments: {} })
  }
  const { items } = await store.approvals({ workflowId, status: ['pending'] }, { limit: 5 })
  const item = items.find(({ kind }) => kind === (isHeld ? 'gate' : 'transition'))
  if (item === undefined) throw new Error('Nothing waits.')
  const press = { approvalId: item.id, outcome: isHeld ? 'approve' : outcome, arguments: {} }
  const preview = await runtime.previewDecision(person(), press)
  if (preview === null) throw new Error('Nothing can be shown.')
  const before = (await store.auditEnd()).sequence
  const result = await runtime.decide(person(), { ...press, comment: '', hash: preview.hash })
  const events = await store.auditAfter(before, 1000)
  const run = await store.run(workflowId)
  if (run === null) throw new Error('The run is gone.')
  return { ...world, preview, result, moves: movesIn(events), run }
}

function callsOf(preview: DecisionPreview): (string | null)[] {
  return [preview.call, ...preview.steps.map(({ call }) => call)]
}

it('what a button leads to is what its preview said: where it goes, what runs and where it stops [card.preview-true]', async () => {
  let decided = 0
  let chained = 0
  await fc.assert(
    fc.asyncProperty(
      workflow,
      fc.constantFrom('go' as const, 'other' as const),
      fc.array(answer, { minLength: 1, maxLength: 4 }),
      async (definition, outcome, answers) => {
        const { preview, result, moves, ran, run, faults } = await decideIn(definition, outcome, answers)
        expect(faults).toEqual([])
        if (preview.problems.length > 0) {
          expect(ran).toEqual([])
          expect(moves).toEqual([])
          return
        }
        const mayFail = answers.includes(null)
        // Whose own program fails is told so at the press.
        if (!mayFail) expect(result.kind).toBe('decided')
        const texts = ran.map((call) => callText(call))
        // The literal call of the decision itself ran first, and only if there was one.
        if (preview.call !== null) expect(texts[0]).toBe(preview.call)
        const [first, ...rest] = moves
        if (first === undefined) {
          // Its own program failed: nothing followed.
          expect(preview.call).not.toBeNull()
          expect(run.state).toBe('start')
          return
        }
        decided += 1
        expect(preview.nextStates).toContain(first.to)
        chained += rest.length > 0 ? 1 : 0
        // What nobody could know beforehand is said to be approximate; up to there, it is the steps one by one.
        const known = preview.steps.findIndex(({ approximate }) => approximate)
        const certain = known < 0 ? preview.steps : preview.steps.slice(0, known)
        const steps = rest.map((move) => `${move.state} ${move.transition}`)
        const said = preview.steps.map((each) => `${each.state} ${each.transition}`)
        // It says so itself where it shows only a part of the way.
        const isWhole = !/goes round again|later than this/.test(preview.stopsAt)
        const least = Math.min(certain.length, steps.length)
        expect(steps.slice(0, least)).toEqual(said.slice(0, least))
        if (known < 0 && isWhole) expect(said.slice(0, steps.length)).toEqual(steps)
        if (isWhole) for (const each of steps) expect(said).toContain(each)
        const sayable = callsOf(preview)
        const exact = callsOf({ ...preview, steps: certain }).filter((call) => call !== null)
        const both = Math.min(exact.length, texts.length)
        expect(texts.slice(0, both)).toEqual(exact.slice(0, both))
        if (known < 0 && isWhole) for (const text of texts) expect(sayable).toContain(text)
        // A chain that has failed rests wherever it was.
        if (!isAtRest(run) || run.failure !== null) return
        const titled = `‘${run.state}’`
        const isShown = preview.stopsAt.includes(titled) || !isWhole
        expect([preview.stopsAt, run.state, isShown]).toEqual([preview.stopsAt, run.state, true])
      },
    ),
    { numRuns: runs(400, 20_000) },
  )
  // The worlds must be worth looking at.
  expect(decided).toBeGreaterThan(100)
  expect(chained).toBeGreaterThan(50)
})

it.each([
  [1, /^[A-Z]/],
  [2, /^Nothing runs yet: 2 other people must approve this as well\. After that: (?=[a-z])(?!([a-z])\1)/],
])(
  'a press at a gate of %i says whether others are needed before anything runs [card.preview-true]',
  async (quorum, said) => {
    const pay = declareTransition('b', {
      actor: 'human',
      executor: declareProgram('pay'),
      gates: [{ ...GATE, quorum }],
    })
    const flow = declareWorkflow({ a: declareState({ pay }), b: declareState() }, { id: 'flow' })
    const { runtime, store, ran } = openSmallWorld(flow, () => 0)
    await runtime.start(agent(), { definitionId: 'flow', input: {} })
    const [item] = (await store.approvals({ status: ['pending'] }, { limit: 1 })).items
    const choice = { approvalId: item?.id ?? '', outcome: 'pay', arguments: {} }
    const preview = await runtime.previewDecision(person(), choice)
    expect(preview?.stopsAt).toMatch(said)
    expect(preview?.stopsAt.startsWith('Nothing')).toBe(quorum > 1)
    await runtime.decide(person(), { ...choice, comment: '', hash: preview?.hash ?? '' })
    expect(ran).toHaveLength(quorum > 1 ? 0 : 1)
  },
)
