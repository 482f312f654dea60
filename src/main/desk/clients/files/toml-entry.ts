/** One server in a client's TOML: looked up, put in, taken out; everything else stays byte for byte. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { parse, TomlError } from 'smol-toml'
import type { Entry, EntryEdit, EntryRead } from './json-entry.ts'
import { lineEndOf } from './splice.ts'

export interface TomlPlace {
  section: string
  name: string
}

type Table = Record<string, unknown>

/** `entry` is undefined where there is none. */
export function findTomlEntry(text: string, { section, name }: TomlPlace): EntryRead {
  const read = readToml(text)
  if ('problem' in read) return { ok: false, problem: read.problem }
  const servers = read.table[section]
  if (servers === undefined) return { ok: true, entry: undefined }
  if (!isTable(servers))
    return { ok: false, problem: `‘${section}’ in it is no table, so nothing can be added to it.` }
  return { ok: true, entry: servers[name] }
}

export function setTomlEntry(text: string, place: TomlPlace, entry: Entry): EntryEdit {
  const found = findTomlEntry(text, place)
  if (!found.ok) return found
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  const end = lineEndOf(text)
  if (found.entry === undefined) {
    const gap = text === '' || text.endsWith('\n') ? '' : end
    const header = `${text === '' ? '' : `${gap}${end}`}[${place.section}.${place.name}]`
    return check(text, place, `${text}${[header, ...lines].join(end)}${end}`, entry)
  }
  const block = findBlock(text, place)
  if (block === null || !isTable(found.entry)) return { ok: false, problem: oddly(place) }
  const kept = block.lines.slice(1).filter((line) => !writes(line, [...Object.keys(entry), 'url']))
  const renewed = [block.lines[0]?.trimEnd() ?? '', ...lines, ...kept.map((line) => line.replace(/\r$/, ''))]
  const { url: _, ...others } = found.entry
  return check(text, place, text.slice(0, block.start) + renewed.join(end) + text.slice(block.end), {
    ...others,
    ...entry,
  })
}

export function removeTomlEntry(text: string, place: TomlPlace): EntryEdit {
  let rest = text
  for (let block = findBlock(rest, place, true); block !== null; block = findBlock(rest, place, true)) {
    const before = rest
      .slice(0, block.start)
      .replace(/\r?\n\r?\n$/, (gap) => gap.slice(gap.indexOf('\n') + 1))
    rest = before + rest.slice(block.end).replace(/^\r?\n/, '')
  }
  return check(text, place, rest, undefined)
}

/** The text is what it should be: read again, it differs in this entry alone. */
function check(before: string, place: TomlPlace, text: string, entry: Entry | undefined): EntryEdit {
  const [was, is] = [readToml(before), readToml(text)]
  if ('problem' in was || 'problem' in is) return { ok: false, problem: oddly(place) }
  const written = findTomlEntry(text, place)
  const isWritten = written.ok && isDeepStrictEqual(written.entry, entry)
  const [others, same] = [without(was.table, place), without(is.table, place)]
  return isWritten && isDeepStrictEqual(others, same)
    ? { ok: true, text }
    : { ok: false, problem: oddly(place) }
}

function oddly({ section, name }: TomlPlace): string {
  return `It writes ‘${section}.${name}’ in a way that is not changed from here. Change it by hand, or remove it and look again.`
}

function without(table: Table, { section, name }: TomlPlace): Table {
  const servers = table[section]
  if (!isTable(servers)) return table
  const { [name]: _, ...others } = servers
  const { [section]: __, ...rest } = table
  return Object.keys(others).length === 0 ? rest : { ...rest, [section]: others }
}

/** Comments and strings of all kinds; only those of several lines can hold what looks like a header. */
const STRINGS =
  /#[^\n]*|"""(?:\\[\s\S]|(?!""")[\s\S])*"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'/g

/** The lines from its header up to the next header. `below`: also of a table below it, such as `env`. */
function findBlock(text: string, { section, name }: TomlPlace, below = false): Block | null {
  const word = (key: string) => {
    const literal = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return `(?:${literal}|"${literal}"|'${literal}')`
  }
  const header = new RegExp(
    `^[ \\t]*\\[[ \\t]*${word(section)}[ \\t]*\\.[ \\t]*${word(name)}[ \\t]*${below ? '(?:\\.[^\\]\\n]+)?' : ''}\\][ \\t]*(?:#[^\\n]*)?\\r?$`,
    'm',
  )
  const structure = text.replace(STRINGS, (found) =>
    /^["']{3}/.test(found) ? found.replace(/[^\n]/g, ' ') : found,
  )
  const match = header.exec(structure)
  if (match === null) return null
  const start = match.index
  const next = /\n[ \t]*\[/g
  next.lastIndex = start
  const nextHeader = next.exec(structure)
  // Blank lines and comments before the next header belong to that.
  const all = text.slice(start, nextHeader === null ? text.length : nextHeader.index + 1)
  const own = all.replace(/(?:\r?\n[ \t]*(?:#[^\n]*)?)*$/, '')
  return { start, end: start + own.length, lines: own.split('\n') }
}

interface Block {
  start: number
  end: number
  lines: string[]
}

function writes(line: string, keys: readonly string[]): boolean {
  const key = /^[ \t]*(?:"([^"\\]+)"|'([^']+)'|([\w-]+))[ \t]*=/.exec(line)
  return key !== null && keys.includes(key[1] ?? key[2] ?? key[3] ?? '')
}

/** Whole numbers as they are written, times as text. */
export function readToml(text: string): { table: Table } | { problem: string } {
  try {
    return { table: plain(parse(text, { integersAsBigInt: true })) as Table }
  } catch (error) {
    const line =
      error instanceof TomlError ? `: line ${error.line} cannot be read. Fix it there, then look again` : ''
    return { problem: `It is no valid TOML${line}.` }
  }
}

/** As the comparison wants it: tables without a prototype of their own, times as text. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (!isTable(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, plain(content)]))
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
