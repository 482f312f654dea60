/** One server in a client's JSON: looked up, put in, taken out; everything else stays byte for byte. Pure. */

import { isDeepStrictEqual } from 'node:util'
import type { Entry, EntryEdit, EntryPlace, EntryRead } from './entry.ts'
import { insertMember, type JsonObjectNode, removeMember, writeJson } from './json-members.ts'
import { type JsonMember, type JsonNode, jsonValue, parseJson } from './jsonc-tree.ts'
import { applySplices, indentBefore, type Splice } from './splice.ts'

export interface JsonPlace extends EntryPlace {
  comments: boolean
}

interface FoundEntry {
  root: JsonObjectNode
  section: JsonObjectNode | null
  member: JsonMember | null
}

export function findJsonEntry(text: string, place: JsonPlace): EntryRead {
  const looked = look(text, place)
  if ('problem' in looked) return { ok: false, problem: looked.problem }
  return { ok: true, entry: looked.member === null ? undefined : jsonValue(looked.member.value) }
}

/** What the person has written into the entry besides, such as `env`, stays. */
export function setJsonEntry(text: string, place: JsonPlace, entry: Entry): EntryEdit {
  if (text.trim() === '') {
    const whole = { [place.section]: { [place.name]: entry } }
    return { ok: true, text: `${JSON.stringify(whole, null, 2)}\n` }
  }
  const looked = look(text, place)
  if ('problem' in looked) return { ok: false, problem: looked.problem }
  const { root, section, member } = looked
  const edited =
    section === null
      ? done(text, insertMember(text, root, place.section, { [place.name]: entry }))
      : member === null
        ? done(text, insertMember(text, section, place.name, entry))
        : renew(text, place, member, entry)
  return check(edited, place, entry)
}

export function removeJsonEntry(text: string, place: JsonPlace): EntryEdit {
  const looked = look(text, place)
  if ('problem' in looked) return { ok: false, problem: looked.problem }
  const { section, member } = looked
  if (section === null || member === null) return { ok: true, text }
  return done(text, removeMember(text, section, member))
}

function look(
  text: string,
  { section: name, name: server, comments }: JsonPlace,
): FoundEntry | { problem: string } {
  if (text.trim() === '') return { root: NO_OBJECT, section: null, member: null }
  const parsed = parseJson(text, { comments })
  if (!parsed.ok) {
    const line = text.slice(0, parsed.offset).split('\n').length
    return { problem: `It is no valid JSON: line ${line} cannot be read. Fix it there, then look again.` }
  }
  const { root } = parsed
  if (root.kind !== 'object') return { problem: 'It holds no JSON object, so nothing can be added to it.' }
  const sections = root.members.filter(({ key }) => key === name)
  if (sections.length > 1) return { problem: `It has ‘${name}’ ${sections.length} times. Leave one of them.` }
  const section = sections[0]?.value ?? null
  if (section === null) return { root, section: null, member: null }
  if (section.kind !== 'object')
    return { problem: `‘${name}’ in it is no object, so nothing can be added to it.` }
  const members = section.members.filter(({ key }) => key === server)
  if (members.length > 1)
    return { problem: `It has ‘${server}’ ${members.length} times in ‘${name}’. Leave one of them.` }
  return { root, section, member: members[0] ?? null }
}

const NO_OBJECT: JsonObjectNode = { kind: 'object', start: 0, end: 0, members: [] }

function renew(text: string, place: JsonPlace, { start, value }: JsonMember, entry: Entry): EntryEdit {
  const keys = value.kind === 'object' ? value.members.map(({ key }) => key) : []
  const startsProgram = keys.includes('command') && new Set(keys).size === keys.length
  if (value.kind !== 'object' || !startsProgram)
    return done(text, [replace(text, value, entry, indentBefore(text, start))])
  const present = value.members
    .filter(({ key }) => Object.hasOwn(entry, key))
    .map((member) => replace(text, member.value, entry[member.key], indentBefore(text, member.start)))
  let next = applySplices(text, present)
  for (const [key, content] of Object.entries(entry).filter(([name]) => !keys.includes(name))) {
    // Everything has moved.
    const looked = look(next, place)
    if ('problem' in looked || looked.member?.value.kind !== 'object') break
    next = applySplices(next, insertMember(next, looked.member.value, key, content))
  }
  return { ok: true, text: next }
}

function replace(text: string, node: JsonNode, value: unknown, indent: string | null): Splice {
  return { start: node.start, end: node.end, text: writeJson(text, value, indent) }
}

/** The text is read again: what was to be in it is, or it is not used. */
function check(edited: EntryEdit, place: JsonPlace, entry: Entry): EntryEdit {
  if (!edited.ok) return edited
  const found = findJsonEntry(edited.text, place)
  const is = found.ok && typeof found.entry === 'object' && found.entry !== null ? found.entry : {}
  return isDeepStrictEqual({ ...is, ...entry }, is) ? edited : { ok: false, problem: oddly(place) }
}

function oddly({ section, name }: JsonPlace): string {
  return `‘${section}.${name}’ in it is written in a way that is not changed from here. Change it by hand, or remove it and look again.`
}

function done(text: string, splices: Splice[]): EntryEdit {
  return { ok: true, text: applySplices(text, splices) }
}
