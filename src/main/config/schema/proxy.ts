/** Capabilities in a configuration: declared by name, exposed, or imported. */
import Type, { type Static } from 'typebox'
import { executorPart, reliabilityPart } from '../executors/executors.ts'
import { guardList } from '../guards/kind.ts'
import { type ApprovalDocument, gateKeys } from './approval.ts'
import {
  bareWord,
  byName,
  chosenName,
  flag,
  jsonSchema,
  part,
  strict,
  word,
  wording,
  words,
} from './terms.ts'

const declaration = {
  ...wording,
  inputSchema: Type.Optional(jsonSchema('Its arguments.')),
  outputSchema: Type.Optional(jsonSchema('Its result.')),
  guards: Type.Optional(guardList('All of these must hold when it is called.')),
  readOnly: Type.Optional(
    flag('It changes nothing. Default: false; a GET or HEAD request only reads in any case.'),
  ),
  executor: Type.Optional(executorPart('What does the work.')),
  reliability: reliabilityPart(),
  ...gateKeys,
}

export const CapabilitySchema = Type.Object(
  {
    ...declaration,
    wraps: Type.Optional(
      word(
        'Another capability, whose executor, schemas, reliability and wording it takes over unless it has its own, and whose guards and gates it adds to.',
      ),
    ),
  },
  { description: 'A callable thing; `proxy.expose` makes it visible.', ...strict },
)

export const ExposeSchema = Type.Object(
  {
    name: Type.Optional(chosenName('Its id.')),
    capability: Type.Optional(word('A declared capability, instead of `name` and `executor`.')),
    as: Type.Optional(chosenName('The id under which that capability is shown. Default: its name.')),
    ...declaration,
  },
  { description: 'Something that agents can call: `name` and `executor`, or `capability`.', ...strict },
)

export const ImportSchema = Type.Object(
  {
    connection: word('The `mcp` connection whose tools are imported.'),
    prefix: Type.Optional(
      Type.String({
        description: 'Put before the name of each tool, with a dot. Default: nothing.',
        pattern: '^$|^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$',
      }),
    ),
    include: Type.Optional(words('Only these tools. Default: all.')),
    exclude: Type.Optional(words('Not these tools.')),
    tags: Type.Optional(words('Tags that every imported tool gets.')),
    aliases: Type.Optional(byName('Other words for single tools, by tool.', Type.Array(bareWord))),
    toolTags: Type.Optional(byName('Further tags for single tools, by tool.', Type.Array(bareWord))),
    ...gateKeys,
    toolApproval: Type.Optional(
      byName(
        'Gates of single tools, by tool: each stands in the place of the gate of this import. It holds for the tool even where this import leaves it out.',
        part<ApprovalDocument>('approval'),
      ),
    ),
    toolReadOnly: Type.Optional(
      byName(
        'What you have made sure of, by tool: `true`, it changes nothing; `false`, it may. It counts more than what the server says.',
        Type.Boolean(),
      ),
    ),
  },
  { description: 'Tools of an MCP server that become capabilities.', ...strict },
)

export type CapabilityDocument = Static<typeof CapabilitySchema>
export type ExposeDocument = Static<typeof ExposeSchema>
