/**
 * Names of single calls under which another server may answer now: a capability keeps its name, and of several imports
 * under one prefix the first one that has a tool of the name (`connections/tools/import.ts`). One sentence for each pair.
 * Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import { toolOf } from '../../workflow/executors/executors.ts'
import { takesTool } from '../../workflow/gates/tool-settings.ts'

/** Who may answer under a name. */
interface Holder {
  kind: 'capability' | 'import'
  /** Of the capability, or of the connection. */
  name: string
}

/** No tool is called so: it stands for all that no import names. */
const ANY_OTHER = ''

/**
 * Whoever calls it by its name reaches another server, with other approvals, and nothing else has changed. `before`: with
 * the names that connections have now, and prefixes and capabilities called as they were.
 */
export function findTakenNames(before: Configuration, after: Configuration): string[] {
  const found = namesIn(before, after).flatMap(([prefix, tool]) => {
    const [were, are] = [before, after].map((each) => holdersOf(each, prefix, tool))
    return (are ?? []).flatMap((is) =>
      (were ?? [])
        .filter((was) => comesBefore(was, is, were ?? []) && comesBefore(is, was, are ?? []))
        .map((was) =>
          sayTaken(was, is, prefix, {
            isThere: placeOf(was, are ?? []) !== -1,
            isNew: !Object.hasOwn(before.connections, is.name),
          }),
        ),
    )
  })
  return [...new Set(found)]
}

/** Whether it is only that nobody else answers: what does could be called before, by another name. Not by a new server. */
export function saysLeftName(sentence: string): boolean {
  return / may be .* now, under the same name: .* any more\.$/s.test(sentence)
}

function sayTaken(
  was: Holder,
  is: Holder,
  prefix: string,
  { isThere, isNew }: { isThere: boolean; isNew: boolean },
): string {
  const same = 'now, under the same name'
  if (is.kind === 'capability')
    return `A tool of ‘${was.name}’ may be the tool ‘${is.name}’ of the settings file ${same}: that comes first.`
  if (was.kind === 'capability')
    return `The tool ‘${was.name}’ may be one of ‘${is.name}’ ${same}: the settings file has no such tool any more.`
  const taken = `A tool of ‘${was.name}’ may be one of ‘${is.name}’ ${same}`
  if (!isThere && isNew) return `${taken}: that server is new.`
  return isThere
    ? `${taken}: both are found ${prefix === '' ? 'without a prefix' : `under the prefix ‘${prefix}’`}, and ‘${is.name}’ comes first.`
    : `${taken}: ‘${was.name}’ does not have it any more.`
}

/** By prefix and tool: those of which anything says something, and all others. */
function namesIn(...both: Configuration[]): [string, string][] {
  const rules = both.flatMap(({ imports }) => imports)
  const ids = both.flatMap(({ capabilities }) => capabilities.map(({ id }) => id))
  return [...new Set(rules.map(({ prefix }) => prefix))].flatMap((prefix) => {
    const own = rules.filter((rule) => rule.prefix === prefix)
    const start = idOf(prefix, ANY_OTHER)
    const tools = [
      ...own.flatMap(({ include, exclude }) => [...include, ...exclude]),
      ...ids.filter((id) => id.startsWith(start)).map((id) => id.slice(start.length)),
    ]
    return [...new Set([...tools, ANY_OTHER])].map((tool): [string, string] => [prefix, tool])
  })
}

/** The first of them that has it answers; a capability surely does. */
function holdersOf({ capabilities, imports, connections }: Configuration, prefix: string, tool: string) {
  const own = capabilities.find(({ id }) => id === idOf(prefix, tool))
  // One that calls the very tool is that tool.
  const called = own === undefined ? null : toolOf(own.executor)
  if (own !== undefined && called?.tool !== tool) return [{ kind: 'capability' as const, name: own.id }]
  return (called === null ? imports : [])
    .filter((rule) => rule.prefix === prefix && takesTool(rule, tool))
    .map(({ connection }) => connection)
    .concat(called?.connection ?? [])
    .filter((name) => connections[name]?.disabled !== true)
    .map((name) => ({ kind: 'import' as const, name }))
}

function idOf(prefix: string, tool: string): string {
  return prefix === '' ? tool : `${prefix}.${tool}`
}

/** Or the other is not among them. */
function comesBefore(one: Holder, other: Holder, all: readonly Holder[]): boolean {
  const [place, others] = [placeOf(one, all), placeOf(other, all)]
  return place !== -1 && place !== others && (others === -1 || place < others)
}

function placeOf({ kind, name }: Holder, all: readonly Holder[]): number {
  return all.findIndex((each) => each.kind === kind && each.name === name)
}
