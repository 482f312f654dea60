/**
 * Finds the entries whose id or title a query is, whatever its case and separators, and by the id without what stands
 * before its first dot, slash or colon. Kept as chains of positions by hash; each find is compared in full.
 */
import type { CatalogEntry } from './catalog.ts'
import { keyOfToken, readToken, readTokens } from './smart-text.ts'
import { hashOf } from './word-families.ts'

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

/** `keyOf` may remember what `keyOfToken` says of a token. */
export function createNameCollector(
  entries: readonly CatalogEntry[],
  keyOf: (token: string) => string,
): NameCollector {
  const heads = new Uint32Array(2 ** Math.ceil(Math.log2(entries.length * KINDS + 1)))
  /** By item and kind of name: one more than the name before it in the same bucket; 0: there is none. */
  const nexts = new Uint32Array(entries.length * KINDS)
  const bucketOf = (key: string): number => hashOf(key) & (heads.length - 1)

  function nameOf(position: number, keyOfEach: (token: string) => string): string {
    const entry = entries[Math.floor(position / KINDS)]
    if (entry === undefined) return ''
    const names = [entry.id, entry.title, endOfId(entry.id)]
    return plainKey(names[position % KINDS] ?? '', keyOfEach)
  }

  return {
    add(item) {
      for (let kind = 0; kind < KINDS; kind++) {
        const position = item * KINDS + kind
        const bucket = bucketOf(nameOf(position, keyOf))
        nexts[position] = heads[bucket] ?? 0
        heads[bucket] = position + 1
      }
    },

    close: () => ({
      find(query) {
        if (query.length > LONGEST_NAME) return []
        const key = plainKey(query, readKey)
        if (key === '') return []
        const surest = new Map<number, number>()
        let ends = 0
        let compared = 0
        for (
          let next = heads[bucketOf(key)] ?? 0;
          next > 0 && compared < MOST_COMPARED;
          next = nexts[next - 1] ?? 0
        ) {
          compared++
          const position = next - 1
          if (nameOf(position, readKey) !== key) continue
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

function readKey(token: string): string {
  return keyOfToken(readToken(token))
}

/** The name's letters and digits, without case, accents and separators. */
function plainKey(name: string, keyOf: (token: string) => string): string {
  let key = ''
  readTokens(name.slice(0, LONGEST_NAME), (token) => {
    key += keyOf(token)
  })
  return key
}
