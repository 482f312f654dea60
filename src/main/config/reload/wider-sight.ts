/**
 * What clients with limits see, and may start, because of a tag that it did not have before (R1.6, R2.2). One sentence
 * for each thing and client; what is new altogether is said elsewhere. Pure.
 */
import type { Configuration, ImportRule } from '../../model/configuration.ts'
import { ownOf } from '../../model/json.ts'
import { takesTool } from '../../workflow/gates/tool-settings.ts'
import { SECTION_WORDS } from '../../workflow/preview/unlike.ts'
import { quoteKey } from '../../workflow/wording/quote.ts'
import { importsByName } from './by-name.ts'
import { coversLess } from './lost-limits.ts'

interface TagChange {
  what: string
  before: string[]
  after: string[]
}

export function findWiderSight(before: Configuration, after: Configuration): string[] {
  const rules = importsByName(before)
  const retagged = [
    ...inBoth(SECTION_WORDS.workflows, Object.values(before.workflows), Object.values(after.workflows)),
    ...inBoth(SECTION_WORDS.capabilities, before.capabilities, after.capabilities),
    ...Object.entries(importsByName(after)).flatMap(([name, rule]) => {
      const was = Object.hasOwn(rules, name) ? rules[name] : joined(before, rule.connection)
      return was === undefined ? [] : retaggedTools(was, rule)
    }),
    ...leftTools(rules, importsByName(after)),
  ]
  return Object.entries(after.clients).flatMap(([client, { tags: allowed }]) => {
    if (allowed === undefined) return []
    return retagged.flatMap(({ what, before: was, after: is }) => {
      const opening = is.find((tag) => allowed.includes(tag))
      if (opening === undefined || was.some((tag) => allowed.includes(tag))) return []
      return [`The client ‘${client}’ gets the sight of ${what}, by the tag ${quoteKey(opening)}.`]
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

/** All imports of a connection as one, where another one of it is new; undefined: there were none. */
function joined({ imports }: Configuration, connection: string): ImportRule | undefined {
  const own = imports.filter((rule) => rule.connection === connection)
  const [first] = own
  if (first === undefined) return undefined
  const tools = new Set(own.flatMap(({ toolTags = {} }) => Object.keys(toolTags)))
  return {
    ...first,
    tags: own.flatMap(({ tags }) => tags),
    toolTags: Object.fromEntries(
      [...tools].map((tool) => [tool, own.flatMap(({ toolTags = {} }) => ownTags(toolTags, tool))]),
    ),
  }
}

function ownTags(toolTags: Record<string, string[]>, tool: string): string[] {
  return ownOf(toolTags, tool) ?? []
}

function retaggedTools(was: ImportRule, { connection, tags, toolTags = {} }: ImportRule): TagChange[] {
  const from = `of the server ‘${connection}’`
  const then = was.toolTags ?? {}
  return [
    { what: `every tool ${from}`, before: was.tags, after: tags },
    ...Object.entries(toolTags).map(([tool, own]) => ({
      what: `the tool ${quoteKey(tool)} ${from}`,
      before: [...was.tags, ...tags, ...ownTags(then, tool)],
      after: own,
    })),
  ]
}

/** Of several imports that give a tool the same id, the first one tags it: what that leaves, the next one takes. */
function leftTools(before: Record<string, ImportRule>, after: Record<string, ImportRule>): TagChange[] {
  return Object.entries(after).flatMap(([name, is]) => {
    const was = ownOf(before, name)
    if (was === undefined || !coversLess(was, is)) return []
    const others = Object.entries(after).slice(Object.keys(after).indexOf(name) + 1)
    return others
      .filter(([, { connection, prefix }]) => connection === is.connection && prefix === is.prefix)
      .filter(([, { include }]) => include.length === 0 || include.some((tool) => takesTool(was, tool)))
      .map(([, { tags, toolTags = {} }]) => ({
        what: `tools of the server ‘${is.connection}’ that an earlier entry no longer takes`,
        before: was.tags,
        after: [...tags, ...Object.values(toolTags).flat()],
      }))
  })
}
