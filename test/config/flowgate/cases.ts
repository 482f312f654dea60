/** Configurations in the format of mcp-flowgate, at least one for each difference. */
import type { DifferenceId } from '../../../src/main/config/flowgate/differences.ts'
import { expose, flow, HEAD, indent } from './documents.ts'

export interface Case {
  id: DifferenceId
  yaml: string
  /** Where it is found, by line, and what is named. */
  line: number
  what?: string
  /** What the converted file holds, as paths of the document; undefined: it is not there. */
  becomes?: Record<string, unknown>
}

/** The transition `go` of the first state; its keys begin in line 11. */
const go = (keys: string, workflow?: string) =>
  flow(`transitions:\n  go:\n    target: done\n${indent(keys, 4)}`, workflow)
const GO = 'workflows.flow.states.one.transitions.go'
const guard = (text: string, workflow?: string) => go(`guards:\n  - ${text}`, workflow)
const runs = (executor: string, more = '') => go(`executor: ${executor}${more === '' ? '' : `\n${more}`}`)
const TOOLS = '\nconnections: { tools: { kind: mcp, url: "https://tools.example.com/mcp" } }\n'
const API = '\nconnections: { api: { kind: rest, baseUrl: "https://api.example.com" } }\n'
const cli = '{ kind: cli, command: echo }'

export const CASES: Case[] = [
  {
    id: 'concat-missing',
    yaml: runs(cli, 'output: { text: { concat: ["by ", "$.context.author"] } }'),
    line: 13,
    what: '$.context.author',
    becomes: { [`${GO}.output.text.concat`]: ['by ', '$.context.author'] },
  },
  {
    id: 'tool-content',
    yaml: `${runs('{ kind: mcp, connection: tools, tool: read }', 'output: { text: "$.output.content[0].text" }')}${TOOLS}`,
    line: 13,
    what: '$.output.content[0].text',
    becomes: { [`${GO}.output.text`]: '$.output.text' },
  },
  {
    id: 'unread-path',
    yaml: go('prefill: { first: "$.context.names[0]" }', 'initialContext: { names: [a] }'),
    line: 12,
    what: '$.context.names[0]',
    becomes: { [`${GO}.prefill.first`]: '$.context.names[0]' },
  },
  {
    id: 'projection',
    yaml: runs(cli, 'output: { names: "$.output.json[*].name" }'),
    line: 13,
    what: '$.output.json[*].name',
    becomes: { 'workflows.flow': undefined },
  },
  {
    id: 'whole-output',
    yaml: runs(cli, 'output: { all: "$" }'),
    line: 13,
    becomes: { [`${GO}.output.all`]: '$.output' },
  },
  {
    id: 'deep-values',
    yaml: runs(cli, 'output: { pair: { code: "$.output.exitCode", note: x } }'),
    line: 13,
    becomes: { [`${GO}.output.pair`]: { code: '$.output.exitCode', note: 'x' } },
  },
  {
    id: 'arithmetic',
    yaml: runs(cli, 'output: { sum: { add: [1, 2, 3] } }'),
    line: 13,
    becomes: { [`${GO}.output.sum`]: { add: [1, 2, 3] } },
  },
  {
    id: 'map-literal',
    yaml: `${runs('{ kind: mcp, connection: tools, tool: read, map: { base: main } }')}${TOOLS}`,
    line: 12,
    becomes: { [`${GO}.executor.map`]: { base: 'main' } },
  },
  {
    id: 'embedded-path',
    yaml: runs('{ kind: cli, command: echo, args: ["app=$.workflow.input.app"] }'),
    line: 12,
    what: 'app=$.workflow.input.app',
    becomes: { [`${GO}.executor.args`]: ['app=$.workflow.input.app'] },
  },
  {
    id: 'path-value',
    yaml: `${runs('{ kind: rest, connection: api, path: "/items/{item}" }')}${API}`,
    line: 12,
    what: '/items/{item}',
    becomes: { [`${GO}.executor.path`]: '/items/{item}' },
  },
  {
    id: 'retry-defaults',
    yaml: runs(cli, 'reliability: { retry: { backoff: fixed } }'),
    line: 13,
    what: 'maxAttempts, initialDelayMs, jitter, retryOn',
    becomes: {
      [`${GO}.reliability.retry`]: {
        maxAttempts: 1,
        backoff: 'fixed',
        initialDelayMs: 0,
        jitter: false,
        retryOn: ['timeout', 'transient_error', 'rate_limited'],
      },
    },
  },
  {
    id: 'failure-class',
    yaml: `${runs('{ kind: rest, connection: api, path: / }', 'reliability: { retry: { maxAttempts: 2, retryOn: [timeout] } }')}${API}`,
    line: 13,
    becomes: { [`${GO}.reliability.retry.retryOn`]: ['timeout'] },
  },
  {
    id: 'chain-depth',
    yaml: go('title: Go', 'maxChainDepth: 5000'),
    line: 14,
    becomes: { 'workflows.flow.maxChainDepth': 1000 },
  },
  {
    id: 'single-guard',
    yaml: go(
      'actor: deterministic\nguards: [{ kind: expr, expr: "$.context.n > 3" }]',
      'initialContext: { n: 1 }',
    ),
    line: 10,
    becomes: { [`${GO}.guards`]: [{ kind: 'expr', expr: '$.context.n > 3' }] },
  },
  {
    id: 'mixed-actors',
    yaml: go('actor: deterministic').replace('  go:', '  stop: { target: done }\n          go:'),
    line: 11,
    becomes: { [`${GO}.actor`]: 'deterministic' },
  },
  { id: 'system-actor', yaml: go('actor: system'), line: 12, becomes: { [`${GO}.actor`]: 'agent' } },
  {
    id: 'human-transition',
    yaml: go('actor: human\nexecutor: { kind: human, queue: releases }'),
    line: 13,
    becomes: { [`${GO}.actor`]: 'human', [`${GO}.executor`]: undefined },
  },
  {
    id: 'human-executor',
    yaml: runs('{ kind: human }'),
    line: 12,
    becomes: { [`${GO}.executor`]: { kind: 'human' } },
  },
  {
    id: 'rights',
    yaml: guard('{ kind: role, role: maintainer }'),
    line: 13,
    what: 'maintainer',
    becomes: { [`${GO}.guards`]: [{ kind: 'role', role: 'maintainer' }] },
  },
  {
    id: 'jsonpath',
    yaml: guard('{ kind: jsonpath, expr: "$.context.n == 1" }', 'initialContext: { n: 1 }'),
    line: 13,
    becomes: { [`${GO}.guards`]: [{ kind: 'expr', expr: '$.context.n == 1' }] },
  },
  {
    id: 'one-comparison',
    yaml: guard('{ kind: expr, expr: "$.context.n == 1 || $.context.n == 2" }', 'initialContext: { n: 1 }'),
    line: 13,
    what: '$.context.n == 1 || $.context.n == 2',
    becomes: { [`${GO}.guards`]: [{ kind: 'expr', expr: '$.context.n == 1 || $.context.n == 2' }] },
  },
  {
    id: 'unset-context',
    yaml: guard('{ kind: not, guard: { kind: expr, expr: "$.context.blocked == true" } }'),
    line: 13,
    what: '$.context.blocked == true',
  },
  {
    id: 'compared-kinds',
    yaml: guard(
      `{ kind: expr, expr: "$.workflow.input.tags contains 'ok'" }`,
      'inputSchema: { type: object, properties: { tags: { type: array } } }',
    ),
    line: 13,
    what: "$.workflow.input.tags contains 'ok'",
  },
  {
    id: 'evidence-names',
    yaml: guard('{ kind: evidence, requires: [mcp_tool_result, { kind: rest_call, count: 2 }] }'),
    line: 13,
    what: 'mcp_tool_result',
    becomes: {
      [`${GO}.guards`]: [
        { kind: 'evidence', requires: ['tool_result', { kind: 'http_response', count: 2 }] },
      ],
    },
  },
  {
    id: 'evidence-filters',
    yaml: guard('{ kind: evidence, requires: [{ kind: review, min_confidence: 0.8 }] }'),
    line: 13,
    what: 'review',
    becomes: { 'workflows.flow': undefined },
  },
  {
    id: 'human-evidence',
    yaml: guard('{ kind: evidence, requires: [human_request] }'),
    line: 13,
    becomes: { [`${GO}.guards`]: [{ kind: 'evidence', requires: ['human_request'] }] },
  },
  {
    id: 'evidence-required',
    yaml: go('evidence: { requires: [tests_passed] }'),
    line: 12,
    becomes: { [`${GO}.evidence`]: { requires: ['tests_passed'] } },
  },
  {
    id: 'evidence-required',
    yaml: guard('{ kind: evidence, requires: tests_passed }'),
    line: 13,
    becomes: { [`${GO}.guards`]: [{ kind: 'evidence', requires: 'tests_passed' }] },
  },
  {
    id: 'unknown-guard',
    yaml: guard('{ kind: guidance_acknowledged, subject: review.rubric }'),
    line: 13,
    what: 'guidance_acknowledged',
    becomes: { 'workflows.flow': undefined },
  },
  { id: 'output-alone', yaml: go('output: { a: 1 }'), line: 12, becomes: { [`${GO}.output`]: { a: 1 } } },
  {
    id: 'noop-output',
    yaml: runs('{ kind: noop }', 'output: { name: "$.output.name" }'),
    line: 13,
    what: '$.output.name',
    becomes: { [`${GO}.output.name`]: '$.output.name' },
  },
  {
    id: 'end-state',
    yaml: flow('description: nowhere to go'),
    line: 8,
    becomes: { 'workflows.flow': undefined },
  },
  {
    id: 'timeout-alone',
    yaml: go('title: Go', 'timeoutMs: 1000'),
    line: 14,
    becomes: { 'workflows.flow.timeoutMs': 1000 },
  },
  {
    id: 'timeout-time',
    yaml: go('title: Go', 'timeoutMs: 1000\nonTimeout: { target: done }'),
    line: 14,
    becomes: { 'workflows.flow.onTimeout': { target: 'done' } },
  },
  {
    id: 'timeout-effects',
    yaml: go('title: Go', `timeoutMs: 1000\nonTimeout: { target: done, executor: ${cli} }`),
    line: 15,
    becomes: { 'workflows.flow.onTimeout': { target: 'done' } },
  },
  {
    id: 'template',
    yaml: flow('goal: "{{ $.context.n }} left"\ntransitions: { go: { target: done } }'),
    line: 9,
    becomes: { 'workflows.flow.states.one.goal': '{{ $.context.n }} left' },
  },
  {
    id: 'lost-help',
    yaml: flow('delegate: cheap\ntransitions: { go: { target: done } }'),
    line: 9,
    becomes: { 'workflows.flow.states.one.delegate': undefined },
  },
  {
    id: 'blackboard',
    yaml: go('title: Go', 'blackboard: [plan]'),
    line: 14,
    becomes: { 'workflows.flow.blackboard': undefined, 'workflows.flow.initialState': 'one' },
  },
  {
    id: 'no-counterpart',
    yaml: runs('{ kind: script, subject: build.all }'),
    line: 12,
    what: 'kind: script',
    becomes: { 'workflows.flow': undefined },
  },
  {
    id: 'unread-key',
    yaml: runs('{ kind: cli, command: echo, workingDirectory: /tmp }'),
    line: 12,
    what: 'workingDirectory',
    becomes: { [`${GO}.executor`]: { kind: 'cli', command: 'echo' } },
  },
  {
    id: 'workflow-input',
    yaml: `${runs('{ kind: workflow, definitionId: other }')}\n  other:\n    initialState: a\n    states: { a: { transitions: { go: { target: b } } }, b: { terminal: true } }\n`,
    line: 12,
    becomes: { [`${GO}.executor`]: { kind: 'workflow', definitionId: 'other', input: {} } },
  },
  {
    id: 'workflow-time',
    yaml: `${runs('{ kind: workflow, definitionId: other, input: {}, timeoutMs: 60000 }')}\n  other:\n    initialState: a\n    states: { a: { transitions: { go: { target: b } } }, b: { terminal: true } }\n`,
    line: 12,
    what: 'timeoutMs',
    becomes: { [`${GO}.executor`]: { kind: 'workflow', definitionId: 'other', input: {} } },
  },
  {
    id: 'parallel-form',
    yaml: runs(
      `{ kind: parallel, on_branch_failure: continue, branches: [${cli}, { kind: noop }] }`,
      'output: { code: "$.output.branches.0.output.exitCode" }',
    ),
    line: 12,
    becomes: {
      [`${GO}.executor`]: {
        kind: 'parallel',
        branches: {
          branch_0: { executor: { kind: 'cli', command: 'echo' }, onFailure: 'continue' },
          branch_1: { executor: { kind: 'noop' }, onFailure: 'continue' },
        },
        limit: 2,
      },
      [`${GO}.output.code`]: '$.output.branch_0.exitCode',
    },
  },
  {
    id: 'nested-capability',
    yaml: `${runs(cli, 'reliability: { fallback: { executors: [{ capability: other }] } }')}\ncapabilities: { other: { executor: ${cli} } }\n`,
    line: 13,
    becomes: { [`${GO}.reliability.fallback.executors`]: [{ capability: 'other' }] },
  },
  {
    id: 'key-form',
    yaml: `${runs('{ kind: rest, connection: api, method: post, path: /, idempotencyKey: true }')}${API}`,
    line: 12,
    becomes: { [`${GO}.executor.idempotencyKey`]: '{workflowId}.{transition}.{correlationId}' },
  },
  {
    id: 'server-folder',
    yaml: `${HEAD}connections:\n  files: { kind: mcp, command: files-server }\n`,
    line: 5,
    becomes: { 'connections.files': { kind: 'mcp', command: 'files-server' } },
  },
  { id: 'program-folder', yaml: runs(cli), line: 12, becomes: { [`${GO}.executor.command`]: 'echo' } },
  {
    id: 'relative-path',
    yaml: `${HEAD}connections:\n  files: { kind: mcp, command: files-server, args: [.] }\n`,
    line: 5,
    what: '.',
    becomes: { 'connections.files.args': ['.'] },
  },
  {
    id: 'program-environment',
    yaml: `${HEAD}connections:\n  files: { kind: mcp, command: files-server }\n`,
    line: 5,
  },
  {
    id: 'connection-variable',
    yaml: `${HEAD}connections:\n  api:\n    kind: rest\n    baseUrl: https://api.example.com\n    headers: { Authorization: "Bearer \${API_TOKEN}" }\n`,
    line: 8,
    what: `\${API_TOKEN}`,
    becomes: { 'connections.api.headers.Authorization': `Bearer \${API_TOKEN}` },
  },
  {
    id: 'text-variable',
    yaml: go(`description: "costs \${PRICE}"`),
    line: 12,
    becomes: { [`${GO}.description`]: `costs $\${PRICE}` },
  },
  {
    id: 'open-arguments',
    yaml: expose('- name: hello.echo\n  executor: { kind: noop }'),
    line: 9,
    becomes: {
      'proxy.expose.0.inputSchema': { type: 'object', properties: {}, additionalProperties: false },
    },
  },
  {
    id: 'stored-runs',
    yaml: 'version: "1.0.0"\nstore: { kind: sqlite, path: runs.sqlite }\n',
    line: 2,
    what: 'sqlite',
    becomes: { store: { kind: 'sqlite' } },
  },
  { id: 'kept-runs', yaml: 'version: "1.0.0"\n', line: 1, becomes: { store: undefined } },
  {
    id: 'audit-files',
    yaml: 'version: "1.0.0"\naudit: { sink: file, path: /var/log/flowgate, rotation: hourly }\n',
    line: 2,
    becomes: { audit: { sink: 'file', names: 'snake_case' } },
  },
  {
    id: 'audit-memory',
    yaml: 'version: "1.0.0"\naudit: { sink: none }\n',
    line: 2,
    becomes: { audit: undefined },
  },
  { id: 'format-version', yaml: 'version: "0.3"\n', line: 1, what: '0.3', becomes: { version: '1.0.0' } },
  {
    id: 'not-possible',
    yaml: go('executor: { kind: cli, command: bash, args: ["-c", "echo $.workflow.input.name"] }'),
    line: 12,
    becomes: { 'workflows.flow': undefined },
  },
]
