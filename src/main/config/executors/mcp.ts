/** `mcp` in a configuration: a tool of a server that is declared. */
import Type, { type Static } from 'typebox'
import { present } from '../../model/json.ts'
import { jsonObject, MAPPING, strict, word } from '../schema/terms.ts'
import { type ExecutorForm, expectConnection, repetition, repetitionOf } from './kind.ts'

const schema = Type.Object(
  {
    kind: Type.Literal('mcp'),
    connection: word('The `mcp` connection.'),
    tool: word('The tool, by the name that the server gives it.'),
    map: Type.Optional(jsonObject(`The tool's arguments. ${MAPPING} Without it: the arguments as they are.`)),
    ...repetition,
  },
  { title: 'mcp', description: 'Calls a tool of an MCP server.', ...strict },
)

export type McpDocument = Static<typeof schema>

export const mcp: ExecutorForm<'mcp', McpDocument> = {
  schema,
  compile: (document) => ({
    kind: 'mcp',
    connection: document.connection,
    tool: document.tool,
    ...present({ map: document.map }),
    ...repetitionOf(document),
  }),
  check(checking, { connection }, { path }) {
    expectConnection(checking, connection, 'mcp', [...path, 'connection'])
  },
  output: () => null,
}
