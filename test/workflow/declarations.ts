/** Definitions for tests: what is not said has the default that the configuration would give it. */
import type { Definition, State, Transition } from '../../src/main/model/definition.ts'
import type { ExecutorDeclaration } from '../../src/main/model/executor.ts'
import type { Run } from '../../src/main/model/run.ts'
import { RESTING } from '../../src/main/model/run.ts'
import type { Moment } from '../../src/main/workflow/scope.ts'

export function declareTransition(target: string, rest: Partial<Transition> = {}): Transition {
  return { target, actor: 'agent', prefill: {}, guards: [], output: {}, branches: [], ...rest }
}

export function declareState(transitions: Record<string, Transition> = {}, rest: Partial<State> = {}): State {
  return { terminal: Object.keys(transitions).length === 0, transitions, ...rest }
}

export function declareWorkflow(states: Record<string, State>, rest: Partial<Definition> = {}): Definition {
  return {
    id: 'flow',
    version: '1',
    title: 'Flow',
    tags: [],
    aliases: [],
    examples: [],
    guards: [],
    initialState: Object.keys(states)[0] ?? '',
    initialContext: {},
    maxChainDepth: 50,
    linkFilter: 'all',
    states,
    ...rest,
  }
}

export function declareProgram(
  command: string,
  args: Extract<ExecutorDeclaration, { kind: 'cli' }>['args'] = [],
  rest: Partial<Extract<ExecutorDeclaration, { kind: 'cli' }>> = {},
): ExecutorDeclaration {
  return { kind: 'cli', command, args, env: {}, treatNonZeroAsFailure: true, idempotent: false, ...rest }
}

export function declareRequest(
  path: string,
  rest: Partial<Extract<ExecutorDeclaration, { kind: 'rest' }>> = {},
): ExecutorDeclaration {
  return {
    kind: 'rest',
    connection: 'api',
    method: 'GET',
    path,
    query: {},
    headers: {},
    idempotent: false,
    ...rest,
  }
}

export function instanceOf(definition: Definition, rest: Partial<Run> = {}): Run {
  return {
    id: 'wf_0123456789ab',
    definitionId: definition.id,
    definitionHash: 'hash',
    definitionVersion: definition.version,
    state: definition.initialState,
    version: 1,
    status: 'running',
    input: {},
    context: {},
    owner: 'local',
    startedBy: 'agent:test',
    startedAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    deadlineAt: null,
    activity: RESTING,
    parent: null,
    failure: null,
    personSaid: null,
    endReason: null,
    ...rest,
  }
}

/** When the rules are asked, unless a test says otherwise: the first instant of 2026. */
export const NOW = Date.parse('2026-01-01T00:00:00Z')

export function scopeWith(rest: Partial<Moment> = {}): Moment {
  return {
    arguments: {},
    context: {},
    input: {},
    workflow: { id: 'wf_1', state: 'here' },
    now: NOW,
    ...rest,
  }
}

/** Seed 003, first example. */
export const contentReview = declareWorkflow(
  {
    drafting: declareState({
      submit_draft: declareTransition('in_review', {
        title: 'Submit for review',
        inputSchema: {
          type: 'object',
          required: ['content'],
          properties: { content: { type: 'string' } },
        },
      }),
    }),
    in_review: declareState({
      approve: declareTransition('published', { title: 'Approve the content', actor: 'human' }),
      request_changes: declareTransition('drafting', { title: 'Request changes', actor: 'human' }),
    }),
    published: declareState(),
  },
  { id: 'content_review', title: 'Content review', description: 'Write, review, and publish content.' },
)

/** Seed 003, the long example: three automatic steps, then a decision. */
export const deployPipeline = declareWorkflow(
  {
    lint: declareState({
      run_lint: declareTransition('test', {
        actor: 'deterministic',
        executor: declareProgram('lint-check', ['$.input.service']),
        output: { lintPassed: '$.output.json.passed' },
      }),
    }),
    test: declareState({
      run_tests: declareTransition('build', {
        actor: 'deterministic',
        executor: declareProgram('test-runner', ['$.input.service']),
        output: { testsPassed: '$.output.json.passed' },
      }),
    }),
    build: declareState({
      build_artifact: declareTransition('ready_to_deploy', {
        actor: 'deterministic',
        executor: declareProgram('build-artifact', ['$.input.service']),
        output: { artifactId: '$.output.json.artifactId' },
      }),
    }),
    ready_to_deploy: declareState(
      {
        deploy: declareTransition('deployed', {
          title: 'Deploy to environment',
          guards: [{ kind: 'expr', expr: '$.context.testsPassed == true' }],
          executor: declareProgram('deploy', ['$.context.artifactId', '$.input.environment'], {
            env: { TOKEN_FILE: '/run/secret-path' },
          }),
        }),
        abort: declareTransition('aborted', { title: 'Abort deployment' }),
      },
      { goal: 'Confirm deployment' },
    ),
    deployed: declareState(),
    aborted: declareState(),
  },
  {
    id: 'deploy_pipeline',
    title: 'Deploy Pipeline',
    description: 'Lint, test, build, and deploy a service.',
  },
)
