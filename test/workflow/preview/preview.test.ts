import { describe, expect, it } from 'vitest'
import { NOTHING_STORED } from '../../../src/main/model/guard.ts'
import { ENGINE } from '../../../src/main/model/principal.ts'
import { previewTransition } from '../../../src/main/workflow/preview/preview.ts'
import {
  contentReview,
  declareProgram,
  declareRequest,
  declareState,
  declareTransition,
  declareWorkflow,
  deployPipeline,
  instanceOf,
  NOW,
} from '../declarations.ts'
import { automatic, connections, preview, when } from '../previews.ts'

describe('a preview', () => {
  it('of the content review [workflow.preview]', () => {
    const facts = { state: 'in_review', version: 2 }
    expect(preview(contentReview, 'approve', facts)).toEqual({
      call: null,
      plan: {
        calls: [{ call: { kind: 'noop', output: {} }, idempotencyKey: null }],
        timeoutMs: null,
        retry: null,
      },
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
    expect(found.plan?.calls[0].call).toMatchObject({ kind: 'cli', args: ['img 1', 'production'] })
  })

  it('shows in the address of a request where a value stands that only a result will give [workflow.preview-approximate]', () => {
    const push = (path: string) => automatic('end', { executor: declareRequest(path, { method: 'PUT' }) })
    const flow = declareWorkflow({
      a: declareState({ go: declareTransition('build', { actor: 'human' }) }),
      build: declareState({
        build: automatic('push', { executor: declareProgram('build'), output: { image: '$.output.json' } }),
      }),
      push: declareState({ push: push('/{image}/of/{image.parts[0]}/{input.tag}') }),
      end: declareState(),
    })
    const { steps } = previewTransition({
      definition: flow,
      run: instanceOf(flow, { input: { tag: 'v1' } }),
      stored: NOTHING_STORED,
      transition: 'go',
      arguments: {},
      now: NOW,
      principal: ENGINE,
      connections: { ...connections, restConnection: () => ({ baseUrl: 'https://images.example' }) },
    })
    expect(steps[1]).toMatchObject({
      call: 'PUT https://images.example/‹context.image›/of/‹context.image.parts[0]›/v1',
      approximate: true,
    })
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
        message: 'Only somebody with the role ‘admin’ can do this.',
        expected: 'role admin',
      },
    ])
    expect(preview(flow, 'dashed', {}, { file: '-rf' })).toMatchObject({
      call: null,
      plan: null,
      nextStates: [],
    })
    expect(preview(flow, 'absent').problems[0]?.message).toBe('State ‘a’ has no transition ‘absent’')
    expect(preview(flow, '__proto__').problems).toHaveLength(1)
  })

  it('changes nothing that it is given [workflow.preview]', () => {
    const definition = structuredClone(deployPipeline)
    const run = instanceOf(definition, { state: 'ready_to_deploy', context: { testsPassed: true } })
    const before = JSON.stringify([definition, run])
    previewTransition({
      definition,
      run,
      stored: NOTHING_STORED,
      transition: 'deploy',
      arguments: {},
      now: NOW,
      principal: ENGINE,
      connections,
    })
    expect(JSON.stringify([definition, run])).toBe(before)
  })
})
