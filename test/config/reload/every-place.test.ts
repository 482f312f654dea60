/**
 * One place of a whole configuration is changed, again and again: everything that a file can say, each said otherwise or
 * left out. What is then not named as weaker must be on the list of what is not.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { loadConfiguration } from '../../../src/main/config/load.ts'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import { isJsonObject } from '../../../src/main/model/json.ts'
import { isLong } from '../../support/effort.ts'
import { test as it } from '../../support/fixtures.ts'

type Place = readonly (string | number)[]
interface Edit {
  does: 'goes' | 'other' | 'more' | 'less' | 'turned'
  at: Place
  /** Each by itself; undefined: it is taken out. */
  values: readonly unknown[]
  /** Which of them nothing is called yet. */
  newName?: string
}

/** Of five changes one, each time the same; all of them in the long run. */
const STRIDE = isLong(process.env) ? 1 : 5

/** Whoever changes these lets nothing more happen. `*`: a name of the author's; `#`: a place in a list; `=`: what it becomes. */
const NO_WEAKER: Record<Edit['does'], readonly string[]> = {
  goes: [
    'workflows.*.linkFilter', // It says which links are shown, and decides nothing.
    'workflows.*.maxChainDepth', // No chain of it is so long.
    'connections.*.sandbox.ifAvailable', // Where the system cannot, nothing runs.
    'approvals.holdMs', // How long an agent is kept waiting decides nothing.
    'approvals.undoMs', // As long as usual.
    'approvals.pending.perClient',
    'approvals.timeoutMs',
    'capabilities.*.approval.notRequester', // With two people it is so anyway.
    'capabilities.*.approval.queue', // It says itself who decides.
    'capabilities.*.approval.required',
    'capabilities.*.approval.timeoutMs', // Refused sooner or later: the call does not run.
    'capabilities.*.executor.method',
    'capabilities.*.readOnly', // It only reads, or the opposite goes that is so anyway.
    'capabilities.*.tags',
    'capabilities.*.tags.#',
    'clients.*.sees',
    'clients.*.tags.#',
    'capabilities.*.inputSchema.properties', // It takes no others.
    'capabilities.*.inputSchema.properties.*',
    'connections.*.approval.required',
    'proxy.expose',
    'proxy.expose.#',
    'proxy.import.#.approval.required',
    'proxy.import.#.include.#',
    'proxy.import.#.tags',
    'proxy.import.#.tags.#',
    'proxy.import.#.toolApproval.*', // As the whole import has it.
    'proxy.import.#.toolApproval.*.quorum',
    'proxy.import.#.toolApproval.*.required',
    'proxy.import.#.toolReadOnly.*', // A person had said that it only reads.
    'proxy.import.#.toolTags',
    'proxy.import.#.toolTags.*',
    'proxy.import.#.toolTags.*.#',
    'workflows',
    'workflows.*',
    'workflows.*.inputSchema.properties',
    'workflows.*.inputSchema.properties.*',
    'workflows.*.inputSchema.properties.*.enum.#',
    'workflows.*.states.*.terminal', // What leads nowhere ends.
    'workflows.*.states.*.transitions.*',
    'workflows.*.states.*.transitions.*.reliability.retry', // It may fail as before, only sooner.
    'workflows.*.steps.#.onFailure', // It was tried again.
    'workflows.*.states.*.transitions.*.approval.quorum',
    'workflows.*.states.*.transitions.*.approval.required',
    'workflows.*.states.*.transitions.*.confirm', // Its risk is high.
    'workflows.*.states.*.transitions.*.executor.join',
    'workflows.*.states.*.transitions.*.guards.#.requires.#.count',
    'workflows.*.states.*.transitions.*.inputSchema.properties',
    'workflows.*.states.*.transitions.*.inputSchema.properties.*',
    'workflows.*.tags',
    'workflows.*.tags.#',
    'workflows.*.version',
  ],
  other: [
    'clients.*.sees = own',
    'proxy.expose.#.capability = lookx', // The same one by another name.
    'proxy.import.#.approval.required = true',
    'proxy.import.#.include.# = c', // It is excluded.
    'proxy.import.#.toolApproval.*.required = true',
    'workflows.*.linkFilter = all', // It says which links are shown, and decides nothing.
    'workflows.*.states.*.transitions.*.guards.#.guards.#.expr = $.context.tries <= 0', // Less than 3, and more.
    'workflows.*.states.*.transitions.*.guards.#.kind = all_of', // Another spelling.
    'workflows.*.states.*.transitions.*.guards.#.kind = any_of',
    'workflows.*.states.*.transitions.*.inputSchema.properties.*.type = integer', // Of numbers.
    'workflows.*.steps.#.approve.risk = high',
    'workflows.*.steps.#.onFailure = abort', // It was tried again.
    'workflows.*.steps.#.name', // Nothing reads it.
    'capabilities.*.approval.queue',
    'capabilities.*.tags.#',
    'proxy.import.#.prefix', // The same tools are called otherwise; that is said.
    'proxy.import.#.tags.#',
    'proxy.import.#.toolTags.*.#',
    'workflows.*.tags.#',
    'workflows.*.version',
  ],
  more: [
    'workflows.*.maxChainDepth', // No chain of it is so long.
    'approvals.holdMs',
    'approvals.undoMs',
    'capabilities.*.approval.quorum',
    'proxy.import.#.toolApproval.*.quorum',
    'workflows.*.states.*.transitions.*.approval.quorum',
    'workflows.*.states.*.transitions.*.guards.#.requires.#.count',
    'workflows.*.states.*.transitions.*.inputSchema.properties.*.minimum',
    'workflows.*.states.*.transitions.*.undoMs',
  ],
  less: [
    'workflows.*.maxChainDepth', // No chain of it is so long.
    'approvals.holdMs',
    'approvals.timeoutMs',
    'capabilities.*.approval.timeoutMs',
    'capabilities.*.inputSchema.properties.*.maxLength',
    'workflows.*.states.*.transitions.*.inputSchema.properties.*.maximum',
    'workflows.*.states.*.transitions.*.reliability.retry.maxAttempts',
  ],
  turned: [
    'capabilities.*.readOnly', // What only read may write.
    'connections.*.sandbox.ifAvailable', // It has to be there.
    'proxy.import.#.toolReadOnly.*',
    'workflows.*.states.*.transitions.*.confirm',
  ],
}
/** Places at which nothing else can stand, as the rest of the document is. A state that nothing leads to any more is an error. */
const ONLY_ONE =
  /^version$|\.kind$|\.inputSchema\.type$|\.terminal$|\.initialState$|\.target$|capabilities\.\*\.approval\.risk$/
const WORDS = /(^|\.)(title|description|goal|guidance|aliases)(\.#)?$/
/** Under these every key is a name. */
const NAMED = new Set([
  ...['workflows', 'states', 'transitions', 'connections', 'capabilities', 'clients', 'people', 'queues'],
  ...['properties', 'output', 'env', 'headers', 'input', 'initialContext', 'data', 'map', 'prefill'],
  ...['toolTags', 'toolApproval', 'toolReadOnly', 'branches'],
])

it('names whatever is changed in one place, but for what lets nothing more happen [weaker.unproven]', async ({
  folder,
}) => {
  const document = await readWhole()
  const load = async (content: unknown) => {
    const file = join(folder, 'countersign.yaml')
    await writeFile(file, JSON.stringify(content))
    const { configuration, problems } = await loadConfiguration(file, {})
    return problems.some(({ severity }) => severity === 'error') ? null : configuration
  }
  const before = await load(document)
  if (before === null) throw new Error('The whole configuration has an error.')
  const unnamed: string[] = []
  const untried: string[] = []
  let compared = 0
  for (const [index, edit] of [...listEdits(document, await listWords(document))].entries()) {
    const place = generalise(edit.at)
    if (index % STRIDE !== 0 || WORDS.test(place)) continue
    let isTried = false
    for (const value of edit.values) {
      if (isTried && STRIDE > 1) break
      const afterwards = await load(change(document, edit.at, value))
      // Its old value may be the name of something that has to be there under the other name, too.
      const both =
        afterwards === null && edit.newName !== undefined && value === edit.newName
          ? declareToo(document, edit.at, edit.newName)
          : null
      const from = both === null ? before : await load(both)
      const after = both === null ? afterwards : await load(change(both, edit.at, value))
      if (from === null || after === null) continue
      isTried = true
      compared += 1
      if (compareConfigurations(from, after).weaker.length > 0) continue
      const allowed = NO_WEAKER[edit.does]
      if (!allowed.includes(place) && !allowed.includes(`${place} = ${value}`))
        unnamed.push(`${edit.does}: ${edit.at.join('.')} ${JSON.stringify(value)}`)
    }
    // What has to be there cannot go; of all else there is something that can stand there.
    if (!isTried && edit.does !== 'goes' && !ONLY_ONE.test(place))
      untried.push(`${edit.does}: ${edit.at.join('.')}`)
  }
  expect(untried).toEqual([])
  expect(unnamed).toEqual([])
  expect(compared).toBeGreaterThan(300 / STRIDE)
})

it('changes something of every kind of guard and executor [weaker.unproven]', async () => {
  const written = new Set(kindsIn(await readWhole()))
  const { $defs } = await readSchema()
  const known = [...$defs.guard.oneOf, ...$defs.executor.else.oneOf].map(
    ({ properties: { kind } }) => kind.enum ?? [kind.const],
  )
  expect(known.length).toBeGreaterThan(10)
  // Of several spellings one is enough; a capability is an executor of another kind by its name.
  const missing = known.filter((all) => !all.some((each) => written.has(each ?? '') || each === 'capability'))
  expect(missing).toEqual([])
})

/** How the schema tells kinds apart. */
interface Variants {
  oneOf: { properties: { kind: { const?: string; enum?: string[] } } }[]
}

async function readSchema(): Promise<{ $defs: { guard: Variants; executor: { else: Variants } } }> {
  return JSON.parse(
    await readFile(join(import.meta.dirname, '../../../resources/gateway.schema.json'), 'utf8'),
  )
}

async function readWhole(): Promise<unknown> {
  return parse(await readFile(join(import.meta.dirname, 'whole.yaml'), 'utf8'))
}

function kindsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'kind' in node && typeof node.kind === 'string' ? [node.kind] : []
  return [...own, ...Object.values(node).flatMap(kindsIn)]
}

type Words = Map<string, Set<unknown>>

/** `words`: by the name of a key, what may stand there. */
function* listEdits(node: unknown, words: Words, at: Place = []): Generator<Edit> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, value] of Object.entries(node)) {
    const here = [...at, Array.isArray(node) ? Number(name) : name]
    yield { does: 'goes', at: here, values: [undefined] }
    if (typeof value === 'boolean') yield { does: 'turned', at: here, values: [!value] }
    else if (typeof value === 'string') {
      const others = [...(words.get(name) ?? [])].filter((word) => word !== value)
      yield { does: 'other', at: here, values: [`${value}x`, ...others], newName: `${value}x` }
    } else if (typeof value === 'number') {
      if (value > 0) yield { does: 'more', at: here, values: [value * 10] }
      if (value > 1) yield { does: 'less', at: here, values: [Math.max(1, Math.floor(value / 10))] }
    } else yield* listEdits(value, words, here)
  }
}

/** Of each key, what the schema names that may stand there, and what stands there elsewhere in the document. */
async function listWords(document: unknown): Promise<Words> {
  const words: Words = new Map()
  const note = (name: string, word: unknown) => {
    if (typeof word !== 'object') words.set(name, (words.get(name) ?? new Set()).add(word))
  }
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, value] of Object.entries(node)) {
      note(name, value)
      if (isJsonObject(value) && Array.isArray(value.enum)) for (const word of value.enum) note(name, word)
      walk(value)
    }
  }
  walk(document)
  walk(await readSchema())
  return words
}

/** With whatever is declared under the name that stands there declared under the other one as well. */
function declareToo(document: unknown, at: Place, name: string): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: whatever stands there
  const was = at.reduce<any>((node, key) => node[key], document)
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy)
    if (!isJsonObject(node)) return node
    const entries = Object.entries(node).map(([key, value]) => [key, copy(value)])
    const declared = Object.hasOwn(node, was) && typeof node[was] === 'object' ? [[name, node[was]]] : []
    return Object.fromEntries([...entries, ...declared])
  }
  return copy(document)
}

function change(document: unknown, at: Place, value: unknown): unknown {
  const copy: unknown = structuredClone(document)
  const last = at.at(-1) ?? ''
  // biome-ignore lint/suspicious/noExplicitAny: whatever stands there
  const holder = at.slice(0, -1).reduce<any>((node, name) => node[name], copy)
  if (value !== undefined) holder[last] = value
  else if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete holder[last]
  return copy
}

function generalise(at: Place): string {
  return at
    .map((name, index) =>
      typeof name === 'number' ? '#' : NAMED.has(String(at[index - 1] ?? '')) ? '*' : name,
    )
    .join('.')
}
