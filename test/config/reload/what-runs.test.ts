/** What a changed workflow can do and could not is named; what only looks different is not. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Actor, Definition, State, Transition } from '../../../src/main/model/definition.ts'
import type { ExecutorDeclaration, Mapping } from '../../../src/main/model/executor.ts'
import type { Guard } from '../../../src/main/model/guard.ts'
import type { Backdrop } from '../../../src/main/workflow/preview/backdrop.ts'
import { findWeaker, findWeakerAt } from '../../../src/main/workflow/preview/weaker.ts'
import { PARTS, partOf, runs } from '../../support/effort.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
} from '../../workflow/declarations.ts'
import { type Deed, isWithin, listDeeds } from './possible.ts'

/** Nothing else is declared. */
const ALONE: Backdrop = {
  ...{
    readsStates: false,
    countsDecisions: false,
    standingBefore: () => [],
    standingThroughout: () => [],
    stoodBefore: () => [],
    undoMs: 8000,
  },
  ...{
    namesRead: {
      ends: new Set(),
      compared: { ids: new Set(), names: new Set() },
      states: new Set(),
      own: new Set(),
      records: new Set(),
      steps: new Set(),
    },
    countsRequesters: () => false,
    exceptsHeaders: false,
    exceptsCallers: false,
    started: new Set(),
    asking: new Set(),
    ofArguments: new Set(),
    failover: new Set(),
    hurried: new Set(),
    calledThere: new Set(),
    caught: new Set(),
    entered: new Set(),
    approvalMs: { was: 300_000, is: 300_000 },
  },
}

const NAMES = ['a', 'b', 'c', 'd'] as const
/** Steps that runs are followed for: enough to go through every state and back. */
const DEPTH = 6
/** Of the pairs of which something is named anyway, one in so many is tried out as well. */
const STRIDE = 5

const stateName = fc.constantFrom(...NAMES)
const guard: fc.Arbitrary<Guard> = fc.constantFrom<Guard[]>(
  { kind: 'role', role: 'lead' },
  { kind: 'expr', expr: '$.context.v == 1' },
  { kind: 'not', guard: { kind: 'expr', expr: '$.context.v == 1' } },
  { kind: 'evidence', requires: [{ kind: 'human_decision', count: 1, distinct: false }] },
)
const executor: fc.Arbitrary<ExecutorDeclaration> = fc.constantFrom<ExecutorDeclaration[]>(
  declareProgram('send', ['$.context.v']),
  declareProgram('wipe'),
  { kind: 'noop' },
  { kind: 'human' },
)
const output: fc.Arbitrary<Mapping> = fc.constantFrom<Mapping[]>({}, {}, { v: 1 }, { v: '$.arguments.t' })
const gates = fc.constantFrom<NonNullable<Transition['gates']>[]>(
  [],
  [],
  [{ required: true, quorum: 1, notRequester: false }],
)
const transition: fc.Arbitrary<Transition> = fc
  .record({
    target: stateName,
    actor: fc.constantFrom<Actor[]>('agent', 'agent', 'human', 'human', 'deterministic', 'system'),
    guards: fc.array(guard, { maxLength: 1 }),
    executor: fc.option(executor, { nil: undefined, freq: 2 }),
    output,
    gates,
    branches: fc.array(fc.record({ when: guard, target: stateName }), { maxLength: 1 }),
    onFailure: fc.option(fc.record({ target: stateName }), { nil: undefined, freq: 6 }),
  })
  .map(({ executor, onFailure, ...rest }) => ({
    ...rest,
    prefill: {},
    ...(executor === undefined ? {} : { executor }),
    ...(onFailure === undefined ? {} : { onFailure }),
  }))
const state: fc.Arbitrary<State> = fc
  .record({
    transitions: fc.dictionary(fc.constantFrom('go', 'ask', 'run', 'stop'), transition, {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    onEnter: fc.option(fc.record({ executor, output }), { nil: undefined, freq: 6 }),
  })
  .map(({ transitions, onEnter }) => ({
    transitions,
    terminal: Object.keys(transitions).length === 0,
    ...(onEnter === undefined ? {} : { onEnter }),
  }))
const definition: fc.Arbitrary<Definition> = fc
  .record({
    a: state,
    b: state,
    c: state,
    d: state,
    late: fc.option(stateName, { nil: undefined, freq: 4 }),
  })
  .map(({ late, ...states }) =>
    declareWorkflow(states, {
      initialContext: { v: 0 },
      ...(late === undefined ? {} : { timeoutMs: 1000, onTimeout: { target: late } }),
    }),
  )

/** Another transition somewhere, or none any more, or another state there, as somebody edits a file. */
const edit = fc.record({
  state: stateName,
  name: fc.constantFrom('go', 'ask', 'run', 'stop'),
  what: fc.oneof(
    fc.constant(null),
    transition,
    fc.record({ actor: fc.constantFrom<Actor[]>('agent', 'human', 'deterministic') }),
    fc.record({ guards: fc.array(guard, { maxLength: 1 }) }),
    fc.record({ target: stateName }),
    fc.record({ gates }),
    fc.record({ output }),
    fc.record({ executor }),
  ),
})
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

function applyEdit(before: Definition, { state, name, what }: Edit): Definition {
  const was = before.states[state]
  if (was === undefined) return before
  const { [name]: old, ...others } = was.transitions
  const next =
    what === null
      ? undefined
      : old === undefined
        ? 'prefill' in what
          ? what
          : undefined
        : { ...old, ...what }
  const transitions = next === undefined ? others : { ...others, [name]: next }
  const terminal = Object.keys(transitions).length === 0
  return { ...before, states: { ...before.states, [state]: { ...was, transitions, terminal } } }
}

/** What can happen after and could not before, with as few people and no others. */
function newDeeds(before: Definition, after: Definition): Deed[] {
  const known = listDeeds(before, DEPTH)
  return listDeeds(after, DEPTH - 1).filter(
    ({ call, took }) => !known.some((deed) => deed.call === call && isWithin(deed.took, took)),
  )
}

describe('what a changed workflow can do and could not', () => {
  let [compared, harmless, alarms] = [0, 0, 0]
  it.each(PARTS)('is named, whatever is edited, part %i [weaker.route]', (part) => {
    fc.assert(
      fc.property(definition, fc.array(edit, { minLength: 1, maxLength: 2 }), (before, edits) => {
        const after = edits.reduce(applyEdit, before)
        const weaker = findWeaker(before, after, ALONE)
        compared += 1
        const isSample = compared % STRIDE === 0
        if (weaker.length > 0 && !isSample) return
        const found = newDeeds(before, after)
        if (found.length > 0) expect(weaker, JSON.stringify(found[0])).not.toEqual([])
        else if (isSample && JSON.stringify(before) !== JSON.stringify(after)) {
          harmless += 1
          if (weaker.length > 0) alarms += 1
        }
      }),
      partOf(runs(1500, 100_000), part),
    )
  })

  it('and what changes nothing for the worse mostly is not', () => {
    console.info(
      `Of one in ${STRIDE}, ${alarms} of ${harmless} edits that change nothing for the worse were named all the same`,
    )
    expect(harmless).toBeGreaterThan(100)
    // 82 of 133: most change what a run holds, or where it ends, which others read although no call comes of it here.
    expect(alarms / harmless).toBeLessThan(0.7)
  })

  it('is named, for two workflows that have nothing to do with each other [weaker.route]', () => {
    fc.assert(
      fc.property(definition, definition, (before, after) => {
        if (findWeaker(before, after, ALONE).length === 0) expect(newDeeds(before, after)).toEqual([])
      }),
      { numRuns: runs(300, 30_000) },
    )
  })

  it('is nothing where states and transitions are only called otherwise, or stand elsewhere [weaker.renamed]', () => {
    const names = fc.uniqueArray(fc.constantFrom('w', 'x', 'y', 'z', 'v'), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(definition, names, fc.boolean(), (before, [a = '', b = '', c = '', d = ''], isReversed) => {
        const called: Record<string, string> = { a, b, c, d }
        expect(findWeaker(before, rename(before, called, isReversed), ALONE)).toEqual([])
      }),
      { numRuns: runs(500, 20_000) },
    )
  })
})

it('what may get weaker is placed at the step or the state where it stands [weaker.unproven]', () => {
  const of = (step: Partial<Transition>, state: Partial<State>) =>
    declareWorkflow({
      a: declareState({ go: declareTransition('b', step) }, state),
      b: declareState(),
    })
  const placed = (changed: Definition) =>
    findWeakerAt(of({ executor: declareProgram('send') }, {}), changed, ALONE).map(({ at }) => at)
  expect(placed(of({ executor: declareProgram('wipe') }, {}))).toEqual([{ state: 'a', transition: 'go' }])
  const onEnter = { executor: declareProgram('wipe'), output: {} }
  expect(placed(of({ executor: declareProgram('send') }, { onEnter }))).toEqual([{ state: 'a' }])
  const entered = (command: string) => of({}, { onEnter: { executor: declareProgram(command), output: {} } })
  expect(findWeakerAt(entered('send'), entered('wipe'), ALONE)).toMatchObject([{ at: { state: 'a' } }])
  expect(findWeakerAt(entered('send'), entered('wipe'), ALONE)[0]?.at).not.toHaveProperty('transition')
})

it('where else a step leads is named with the way that leads there [weaker.unproven]', () => {
  const when: Guard = { kind: 'expr', expr: '$.context.v == 1' }
  const of = (target: string, branch: string, failed: string) =>
    declareWorkflow({
      a: declareState({
        go: declareTransition(target, {
          executor: declareProgram('send'),
          branches: [{ when, target: branch }],
          onFailure: { target: failed },
        }),
      }),
      b: declareState({ back: declareTransition('a') }),
      c: declareState({ wipe: declareTransition('a', { executor: declareProgram('wipe') }) }),
    })
  const named = (...targets: [string, string, string]) => findWeaker(of('b', 'b', 'b'), of(...targets), ALONE)
  const place = 'May loosen: ‘flow’ › state ‘a’ › step ‘go’'
  expect(named('c', 'b', 'b')).toEqual([`${place} › ‘target’ was "b" and is "c".`])
  expect(named('b', 'c', 'b')).toEqual([`${place} › ‘branches’ was "b" and is "c".`])
  expect(named('b', 'b', 'c')).toEqual([`${place} › ‘onFailure’ was "b" and is "c".`])
})

it('a state in which runs end now, and in which more followed, is named as an end [weaker.unproven]', () => {
  const going = declareState({ go: declareTransition('b') })
  const [before, after] = [going, declareState()].map((a) => declareWorkflow({ a, b: declareState() }))
  expect(findWeakerAt(before as Definition, after as Definition, ALONE)).toEqual([
    {
      message: 'May loosen: ‘flow’ › state ‘a’ › ‘terminal’ was false and is true.',
      at: { state: 'a' },
    },
  ])
  expect(findWeaker(after as Definition, after as Definition, ALONE)).toEqual([])
})

function rename(definition: Definition, called: Record<string, string>, isReversed: boolean): Definition {
  const name = (old: string) => called[old] ?? old
  const entries = Object.entries(definition.states).map(([old, state]): [string, State] => [
    name(old),
    {
      ...state,
      transitions: Object.fromEntries(
        Object.entries(state.transitions).map(([transition, step]) => [
          `${transition} again`,
          {
            ...step,
            target: name(step.target),
            branches: step.branches.map((branch) => ({ ...branch, target: name(branch.target) })),
            ...(step.onFailure && { onFailure: { target: name(step.onFailure.target) } }),
          },
        ]),
      ),
    },
  ])
  return {
    ...definition,
    initialState: name(definition.initialState),
    ...(definition.onTimeout && { onTimeout: { target: name(definition.onTimeout.target) } }),
    states: Object.fromEntries(isReversed ? entries.reverse() : entries),
  }
}
