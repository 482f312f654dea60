/**
 * The whole configuration file as one JSON Schema: what editors, `check` and the gateway use.
 * May import: model, workflow, and files of this folder.
 */
import Type, { type Static } from 'typebox'
import { ExecutorSchema } from '../executors/executors.ts'
import { GuardSchema } from '../guards/guards.ts'
import { ApprovalSchema, DecidersSchema, decidersPart, ExceptSchema } from './approval.ts'
import { type ConnectionDocument, ConnectionSchema } from './connection.ts'
import { ProfileSchema } from './profile.ts'
import { CapabilitySchema, ExposeSchema, ImportSchema } from './proxy.ts'
import { ReliabilitySchema } from './reliability.ts'
import { StepSchema } from './step.ts'
import { choice, flag, milliseconds, named, part, strict, whole, word, words } from './terms.ts'
import { StateSchema, TransitionSchema, type WorkflowDocument, WorkflowSchema } from './workflow.ts'

const Discovery = Type.Object(
  {
    index: Type.Optional(choice(['memory'], 'Where the index is kept.')),
    include: Type.Optional(
      Type.Array(choice(['proxy', 'workflows', 'connections'], 'What is found.'), {
        description: 'What search and home show. Default: proxy and workflows.',
      }),
    ),
    homeLimit: Type.Optional(whole('How many items `gateway.home` shows at most. Default: 100.', 1, 10_000)),
    profile: Type.Optional(ProfileSchema),
    enabled: Type.Optional(flag('Accepted and ignored: the tools are always seven.')),
  },
  { description: 'How agents find things.', ...strict },
)

const Audit = Type.Object(
  {
    sink: Type.Optional(
      choice(
        ['sqlite', 'none', 'file', 'stdout'],
        'An extra copy: `file` (JSON lines, appended to `path`), `stdout` (of `serve`, after its ready line). Default: none; the database has it.',
      ),
    ),
    path: Type.Optional(word('The file of the copy, relative to the main file.')),
    names: Type.Optional(
      choice(
        ['camelCase', 'snake_case'],
        'How the copy spells what every entry has: `eventType`, or `event_type`. Default: camelCase.',
      ),
    ),
  },
  { description: 'The database always holds the audit log.', ...strict },
)

const Store = Type.Object(
  {
    kind: Type.Optional(choice(['sqlite', 'memory'], 'A file, or nothing that lasts. Default: sqlite.')),
    path: Type.Optional(word('The database file, relative to the main file. Default: in the data folder.')),
  },
  { description: 'Where runs are kept.', ...strict },
)

const Approvals = Type.Object(
  {
    timeoutMs: Type.Optional(milliseconds('After this a held call is refused. Default: 300000.')),
    holdMs: Type.Optional(
      whole(
        "How long an agent's call is held open while a person thinks. In milliseconds. Default: 50000.",
        0,
        600_000,
      ),
    ),
    undoMs: Type.Optional(
      milliseconds(
        'How long a decision of high risk can be taken back before it runs. 0: it runs at once. Default: 8000.',
        0,
      ),
    ),
    proof: Type.Optional(
      choice(
        ['never', 'highRisk'],
        '`highRisk`: before each decision of high risk a person proves who they are, with their PIN or what the system offers. Default: never.',
      ),
    ),
    pending: Type.Optional(
      Type.Object(
        {
          perClient: Type.Optional(
            whole(
              'How many items of one client may wait. Without a token, one name and one connection count as a client. Default: 100.',
              1,
              10_000,
            ),
          ),
          withoutToken: Type.Optional(
            whole('How many items of all clients without a token may wait. Default: 400.', 1, 10_000),
          ),
          itemBytes: Type.Optional(
            whole('How many bytes one item may have. Default: 1048576 (1 MiB).', 1024, 16_777_216),
          ),
        },
        { description: 'How much may wait for people. An agent that asks for more is refused.', ...strict },
      ),
    ),
    queues: Type.Optional(
      named(
        decidersPart('Who decides in this queue. Without role and permission: anybody at the desk.'),
        'Queues of the inbox, by name, and who decides in them.',
      ),
    ),
  },
  { description: 'Defaults for what waits for people.', ...strict },
)

const rights = {
  roles: Type.Optional(words('Roles.')),
  permissions: Type.Optional(words('Permissions.')),
}

const Client = Type.Object(
  {
    ...rights,
    tags: Type.Optional(words('It sees only items with one of these tags. Without: all.')),
    sees: Type.Optional(choice(['own', 'all'], 'Whose runs it sees. Default: its own.')),
    names: Type.Optional(
      choice(['dots', 'underscores'], 'How tool names are spelt for it: `gateway.home` or `gateway_home`.'),
    ),
  },
  { description: 'An agent with a token of this name.', ...strict },
)

const Person = Type.Object(rights, { description: 'A person at the desk.', ...strict })

const root = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'The address of this schema, for editors.' })),
    version: Type.String({
      description: 'The version of this format: "1.0.0".',
      pattern: '^\\d+(\\.\\d+){0,2}$',
    }),
    include: Type.Optional(words('Other files, relative to this one. This file wins over what it includes.')),
    connections: Type.Optional(
      named(part<ConnectionDocument>('connection'), 'Programs and servers that executors use.'),
    ),
    capabilities: Type.Optional(
      named(part<Static<typeof CapabilitySchema>>('capability'), 'Callable things, to be exposed by name.'),
    ),
    proxy: Type.Optional(
      Type.Object(
        {
          expose: Type.Optional(Type.Array(ExposeSchema, { description: 'What agents can call.' })),
          import: Type.Optional(
            Type.Array(ImportSchema, { description: 'Tools of MCP servers that agents can call.' }),
          ),
        },
        { description: 'Capabilities: single calls that need no workflow.', ...strict },
      ),
    ),
    workflows: Type.Optional(named(part<WorkflowDocument>('workflow'), 'State machines, by id.')),
    discovery: Type.Optional(Discovery),
    audit: Type.Optional(Audit),
    store: Type.Optional(Store),
    approvals: Type.Optional(Approvals),
    clients: Type.Optional(named(Client, 'Agents that have a token of their own.')),
    people: Type.Optional(named(Person, 'Who works at the desk.')),
  },
  { patternProperties: { '^x-': true }, ...strict },
)
export type Document = Static<typeof root>

export const GATEWAY_SCHEMA: Record<string, unknown> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://countersign.dev/gateway.schema.json',
  title: 'Countersign configuration',
  description: 'Connections, capabilities, workflows, clients and people of a Countersign gateway.',
  ...root,
  $defs: {
    connection: ConnectionSchema,
    capability: CapabilitySchema,
    workflow: WorkflowSchema,
    state: StateSchema,
    transition: TransitionSchema,
    executor: ExecutorSchema,
    guard: GuardSchema,
    approval: ApprovalSchema,
    except: ExceptSchema,
    deciders: DecidersSchema,
    step: StepSchema,
    reliability: ReliabilitySchema,
  },
}

/** The text of `resources/gateway.schema.json`. */
export function printSchema(): string {
  return `${JSON.stringify(GATEWAY_SCHEMA, null, 2)}\n`
}
