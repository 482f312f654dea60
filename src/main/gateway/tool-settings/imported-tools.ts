/** What a change means for a tool of a server: the places of its imports that it writes. Pure. */
import { escapeText } from '../../config/read/variables.ts'
import type { ImportRule } from '../../model/configuration.ts'
import type { Gate } from '../../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import type { ToolChange } from '../../model/tool-change.ts'
import { gateOfTool, takesTool } from '../../workflow/gates/tool-settings.ts'
import { objectsAt, textsIn } from '../configuration/document-values.ts'
import { asksAlways, gateDocument, isSameGate } from './gate-document.ts'
import { fixed, type Outcome, pieces, type Sources, type ToolMap, type ToolPiece } from './pieces.ts'

interface ServerTool {
  server: string
  name: string
}

/** An import of the server, as it is written and as it is meant. */
interface Rule {
  place: number
  written: JsonObject
  meant: ImportRule
}

type Change<Kind extends ToolChange['do']> = Extract<ToolChange, { do: Kind }>

export function changeImported(sources: Sources, tool: ServerTool, change: ToolChange): Outcome {
  const { configuration, document } = sources
  const { server, name } = tool
  const connection = Object.hasOwn(configuration.connections, server)
    ? configuration.connections[server]
    : undefined
  if (connection?.kind !== 'mcp') return fixed(`The settings file has no MCP server named ‘${server}’.`)
  const written = objectsAt(document, ['proxy', 'import'])
  const rules = configuration.imports.flatMap((meant, place): Rule[] =>
    meant.connection === server ? [{ place, written: written[place] ?? {}, meant }] : [],
  )
  if (change.do === 'offer') return offer(rules, tool, change)
  const reaching = rules.filter(({ meant }) => takesTool(meant, name))
  const [first] = reaching.length > 0 ? reaching : rules
  if (first === undefined) return fixed('Agents are offered no tool of its server. Turn it on first.')
  switch (change.do) {
    case 'ask':
      return ask(sources, rules, first, tool, change)
    case 'words':
      return giveWords(first, name, change)
    case 'confirm':
      return confirm(rules, first, name, change)
  }
}

function offer(rules: readonly Rule[], { server, name }: ServerTool, { on }: Change<'offer'>): Outcome {
  const taking = rules.filter(({ meant }) => takesTool(meant, name))
  if (!on) return pieces(...taking.map((rule) => listed(rule, 'exclude', name, true)))
  if (taking.length > 0) return pieces()
  const lists = ({ include }: ImportRule) => include.length === 0 || include.includes(name)
  const rule = rules.find(({ meant }) => lists(meant)) ?? rules[0]
  if (rule === undefined) return pieces({ kind: 'import', server, tool: name })
  return pieces(
    ...(rule.meant.exclude.includes(name) ? [listed(rule, 'exclude', name, false)] : []),
    ...(lists(rule.meant) ? [] : [listed(rule, 'include', name, true)]),
  )
}

function ask(
  { configuration, catalog }: Sources,
  rules: readonly Rule[],
  first: Rule,
  { server, name }: ServerTool,
  change: Change<'ask'>,
): Outcome {
  const { when, people } = change
  const own = configuration.connections[server]?.gate
  const gated = rules.filter(
    ({ meant }) => takesTool(meant, name) || Object.hasOwn(meant.toolGates ?? {}, name),
  )
  const gates = gated.map(({ meant }) => gateOfTool(meant, name))
  const call = { kind: 'mcp' as const, connection: server, tool: name, arguments: {} }
  // Capabilities may be older than what is in force, with the same content.
  const known = new Set([own, ...gates].map((gate) => JSON.stringify(gate)))
  const others = catalog.gatesFor(call).filter((gate) => !known.has(JSON.stringify(gate)))
  if (when === 'always') {
    const standing = [own, ...gates, ...others]
    if (people === undefined && standing.some(asksAlways)) return pieces()
    return writeGate(first, name, change)
  }
  const isTooMuch = (gate: Gate | undefined) =>
    gate !== undefined && (when === 'never' || gate.required === true)
  if (isTooMuch(own))
    return fixed('A person is asked before every call of its server. Change that at the server.')
  if (others.some(isTooMuch))
    return fixed(
      'Another entry of the settings file that makes the same call asks a person. Change that one.',
    )
  const asking = gated.filter((_, index) => gates[index] !== undefined)
  const changing = when === 'writes' && asking.length === 0 ? [first] : asking
  const outcomes = changing.map((rule) => writeGate(rule, name, change))
  return pieces(...outcomes.flatMap((outcome) => (outcome.kind === 'pieces' ? outcome.pieces : [])))
}

/** Nothing is written for the tool where its import says the same. */
function writeGate({ place, written, meant }: Rule, tool: string, change: Change<'ask'>): Outcome {
  const entries = isJsonObject(written.toolApproval) ? written.toolApproval : {}
  const before = ownOf(entries, tool)
  const isGate = isJsonObject(before) && before.required !== false
  const value = gateDocument(isGate ? before : written, change, isGate)
  const isInherited = isSameGate(value, meant.gate)
  if (before === undefined && isInherited) return pieces()
  if (!isInherited && JSON.stringify(before) === JSON.stringify(value)) return pieces()
  return pieces(entry(place, 'toolApproval', tool, isInherited ? undefined : value))
}

const MOST_WORDS = 50

function giveWords({ place, written }: Rule, tool: string, { field, add, remove }: Change<'words'>): Outcome {
  const key = field === 'aliases' ? 'aliases' : 'toolTags'
  const map = isJsonObject(written[key]) ? written[key] : {}
  const before = Object.hasOwn(map, tool) ? textsIn(map[tool]) : []
  const inherited = field === 'tags' ? textsIn(written.tags) : []
  const gone = remove.map(escapeText)
  const kept = gone.find((word) => inherited.includes(word))
  if (kept !== undefined)
    return fixed(
      `Every tool of this server has the tag ‘${kept}’. Take it out of ‘tags’ under ‘proxy.import’ in the settings file.`,
    )
  const added = add.map(escapeText).filter((word) => !before.includes(word) && !inherited.includes(word))
  const after = [...before.filter((word) => !gone.includes(word)), ...added]
  if (after.length > MOST_WORDS) return fixed(`It would have more than ${MOST_WORDS} ${field}.`)
  if (JSON.stringify(after) === JSON.stringify(before)) return pieces()
  return pieces(entry(place, key, tool, after.length === 0 ? undefined : after))
}

function confirm(rules: readonly Rule[], first: Rule, tool: string, { reads }: Change<'confirm'>): Outcome {
  const naming = rules.filter(({ meant }) => Object.hasOwn(meant.toolReadOnly ?? {}, tool))
  if (reads === null)
    return pieces(...naming.map(({ place }) => entry(place, 'toolReadOnly', tool, undefined)))
  const said = naming.length > 0 ? naming : [first]
  return pieces(
    ...said
      .filter(({ meant }) => meant.toolReadOnly?.[tool] !== reads)
      .map(({ place }) => entry(place, 'toolReadOnly', tool, reads)),
  )
}

function entry(rule: number, key: ToolMap, tool: string, value: JsonValue | undefined): ToolPiece {
  return { kind: 'entry', rule, key, tool, value }
}

function listed({ place }: Rule, key: 'include' | 'exclude', tool: string, isIn: boolean): ToolPiece {
  return { kind: 'listed', rule: place, key, tool, isIn }
}
