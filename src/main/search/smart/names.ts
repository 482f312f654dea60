/**
 * Finds the entries whose id or title a query is, whatever its case and separators, and by the id without what stands
 * before its first dot, slash or colon. Kept as chains of positions by hash; each find is compared in full.
 */
import type { CatalogEntry } from '../catalog.ts'
import { hashOf } from '../terms/word-families.ts'
import { keyOfToken, readToken, readTokens } from './text.ts'
import type { TokenReader } from './tokens.ts'

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
        const surest = new Map<number, number>()
        let ends = 0
        let compared = 0
        for (
          let next = heads[bucketOf(hashOf(key))] ?? 0;
          next > 0 && compared < MOST_COMPARED;
          next = nexts[next - 1] ?? 0
        ) {
          compared++
          const position = next - 1
          if (plainKey(nameOf(position)) !== key) continue
          const kind = position % KINDS
          if (kind === END_OF_ID) ends++
          const item = Math.floor(position / KINDS)
          surest.set(item, Math.min(kind, surest.get(item) ?? kind))
        }
        // The end of an id that several have names none of them.
        if (ends > 1) for (const [item, kind] of surest) if (kind === END_OF_ID) surest.delete(item)
        return [...surest].map(([item, kind]) => ({ item, sureness: kind + 1 }))
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
