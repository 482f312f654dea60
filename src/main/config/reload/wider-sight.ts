/**
 * What clients with limits see, and may start, because of a tag that it did not have before (R1.6, R2.2). One sentence
 * for each thing and client; what is new altogether is said elsewhere. Pure.
 */
import type { Configuration, ImportRule } from '../../model/configuration.ts'

interface TagChange {
  what: string
  before: string[]
  after: string[]
}

export function findWiderSight(before: Configuration, after: Configuration): string[] {
  const retagged = [
    ...inBoth('workflow', Object.values(before.workflows), Object.values(after.workflows)),
    ...inBoth('capability', before.capabilities, after.capabilities),
    ...after.imports.flatMap((rule) => retaggedTools(before.imports, rule)),
  ]
  return Object.entries(after.clients).flatMap(([client, { tags: allowed }]) => {
    if (allowed === undefined) return []
    return retagged.flatMap(({ what, before: was, after: is }) => {
      const opening = is.find((tag) => allowed.includes(tag))
      if (opening === undefined || was.some((tag) => allowed.includes(tag))) return []
      return [`The client ‘${client}’ gets the sight of ${what}, by the tag ‘${opening}’.`]
    })
  })
}

interface TagHolder {
  id: string
  tags: string[]
}

function inBoth(kind: string, before: readonly TagHolder[], after: readonly TagHolder[]): TagChange[] {
  const then = new Map(before.map(({ id, tags }) => [id, tags]))
  return after.flatMap(({ id, tags }) => {
    const was = then.get(id)
    return was === undefined ? [] : [{ what: `the ${kind} ‘${id}’`, before: was, after: tags }]
  })
}

function retaggedTools(before: readonly ImportRule[], rule: ImportRule): TagChange[] {
  const { connection, prefix, tags, toolTags = {} } = rule
  const was = before.find((other) => other.connection === connection && other.prefix === prefix)
  if (was === undefined) return []
  const from = `of the connection ‘${connection}’`
  const then = was.toolTags ?? {}
  return [
    { what: `every imported tool ${from}`, before: was.tags, after: tags },
    ...Object.entries(toolTags).map(([tool, own]) => ({
      what: `the tool ‘${tool}’ ${from}`,
      before: [...was.tags, ...tags, ...(Object.hasOwn(then, tool) ? (then[tool] ?? []) : [])],
      after: own,
    })),
  ]
}
