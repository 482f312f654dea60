import { describe, expect, it } from 'vitest'
import type { Definition, State } from '../../src/main/model/definition.ts'
import { measureProcessorTime } from '../support/processor-time.ts'
import {
  declareProgram,
  declareRequest,
  declareState,
  declareTransition,
  declareWorkflow,
} from './declarations.ts'
import { automatic, preview, when } from './previews.ts'

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

  it('marks them and nothing of a value that is known and called alike [workflow.preview-approximate]', () => {
    const flow = declareWorkflow({
      start,
      run: declareState({
        build: automatic('use', {
          executor: declareProgram('build'),
          output: { id: '$.output.id', id_of: 'f' },
        }),
      }),
      use: declareState({
        use: automatic('end', {
          executor: declareProgram('use', ['a=$.context.id', 'b=$.context.id_of,$.context.id']),
        }),
      }),
      end: declareState(),
    })
    expect(preview(flow, 'go').steps[1]?.call).toBe('use "a=‹context.id›" "b=f,‹context.id›"')
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
    ).toBe('Stops at ‘run’: ‘X’ cannot run. There is no program ‘gone’ in the configuration.')
    expect(stops(declareState({ x: automatic('nowhere') }))).toBe(
      'Stops at ‘nowhere’, which is not declared.',
    )
    expect(stops(declareState({ x: automatic('end') }), { maxChainDepth: 0 })).toContain(
      'limit of 0 automatic steps',
    )
    // What follows a failure is a step of the chain as well.
    const run = declareState({
      x: automatic('end', { executor: declareProgram('a'), onFailure: { target: 'next' } }),
    })
    const next = declareState({ y: automatic('end') })
    const short = declareWorkflow({ start, run, next, end: declareState() }, { maxChainDepth: 1 })
    expect(preview(short, 'go').stopsAt).toContain('limit of 1 automatic steps')
    expect(
      stops(
        declareState({
          x: automatic('end'),
          y: declareTransition('end'),
          z: declareTransition('end', { actor: 'human' }),
        }),
      ),
    ).toBe('Stops at ‘run’: the agent or a person goes on.')
    const system = (expr: string) => declareTransition('end', { actor: 'system', guards: [when(expr)] })
    expect(stops(declareState({ x: system('$.context.absent == 1') }))).toContain('nobody can go on by hand')
    expect(stops(declareState({ x: system('$.context.absent == null') }))).toBe('Stops at ‘end’, the end.')
  })

  it('does not say that a step cannot run where its values decide that [workflow.preview-approximate]', () => {
    const tell = declareRequest('/', { headers: { Name: '$.context.имя' } })
    const flow = declareWorkflow({
      start,
      run: declareState({
        look: automatic('tell', { executor: declareProgram('look'), output: { имя: '$.output.text' } }),
      }),
      tell: declareState({ tell: automatic('end', { executor: tell }) }),
      end: declareState(),
    })
    const around = { restConnection: () => ({ baseUrl: 'https://x.example' }) }
    expect(preview(flow, 'go', {}, {}, around).stopsAt).toBe(
      'Stops at ‘tell’: whether ‘Tell’ can run depends on values that are not known yet.',
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
    const taken = measureProcessorTime(() => {
      expect(preview(declareWorkflow(states), 'go').steps.length).toBeLessThanOrEqual(60)
    })
    expect(taken).toBeLessThan(10_000)
  })
})
