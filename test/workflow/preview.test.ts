import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Definition, Guard, State, Transition } from '../../src/main/model/definition.ts'
import type { Instance } from '../../src/main/model/instance.ts'
import type { JsonObject, JsonValue } from '../../src/main/model/json.ts'
import {
  completeOnEnter,
  completeTransition,
  nextAutomatic,
  RETRY_ON_ENTER,
  stateOf,
} from '../../src/main/workflow/advance.ts'
import { previewTransition } from '../../src/main/workflow/preview.ts'
import {
  contentReview,
  declareProgram,
  declareState,
  declareTransition,
  declareWorkflow,
  deployPipeline,
  instanceOf,
} from './declarations.ts'

const nobody = { roles: [], permissions: [] }
const connections = { cliConnection: () => null }

function preview(
  definition: Definition,
  transition: string,
  rest: Partial<Instance> = {},
  args: JsonObject = {},
) {
  return previewTransition({
    definition,
    instance: instanceOf(definition, rest),
    evidence: [],
    transition,
    arguments: args,
    principal: nobody,
    connections,
  })
}

const when = (expr: string): Guard => ({ kind: 'expr', expr })
const automatic = (target: string, rest: Partial<Transition> = {}) =>
  declareTransition(target, { actor: 'deterministic', ...rest })

describe('a preview', () => {
  it('of the content review [workflow.preview]', () => {
    const facts = { state: 'in_review', version: 2 }
    expect(preview(contentReview, 'approve', facts)).toEqual({
      call: null,
      resolved: { kind: 'noop', output: {} },
      arguments: {},
      nextStates: ['published'],
      steps: [],
      stopsAt: 'Stops at ‘published’, the end.',
      problems: [],
    })
    expect(preview(contentReview, 'request_changes', facts)).toMatchObject({
      nextStates: ['drafting'],
      stopsAt: 'Stops at ‘drafting’: the agent goes on.',
    })
    expect(preview(contentReview, 'submit_draft', {}, { content: 'x' }).stopsAt).toBe(
      'Stops at ‘in_review’: a person decides.',
    )
  })

  it('has the literal call of the decision itself [workflow.preview]', () => {
    const facts = {
      state: 'ready_to_deploy',
      context: { testsPassed: true, artifactId: 'img 1' },
      input: { environment: 'production' },
    }
    const found = preview(deployPipeline, 'deploy', facts)
    expect(found.call).toBe('TOKEN_FILE=/run/secret-path deploy "img 1" production')
    expect(found.resolved).toMatchObject({ kind: 'cli', args: ['img 1', 'production'] })
  })

  it('shows the steps that then run by themselves, with their calls and why [workflow.preview]', () => {
    const flow = declareWorkflow({
      waiting: declareState({
        go: declareTransition('lint', { actor: 'human', output: { who: 'a person' } }),
      }),
      lint: { ...deployPipeline.states.lint!, title: 'Linting' },
      test: declareState(
        {
          run_tests: automatic('done', {
            title: 'Run the tests',
            executor: declareProgram('test', ['$.context.who']),
          }),
        },
        { onEnter: { executor: declareProgram('prepare', ['--quiet']), output: {} } },
      ),
      done: declareState({}, { title: 'Finished' }),
    })
    expect(preview(flow, 'go', { input: { service: 'payments' } })).toMatchObject({
      nextStates: ['lint'],
      steps: [
        {
          state: 'lint',
          transition: 'run_lint',
          title: 'Run lint',
          call: 'lint-check payments',
          because: 'It runs by itself (actor deterministic).',
          approximate: false,
        },
        {
          state: 'test',
          transition: '$onEnter',
          title: 'Entering ‘test’',
          call: 'prepare --quiet',
          because: 'It runs on entering the state.',
          approximate: false,
        },
        {
          state: 'test',
          transition: 'run_tests',
          title: 'Run the tests',
          call: 'test "a person"',
          approximate: false,
        },
      ],
      stopsAt: 'Stops at ‘Finished’, the end.',
    })
  })

  it('computes with what is known: noop outputs, mappings, counters [workflow.preview]', () => {
    const flow = declareWorkflow({
      ask: declareState({
        go: declareTransition('count', { output: { label: { concat: ['v', '$.arguments.n'] } } }),
      }),
      count: declareState({
        up: automatic('count', {
          guards: [when('$.context.attempts < 3')],
          output: { attempts: { add: ['$.context.attempts', 1] } },
          executor: { kind: 'noop' },
        }),
        enough: automatic('ship', { guards: [when('$.context.attempts >= 3')] }),
      }),
      ship: declareState({
        ship: automatic('end', {
          executor: declareProgram('ship', ['$.context.label', 'x$.context.attempts']),
        }),
      }),
      end: declareState(),
    })
    const found = preview(flow, 'go', { context: { attempts: 1 } }, { n: 7 })
    expect(found.steps.map((step) => step.transition)).toEqual(['up', 'up', 'enough', 'ship'])
    expect(found.steps.at(-1)).toMatchObject({ call: 'ship v7 x3', approximate: false })
  })

  it('fills in defaults and names what is wrong with the arguments, and then nothing follows [workflow.preview]', () => {
    const flow = declareWorkflow({
      a: declareState({
        go: declareTransition('b', {
          inputSchema: {
            type: 'object',
            required: ['n'],
            properties: { n: { type: 'integer' }, m: { default: 2 } },
          },
          executor: declareProgram('x', ['$.arguments.m']),
        }),
      }),
      b: declareState(),
    })
    expect(preview(flow, 'go', {}, { n: 1 })).toMatchObject({
      call: 'x 2',
      arguments: { n: 1, m: 2 },
      problems: [],
    })
    expect(preview(flow, 'go')).toMatchObject({
      nextStates: [],
      steps: [],
      stopsAt: 'Nothing happens: it cannot be done like this.',
      problems: [{ path: 'n', message: 'is missing', expected: 'integer' }],
    })
  })

  it('names guards that fail, calls that are refused and transitions that are not there [workflow.preview]', () => {
    const flow = declareWorkflow({
      a: declareState({
        guarded: declareTransition('b', { guards: [{ kind: 'role', role: 'admin' }] }),
        dashed: declareTransition('b', { executor: declareProgram('rm', ['$.arguments.file']) }),
      }),
      b: declareState(),
    })
    expect(preview(flow, 'guarded').problems).toEqual([
      {
        path: '',
        message: 'The role ‘admin’ is required, and the caller does not have it.',
        expected: 'role admin',
      },
    ])
    expect(preview(flow, 'dashed', {}, { file: '-rf' })).toMatchObject({
      call: null,
      resolved: null,
      nextStates: [],
    })
    expect(preview(flow, 'absent').problems[0]?.message).toBe('State ‘a’ has no transition ‘absent’')
    expect(preview(flow, '__proto__').problems).toHaveLength(1)
  })

  it('changes nothing that it is given [workflow.preview]', () => {
    const definition = structuredClone(deployPipeline)
    const instance = instanceOf(definition, { state: 'ready_to_deploy', context: { testsPassed: true } })
    const before = JSON.stringify([definition, instance])
    previewTransition({
      definition,
      instance,
      evidence: [],
      transition: 'deploy',
      arguments: {},
      principal: nobody,
      connections,
    })
    expect(JSON.stringify([definition, instance])).toBe(before)
  })
})

describe('a preview of what is not known yet', () => {
  const start = declareState({ go: declareTransition('run', { actor: 'human' }) })

  it('marks values that a result will give, and shows where they stand [workflow.preview-approximate]', () => {
    const flow = declareWorkflow({
      start,
      run: declareState({
        build: automatic('use', {
          executor: declareProgram('build'),
          output: { id: '$.output.json.id', fixed: 'f' },
        }),
      }),
      use: declareState({
        use: automatic('tool', {
          executor: declareProgram('use', ['--id=$.context.id', '$.context.id.deep', '$.context.fixed']),
        }),
      }),
      tool: declareState({
        call: automatic('end', {
          executor: {
            kind: 'mcp',
            connection: 'files',
            tool: 'write',
            map: {
              a: '$.context.id',
              b: ['$.context.fixed'],
              c: { concat: ['x', '$.context.id'] },
              d: { e: '$.context.id' },
            },
            idempotent: false,
          },
        }),
      }),
      end: declareState(),
    })
    expect(preview(flow, 'go').steps.map(({ call, approximate }) => [call, approximate])).toEqual([
      ['build', false],
      ['use "--id=‹context.id›" "‹context.id.deep›" f', true],
      ['files: write {"a":"‹context.id›","b":["f"],"c":"‹from context.id›","d":{"e":"‹context.id›"}}', true],
    ])
  })

  it('shows every way that a result may choose, and where each stops [workflow.preview-approximate]', () => {
    const flow = declareWorkflow({
      start,
      run: declareState({
        run_tests: automatic('red', {
          executor: declareProgram('cargo', ['test'], { treatNonZeroAsFailure: false }),
          output: { passed: '$.output.success' },
          branches: [{ when: when('$.context.passed == true'), target: 'green' }],
        }),
      }),
      green: declareState({ publish: automatic('end', { executor: declareProgram('publish') }) }),
      red: declareState({ fix: declareTransition('run') }),
      end: declareState(),
    })
    const found = preview(flow, 'go')
    expect(found.steps).toMatchObject([
      { transition: 'run_tests', approximate: false },
      {
        transition: 'publish',
        call: 'publish',
        because: 'It runs by itself (actor deterministic), only if the result leads to ‘green’.',
        approximate: true,
      },
    ])
    expect(found.stopsAt).toBe('Depends on results. Stops at ‘end’, the end; or at ‘red’: the agent goes on.')
  })

  it('names all targets where the decision’s own result chooses [workflow.preview-approximate]', () => {
    const branches = [
      { when: when('$.output.exitCode == 0'), target: 'good' },
      { when: when('$.context.fixed == 1'), target: 'never' },
      { when: when('$.context.fixed == 2'), target: 'sure' },
    ]
    const flow = declareWorkflow({
      a: declareState({ go: declareTransition('bad', { executor: declareProgram('x'), branches }) }),
      good: declareState(),
      never: declareState(),
      sure: declareState(),
      bad: declareState(),
    })
    expect(preview(flow, 'go', { context: { fixed: 2 } }).nextStates).toEqual(['good', 'sure'])
    expect(preview(flow, 'go', { context: { fixed: 3 } }).nextStates).toEqual(['good', 'bad'])
  })

  it('shows candidates whose guards depend on a result, and on evidence to come [workflow.preview-approximate]', () => {
    const flow = declareWorkflow({
      start,
      run: declareState({
        check: automatic('route', { executor: declareProgram('check'), output: { ok: '$.output.success' } }),
      }),
      route: declareState({
        left: automatic('end', { guards: [when('$.context.ok')] }),
        right: automatic('end', { guards: [when('!$.context.ok')] }),
        never: automatic('end', { guards: [when('false')] }),
        later: automatic('end', {
          guards: [{ kind: 'evidence', requires: [{ kind: 'k', count: 1, distinct: false }] }],
        }),
      }),
      end: declareState(),
    })
    expect(preview(flow, 'go').steps.map(({ transition, approximate }) => [transition, approximate])).toEqual(
      [
        ['check', false],
        ['left', true],
        ['right', true],
        ['later', true],
      ],
    )
  })

  it('stops where the chain cannot go on, and says why [workflow.preview]', () => {
    const stops = (run: State, rest: Partial<Definition> = {}) =>
      preview(declareWorkflow({ start, run, end: declareState() }, rest), 'go').stopsAt
    expect(stops(declareState({ x: automatic('end', { guards: [when('false')] }) }))).toBe(
      'Stops at ‘run’: no automatic step passes its guards, so the chain fails there.',
    )
    expect(stops(declareState({ x: automatic('end'), y: automatic('end') }))).toBe(
      'Stops at ‘run’: several automatic steps pass, so the chain fails there.',
    )
    expect(stops(declareState({ x: automatic('end', { executor: { kind: 'human' } }) }))).toContain(
      'asks a person',
    )
    expect(
      stops(declareState({ x: automatic('end', { executor: declareProgram('rm', ['$.context.bad']) }) })),
    ).toBe('Stops at ‘end’, the end.')
    expect(
      stops(
        declareState({
          x: automatic('end', {
            executor: {
              kind: 'cli',
              connection: 'gone',
              args: [],
              env: {},
              treatNonZeroAsFailure: true,
              idempotent: false,
            },
          }),
        }),
      ),
    ).toBe('Stops at ‘run’: “X” cannot run. There is no cli connection ‘gone’ in the configuration.')
    expect(stops(declareState({ x: automatic('nowhere') }))).toBe(
      'Stops at ‘nowhere’, which is not declared.',
    )
    expect(stops(declareState({ x: automatic('end') }), { maxChainDepth: 0 })).toContain(
      'limit of 0 automatic steps',
    )
    expect(
      stops(
        declareState({
          x: automatic('end'),
          y: declareTransition('end'),
          z: declareTransition('end', { actor: 'human' }),
        }),
      ),
    ).toBe('Stops at ‘run’: the agent or a person goes on.')
    expect(stops(declareState({ x: declareTransition('end', { actor: 'system' }) }))).toContain(
      'nobody can go on by hand',
    )
  })

  it('ends on cycles, long chains and many branches [workflow.preview-bounded]', () => {
    const around = declareWorkflow({
      start,
      run: declareState({
        again: automatic('run', { executor: declareProgram('poll'), output: { n: '$.output.text' } }),
      }),
    })
    expect(preview(around, 'go')).toMatchObject({
      steps: [{ transition: 'again' }],
      stopsAt: 'Stops when it is back at ‘run’ and goes round again.',
    })
    const known = declareWorkflow(
      { start, run: declareState({ again: automatic('run') }) },
      { maxChainDepth: 10 },
    )
    expect(preview(known, 'go').steps).toHaveLength(10)
    expect(preview(known, 'go').stopsAt).toContain('limit of 10')
    expect(preview({ ...known, maxChainDepth: 1_000_000 }, 'go').steps.length).toBeLessThanOrEqual(60)
    expect(preview({ ...known, maxChainDepth: 1_000_000 }, 'go').stopsAt).toContain('the preview ends')

    const states: Record<string, State> = { start }
    const names = Array.from({ length: 12 }, (_, index) => (index === 0 ? 'run' : `s${index}`))
    for (const name of names) {
      const branches = names.map((target) => ({ when: when('$.output.x == 1'), target }))
      states[name] = declareState({ hop: automatic('run', { executor: declareProgram('hop'), branches }) })
    }
    const started = performance.now()
    expect(preview(declareWorkflow(states), 'go').steps.length).toBeLessThanOrEqual(60)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

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
    let instance = instanceOf(definition, { context })
    const go = definition.states.start!.transitions.go!
    const common = { definition, arguments: {}, principal: nobody, evidence: [], now: 0 }
    instance = completeTransition({
      ...common,
      instance,
      transition: go,
      output: output(go.executor),
    }).instance
    const way: Way = { first: instance.state, steps: [], fresh: 0, rests: '', stuck: false }
    const entered = new Set([instance.state])
    let round = false
    for (let depth = 0; ; ) {
      const next = nextAutomatic(definition, instance, [], depth)
      if (next.kind === 'rest' || next.kind === 'stuck') {
        return { ...way, rests: instance.state, stuck: next.kind === 'stuck' }
      }
      way.steps.push([instance.state, next.kind === 'enter' ? RETRY_ON_ENTER : next.name])
      if (!round) way.fresh = way.steps.length
      if (next.kind === 'enter') {
        const declared = stateOf(definition, instance.state)?.onEnter
        instance = completeOnEnter({ definition, instance, output: output(declared?.executor), now: 0 })
        continue
      }
      depth += 1
      instance = completeTransition({
        ...common,
        instance,
        transition: next.transition,
        output: output(next.transition.executor),
      }).instance
      if (entered.has(instance.state)) round = true
      entered.add(instance.state)
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
      { numRuns: 1000 },
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
      { numRuns: 1000 },
    )
  })
})
