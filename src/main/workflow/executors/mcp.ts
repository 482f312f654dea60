/** `mcp`: calls a tool of a server. Pure. */
import type { CallOf } from '../../model/call.ts'
import type { Mapping } from '../../model/executor.ts'
import { type JsonObject, type JsonValue, present, sortKeys } from '../../model/json.ts'
import { mapPresent, mapValue, pathsIn } from '../mapping.ts'
import type { Scope } from '../scope.ts'
import { jsonText, quoteWord } from '../wording/quote.ts'
import { type ExecutorKind, givenAs, knownBy, quoted, SINGLE } from './kind.ts'
import { declaredRepetition } from './repetition.ts'

export const mcp: ExecutorKind<'mcp'> = {
  ...SINGLE,
  does: 'acts',
  noun: 'tool',
  effect: () => 'runs a program or a tool',
  readsOnly: () => false,
  records: ['tool_result'],
  proposed: 'byConnection',
  inline: ['command', 'url', 'env'],
  repeats: 'declared',
  edit(executor, edit, at) {
    const map = edit.mapping(executor.map, [...at, 'map'])
    return map === executor.map ? executor : { ...executor, ...present({ map }) }
  },
  resolve({ connection, tool, map }, scope) {
    const args = map === undefined ? scope.arguments : mapPresent(map, scope)
    return { ok: true, call: { kind: 'mcp', connection, tool, arguments: args } }
  },
  sketch: ({ connection, tool, map = {} }) => ({ kind: 'mcp', connection, tool, arguments: map }),
  identity: ({ connection, tool, map }) => ({
    ...knownBy('mcp', connection, tool),
    // With other arguments it may do something else: what is declared with these is said of no others.
    makes: (call) => call.kind === 'mcp' && (map === undefined || isMadeBy(map, call.arguments)),
  }),
  keys: ({ connection, tool }) => knownBy('mcp', connection, tool).keys,
  declare: (executor) =>
    present({
      kind: 'mcp',
      connection: executor.connection,
      tool: executor.tool,
      map: executor.map,
      ...declaredRepetition(executor),
    }),
  write: ({ connection, tool, map }) => ({
    call: `${connection}: ${tool}`,
    given: givenAs('arguments', map),
  }),
  text: (call) => `${quoteWord(call.connection)}: ${quoteWord(call.tool)} ${jsonText(call.arguments)}`,
  told: ({ tool, connection }) => `calls ${quoted(tool)} of ${quoted(connection)}`,
  describe: (call) => ({
    kind: 'mcp',
    connection: call.connection,
    tool: call.tool,
    arguments: call.arguments,
  }),
  restore: (described) => described as unknown as CallOf<'mcp'>,
  named: ['connection', 'tool'],
  sends: { name: 'arguments', takesMore: true, template: ({ map }) => map },
}

function isMadeBy(map: Mapping, args: JsonObject): boolean {
  const isFixed = (value: JsonValue) =>
    pathsIn(value).length === 0 && write(mapValue(value, EMPTY)) === write(value)
  return (
    Object.keys(args).every((name) => Object.hasOwn(map, name)) &&
    Object.entries(map).every(([name, value]) => !isFixed(value) || write(args[name]) === write(value))
  )
}

const EMPTY: Scope = { arguments: {}, context: {}, input: {}, workflow: { id: '', state: '' } }

function write(value: JsonValue | undefined): string {
  return value === undefined ? '' : JSON.stringify(sortKeys(value))
}
