/**
 * What a new configuration changes for single tools of imports: each that a person was asked about and is not any more,
 * or that only reads by now, is named (R2.2, R5.3). The same of several tools is one sentence. Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import type { Gate } from '../../model/definition.ts'
import { ownOf } from '../../model/json.ts'
import { confirmedReadOnly, gatesOfTool, takesTool } from '../../workflow/gates/tool-settings.ts'
import { countsDecisions, usualTime } from '../../workflow/preview/backdrop.ts'
import { lostGates } from '../../workflow/preview/conditions.ts'
import { type AskedBeside, longerOf } from '../../workflow/preview/longer-deadlines.ts'
import { quoteName } from '../../workflow/wording/quote.ts'

type Sources = Pick<Configuration, 'connections' | 'imports'>

export interface ToolDifferences {
  /** What runs without a person, and did not before. */
  freed: string[]
  losses: string[]
}

export function compareTools(before: Configuration, after: Configuration): ToolDifferences {
  const freed = createSentences()
  const losses = createSentences()
  for (const connection of Object.keys(after.connections)) {
    const named = namedTools(connection, before, after)
    for (const tool of offeredTools(connection, before, after))
      if (!named.has(tool) && isFreed(before, after, connection, tool)) freed.add(connection, tool, '')
    for (const tool of named) {
      if (isFreed(before, after, connection, tool)) freed.add(connection, tool, '')
      else if (Object.hasOwn(before.connections, connection)) {
        const [was, is] = [before, after].map(({ imports }) => gatesOfTool(imports, connection, tool))
        const missed = notOfConnection(was ?? [], connection, after)
        const later = longerOf(
          '',
          was ?? [],
          is ?? [],
          usualTime(before, after),
          besideTools(connection, before, after),
        )
        for (const loss of [...lostGates(missed, is ?? [], ''), ...later]) losses.add(connection, tool, loss)
      }
      const loss = lostWord(
        confirmedReadOnly(before.imports, connection, tool),
        confirmedReadOnly(after.imports, connection, tool),
      )
      if (loss !== null) losses.add(connection, tool, loss)
    }
  }
  return {
    freed: freed.all(
      (tools, connection) =>
        `Agents can now run ${listTools(tools)} of ‘${connection}’ without asking a person.`,
    ),
    losses: losses.all((tools, connection, loss) => {
      const what = tools.length === 1 ? 'The tool' : 'Each of the tools'
      return `${what} ${listTools(tools)} of the server ‘${connection}’${loss}`
    }),
  }
}

/** What their connection asks before the same calls. */
export function besideTools(connection: string, before: Configuration, after: Configuration): AskedBeside {
  const [were = [], are = []] = [before, after].map(({ connections }) => {
    const gate = ownOf(connections, connection)?.gate
    return gate === undefined ? [] : [gate]
  })
  return { were, are: are.filter(({ required, except }) => required === true && except === undefined) }
}

/**
 * Gates of an import, or of one of its tools, that the approval of their connection does not ask for as well: that stands
 * before the same calls, and is left out by the same word; an exception that speaks of arguments never holds there. Where
 * decisions are counted, each counts.
 */
export function notOfConnection(gates: Gate[], connection: string, after: Configuration): Gate[] {
  const { connections } = after
  const own = ownOf(connections, connection)?.gate
  if (own === undefined || countsDecisions(JSON.stringify(after))) return gates
  return gates.filter((gate) => lostGates([gate], [own], '').length > 0)
}

/** Of which an import says something of their own, before or after. */
function namedTools(connection: string, before: Sources, after: Sources): Set<string> {
  const rules = [...before.imports, ...after.imports].filter((rule) => rule.connection === connection)
  return new Set(
    rules.flatMap(({ toolGates = {}, toolReadOnly = {} }) => [
      ...Object.keys(toolGates),
      ...Object.keys(toolReadOnly),
    ]),
  )
}

/**
 * Those that are included by their names, or were left out. Of those that imports say nothing else of, the approvals of
 * imports are compared by themselves.
 */
function offeredTools(connection: string, before: Sources, after: Sources): Set<string> {
  const own = ({ imports }: Sources) => imports.filter((rule) => rule.connection === connection)
  return new Set([
    ...own(before).flatMap(({ exclude }) => exclude),
    ...own(after).flatMap(({ include }) => include),
  ])
}

/** What the change itself says about what only reads proves nothing. */
function isFreed(before: Sources, after: Sources, connection: string, tool: string): boolean {
  return (
    isTaken(after, connection, tool) &&
    !isAsked(after, connection, tool) &&
    (!isTaken(before, connection, tool) || isAsked(before, connection, tool)) &&
    confirmedReadOnly(before.imports, connection, tool) !== true
  )
}

function isTaken({ connections, imports }: Sources, connection: string, tool: string): boolean {
  if (connections[connection]?.disabled) return false
  return imports.some((rule) => rule.connection === connection && takesTool(rule, tool))
}

function isAsked({ connections, imports }: Sources, connection: string, tool: string): boolean {
  const own = ownOf(connections, connection)?.gate
  const reads = confirmedReadOnly(imports, connection, tool) === true
  const gates: Gate[] = [...(own === undefined ? [] : [own]), ...gatesOfTool(imports, connection, tool)]
  return gates.some(({ required }) => required === true || !reads)
}

function lostWord(was: boolean | undefined, is: boolean | undefined): string | null {
  if (is === true && was !== true)
    return ' counts as read-only now: approvals that leave out what only reads do not hold it.'
  return was === false && is === undefined
    ? ' is no longer confirmed to write: what its server says of it counts again.'
    : null
}

function listTools(tools: readonly string[]): string {
  return tools.toSorted().map(quoteName).join(', ')
}

function createSentences() {
  const tools = new Map<string, { connection: string; said: string; names: string[] }>()
  return {
    add(connection: string, tool: string, said: string): void {
      const key = JSON.stringify([connection, said])
      const known = tools.get(key)
      if (known === undefined) tools.set(key, { connection, said, names: [tool] })
      else known.names.push(tool)
    },
    all: (say: (tools: string[], connection: string, said: string) => string): string[] =>
      [...tools.values()].map(({ connection, said, names }) => say(names, connection, said)),
  }
}
