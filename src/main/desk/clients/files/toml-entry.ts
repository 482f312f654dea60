/** One server in a client's TOML: looked up, put in, taken out; everything else stays byte for byte. Pure. */
import { parse, TomlError } from 'smol-toml'
import { checkEdit, type Entry, type EntryEdit, type EntryPlace, type EntryRead, sayOddly } from './entry.ts'
import { lineEndOf } from './splice.ts'

type Table = Record<string, unknown>

export function findTomlEntry(text: string, { section, name }: EntryPlace): EntryRead {
  const read = readToml(text)
  if ('problem' in read) return { ok: false, problem: read.problem }
  const servers = read.values[section]
  if (servers === undefined) return { ok: true, entry: undefined }
  if (!isTable(servers))
    return { ok: false, problem: `‘${section}’ in it is no table, so nothing can be added to it.` }
  return { ok: true, entry: servers[name] }
}

export function setTomlEntry(text: string, place: EntryPlace, entry: Entry): EntryEdit {
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
  if (block === null || !isTable(found.entry)) return { ok: false, problem: sayOddly(place, found.entry) }
  const kept = block.lines.slice(1).filter((line) => !writes(line, [...Object.keys(entry), 'url']))
  const renewed = [block.lines[0]?.trimEnd() ?? '', ...lines, ...kept.map((line) => line.replace(/\r$/, ''))]
  const { url: _, ...others } = found.entry
  return check(text, place, text.slice(0, block.start) + renewed.join(end) + text.slice(block.end), {
    ...others,
    ...entry,
  })
}

export function removeTomlEntry(text: string, place: EntryPlace): EntryEdit {
  let rest = text
  for (let block = findBlock(rest, place, true); block !== null; block = findBlock(rest, place, true)) {
    const before = rest
      .slice(0, block.start)
      .replace(/\r?\n\r?\n$/, (gap) => gap.slice(gap.indexOf('\n') + 1))
    rest = before + rest.slice(block.end).replace(/^\r?\n/, '')
  }
  return check(text, place, rest, undefined)
}

function check(before: string, place: EntryPlace, text: string, entry: Entry | undefined): EntryEdit {
  const read = { was: readToml(before), is: readToml(text), written: findTomlEntry(text, place) }
  return checkEdit(text, place, read, entry)
}

/** Comments and strings of all kinds; only those of several lines can hold what looks like a header. */
const STRINGS =
  /#[^\n]*|"""(?:\\[\s\S]|(?!""")[\s\S])*"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'/g

/** The lines from its header up to the next header. `below`: also of a table below it, such as `env`. */
function findBlock(text: string, { section, name }: EntryPlace, below = false): Block | null {
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
export function readToml(text: string): { values: Table } | { problem: string } {
  try {
    return { values: plain(parse(text, { integersAsBigInt: true })) as Table }
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
