import { describe, expect, it } from 'vitest'
import { contentHash } from '../../src/main/config/hash.ts'
import type { Gate } from '../../src/main/model/definition.ts'
import type { ExecutorDeclaration, ParallelBranch, Reliability } from '../../src/main/model/executor.ts'
import { NOTHING_STORED } from '../../src/main/model/guard.ts'
import { ENGINE } from '../../src/main/model/principal.ts'
import { resolvePlan } from '../../src/main/workflow/executors/executors.ts'
import { callText, describeCall, planText } from '../../src/main/workflow/executors/wording.ts'
import { explainTransition } from '../../src/main/workflow/explain.ts'
import { previewTransition } from '../../src/main/workflow/preview/preview.ts'
import {
  declareProgram,
  declareRequest,
  declareState,
  declareTransition,
  declareWorkflow,
  instanceOf,
  NOW,
  scopeWith,
} from './declarations.ts'
import { automatic, preview, when } from './previews.ts'

const connections = {
  cliConnection: () => ({ command: '$' + '{TOOL}', workingDirectory: '$' + '{FOLDER}' }),
  restConnection: () => ({ baseUrl: 'https://$' + '{HOST}/v1' }),
}
const scope = scopeWith({ arguments: { service: 'api', force: true } })

function branch(executor: ExecutorDeclaration, rest: Partial<ParallelBranch> = {}): ParallelBranch {
  return { executor, onFailure: 'abort', ...rest }
}
const reliability: Reliability = {
  timeoutMs: 500,
  retry: {
    maxAttempts: 3,
    backoff: 'exponential',
    initialDelayMs: 10,
    maxDelayMs: 100,
    jitter: true,
    retryOn: ['timeout'],
  },
  fallback: [declareRequest('/deploy/{service}', { method: 'POST', body: { force: '$.arguments.force' } })],
}
const both: ExecutorDeclaration = {
  kind: 'parallel',
  limit: 1,
  join: 'all',
  branches: {
    lint: branch(declareProgram('lint', ['$.arguments.service'], { idempotencyKey: true }), { reliability }),
    skipped: branch(declareProgram('never'), { when: when('$.arguments.service == "web"') }),
    notes: branch(
      { kind: 'workflow', definitionId: 'notes', input: { of: '$.arguments.service' }, idempotent: false },
      { onFailure: 'continue' },
    ),
  },
}

function planOf(executor: ExecutorDeclaration, policy?: Reliability) {
  const result = resolvePlan(executor, policy, scope, connections)
  if (!result.ok) throw new Error(result.message)
  return result.plan
}

describe('a plan', () => {
  it('has its fallbacks resolved, and the key of its step [workflow.plan]', () => {
    const plan = planOf(
      declareProgram('deploy', ['$.arguments.service'], { idempotencyKey: 'd-{workflowId}' }),
      reliability,
    )
    expect(plan).toMatchObject({
      calls: [
        { call: { kind: 'cli', args: ['api'] }, idempotencyKey: 'd-{workflowId}' },
        { call: { kind: 'rest', path: '/deploy/api', body: { force: true } }, idempotencyKey: null },
      ],
      timeoutMs: 500,
      retry: { maxAttempts: 3 },
    })
    expect(planText(plan)).toBe(
      'deploy api — or, if that fails: POST https://$' + '{HOST}/v1/deploy/api {"force":true}',
    )
    expect(planText(plan, 1)).toBe('POST https://$' + '{HOST}/v1/deploy/api {"force":true}')
  })

  it('is impossible as a whole where one of its calls is [workflow.plan]', () => {
    const broken = { fallback: [declareProgram('x', ['$.arguments.flag'])] }
    const at = scopeWith({ arguments: { flag: '-x' } })
    expect(resolvePlan(declareProgram('y'), broken, at, connections)).toMatchObject({ ok: false })
    const inBranch: ExecutorDeclaration = {
      ...both,
      branches: { one: branch(declareProgram('y'), { reliability: broken }) },
    }
    const result = resolvePlan(inBranch, undefined, at, connections)
    expect(result).toHaveProperty('message', expect.stringContaining('Branch ‘one’: The argument'))
  })

  it('has the branches whose condition holds, each with its own plan [workflow.plan]', () => {
    const [{ call }] = planOf(both).calls
    expect(call).toMatchObject({
      kind: 'parallel',
      limit: 1,
      branches: {
        lint: {
          onFailure: 'abort',
          timeoutMs: 500,
          calls: [
            { idempotencyKey: '{workflowId}:{transition}:{correlationId}' },
            { call: { kind: 'rest' } },
          ],
        },
        notes: { onFailure: 'continue', calls: [{ call: { kind: 'workflow', input: { of: 'api' } } }] },
      },
    })
    expect(call.kind === 'parallel' && Object.keys(call.branches)).toEqual(['lint', 'notes'])
    expect(callText(call)).toBe(
      'all of, 1 at once [lint: lint api — or, if that fails: POST https://$' +
        '{HOST}/v1/deploy/api {"force":true}; notes: start notes {"of":"api"} (may fail)]',
    )
  })

  it('is JSON, the same whenever it is made, and has no value of `$' + '{…}` in it [workflow.plan]', () => {
    const kinds: ExecutorDeclaration[] = [
      both,
      { kind: 'noop' },
      { kind: 'human', queue: 'legal' },
      { kind: 'orchestrator', action: 'list_workflows' },
      {
        kind: 'mcp',
        connection: 'files',
        tool: 'read',
        map: { path: '$.arguments.absent' },
        idempotent: false,
      },
      declareRequest('/x', { method: 'POST', body: '$.arguments.absent' }),
      { kind: 'cli', connection: 'tool', args: [], env: {}, treatNonZeroAsFailure: true, idempotent: false },
    ]
    for (const kind of kinds) {
      const plan = planOf(kind, reliability)
      const again = JSON.parse(JSON.stringify(plan)) as typeof plan
      expect(again).toStrictEqual(plan)
      expect(contentHash(again as never)).toBe(contentHash(planOf(kind, reliability) as never))
    }
    expect(planOf(kinds.at(-1) as ExecutorDeclaration).calls[0].call).toMatchObject({
      command: '$' + '{TOOL}',
      workingDirectory: '$' + '{FOLDER}',
    })
  })
})

describe('a call as data', () => {
  it('names variables and headers and leaves out their values [workflow.literal-call]', () => {
    const [{ call }] = planOf(declareProgram('x', [], { env: { KEY: 'value' }, stdin: 'y' })).calls
    expect(describeCall(call)).toEqual({ kind: 'cli', command: 'x', args: [], env: ['KEY'], stdin: 'y' })
    const [{ call: request }] = planOf(declareRequest('/x', { headers: { 'X-A': 'value' } })).calls
    expect(describeCall(request)).toMatchObject({ url: 'https://$' + '{HOST}/v1/x', headers: ['X-A'] })
    const [{ call: branches }] = planOf(both).calls
    expect(describeCall(branches)).toMatchObject({
      branches: {
        lint: { command: 'lint', fallbacks: [{ kind: 'rest' }] },
        notes: { definitionId: 'notes' },
      },
    })
  })
})

describe('an explanation', () => {
  it('names fallbacks, retries, approvals, evidence and where a failure leads [workflow.explain]', () => {
    const flow = declareWorkflow({
      start: declareState({
        go: declareTransition('end', {
          executor: both,
          reliability,
          gates: [{ required: true, queue: 'release', quorum: 2, notRequester: true }],
          evidence: [{ kind: 'deployed', data: {} }],
          onFailure: { target: 'end' },
        }),
      }),
      end: declareState(),
    })
    expect(explainTransition(flow, 'go')).toMatchObject({
      executor: {
        kind: 'parallel',
        branches: {
          lint: {
            executor: { kind: 'cli', idempotencyKey: true },
            reliability: { fallback: [{ kind: 'rest', method: 'POST' }] },
          },
        },
      },
      reliability: {
        timeoutMs: 500,
        retry: { maxAttempts: 3 },
        fallback: [{ kind: 'rest', method: 'POST' }],
      },
      approvals: [{ required: true, queue: 'release', quorum: 2, notRequester: true }],
      evidence: ['deployed'],
      onFailure: { target: 'end' },
    })
  })
})

describe('a preview of a plan', () => {
  it('shows fallbacks, requests, runs and branches with places for what is not known [workflow.preview-approximate]', () => {
    const flow = declareWorkflow({
      start: declareState({ go: declareTransition('made', { actor: 'human' }) }),
      made: declareState({
        make: automatic('sent', { executor: declareProgram('make'), output: { id: '$.output.json.id' } }),
      }),
      sent: declareState({
        send: automatic('end', {
          executor: {
            kind: 'parallel',
            limit: 4,
            join: 'any',
            branches: {
              run: branch({
                kind: 'workflow',
                definitionId: 'child',
                input: { id: '$.context.id' },
                idempotent: false,
              }),
              maybe: branch(declareProgram('tell', ['id=$.context.id']), { when: when('$.context.id == 1') }),
              never: branch(declareProgram('never'), { when: when('$.input.absent == 1') }),
            },
          },
          reliability: { fallback: [declareProgram('tell', [{ concat: ['id=$.context.id', '!'] }])] },
        }),
      }),
      end: declareState(),
    })
    const { steps } = preview(flow, 'go')
    expect(steps.map(({ call, approximate }) => [call, approximate])).toEqual([
      ['make', false],
      [
        'any of [run: start child {"id":"‹context.id›"}; maybe: tell "id=‹context.id›"] — or, if that fails: tell "‹from context.id›"',
        true,
      ],
    ])
  })

  it('stops before a gate, and shows where a failure leads [workflow.preview]', () => {
    const flow = declareWorkflow({
      start: declareState({ go: declareTransition('check', { actor: 'human' }) }),
      check: declareState({
        check: automatic('ship', { executor: declareProgram('check'), onFailure: { target: 'failed' } }),
      }),
      ship: declareState({ ship: automatic('end', { title: 'Ship it', executor: declareProgram('ship') }) }),
      failed: declareState(),
      end: declareState(),
    })
    const held: Gate = { required: true, quorum: 1, notRequester: false }
    const found = previewTransition({
      definition: flow,
      run: instanceOf(flow),
      stored: NOTHING_STORED,
      transition: 'go',
      arguments: {},
      now: NOW,
      principal: ENGINE,
      connections,
      gates: {
        gatesFor: (call) => (call.kind === 'cli' && call.command === 'ship' ? [held] : []),
        isReadOnlyTool: () => false,
      },
    })
    expect(found.steps.map(({ call }) => call)).toEqual(['check', 'ship'])
    expect(found.stopsAt).toBe(
      'Depends on results. Stops at ‘ship’: a person must approve ‘Ship it’ before it runs; or at ‘failed’, the end.',
    )
  })
})
