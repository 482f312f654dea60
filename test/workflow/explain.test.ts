import { describe, expect, it } from 'vitest'
import { NOTHING_STORED } from '../../src/main/model/guard.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import { ENGINE } from '../../src/main/model/principal.ts'
import type { Run } from '../../src/main/model/run.ts'
import { explainDefinition, explainRun, explainTransition } from '../../src/main/workflow/explain.ts'
import { scopeOf } from '../../src/main/workflow/scope.ts'
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
} from './declarations.ts'

describe('explain of a definition', () => {
  it('has the shape of the seed, with the actors beside the names [workflow.explain, R7.5]', () => {
    expect(explainDefinition(deployPipeline)).toEqual({
      definitionId: 'deploy_pipeline',
      title: 'Deploy Pipeline',
      description: 'Lint, test, build, and deploy a service.',
      definitionVersion: '1',
      initialState: 'lint',
      states: {
        lint: { transitions: ['run_lint'], actors: { run_lint: 'deterministic' } },
        test: { transitions: ['run_tests'], actors: { run_tests: 'deterministic' } },
        build: { transitions: ['build_artifact'], actors: { build_artifact: 'deterministic' } },
        ready_to_deploy: {
          goal: 'Confirm deployment',
          transitions: ['deploy', 'abort'],
          actors: { deploy: 'agent', abort: 'agent' },
        },
        deployed: { terminal: true },
        aborted: { terminal: true },
      },
    })
  })

  it('of a transition has the shape of the seed [workflow.explain]', () => {
    expect(explainTransition(deployPipeline, 'deploy')).toEqual({
      definitionId: 'deploy_pipeline',
      transition: 'deploy',
      state: 'ready_to_deploy',
      title: 'Deploy to environment',
      target: 'deployed',
      actor: 'agent',
      guards: [{ kind: 'expr', expr: '$.context.testsPassed == true' }],
      inputSchema: null,
      executor: {
        kind: 'cli',
        command: 'deploy',
        args: ['$.context.artifactId', '$.input.environment'],
        env: ['TOKEN_FILE'],
      },
    })
    const given = { query: { dry: true }, headers: { 'x-mode': '$.input.mode' } }
    for (const [more, shown] of [
      [given, { query: { dry: true }, headers: ['x-mode'] }],
      [{}, {}],
    ] as const) {
      const executor = declareRequest('/pay', more)
      const asking = declareWorkflow({ a: declareState({ pay: declareTransition('a', { executor }) }) })
      expect(explainTransition(asking, 'pay')?.executor).toEqual({
        kind: 'rest',
        connection: expect.any(String),
        method: expect.any(String),
        path: '/pay',
        ...shown,
      })
    }
    expect(explainTransition(deployPipeline, 'abort')).toMatchObject({ executor: null, guards: [] })
  })

  it('of a program says what its author permits, and nothing of what nobody did [workflow.explain]', () => {
    const executorOf = (more: Parameters<typeof declareProgram>[2]) => {
      const executor = declareProgram('run', [], more)
      const flow = declareWorkflow({ a: declareState({ go: declareTransition('a', { executor }) }) })
      return explainTransition(flow, 'go')?.executor
    }
    const plain = { kind: 'cli', command: 'run' }
    const permitted = { allowDash: true, idempotent: true, treatNonZeroAsFailure: false } as const
    expect(executorOf(permitted)).toEqual({ ...plain, ...permitted })
    expect(executorOf({ allowDash: false, idempotent: false, treatNonZeroAsFailure: true })).toEqual(plain)
  })

  it('never shows values of an environment [workflow.explain]', () => {
    const flow = declareWorkflow({
      a: declareState(
        { go: declareTransition('b', { executor: declareProgram('x', [], { env: { TOKEN: 'hunter2' } }) }) },
        { onEnter: { executor: declareProgram('y', [], { env: { KEY: 'hunter3' } }), output: {} } },
      ),
      b: declareState(),
    })
    const all = JSON.stringify([explainDefinition(flow), explainTransition(flow, 'go')])
    expect(all).not.toContain('hunter')
    expect(all).toContain('TOKEN')
    expect(all).toContain('KEY')
  })

  it('answers every state that has the name, and `state` narrows [R7.5]', () => {
    const flow = declareWorkflow({
      a: declareState({ next: declareTransition('b') }),
      b: declareState({ next: declareTransition('c', { actor: 'human' }) }),
      c: declareState(),
    })
    expect(explainTransition(flow, 'next')).toMatchObject({
      definitionId: 'flow',
      transition: 'next',
      answers: [
        { state: 'a', target: 'b', actor: 'agent' },
        { state: 'b', target: 'c', actor: 'human' },
      ],
    })
    expect(explainTransition(flow, 'next', 'b')).toMatchObject({ state: 'b', actor: 'human' })
  })

  it('knows no transition that is not declared, be it named like a prototype [workflow.explain]', () => {
    expect(explainTransition(contentReview, 'absent')).toBeNull()
    expect(explainTransition(contentReview, 'approve', 'drafting')).toBeNull()
    expect(explainTransition(contentReview, 'constructor')).toBeNull()
    expect(explainTransition(contentReview, '__proto__')).toBeNull()
  })

  it('tells branches, guards of all kinds and what else is declared [workflow.explain]', () => {
    const flow = declareWorkflow(
      {
        a: declareState({
          go: declareTransition('b', {
            branches: [{ when: { kind: 'not', guard: { kind: 'role', role: 'x' } }, target: 'c' }],
            guards: [
              {
                kind: 'anyOf',
                guards: [{ kind: 'evidence', requires: [{ kind: 'k', count: 2, distinct: true }] }],
              },
            ],
            output: { passed: '$.output.success' },
            prefill: { base: 'main' },
            executor: {
              kind: 'mcp',
              connection: 'github',
              tool: 'merge',
              map: { id: '$.context.id' },
              idempotent: false,
            },
            risk: 'high',
            confirm: true,
            summary: 'Merge {id}',
          }),
        }),
        b: declareState(),
        c: declareState(),
      },
      { timeoutMs: 1000, onTimeout: { target: 'c' } },
    )
    expect(explainTransition(flow, 'go')).toMatchObject({
      branches: [{ when: { kind: 'not', guard: { kind: 'role', role: 'x' } }, target: 'c' }],
      guards: [
        {
          kind: 'anyOf',
          guards: [{ kind: 'evidence', requires: [{ kind: 'k', count: 2, distinct: true }] }],
        },
      ],
      output: { passed: '$.output.success' },
      prefill: { base: 'main' },
      executor: { kind: 'mcp', connection: 'github', tool: 'merge', map: { id: '$.context.id' } },
      risk: 'high',
      confirm: true,
      summary: 'Merge {id}',
    })
    expect(explainDefinition(flow)).toMatchObject({ timeoutMs: 1000, onTimeout: { target: 'c' } })
  })
})

describe('explain of an instance', () => {
  function explained(
    definition: typeof contentReview,
    rest: Partial<Run>,
    caller: 'agent' | 'human' = 'agent',
    args: JsonObject = {},
  ) {
    const run = instanceOf(definition, rest)
    const facts = () => ({
      scope: { ...scopeOf(run, args), now: NOW },
      principal: ENGINE,
      stored: NOTHING_STORED,
    })
    return explainRun(definition, run, facts, caller, {
      unwritten: null,
      paused: null,
      prospect: () => ({ unable: null, note: null }),
    })
  }

  it('says what is allowed now, and why the rest is not [workflow.explain-instance]', () => {
    expect(
      explained(deployPipeline, { state: 'ready_to_deploy', version: 4, context: { testsPassed: false } }),
    ).toMatchObject({
      workflowId: 'wf_0123456789ab',
      definitionId: 'deploy_pipeline',
      state: 'ready_to_deploy',
      version: 4,
      status: 'running',
      allowedNow: ['abort'],
      transitions: {
        deploy: {
          allowed: false,
          because: '‘$.context.testsPassed == true’ does not hold: $.context.testsPassed is false.',
          guards: [
            {
              guard: 'expr $.context.testsPassed == true',
              passes: false,
              saw: { '$.context.testsPassed': false },
            },
          ],
        },
        abort: { allowed: true, because: 'Available now.' },
      },
      waitingFor: 'The next move of an agent (deploy, abort).',
    })
  })

  it('lets people do what agents may not [workflow.explain-instance]', () => {
    expect(explained(contentReview, { state: 'in_review' })).toMatchObject({
      allowedNow: [],
      transitions: { approve: { because: 'Only a person at the desk may fire it.' } },
      waitingFor: 'The next move of a person at the desk (approve, request_changes).',
    })
    expect(explained(contentReview, { state: 'in_review' }, 'human')).toMatchObject({
      allowedNow: ['approve', 'request_changes'],
    })
    expect(explained(contentReview, { state: 'drafting' }, 'human')).toMatchObject({
      allowedNow: ['submit_draft'],
    })
  })

  it('leaves guards undecided that read arguments nobody has given yet [workflow.explain-instance]', () => {
    const flow = declareWorkflow({
      a: declareState({
        pay: declareTransition('b', { guards: [{ kind: 'expr', expr: '$.arguments.amount < 100' }] }),
      }),
      b: declareState(),
    })
    expect(explained(flow, {})).toMatchObject({
      allowedNow: ['pay'],
      transitions: { pay: { guards: [{ passes: null }] } },
    })
  })

  it.each<[string, Partial<Run>, string | null]>([
    ['ended', { status: 'completed', state: 'published' }, null],
    ['cancelled', { status: 'cancelled' }, null],
    [
      'executing',
      {
        activity: {
          kind: 'claimed',
          claim: {
            correlationId: 'co',
            transition: 'submit_draft',
            kind: 'transition',
            arguments: {},
            by: { id: 'agent:x', roles: [], permissions: [] },
            at: '2026-01-01T00:00:01.000Z',
            repeatable: false,
            idempotencyKey: null,
            call: null,
          },
        },
      },
      '‘submit_draft’ is executing since 2026-01-01T00:00:01.000Z.',
    ],
    [
      'interrupted',
      {
        activity: {
          kind: 'interrupted',
          claim: {
            correlationId: 'co',
            transition: 'submit_draft',
            kind: 'transition',
            arguments: {},
            by: { id: 'agent:x', roles: [], permissions: [] },
            at: '2026-01-01T00:00:01.000Z',
            repeatable: false,
            idempotencyKey: null,
            call: null,
          },
        },
      },
      'A person at the desk must say whether ‘submit_draft’ happened.',
    ],
    [
      'about to go on',
      { activity: { kind: 'due', todo: 'chain' } },
      'The engine is about to go on by itself.',
    ],
  ])(
    'that is %s allows nothing, and says what it waits for [workflow.explain-instance]',
    (_, rest, waitingFor) => {
      expect(explained(contentReview, rest, 'human')).toMatchObject({ allowedNow: [], waitingFor })
    },
  )

  it('allows the step at which a chain failed, at that version only [workflow.explain-instance]', () => {
    const failure = {
      code: 'CHAIN_FAILED' as const,
      message: 'It broke.',
      recovery: { transition: 'run_lint', version: 3 },
    }
    expect(explained(deployPipeline, { version: 3, failure })).toMatchObject({
      allowedNow: ['run_lint'],
      waitingFor: '‘run_lint’ failed: It broke. It may be submitted again.',
    })
    expect(explained(deployPipeline, { version: 4, failure })).toMatchObject({
      allowedNow: [],
      waitingFor: 'Nothing that anybody can do: the state has no transition to fire.',
    })
    const onEnter = { ...failure, recovery: { transition: '$onEnter', version: 3 } }
    expect(explained(deployPipeline, { version: 3, failure: onEnter })).toMatchObject({
      allowedNow: ['$onEnter'],
    })
  })
})
