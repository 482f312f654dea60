/** `proxy.import`: makes capabilities of an MCP server's tools (seed 002). Nothing but its arguments counts. */

import { createHash } from 'node:crypto'
import type { ImportRule } from '../../model/configuration.ts'
import type { Capability } from '../../model/definition.ts'
import { confirmedReadOnly, gateOfTool, takesTool } from '../../workflow/gates/tool-settings.ts'
import { quoteWord } from '../../workflow/wording/quote.ts'
import type { ImportedTool } from '../connection.ts'

export interface Imports {
  capabilities: Capability[]
  /** The same in lists, each of which is the same object as long as nothing in it changes, where ids do not clash. */
  lists: Capability[][]
  /** Ids that clashed, names in a rule that the server does not have. */
  warnings: ImportWarning[]
}

/** What is said of the import of a connection, as a sentence. */
export interface ImportWarning {
  connection: string
  message: string
}

/** What a rule makes of a list of tools and of each of them, as long as they stay what they are: the same objects again. */
export interface ImportCache {
  lists: WeakMap<ImportedTool[], Map<string, ImportWish>>
  /** By rule. */
  tools: Map<string, WeakMap<ImportedTool, Capability>>
  claimed: ClaimedIds
}

interface ImportWish {
  capabilities: Capability[]
  warnings: ImportWarning[]
}

export function createImportCache(): ImportCache {
  return { lists: new WeakMap(), tools: new Map(), claimed: createClaimedIds() }
}

/**
 * Rules count in their order, tools in the server's. An id that is taken is kept by whoever came first; the
 * other tool becomes `connection.tool`, or that with a number.
 * @param tools the tools of a connection; none while it has not been discovered
 * @param taken ids of capabilities that exist already
 */
export function importCapabilities(
  rules: ImportRule[],
  tools: (connection: string) => ImportedTool[],
  taken: Iterable<string> = [],
  cache: ImportCache = createImportCache(),
): Imports {
  const wanted = rules.map((rule) => ({ rule, ...importRule(rule, rules, tools(rule.connection), cache) }))
  forgetOtherRules(rules, cache)
  const own = [...taken]
  const lists = wanted.map(({ capabilities }) => capabilities)
  if (!cache.claimed.areDistinct(own, lists)) return settleClashes(wanted, own)
  return { capabilities: lists.flat(), lists, warnings: wanted.flatMap(({ warnings }) => warnings) }
}

function forgetOtherRules(rules: ImportRule[], { tools }: ImportCache): void {
  const present = new Set(rules.map((rule) => keyOf(rule, rules)))
  for (const key of tools.keys()) if (!present.has(key)) tools.delete(key)
}

/** What a person has confirmed of a tool counts in every import of its connection. */
function keyOf(rule: ImportRule, rules: readonly ImportRule[]): string {
  const confirmed = rules.map(
    ({ connection, toolReadOnly }) => connection === rule.connection && toolReadOnly,
  )
  return JSON.stringify([rule, confirmed.filter(Boolean)])
}

function settleClashes(wanted: (ImportWish & { rule: ImportRule })[], taken: string[]): Imports {
  const holders = new Map<string, Capability | null>()
  for (const id of taken) holders.set(id, null)
  const capabilities: Capability[] = []
  const warnings: ImportWarning[] = []
  for (const { rule, ...imports } of wanted) {
    for (const warning of imports.warnings) warnings.push(warning)
    for (const capability of imports.capabilities) {
      const holder = holders.get(capability.id)
      if (holder === undefined) {
        holders.set(capability.id, capability)
        capabilities.push(capability)
        continue
      }
      // Two rules that import the same tool under the same id mean one capability.
      if (holder !== null && isSameTool(holder, capability)) continue
      const renamed = rename(capability, rule, holders)
      warnings.push(renamed.warning)
      holders.set(renamed.capability.id, renamed.capability)
      capabilities.push(renamed.capability)
    }
  }
  return { capabilities, lists: [capabilities], warnings }
}

/** Each tool under the id that the rule wants for it. */
function importRule(
  rule: ImportRule,
  rules: readonly ImportRule[],
  known: ImportedTool[],
  cache: ImportCache,
): ImportWish {
  const kept = cache.lists.get(known) ?? new Map<string, ImportWish>()
  cache.lists.set(known, kept)
  const key = keyOf(rule, rules)
  const before = kept.get(key)
  if (before !== undefined) return before
  const made = cache.tools.get(key) ?? new WeakMap<ImportedTool, Capability>()
  cache.tools.set(key, made)
  const capabilities = known
    .filter(({ name }) => takesTool(rule, name))
    .map((tool) => {
      const confirmed = confirmedReadOnly(rules, rule.connection, tool.name)
      const capability = made.get(tool) ?? toCapability(rule, tool, confirmed)
      made.set(tool, capability)
      return capability
    })
  const imports = { capabilities, warnings: findUnknownNames(rule, known) }
  kept.set(key, imports)
  return imports
}

function isSameTool({ source: one }: Capability, { source: other }: Capability): boolean {
  return (
    one.kind === 'import' &&
    other.kind === 'import' &&
    one.connection === other.connection &&
    one.tool === other.tool
  )
}

function rename(
  capability: Capability,
  { connection }: ImportRule,
  taken: ReadonlyMap<string, unknown>,
): { capability: Capability; warning: ImportWarning } {
  const { source, id: wanted } = capability
  const tool = source.kind === 'import' ? source.tool : wanted
  const id = chooseId(taken, `${connection}.${importedName(tool)}`)
  return {
    capability: { ...capability, id },
    warning: {
      connection,
      message: `Two tools would be called ${wanted}: the tool ${quoteWord(tool)} of the server ${connection} is called ${id} instead. Give its server another prefix.`,
    },
  }
}

function chooseId(taken: ReadonlyMap<string, unknown>, fallback: string): string {
  if (!taken.has(fallback)) return fallback
  let number = 2
  while (taken.has(`${fallback}_${number}`)) number += 1
  return `${fallback}_${number}`
}

/** Of an id that is made: what can be read of the name, before what tells it from every other. */
const READABLE = 32

/**
 * A server names its tools as it likes, and an id stands in sentences, links and files: from a name with other
 * characters than those of a word comes one of letters and digits that are left of it, and a digest of the whole name.
 * The same name always gives the same id, two names never do.
 */
function importedName(tool: string): string {
  if (/^[A-Za-z0-9_.-]+$/.test(tool)) return tool
  const readable = tool
    .replace(/[^A-Za-z0-9.-]+/g, '_')
    .replace(/^[_.-]+/, '')
    .slice(0, READABLE)
    .replace(/[_.-]+$/, '')
  const digest = createHash('sha256').update(tool).digest('hex').slice(0, 12)
  return `${readable === '' ? 'tool' : readable}-${digest}`
}

/** The id that a rule gives to a tool, as long as no other has it. */
export function importedId(prefix: string, tool: string): string {
  return prefix === '' ? importedName(tool) : `${prefix}.${importedName(tool)}`
}

function toCapability(rule: ImportRule, tool: ImportedTool, confirmed: boolean | undefined): Capability {
  const readOnly = confirmed ?? tool.annotations?.readOnlyHint === true
  const gate = gateOfTool(rule, tool.name)
  return {
    id: importedId(rule.prefix, tool.name),
    title: tool.title ?? tool.annotations?.title ?? tool.name,
    description: tool.description ?? '',
    tags: [...new Set([...rule.tags, ...(ownOf(rule.toolTags, tool.name) ?? [])])],
    aliases: [...(ownOf(rule.aliases, tool.name) ?? [])],
    examples: [],
    ...(tool.inputSchema === undefined ? {} : { inputSchema: tool.inputSchema }),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
    guards: [],
    executor: { kind: 'mcp', connection: rule.connection, tool: tool.name, idempotent: readOnly },
    ...(gate === undefined ? {} : { gates: [gate] }),
    source: { kind: 'import', connection: rule.connection, tool: tool.name },
    readOnly,
  }
}

function ownOf(words: Record<string, string[]> | undefined, tool: string): string[] | undefined {
  return words !== undefined && Object.hasOwn(words, tool) ? words[tool] : undefined
}

/** Silent before the first discovery: then nothing is known. */
function findUnknownNames(rule: ImportRule, known: ImportedTool[]): ImportWarning[] {
  if (known.length === 0) return []
  const names = new Set(known.map(({ name }) => name))
  const mentioned = new Set([
    ...[...rule.include, ...rule.exclude],
    ...[rule.aliases, rule.toolTags, rule.toolGates, rule.toolReadOnly].flatMap((by) =>
      Object.keys(by ?? {}),
    ),
  ])
  return [...mentioned]
    .filter((name) => !names.has(name))
    .map((name) => ({
      connection: rule.connection,
      message: `The settings file names the tool ${quoteWord(name)}, which the server ${rule.connection} does not have.`,
    }))
}

/** Which list of capabilities has each id, brought up to date by what differs: most lists stay the same objects. */
type List = readonly Capability[]

interface ClaimedIds {
  /** Whether no id is in two of the lists, twice in one of them, or among `taken`. */
  areDistinct(taken: readonly string[], lists: readonly List[]): boolean
}

function createClaimedIds(): ClaimedIds {
  const claims = new Map<string, List>()
  let known = new Set<List>()
  /** As long as both are there, so is their clash. */
  let clash: readonly [List, List] | null = null

  function forget(): void {
    claims.clear()
    known = new Set()
  }

  /** Null: none of these lists has an id of it. */
  function claim(list: List, lists: ReadonlySet<List>): List | null {
    for (const { id } of list) {
      const other = claims.get(id)
      if (other !== undefined && lists.has(other)) return other
      claims.set(id, list)
    }
    return null
  }

  return {
    areDistinct(taken, lists) {
      const wanted = new Set(lists.filter(({ length }) => length > 0))
      if (wanted.size < lists.filter(({ length }) => length > 0).length) return false
      if (clash?.every((list) => wanted.has(list)) === true) return false
      clash = null
      for (const list of wanted) {
        const other = known.has(list) ? null : claim(list, wanted)
        if (other === null) continue
        clash = [list, other]
        forget()
        return false
      }
      // Most ids of a list that was there before are in the one that stands for it now, and are not taken out.
      for (const list of known) {
        if (wanted.has(list)) continue
        for (const { id } of list) if (claims.get(id) === list) claims.delete(id)
      }
      known = wanted
      return !taken.some((id) => claims.has(id))
    },
  }
}
