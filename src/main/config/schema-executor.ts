/** Executors in a configuration (gateway.md §4.4). */
import Type, { type Static } from 'typebox'
import { HTTP_METHODS } from '../model/definition.ts'
import type { GuardDocument } from './guards/kind.ts'
import type { ReliabilityOf } from './schema-reliability.ts'
import {
  anything,
  byKind,
  choice,
  flag,
  jsonObject,
  MAPPING,
  milliseconds,
  NAME_PATTERN,
  part,
  strict,
  strings,
  text,
  whole,
  word,
} from './schema-terms.ts'

const repetition = {
  idempotent: Type.Optional(
    flag('Running it twice does no harm, so that it may be run again after a crash.'),
  ),
  idempotencyKey: Type.Optional(
    Type.Unsafe<boolean | string>({
      type: ['boolean', 'string'],
      description:
        'A key by which the other side recognises a repetition, the same over attempts and fallbacks: `true`, or a template with `{workflowId}`, `{transition}`, `{correlationId}`.',
    }),
  ),
}

const Noop = Type.Object(
  { kind: Type.Literal('noop'), ...repetition },
  { title: 'noop', description: 'Does nothing and returns its arguments.', ...strict },
)

const Cli = Type.Object(
  {
    kind: Type.Literal('cli'),
    connection: Type.Optional(word('A `cli` connection that supplies command, folder and environment.')),
    command: Type.Optional(word('The program: a name on the PATH, or a path. Taken literally.')),
    args: Type.Optional(
      Type.Array(anything('A text, in which `$.path` is filled in, or a value with operators.'), {
        description: 'Its arguments, one by one. There is no shell.',
      }),
    ),
    workingDirectory: Type.Optional(word('The folder it runs in. `$.path` is filled in.')),
    env: Type.Optional(strings('Environment variables for it. `$.path` is filled in.')),
    stdin: Type.Optional(text('What it reads on its standard input. `$.path` is filled in.')),
    treatNonZeroAsFailure: Type.Optional(
      flag('Whether an exit code other than 0 is a failure. Default: true.'),
    ),
    allowDash: Type.Optional(
      flag('Whether a value from a path may begin with `-` and so look like an option. Default: false.'),
    ),
    ...repetition,
  },
  { title: 'cli', description: 'Runs a program, without a shell.', ...strict },
)

const Mcp = Type.Object(
  {
    kind: Type.Literal('mcp'),
    connection: word('The `mcp` connection.'),
    tool: word('The tool, by the name that the server gives it.'),
    map: Type.Optional(jsonObject(`The tool's arguments. ${MAPPING} Without it: the arguments as they are.`)),
    ...repetition,
  },
  { title: 'mcp', description: 'Calls a tool of an MCP server.', ...strict },
)

const Human = Type.Object(
  {
    kind: Type.Literal('human'),
    queue: Type.Optional(word('The queue of the inbox in which it waits.')),
    timeoutMs: Type.Optional(milliseconds('After this it is refused. Default: it waits without end.')),
  },
  { title: 'human', description: 'Waits for a person to approve or refuse it.', ...strict },
)

const Rest = Type.Object(
  {
    kind: Type.Literal('rest'),
    connection: word('The `rest` connection.'),
    method: Type.Optional(choice(HTTP_METHODS, 'The HTTP method. Default: GET.')),
    path: Type.Optional(
      text(
        'The path below the base address. `{name}` is filled in from arguments, context and input, `$.path` as everywhere, both encoded. Default: the base address itself.',
      ),
    ),
    query: Type.Optional(jsonObject(`Query parameters. ${MAPPING}`)),
    headers: Type.Optional(strings('Headers of this request. `$.path` is filled in.')),
    body: Type.Optional(anything(`The body, sent as JSON. ${MAPPING}`)),
    ...repetition,
  },
  { title: 'rest', description: 'Makes an HTTP request.', ...strict },
)

const Workflow = Type.Object(
  {
    kind: Type.Literal('workflow'),
    definitionId: word('The workflow that is started.'),
    input: Type.Optional(jsonObject(`Its input. ${MAPPING} Default: the arguments as they are.`)),
    ...repetition,
  },
  {
    title: 'workflow',
    description: 'Runs another workflow and waits for its end; the result is its context.',
    ...strict,
  },
)

/** One branch: an executor, or an executor with what belongs to it. */
export interface BranchDocument {
  executor: ExecutorDocument
  reliability?: ReliabilityDocument
  when?: GuardDocument
  onFailure?: 'abort' | 'continue'
}

/** Written out, because it is made of itself. */
export interface ParallelDocument {
  kind: 'parallel'
  branches: Record<string, ExecutorDocument | BranchDocument>
  limit?: number
  join?: 'all' | 'any'
}

const Branch = {
  type: 'object',
  description: 'A branch: an executor, or `executor` with conditions.',
  if: { required: ['executor'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise
  then: {
    type: 'object',
    ...strict,
    properties: {
      executor: { $ref: '#/$defs/executor', description: 'What does the work of the branch.' },
      reliability: { $ref: '#/$defs/reliability', description: 'What happens when it is slow or fails.' },
      when: { $ref: '#/$defs/guard', description: 'The branch is left out unless this holds.' },
      onFailure: choice(
        ['abort', 'continue'],
        'Whether its failure is one of the whole (default), or a result like any other.',
      ),
    },
  },
  else: { $ref: '#/$defs/executor' },
}

const Parallel = Type.Object(
  {
    kind: Type.Literal('parallel'),
    branches: Type.Unsafe<object>({
      type: 'object',
      description: 'What runs at once, by name; the result has the same names.',
      minProperties: 1,
      maxProperties: 100,
      propertyNames: { pattern: NAME_PATTERN },
      additionalProperties: Branch,
    }),
    limit: Type.Optional(whole('How many run at once. Default: 4.', 1, 100)),
    join: Type.Optional(
      choice(['all', 'any'], 'Whether all must succeed (default), or one, whereupon the others are stopped.'),
    ),
    ...repetition,
  },
  { title: 'parallel', description: 'Runs several executors at once.', ...strict },
)

const Capability = Type.Object(
  {
    kind: Type.Optional(Type.Literal('capability')),
    capability: word('A name under `capabilities`.'),
    map: Type.Optional(
      jsonObject(`The capability's arguments. ${MAPPING} Without it: the arguments as they are.`),
    ),
  },
  {
    title: 'capability',
    description:
      'Runs a declared capability: its executor, with its guards, gates and reliability added to those declared here.',
    ...strict,
  },
)

const WithKind = byKind('What does the work.', [
  Noop,
  Cli,
  Mcp,
  Human,
  Rest,
  Workflow,
  Parallel,
  Type.Object(
    { kind: Type.Literal('capability'), capability: word('A name under `capabilities`.') },
    { title: 'capability', description: 'Runs a declared capability.', ...strict },
  ),
])

export type CapabilityReference = Static<typeof Capability>
export type ExecutorDocument =
  | Static<typeof Noop>
  | Static<typeof Cli>
  | Static<typeof Mcp>
  | Static<typeof Human>
  | Static<typeof Rest>
  | Static<typeof Workflow>
  | ParallelDocument
  | CapabilityReference

export const ExecutorSchema = {
  type: 'object',
  description: 'What does the work of a transition: one of the kinds, or a declared capability.',
  if: { required: ['capability'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise
  then: Capability,
  else: WithKind,
}
export type ReliabilityDocument = ReliabilityOf<ExecutorDocument>
export const reliabilityPart = () =>
  Type.Optional(part<ReliabilityDocument>('reliability', 'What happens when the executor is slow or fails.'))
export const executorPart = (description?: string) => part<ExecutorDocument>('executor', description)

export function isCapabilityReference(executor: ExecutorDocument): executor is CapabilityReference {
  return 'capability' in executor
}

/** Whether a branch is written with its conditions, or is just what runs. */
export function isBranch(document: ExecutorDocument | BranchDocument): document is BranchDocument {
  return 'executor' in document
}
