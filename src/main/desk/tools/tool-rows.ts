/** The table of all tools: those of servers, as they are known, and what the settings file declares. */
import type { ToolAsking, ToolRow, ToolState } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Configuration } from '../../model/configuration.ts'
import { type Gate, transitionsOf } from '../../model/definition.ts'
import { shortenAtWord } from '../../model/shorten.ts'
import { calledTools } from '../../workflow/executors/called-tools.ts'
import { type MissingVotes, peopleAsked } from '../../workflow/gates/gates.ts'
import { confirmedReadOnly, gatesOfTool } from '../../workflow/gates/tool-settings.ts'
import type { Entry } from '../catalog/catalog-item.ts'
import { viewConnections } from '../catalog/connection-view.ts'
import { askedFirst, gatesNow } from '../rules/declared-rules.ts'
import { countTokens } from '../settings/count-tokens.ts'
import type { ToolUses } from './tool-uses.ts'

type State = ReturnType<Gateway['connections']['states']>[number]
type ServerTool = State['tools'][number]
type Changes = ReadonlyMap<string, Awaited<ReturnType<typeof viewConnections>>[number]['changed'][number]>

export type RowSources = Pick<
  Gateway,
  | 'connections'
  | 'catalog'
  | 'configuration'
  | 'store'
  | 'discovery'
  | 'breakers'
  | 'acceptedTools'
  | 'importWarnings'
  | 'servers'
>

/** Characters of what a tool does that a row has room for. */
const LONGEST_ABOUT = 200
/** Rows that are made between two pauses: the thread serves agents as well. */
const SLICE = 250

/** In the order of the settings file: servers with their tools in the order of each, then what is declared. */
export async function makeToolRows(gateway: RowSources, uses: ToolUses): Promise<ToolRow[]> {
  const rows: ToolRow[] = []
  const add = async (row: ToolRow) => {
    rows.push(row)
    if (rows.length % SLICE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const entries = gateway.discovery.entries()
  const imported = new Map<string, Entry>()
  for (const entry of entries) {
    const source = entry.capability?.source
    if (source?.kind === 'import') imported.set(JSON.stringify([source.connection, source.tool]), entry)
  }
  const context: RowContext = { gateway, uses, seenBy: sightOf(gateway) }
  const views = new Map((await viewConnections(gateway)).map((view) => [view.name, view]))
  for (const state of gateway.connections.states()) {
    const { name: server, kind, health, refused } = state
    if (kind !== 'mcp') continue
    const tools = health === 'disabled' ? gateway.acceptedTools(server) : state.tools
    const view = views.get(server)
    const away = view === undefined ? null : awayAs(view.health)
    const changes: Changes = new Map(view?.changed.map((change) => [change.tool, change]))
    const rowOf = (tool: ServerTool, entry: Entry | null) =>
      rowOfTool(context, state, tool, { entry, changes, away })
    for (const tool of tools)
      await add(rowOf(tool, imported.get(JSON.stringify([server, tool.name])) ?? null))
    // What has no name has no settings either; its server tells of it.
    for (const { tool, reason } of refused.filter((each) => each.tool !== ''))
      await add({ ...rowOf({ name: tool, description: reason }, null), state: 'faulty' })
    for (const name of namedTools(gateway.configuration(), server))
      if (gateway.catalog.isUnlistedTool(server, name))
        await add({ ...rowOf({ name, description: UNLISTED }, null), state: 'unlisted' })
  }
  for (const entry of entries)
    if (entry.capability?.source.kind !== 'import') await add(rowOfEntry(context, entry))
  const offered = new Set(entries.map(({ id }) => id))
  for (const capability of gateway.configuration().gated ?? []) {
    if (offered.has(capability.id)) continue
    const row = rowOfEntry(context, { ...capability, kind: 'capability', capability })
    await add({ ...row, item: null, state: 'off' })
  }
  return rows
}

const UNLISTED =
  'The settings file names it, and its server lists no tool of this name. Unless the server keeps it to itself, a call fails.'

/** Tools of a server that imports name one by one, then those that steps and declared tools call; each once. */
function namedTools({ imports, capabilities, gated, workflows }: Configuration, server: string): string[] {
  const rules = imports.filter(({ connection }) => connection === server)
  return [
    ...new Set([
      ...rules.flatMap(({ include, exclude, aliases, toolTags = {}, toolGates = {}, toolReadOnly = {} }) => [
        ...[...include, ...exclude],
        ...[aliases, toolTags, toolGates, toolReadOnly].flatMap((named) => Object.keys(named)),
      ]),
      ...calledTools([capabilities, gated, workflows], server),
    ]),
  ]
}

interface RowContext {
  gateway: RowSources
  uses: ToolUses
  seenBy(tags: readonly string[]): string[] | null
}

function rowOfTool(
  { gateway, uses, seenBy }: RowContext,
  { name: server, title: serverTitle }: State,
  tool: ServerTool,
  { entry, changes, away }: { entry: Entry | null; changes: Changes; away: ToolState | null },
): ToolRow {
  const { name } = tool
  const { imports } = gateway.configuration()
  const { tags = [], aliases = [] } = entry ?? wordsOf(imports, server, name)
  const change = changes.get(name)
  const said = tool.annotations?.readOnlyHint
  const confirmed = confirmedReadOnly(imports, server, name)
  return {
    ...{ kind: 'tool', server, serverTitle, name, item: entry?.id ?? null },
    ...textsOf(tool, { ...tool, title: tool.title ?? tool.annotations?.title ?? name }),
    reads: confirmed ?? said === true,
    said: said ?? null,
    confirmed: confirmed ?? null,
    state: stateOf(change, entry !== null, away),
    approvalId: change?.approvalId ?? null,
    asks: askingOf(gatesOf(gateway, server, name)),
    used: uses.of(server, name),
    tags,
    aliases,
    clients: entry === null ? [] : seenBy(tags),
  }
}

/** Why none of its tools can be called; null: they can. */
function awayAs(health: string): ToolState | null {
  if (health === 'disabled') return 'disabled'
  return health === 'down' || health === 'needs_sign_in' ? 'away' : null
}

/** What agents would find it by, were it offered. */
function wordsOf(imports: ReturnType<Gateway['configuration']>['imports'], server: string, tool: string) {
  const rule = imports.find(({ connection }) => connection === server)
  const own = (words: Record<string, string[]> | undefined) =>
    words !== undefined && Object.hasOwn(words, tool) ? (words[tool] ?? []) : []
  return rule === undefined
    ? {}
    : { tags: [...new Set([...rule.tags, ...own(rule.toolTags)])], aliases: own(rule.aliases) }
}

function stateOf(
  change: { isNew: boolean; answer: string } | undefined,
  isOffered: boolean,
  away: ToolState | null,
): ToolState {
  if (change?.answer === 'refused') return 'refused'
  if (change?.answer === 'waiting') return change.isNew ? 'new' : 'changed'
  if (away === 'disabled') return 'disabled'
  return isOffered ? (away ?? 'offered') : 'off'
}

/** Of every level, whether or not the tool only reads. */
function gatesOf({ catalog, configuration }: RowSources, server: string, tool: string): Gate[] {
  const { connections, imports } = configuration()
  const own = connections[server]?.gate
  const live = catalog.gatesFor({ kind: 'mcp', connection: server, tool, arguments: {} })
  return [...new Set([...(own === undefined ? [] : [own]), ...gatesOfTool(imports, server, tool), ...live])]
}

function askingOf(gates: readonly Gate[]): ToolAsking {
  const firm = gates.filter(({ except }) => except === undefined)
  const always = firm.filter(({ required }) => required === true)
  const shown = always.length > 0 ? always : gates
  const rights = shown.flatMap(({ by }) => by?.role ?? by?.permission ?? [])
  return {
    when:
      always.length > 0
        ? 'always'
        : gates.length === 0
          ? 'never'
          : firm.length < gates.length
            ? 'maybe'
            : 'writes',
    ...peopleOf(peopleAsked(shown)),
    by: rights.length === 0 ? null : [...new Set(rights)].join(', '),
  }
}

function peopleOf(asked: MissingVotes): Pick<ToolAsking, 'people' | 'atLeast'> {
  return asked.atLeast ? { people: asked.people, atLeast: true } : { people: asked.people }
}

/** Of the steps of a workflow, that which asks the most. */
function mostOf(asked: MissingVotes[]): MissingVotes {
  const people = Math.max(1, ...asked.map((each) => each.people))
  return { people, atLeast: asked.some((each) => each.atLeast && each.people === people) }
}

type DeclaredEntry = Pick<
  Entry,
  'id' | 'title' | 'description' | 'tags' | 'aliases' | 'workflow' | 'capability' | 'inputSchema'
> & {
  kind: Entry['kind']
}

function rowOfEntry({ gateway, uses, seenBy }: RowContext, entry: DeclaredEntry): ToolRow {
  const { id, tags, aliases, workflow, capability } = entry
  return {
    ...{
      kind: kindOf(entry),
      server: null,
      serverTitle: null,
      name: id,
      item: id,
    },
    ...textsOf(workflow ?? capability ?? entry, { ...entry, name: id }),
    reads: capability?.readOnly ?? false,
    said: null,
    confirmed: capability?.readOnly === true ? true : null,
    state: 'offered',
    approvalId: null,
    asks: askingIn(gateway, entry),
    used: uses.of(null, id),
    tags,
    aliases,
    clients: seenBy(tags),
  }
}

function kindOf({ workflow, capability }: DeclaredEntry): ToolRow['kind'] {
  if (workflow !== undefined) return 'workflow'
  return capability?.source.kind === 'engine' ? 'engine' : 'capability'
}

/** Of a capability its own call, of a workflow all of its steps. */
function askingIn(gateway: RowSources, { workflow, capability }: DeclaredEntry): ToolAsking {
  const gates = gatesNow(gateway)
  const steps: Parameters<typeof askedFirst>[0][] =
    workflow === undefined ? [capability ?? {}] : transitionsOf(workflow)
  const asked = steps.map((step) => ({ step, first: askedFirst(step, gates) }))
  const asking = asked.filter(({ step, first }) => first !== null || step.actor === 'human')
  if (asking.length === 0) return { when: 'never', people: 0, by: null }
  return {
    when: workflow === undefined && asking.every(({ first }) => first?.always === true) ? 'always' : 'maybe',
    ...peopleOf(mostOf(asking.map(({ step }) => peopleAsked(gates.gatesBefore(step))))),
    by: null,
  }
}

interface Texts {
  title: string
  about: string
  tokens: number
}

/** A description that stays the same object is read once. */
const texts = new WeakMap<object, Texts>()

function textsOf(key: object, tool: Omit<ServerTool, 'annotations'>): Texts {
  const known = texts.get(key)
  if (known !== undefined) return known
  const { name, title = name, description = '', inputSchema = {} } = tool
  const made = {
    title,
    about: shortenAtWord(description, LONGEST_ABOUT),
    tokens: countTokens(JSON.stringify({ name, description, inputSchema })),
  }
  texts.set(key, made)
  return made
}

/** Names of clients with limits by tags that see these tags; null: there are none. */
function sightOf({ configuration }: RowSources): RowContext['seenBy'] {
  const limited = Object.entries(configuration().clients).flatMap(([name, { tags }]) =>
    tags === undefined ? [] : [{ name, tags }],
  )
  if (limited.length === 0) return () => null
  return (tags) =>
    limited.filter((client) => tags.some((tag) => client.tags.includes(tag))).map(({ name }) => name)
}
