/**
 * What a query names. The entries whose id or title it is, whatever its case and separators, and by the id without what
 * stands before its first dot, slash or colon: kept as chains of positions by hash, each find is compared in full. And
 * where an item is to come from.
 */
import type { CatalogEntry } from '../catalog.ts'
import { plainName } from '../closeness.ts'
import { hashOf } from '../text-hash.ts'
import { compareBytes } from '../words.ts'
import { keyOfToken, readToken, readTokens, type TokenReader } from './tokens.ts'

export interface NameMatch {
  item: number
  /** 0: the id itself. 1: the id written otherwise. 2: the title. 3: the end of the id, which only it has. */
  sureness: number
}

export interface NameIndex {
  find(query: string): NameMatch[]
}

export interface NameCollector {
  add(item: number): void
  close(): NameIndex
}

/** Longer queries name nothing. */
const LONGEST_NAME = 300
const KINDS = 3
const END_OF_ID = 2
/** Thousands of entries of one title are not told apart by it. */
const MOST_COMPARED = 1000

/** `reader` remembers what is said of tokens. */
export function createNameCollector(
  entries: readonly CatalogEntry[],
  reader: Pick<TokenReader, 'read' | 'tokens' | 'keyOf'>,
): NameCollector {
  const heads = new Uint32Array(2 ** Math.ceil(Math.log2(entries.length * KINDS + 1)))
  /** By item and kind of name: one more than the name before it in the same bucket; 0: there is none. */
  const nexts = new Uint32Array(entries.length * KINDS)
  const bucketOf = (hash: number): number => hash & (heads.length - 1)

  function nameOf(position: number): string {
    const entry = entries[Math.floor(position / KINDS)]
    if (entry === undefined) return ''
    const kind = position % KINDS
    if (kind === END_OF_ID) return endOfId(entry.id)
    return kind === 0 ? entry.id : entry.title
  }

  /** Of its plain key. */
  function hashOfName(name: string): number {
    const count = reader.read(name.slice(0, LONGEST_NAME))
    let hash = hashOf('')
    for (let at = 0; at < count; at++) hash = hashOf(reader.keyOf(reader.tokens[at] ?? 0), hash)
    return hash
  }

  /** Whose names are the same but for case, accents and separators, and which kind of name that is. */
  function findKey(key: string): { item: number; kind: number }[] {
    const found: { item: number; kind: number }[] = []
    let next = heads[bucketOf(hashOf(key))] ?? 0
    for (let compared = 0; next > 0 && compared < MOST_COMPARED; compared++) {
      const position = next - 1
      if (plainKey(nameOf(position)) === key)
        found.push({ item: Math.floor(position / KINDS), kind: position % KINDS })
      next = nexts[position] ?? 0
    }
    return found
  }

  return {
    add(item) {
      for (let kind = 0; kind < KINDS; kind++) {
        const position = item * KINDS + kind
        const bucket = bucketOf(hashOfName(nameOf(position)))
        nexts[position] = heads[bucket] ?? 0
        heads[bucket] = position + 1
      }
    },

    close: () => ({
      find(query) {
        if (query.length > LONGEST_NAME) return []
        const key = plainKey(query)
        if (key === '') return []
        const named = findKey(key)
        // The end of an id that several have names none of them.
        const isUnclear = named.filter(({ kind }) => kind === END_OF_ID).length > 1
        const surest = new Map<number, number>()
        for (const { item, kind } of named) surest.set(item, Math.min(kind, surest.get(item) ?? kind))
        return [...surest]
          .filter(([, kind]) => !isUnclear || kind !== END_OF_ID)
          .map(([item, kind]) => ({ item, sureness: kind + 1 }))
      },
    }),
  }
}

/** Empty: there is nothing before its end. */
function endOfId(id: string): string {
  return /^[^./:]+[./:]+(.+)$/su.exec(id)?.[1] ?? ''
}

/** The name's letters and digits, without case, accents and separators. */
function plainKey(name: string): string {
  let key = ''
  readTokens(name.slice(0, LONGEST_NAME), (token) => {
    key += keyOfToken(readToken(token))
  })
  return key
}

/** Entries, and their numbers in the order of ids. */
interface IdOrder {
  entries: readonly CatalogEntry[]
  byId: Uint32Array
  /** By number: its place in the order. */
  ranks: Uint32Array
}

/** The number of the first entry that has this id; null: there is none. */
export function findId({ entries, byId }: Pick<IdOrder, 'entries' | 'byId'>, id: string): number | null {
  let low = 0
  let high = byId.length
  const idAt = (rank: number): string => entries[byId[rank] ?? -1]?.id ?? ''
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareBytes(idAt(middle), id) < 0) low = middle + 1
    else high = middle
  }
  return low < byId.length && idAt(low) === id ? (byId[low] ?? null) : null
}

/** Null: it is none of the catalog's. A workflow and a capability may have the same id. */
export function findItem(data: IdOrder, entry: CatalogEntry): number | null {
  const first = findId(data, entry.id)
  if (first === null) return null
  for (let rank = data.ranks[first] ?? 0; rank < data.byId.length; rank++) {
    const item = data.byId[rank] ?? 0
    if (data.entries[item] === entry) return item
    if (data.entries[item]?.id !== entry.id) break
  }
  return null
}

/** What a query names before a colon, dot, slash or double underscore: where the item is to come from. */
export interface SourceIndex {
  /** Null: the query begins with no source of this catalog. */
  read(query: string): { source: string; rest: string; has: (item: number) => boolean } | null
}

/** `mcp__github__create_issue`, `github: create issue`, `github.create_issue`, `github/create_issue`. */
const FORMS = [
  /^\s*mcp__([^\s:/.]+?)__(\S.*)$/su,
  /^\s*([^\s:/.]+)\s*[:/]\s*(\S.*)$/su,
  /^\s*([^\s:/.]+)\.(\S.*)$/su,
  /^\s*([^\s:/.]+?)__(\S.*)$/su,
]
const LONGEST_SOURCE = 200
/** Entries of one step of the preparation. */
const SLICE = 1000
/** Where it comes from is no server. */
const CONFIGURATION = 'configuration'

/** Yields often. */
export function* readSources(entries: readonly CatalogEntry[]): Generator<void, SourceIndex> {
  const numbers = new Map<string, number>([['', 0]])
  const number = (name: string): number => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, numbers.size)
    return numbers.size - 1
  }
  const plain = new Map<string, string>()
  const plainOf = (name: string): string => {
    const known = plain.get(name) ?? plainName(name)
    plain.set(name, known)
    return known
  }
  const sources = new Uint32Array(entries.length)
  const prefixes = new Uint32Array(entries.length)
  for (const [item, { id, source }] of entries.entries()) {
    if (source !== CONFIGURATION) sources[item] = number(plainOf(source))
    prefixes[item] = number(plainOf(/^([^./:]+?)(?:[./:]|__)/su.exec(id)?.[1] ?? ''))
    if (item % SLICE === 0) yield
  }
  return {
    read(query) {
      for (const form of FORMS) {
        const [, name = '', rest = ''] = form.exec(query) ?? []
        if (name === '' || name.length > LONGEST_SOURCE) continue
        const wanted = numbers.get(plainName(name)) ?? 0
        if (wanted === 0) continue
        return { source: name, rest, has: (item) => sources[item] === wanted || prefixes[item] === wanted }
      }
      return null
    },
  }
}
