/** Connections in a configuration (gateway.md §3): the only place where `${…}` stands (R2.6). */
import Type, { type Static } from 'typebox'
import { approvalPart } from './schema-executor.ts'
import { byKind, choice, LATER, strict, strings, word, words } from './schema-terms.ts'

const shared = {
  title: Type.Optional(word('Its name for people.')),
  approval: approvalPart(),
}
const sandbox = Type.Optional(
  Type.Unsafe<string | object>({
    description: `How far the process is locked in. ${LATER}`,
    anyOf: [choice(['none', 'readOnly', 'noNetwork'], 'How far.'), { type: 'object' }],
  }),
)

export const ConnectionSchema = byKind(
  `A program or a server. Here, and only here, \`\${NAME}\` takes an environment variable.`,
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
        baseUrl: Type.Optional(word('The address that paths are added to.')),
        headers: Type.Optional(strings('Headers that are sent with each request.')),
      },
      { title: 'rest', description: `An HTTP service. ${LATER}`, ...strict },
    ),
  ],
)
export type ConnectionDocument = Static<typeof ConnectionSchema>
