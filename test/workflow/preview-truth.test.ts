import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Definition, State, Transition } from '../../src/main/model/definition.ts'
import type { Guard } from '../../src/main/model/guard.ts'
import { NOTHING_STORED } from '../../src/main/model/guard.ts'
import type { JsonObject, JsonValue } from '../../src/main/model/json.ts'
import { ENGINE } from '../../src/main/model/principal.ts'
import {
  completeOnEnter,
  completeTransition,
  nextAutomatic,
  RETRY_ON_ENTER,
  stateOf,
} from '../../src/main/workflow/advance.ts'
import { runs } from '../support/effort.ts'
import {
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
  instanceOf,
  NOW,
} from './declarations.ts'
import { automatic, preview, when } from './previews.ts'

describe('what a preview says with certainty', () => {
  const names = ['s0', 's1', 's2', 's3', 's4']
  const target = fc.constantFrom(...names, 'end')
  const guard = fc.oneof(
    fc
      .constantFrom(
        '$.context.a == 1',
        '$.context.b > 0',
        '!$.context.flag',
        '$.context.missing == null',
        '$.workflow.state == "s1"',
      )
      .map(when),
    fc.constantFrom<Guard>({ kind: 'role', role: 'x' }, { kind: 'not', guard: when('$.context.a == 1') }),
  )
  const value = fc.constantFrom<JsonValue>(
    1,
    true,
    '$.output.x',
    '$.context.b',
    { add: ['$.context.b', 1] },
    { add: ['$.output.n', 1] },
    '$.output',
  )
  const mapping = fc.dictionary(fc.constantFrom('a', 'b', 'flag'), value, { maxKeys: 2 })
  const executor = (programs: boolean) =>
    programs
      ? fc.option(fc.constant(declareProgram('run', ['$.context.a'])), { nil: undefined })
      : fc.constant(undefined)
  const transition = (programs: boolean): fc.Arbitrary<Transition> =>
    fc
      .record({
        target,
        guards: fc.array(guard, { maxLength: 1 }),
        output: mapping,
        executor: executor(programs),
        actor: fc.constantFrom('deterministic' as const, 'deterministic' as const, 'system' as const),
        branches: fc.array(fc.record({ when: guard, target }), { maxLength: 2 }),
      })
      .map(({ executor: runs, ...rest }) =>
        automatic(rest.target, { ...rest, ...(runs === undefined ? {} : { executor: runs }) }),
      )
  const state = (programs: boolean): fc.Arbitrary<State> =>
    fc
      .record({
        steps: fc.array(transition(programs), { minLength: 1, maxLength: 2 }),
        enters: fc.option(mapping, { nil: undefined }),
        rests: fc.boolean(),
      })
      .map(({ steps, enters, rests }) =>
        declareState(
          {
            ...Object.fromEntries(steps.map((step, index) => [`t${index}`, step])),
            ...(rests ? { by_hand: declareTransition('end') } : {}),
          },
          enters === undefined
            ? {}
            : {
                onEnter: { executor: programs ? declareProgram('enter') : { kind: 'noop' }, output: enters },
              },
        ),
      )
  const workflow = (programs: boolean): fc.Arbitrary<Definition> =>
    fc
      .tuple(
        fc.tuple(state(programs), state(programs), state(programs), state(programs), state(programs)),
        transition(programs),
      )
      .map(([states, go]) =>
        declareWorkflow(
          {
            start: declareState({ go: { ...go, actor: 'human', guards: [] } }),
            ...Object.fromEntries(states.map((one, index) => [`s${index}`, one])),
            end: declareState(),
          },
          { maxChainDepth: 8 },
        ),
      )

  interface Way {
    first: string
    steps: [string, string][]
    /** How many of them came before a state was entered a second time. */
    fresh: number
    rests: string
    stuck: boolean
  }

  /** Runs the engine's own rules, with `answer` in the place of every program. */
  function run(definition: Definition, context: JsonObject, answer: () => JsonValue): Way {
    const output = (declared: Transition['executor']) =>
      declared === undefined || declared.kind === 'noop' ? {} : answer()
    let run = instanceOf(definition, { context })
    const go = definition.states.start!.transitions.go!
    const common = { definition, arguments: {}, principal: ENGINE, stored: NOTHING_STORED, now: 0 }
    run = completeTransition({
      ...common,
      run,
      transition: go,
      output: output(go.executor),
    }).run
    const way: Way = { first: run.state, steps: [], fresh: 0, rests: '', stuck: false }
    const entered = new Set([run.state])
    let round = false
    for (let depth = 0; ; ) {
      const next = nextAutomatic(definition, run, NOTHING_STORED, depth, NOW)
      if (next.kind === 'rest' || next.kind === 'stuck' || next.kind === 'timeout') {
        return { ...way, rests: run.state, stuck: next.kind === 'stuck' }
      }
      way.steps.push([run.state, next.kind === 'enter' ? RETRY_ON_ENTER : next.name])
      if (!round) way.fresh = way.steps.length
      if (next.kind === 'enter') {
        const declared = stateOf(definition, run.state)?.onEnter
        run = completeOnEnter({ definition, run, output: output(declared?.executor), now: 0 })
        continue
      }
      depth += 1
      run = completeTransition({
        ...common,
        run,
        transition: next.transition,
        output: output(next.transition.executor),
      }).run
      if (entered.has(run.state)) round = true
      entered.add(run.state)
    }
  }

  const context = fc.record({ a: fc.constantFrom(0, 1), b: fc.constantFrom(0, 1), flag: fc.boolean() })

  it('is exactly what the engine does, where nothing depends on a program [workflow.preview-true]', () => {
    fc.assert(
      fc.property(workflow(false), context, (definition, start) => {
        const found = preview(definition, 'go', { context: start })
        const way = run(definition, start, () => null)
        expect(found.nextStates).toEqual([way.first])
        expect(found.steps.map((step) => [step.state, step.transition])).toEqual(way.steps)
        expect(found.steps.every((step) => !step.approximate)).toBe(true)
        expect(found.stopsAt).toContain(`at ‘${way.rests}’`)
        expect(/chain fails|limit of/.test(found.stopsAt)).toBe(way.stuck)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('holds whatever the programs answer, and no step is taken that was not shown [workflow.preview-true]', () => {
    const answer = fc.constantFrom<JsonValue>({ x: 1, n: 0 }, { x: true }, { x: 0, n: -1 }, {}, 'text', null)
    fc.assert(
      fc.property(
        workflow(true),
        context,
        fc.array(answer, { minLength: 1, maxLength: 6 }),
        (definition, start, answers) => {
          const found = preview(definition, 'go', { context: start })
          fc.pre(found.steps.length < 60)
          let turn = 0
          const way = run(definition, start, () => answers[turn++ % answers.length] ?? null)
          expect(found.nextStates).toContain(way.first)
          const shown = found.steps.map((step) => `${step.state} ${step.transition}`)
          for (const [at, name] of way.steps.slice(0, way.fresh)) expect(shown).toContain(`${at} ${name}`)
          const taken = way.steps.map(([at, name]) => `${at} ${name}`)
          const certain = found.steps.findIndex((step) => step.approximate)
          const sure = shown.slice(0, certain === -1 ? shown.length : certain)
          expect(taken.slice(0, sure.length)).toEqual(sure)
          if (way.fresh === way.steps.length && !way.stuck)
            expect(found.stopsAt).toContain(`at ‘${way.rests}’`)
        },
      ),
      { numRuns: runs(1000) },
    )
  })
})
