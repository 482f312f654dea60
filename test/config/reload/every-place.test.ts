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
import { isLong } from '../../support/effort.ts'
import { test as it } from '../../support/fixtures.ts'

type Place = readonly (string | number)[]
interface Edit {
  does: 'goes' | 'other' | 'more' | 'less' | 'turned'
  at: Place
  /** Undefined: it is taken out. */
  value: unknown
}

/** Of five changes one, each time the same; all of them in the long run. */
const STRIDE = isLong(process.env) ? 1 : 5

/** Whoever changes these lets nothing more happen. `*`: a name of the author's; `#`: a place in a list. */
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
  let compared = 0
  for (const [index, edit] of [...listEdits(document)].entries()) {
    const place = generalise(edit.at)
    if (index % STRIDE !== 0 || WORDS.test(place)) continue
    const after = await load(change(document, edit))
    if (after === null) continue
    compared += 1
    if (compareConfigurations(before, after).weaker.length > 0) continue
    if (!NO_WEAKER[edit.does].includes(place)) unnamed.push(`${edit.does}: ${edit.at.join('.')}`)
  }
  expect(unnamed).toEqual([])
  expect(compared).toBeGreaterThan(300 / STRIDE)
})

it('changes something of every kind of guard and executor [weaker.unproven]', async () => {
  const written = new Set(kindsIn(await readWhole()))
  const { $defs }: { $defs: { guard: Variants; executor: { else: Variants } } } = JSON.parse(
    await readFile(join(import.meta.dirname, '../../../resources/gateway.schema.json'), 'utf8'),
  )
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

async function readWhole(): Promise<unknown> {
  return parse(await readFile(join(import.meta.dirname, 'whole.yaml'), 'utf8'))
}

function kindsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'kind' in node && typeof node.kind === 'string' ? [node.kind] : []
  return [...own, ...Object.values(node).flatMap(kindsIn)]
}

function* listEdits(node: unknown, at: Place = []): Generator<Edit> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, value] of Object.entries(node)) {
    const here = [...at, Array.isArray(node) ? Number(name) : name]
    yield { does: 'goes', at: here, value: undefined }
    if (typeof value === 'boolean') yield { does: 'turned', at: here, value: !value }
    else if (typeof value === 'string') yield { does: 'other', at: here, value: `${value}x` }
    else if (typeof value === 'number') {
      if (value > 0) yield { does: 'more', at: here, value: value * 10 }
      if (value > 1) yield { does: 'less', at: here, value: Math.max(1, Math.floor(value / 10)) }
    } else yield* listEdits(value, here)
  }
}

function change(document: unknown, { at, value }: Edit): unknown {
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
