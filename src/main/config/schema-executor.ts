/** Executors in a configuration (gateway.md §4.4), with what a later version runs. */
import Type, { type Static } from 'typebox'
import {
  anything,
  byKind,
  choice,
  flag,
  jsonObject,
  LATER,
  MAPPING,
  milliseconds,
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
      description: `A key that is the same over all attempts. ${LATER}`,
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
      flag(`Whether a value may begin with \`-\` and so look like an option. ${LATER}`),
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
    timeoutMs: Type.Optional(milliseconds(`How long it waits. ${LATER}`)),
  },
  { title: 'human', description: 'Waits for a person to approve or refuse it.', ...strict },
)

const Rest = Type.Object(
  {
    kind: Type.Literal('rest'),
    connection: Type.Optional(word('The `rest` connection.')),
    method: Type.Optional(choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'], 'The HTTP method.')),
    path: Type.Optional(word('The path below the base address; `{name}` is filled in.')),
    query: Type.Optional(jsonObject('Query parameters.')),
    headers: Type.Optional(strings('Headers.')),
    body: Type.Optional(anything('The body, as JSON.')),
    ...repetition,
  },
  { title: 'rest', description: `Makes an HTTP request. ${LATER}`, ...strict },
)

const Workflow = Type.Object(
  {
    kind: Type.Literal('workflow'),
    definitionId: Type.Optional(word('The workflow that is started.')),
    input: Type.Optional(jsonObject('Its input.')),
    ...repetition,
  },
  { title: 'workflow', description: `Runs another workflow and waits for it. ${LATER}`, ...strict },
)

const Parallel = Type.Object(
  {
    kind: Type.Literal('parallel'),
    branches: Type.Optional(jsonObject('Executors by name.')),
    limit: Type.Optional(whole('How many run at once.', 1, 1000)),
    join: Type.Optional(choice(['all', 'any'], 'Whether all must succeed, or one.')),
    ...repetition,
  },
  { title: 'parallel', description: `Runs several executors at once. ${LATER}`, ...strict },
)

export const ExecutorSchema = byKind('What does the work of a transition.', [
  Noop,
  Cli,
  Mcp,
  Human,
  Rest,
  Workflow,
  Parallel,
])
export type ExecutorDocument = Static<typeof ExecutorSchema>
export const executorPart = (description?: string) => part<ExecutorDocument>('executor', description)

export const ReliabilitySchema = Type.Object(
  {
    timeoutMs: Type.Optional(milliseconds('The longest that one attempt may take.')),
    retry: Type.Optional(
      Type.Object(
        {
          maxAttempts: Type.Optional(whole('Attempts in all.', 1, 100)),
          backoff: Type.Optional(choice(['none', 'fixed', 'exponential'], 'How the pauses grow.')),
          initialDelayMs: Type.Optional(milliseconds('The first pause.', 0)),
          maxDelayMs: Type.Optional(milliseconds('The longest pause.', 0)),
          jitter: Type.Optional(flag('Whether pauses are varied at random.')),
          retryOn: Type.Optional(
            Type.Array(
              choice(
                ['timeout', 'transient_error', 'rate_limited', 'connection_error'],
                'The kind of failure.',
              ),
              { description: 'Which failures are tried again.' },
            ),
          ),
        },
        { description: 'Trying again after a failure.', ...strict },
      ),
    ),
    fallback: Type.Optional(jsonObject('Other executors that are tried when this one fails.')),
  },
  { description: `What happens when an executor fails. ${LATER}`, ...strict },
)

export const ApprovalSchema = Type.Object(
  {
    required: Type.Optional(
      Type.Unsafe<boolean | 'unlessReadOnly'>({
        description: '`true`, or `unlessReadOnly`.',
        enum: [true, false, 'unlessReadOnly'],
      }),
    ),
    queue: Type.Optional(word('The queue of the inbox.')),
    timeoutMs: Type.Optional(milliseconds('After this it is refused.')),
    quorum: Type.Optional(whole('How many different people must approve.', 1, 100)),
    notRequester: Type.Optional(flag('Whoever asked may not approve.')),
    by: Type.Optional(jsonObject('The role or permission that decides.')),
  },
  { description: `A person must approve each call. ${LATER}`, ...strict },
)
export const approvalPart = () =>
  Type.Optional(part<Static<typeof ApprovalSchema>>('approval', `A gate. ${LATER}`))
export const reliabilityPart = () =>
  Type.Optional(part<Static<typeof ReliabilitySchema>>('reliability', `Failures. ${LATER}`))
