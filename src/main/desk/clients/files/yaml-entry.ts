/** One server in a client's YAML: looked up, put in, taken out; comments and everything else stay byte for byte. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { isJsonObject } from '../../../model/json.ts'
import { checkEdit, type Entry, type EntryEdit, type EntryPlace, type EntryRead, sayOddly } from './entry.ts'
import { applySplices, lineEndOf, type Splice } from './splice.ts'

type Values = Record<string, unknown>

export function findYamlEntry(text: string, { section, name }: EntryPlace): EntryRead {
  const read = readYaml(text)
  if ('problem' in read) return { ok: false, problem: read.problem }
  const servers = read.values[section]
  if (servers === undefined || servers === null) return { ok: true, entry: undefined }
  if (!isJsonObject(servers))
    return { ok: false, problem: `‘${section}’ in it is no map, so nothing can be added to it.` }
  return { ok: true, entry: servers[name] }
}

/** What the person has written into the entry besides, such as `envs`, stays. */
export function setYamlEntry(text: string, place: EntryPlace, entry: Entry): EntryEdit {
  const found = findYamlEntry(text, place)
  if (!found.ok) return found
  const read = readYaml(text)
  if ('problem' in read) return { ok: false, problem: read.problem }
  const { root } = read
  const end = lineEndOf(text)
  const pair = root === null ? undefined : pairOf(root, place.section)
  const before = isJsonObject(found.entry) ? found.entry : {}
  const wanted = isOwn(before, entry) ? { ...before, ...entry } : entry
  if (pair === undefined) {
    const gap = text === '' || text.endsWith('\n') ? '' : end
    const block = [`${place.section}:`, ...linesOf(place.name, wanted, '  ')].join(end)
    return check(text, place, `${text}${gap}${block}${end}`, wanted)
  }
  const servers = pair.value
  if (isMap(servers) && servers.flow !== true && servers.items.length > 0) {
    const old = pairOf(servers, place.name)
    const indent = indentOf(text, servers)
    if (indent === null) return { ok: false, problem: sayOddly(place, found.entry) }
    if (isMap(old?.value) && old.value.flow !== true && isOwn(before, entry))
      return check(text, place, renew(text, old.value, before, entry), wanted)
    const lines = linesOf(place.name, wanted, indent).join(end)
    return check(text, place, putBlock(text, servers, old, lines), wanted)
  }
  const isEmpty = servers === null || (isScalar(servers) && servers.value === null) || isMap(servers)
  if (!isEmpty || (isMap(servers) && servers.items.length > 0))
    return { ok: false, problem: sayOddly(place, found.entry) }
  // Nothing stands there: the line of the section becomes the head of a block, with the comment that it has.
  const [from, to] = blockOf(text, pair)
  const own = text.slice(from, to)
  const comment = /[ \t]#[^\n]*/.exec(own.replace(/\r?\n$/, ''))?.[0] ?? ''
  const block = [`${place.section}:${comment}`, ...linesOf(place.name, wanted, '  ')].join(end)
  return check(text, place, `${text.slice(0, from)}${block}${end}${text.slice(to)}`, wanted)
}

/** In place of the `old` entry, or behind the last one. */
function putBlock(text: string, servers: YAMLMap, old: Pair | undefined, lines: string): string {
  const end = lineEndOf(text)
  if (old !== undefined) {
    const [from, to] = blockOf(text, old)
    const tail = text.slice(from, to).endsWith('\n') ? end : ''
    return text.slice(0, from) + lines + tail + text.slice(to)
  }
  const last = servers.items.at(-1)
  const [, at] = last === undefined ? [0, text.length] : blockOf(text, last)
  const gap = at === 0 || text[at - 1] === '\n' ? '' : end
  return `${text.slice(0, at)}${gap}${lines}${end}${text.slice(at)}`
}

/** Only what differs is written, so that comments in the entry stay too. */
function renew(text: string, map: YAMLMap, before: Values, entry: Entry): string {
  const end = lineEndOf(text)
  const changed = Object.entries(entry).filter(([key, value]) => !isDeepStrictEqual(before[key], value))
  const last = map.items.at(-1)
  const [, at] = last === undefined ? [0, text.length] : blockOf(text, last)
  const splices = changed.map(([key, value]): Splice => {
    const content = JSON.stringify(value)
    const pair = pairOf(map, key)
    const range = rangeOf(pair?.value)
    if (range !== null) {
      const held = text.slice(range[0], range[1]).trimEnd()
      const gap = held === '' ? ' ' : ''
      return { start: range[0], end: range[0] + held.length, text: `${gap}${content}` }
    }
    const gap = at === 0 || text[at - 1] === '\n' ? '' : end
    return { start: at, end: at, text: `${gap}${indentOf(text, map) ?? ''}${key}: ${content}${end}` }
  })
  return applySplices(text, splices)
}

export function removeYamlEntry(text: string, place: EntryPlace): EntryEdit {
  const read = readYaml(text)
  if ('problem' in read) return { ok: false, problem: read.problem }
  const pair = read.root === null ? undefined : pairOf(read.root, place.section)
  const servers = pair?.value
  const old = isMap(servers) ? pairOf(servers, place.name) : undefined
  if (old === undefined) return { ok: true, text }
  if (!isMap(servers) || servers.flow === true) return { ok: false, problem: sayOddly(place, old) }
  const [from, to] = blockOf(text, old)
  if (servers.items.length > 1) return check(text, place, text.slice(0, from) + text.slice(to), undefined)
  // A map stays a map where its last member goes.
  const end = text.slice(from, to).endsWith('\n') ? lineEndOf(text) : ''
  return check(text, place, `${text.slice(0, from)}  {}${end}${text.slice(to)}`, undefined)
}

function check(before: string, place: EntryPlace, text: string, entry: Entry | undefined): EntryEdit {
  const read = { was: readYaml(before), is: readYaml(text), written: findYamlEntry(text, place) }
  return checkEdit(text, place, read, entry)
}

/** Another kind of entry, an address for example, leaves nothing of itself behind. */
function isOwn(before: Values, { type }: Entry): boolean {
  return before.type === undefined || before.type === type
}

/** JSON is YAML: nothing of a path or an argument is read as anything else. */
function linesOf(name: string, entry: Entry, indent: string): string[] {
  const inner = `${indent}${indent === '' ? '  ' : indent}`
  return [
    `${indent}${name}:`,
    ...Object.entries(entry).map(([key, value]) => `${inner}${key}: ${JSON.stringify(value)}`),
  ]
}

/** Spaces before the names of a block's members; null: they do not begin their lines. */
function indentOf(text: string, map: YAMLMap): string | null {
  const [first] = map.items
  const start = first === undefined ? null : startOf(first)
  if (start === null) return null
  const line = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(line, start)
  return /^ *$/.test(before) ? before : null
}

/** The lines of a member: from the beginning of its name's line to the end of its value's. */
function blockOf(text: string, pair: Pair): [from: number, to: number] {
  const start = startOf(pair) ?? 0
  const from = text.lastIndexOf('\n', start - 1) + 1
  const value = pair.value as { range?: [number, number, number] | null } | null
  const end = value?.range?.[1] ?? rangeOf(pair.key)?.[1] ?? start
  if (end > start && text[end - 1] === '\n') return [from, end]
  const next = text.indexOf('\n', end)
  return [from, next === -1 ? text.length : next + 1]
}

function startOf(pair: Pair): number | null {
  return rangeOf(pair.key)?.[0] ?? null
}

function rangeOf(node: unknown): [number, number, number] | null {
  return (node as { range?: [number, number, number] | null } | null)?.range ?? null
}

function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name)
}

export function readYaml(text: string): { values: Values; root: YAMLMap | null } | { problem: string } {
  const document = parseDocument(text, { keepSourceTokens: true })
  const [error] = document.errors
  if (error !== undefined) {
    const line = error.linePos?.[0].line
    const where = line === undefined ? '' : `: line ${line} cannot be read. Fix it there, then look again`
    return { problem: `It is no valid YAML${where}.` }
  }
  const { contents } = document
  if (contents === null || (isScalar(contents) && contents.value === null)) return { values: {}, root: null }
  if (!isMap(contents) || contents.flow === true)
    return { problem: 'It holds no map of settings, so nothing can be added to it.' }
  try {
    return { values: document.toJS({ maxAliasCount: 100 }) as Values, root: contents }
  } catch {
    return { problem: 'Its aliases go further than is read here. Change it by hand.' }
  }
}
