/** What a query names before a colon, dot, slash or double underscore: where the item is to come from. */
import type { CatalogEntry } from '../catalog.ts'
import { plainName } from '../terms/letter-pairs.ts'

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
