/** `mcp`: calls a tool of a server. Pure. */

import { KIND_WORDS } from '../../model/configuration.ts'
import { present } from '../../model/json.ts'
import { canBecomeObject } from '../can-become.ts'
import { mapPresent } from '../scope.ts'
import { jsonText, quoteWord } from '../wording/quote.ts'
import {
  declaredWhole,
  type ExecutorKind,
  givenAs,
  gone,
  knownBy,
  OVER_CONNECTION,
  quoted,
  SINGLE,
  WRITTEN_WHOLE,
} from './kind.ts'

export const mcp: ExecutorKind<'mcp'> = {
  ...SINGLE,
  ...WRITTEN_WHOLE,
  ...OVER_CONNECTION,
  does: 'acts',
  noun: 'tool',
  effect: () => 'runs a program or a tool',
  readsOnly: () => false,
  records: ['tool_result'],
  proposed: 'byConnection',
  inline: ['command', 'url', 'env'],
  repeats: 'declared',
  tool: ({ connection, tool }) => ({ connection, tool }),
  own: null,
  edit(executor, edit, at) {
    const map = edit.mapping(executor.map, [...at, 'map'])
    return map === executor.map ? executor : { ...executor, ...present({ map }) }
  },
  resolve({ connection, tool, map }, scope, { isMcpConnection }) {
    // Its approval went with it, and what follows a failure would come about without anybody asked.
    if (isMcpConnection?.(connection) === false)
      return gone(`There is no ${KIND_WORDS.mcp} ‘${connection}’ in the configuration.`)
    const args = map === undefined ? scope.arguments : mapPresent(map, scope)
    return { ok: true, call: { kind: 'mcp', connection, tool, arguments: args } }
  },
  sketch: ({ connection, tool, map = {} }) => ({ kind: 'mcp', connection, tool, arguments: map }),
  identity: ({ connection, tool, map }) => ({
    ...knownBy('mcp', connection, tool),
    // With other arguments it may do something else: what is declared with these is said of no others.
    makes: (call) =>
      call.kind === 'mcp' && (map === undefined || canBecomeObject(map, call.arguments, 'value')),
  }),
  keys: ({ connection, tool }) => knownBy('mcp', connection, tool).keys,
  declare: declaredWhole,
  write: ({ connection, tool, map }) => ({
    call: `${connection}: ${tool}`,
    given: givenAs('arguments', map),
  }),
  text: (call) => `${quoteWord(call.connection)}: ${quoteWord(call.tool)} ${jsonText(call.arguments)}`,
  told: ({ tool, connection }) => `calls ${quoted(tool)} of ${quoted(connection)}`,
  named: ['connection', 'tool'],
  sends: { name: 'arguments', takesMore: true, template: ({ map }) => map },
}
