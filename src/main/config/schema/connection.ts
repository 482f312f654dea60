/** Connections in a configuration: the only place where `${…}` stands (R2.6). */
import Type, { type Static } from 'typebox'
import { gateKeys } from './approval.ts'
import { byKind, choice, flag, milliseconds, strict, strings, whole, word, words } from './terms.ts'

const shared = {
  title: Type.Optional(word('Its name for people.')),
  enabled: Type.Optional(
    flag(
      '`false`: it is not started, its tools are not offered, and calls over it are refused. Default: true.',
    ),
  ),
  ...gateKeys,
  concurrency: Type.Optional(
    whole('How many calls go over it at once; others wait their turn. Default: as many as come.', 1, 1000),
  ),
  breaker: Type.Optional(
    Type.Object(
      {
        failures: Type.Optional(whole('After so many failures in a row. Default: 5.', 1, 1000)),
        resetMs: Type.Optional(milliseconds('For so long; then one call is tried. Default: 30000.')),
      },
      {
        description: 'A circuit breaker: calls are refused at once while the other side keeps failing.',
        ...strict,
      },
    ),
  ),
}

const SANDBOX_MODES = ['none', 'readOnly', 'noNetwork'] as const
type SandboxMode = (typeof SANDBOX_MODES)[number]
const sandboxMode = choice(
  SANDBOX_MODES,
  '`none`, `readOnly` (it cannot write files, except on Linux in its own temporary folder) or `noNetwork` (it cannot use the network; it can write files).',
)
const sandbox = Type.Optional(
  Type.Unsafe<SandboxMode | { mode: SandboxMode; ifAvailable?: boolean }>({
    description:
      'How far the process is locked in: a mode, or `mode` with `ifAvailable`. Where the system cannot, it is not started.',
    anyOf: [
      sandboxMode,
      {
        type: 'object',
        required: ['mode'],
        ...strict,
        properties: {
          mode: sandboxMode,
          ifAvailable: flag('Start it without, where the system cannot lock it in. Default: false.'),
        },
      },
    ],
  }),
)

const SignIn = Type.Object(
  {
    kind: Type.Literal('oauth', { description: 'OAuth 2.1, in the browser of the person at the desk.' }),
    scopes: Type.Optional(words('What is asked for. Default: what the server suggests.')),
    clientId: Type.Optional(
      word('The id under which the server knows Countersign. Default: Countersign registers itself.'),
    ),
    clientSecret: Type.Optional(word(`The secret that belongs to the id, as \`\${secret:NAME}\`.`)),
  },
  { description: 'How Countersign signs in at a server with a `url`.', ...strict },
)

export const ConnectionSchema = byKind(
  `A program or a server. Here, and only here, \`\${NAME}\` takes an environment variable and \`\${secret:NAME}\` a secret.`,
  [
    Type.Object(
      {
        kind: Type.Literal('mcp'),
        ...shared,
        command: Type.Optional(word('The program that is the server (speaks MCP on stdin and stdout).')),
        args: Type.Optional(words('Its arguments.')),
        env: Type.Optional(strings('Environment variables for it.')),
        workingDirectory: Type.Optional(word('The folder it runs in; relative to the main file.')),
        url: Type.Optional(
          word('The address of a server that speaks Streamable HTTP, instead of a command.'),
        ),
        headers: Type.Optional(strings('Headers that are sent to it.')),
        auth: Type.Optional(SignIn),
        sandbox,
      },
      { title: 'mcp', description: 'An MCP server: `command` or `url`.', ...strict },
    ),
    Type.Object(
      {
        kind: Type.Literal('cli'),
        ...shared,
        command: Type.Optional(word('The program: a name on the PATH, or a path.')),
        workingDirectory: Type.Optional(word('The folder it runs in; relative to the main file.')),
        env: Type.Optional(strings('Environment variables for it.')),
        sandbox,
      },
      { title: 'cli', description: 'A program that executors run.', ...strict },
    ),
    Type.Object(
      {
        kind: Type.Literal('rest'),
        ...shared,
        baseUrl: word('The address that paths are added to; it begins with http:// or https://.'),
        headers: Type.Optional(strings('Headers that are sent with each request.')),
      },
      { title: 'rest', description: 'An HTTP service.', ...strict },
    ),
  ],
)
export type ConnectionDocument = Static<typeof ConnectionSchema>
