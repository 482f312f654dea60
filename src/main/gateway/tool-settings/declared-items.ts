/** What a change means for a capability or workflow that the settings file declares. */

import { type Path, valueAt } from '../../config/read/tree.ts'
import { declaredCapabilities } from '../../model/configuration.ts'
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import type { ToolChange } from '../../model/tool-change.ts'
import { findExposed, objectsAt } from '../configuration/document-values.ts'
import { asksAlways, gateDocument, isSameGate } from './gate-document.ts'
import { fixed, type Outcome, pieces, type Sources } from './pieces.ts'

export async function changeItem(sources: Sources, id: string, change: ToolChange): Promise<Outcome> {
  if (change.do === 'words') return await giveWords(sources, id, change)
  if (Object.hasOwn(sources.configuration.workflows, id)) return fixed(OF_WORKFLOWS[change.do])
  const place = placeOf(sources.document, id)
  if (place === null) return fixed('It comes with Countersign, or is gone from the settings file.')
  switch (change.do) {
    case 'offer':
      return offer(sources.document, id, place, change.on)
    case 'ask':
      return ask(sources, id, place, change)
    case 'confirm': {
      const now = place.written.readOnly
      const wanted = change.reads ?? undefined
      return now === wanted ? pieces() : pieces(edit([...place.path, 'readOnly'], wanted))
    }
  }
}

const OF_WORKFLOWS = {
  offer: 'Agents are offered every workflow that the settings file declares. Remove it there.',
  ask: 'The steps of a workflow have approvals of their own. Change them in the settings file.',
  confirm: 'A workflow reads or writes as its steps do.',
}

interface ItemPlace {
  path: Path
  written: JsonObject
  isExposed: boolean
}

/** Where agents are offered it, else where it is declared. */
function placeOf(document: JsonObject, id: string): ItemPlace | null {
  const exposed = findExposed(document, id)
  if (exposed !== null) return { ...exposed, isExposed: true }
  const declared = valueAt(document, ['capabilities', id])
  return isJsonObject(declared) ? { path: ['capabilities', id], written: declared, isExposed: false } : null
}

function offer(
  document: JsonObject,
  id: string,
  { path, written, isExposed }: ItemPlace,
  on: boolean,
): Outcome {
  if (isExposed === on) return pieces()
  if (on) {
    const next = objectsAt(document, ['proxy', 'expose']).length
    return pieces(edit(['proxy', 'expose', next], { capability: id }))
  }
  return typeof written.capability === 'string'
    ? pieces(edit(path, undefined))
    : fixed('It is declared where agents are offered it. Remove it in the settings file.')
}

function ask(
  { configuration, discovery }: Sources,
  id: string,
  { path, written }: ItemPlace,
  change: Extract<ToolChange, { do: 'ask' }>,
): Outcome {
  const capability = declaredCapabilities(configuration).find((each) => each.id === id)
  const gates = capability === undefined ? [] : discovery.around().gatesBefore(capability)
  const hasOwn = isJsonObject(written.approval) || written.auto_approve === false
  const isOwn = (gate: (typeof gates)[number]) =>
    hasOwn && isSameGate(isJsonObject(written.approval) ? written.approval : { required: true }, gate)
  if (change.when === 'always' && change.people === undefined && gates.some(asksAlways)) return pieces()
  const others = gates.filter((gate) => !isOwn(gate))
  if (change.when === 'never' ? others.length > 0 : change.when === 'writes' && others.some(asksAlways))
    return fixed('A person is also asked where it comes from: by its server, or by what it shows or wraps.')
  const value = change.when === 'never' ? undefined : gateDocument(written, change, false)
  if (JSON.stringify(value) === JSON.stringify(written.approval) && written.auto_approve === undefined)
    return pieces()
  return pieces(
    ...(written.auto_approve === undefined ? [] : [edit([...path, 'auto_approve'], undefined)]),
    ...(value === undefined && written.approval === undefined ? [] : [edit([...path, 'approval'], value)]),
  )
}

async function giveWords(
  { discovery, words }: Sources,
  id: string,
  { field, add, remove }: Extract<ToolChange, { do: 'words' }>,
): Promise<Outcome> {
  const entry = discovery.entry(id)
  if (entry === null) return fixed('Agents are not offered it, so its words are not used. Turn it on first.')
  const before = entry[field]
  const after = [
    ...before.filter((word) => !remove.includes(word)),
    ...add.filter((word) => !before.includes(word)),
  ]
  if (JSON.stringify(before) === JSON.stringify(after)) return pieces()
  const found = await words.edits(entry, field, after)
  return found.ok
    ? pieces(...found.edits.map((each) => ({ kind: 'edit' as const, edit: each })))
    : fixed(found.message)
}

function edit(path: Path, value: JsonObject | boolean | undefined) {
  return { kind: 'edit' as const, edit: { path, value } }
}
