/** Real tools and queries of six public sets, where the checkout has them beside it; nothing of them is shipped. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogEntry } from '../../src/main/search/catalog.ts'
import { readJudgedLines, readToolLines } from '../../src/main/search/lab/json-lines.ts'

const FOLDER = join(import.meta.dirname, '../../../shared/data/search')
const SETS = ['bfcl', 'livemcp', 'metatool', 'seal-tools', 'stabletoolbench', 'toollinkos'] as const

export interface PublicSet {
  name: string
  entries: CatalogEntry[]
  /** As they were published, and in at most four words. */
  queries: { sentence: string; keywords: string }[]
}

/** Null: there are none beside this checkout. */
export function readPublicSets(): PublicSet[] | null {
  if (!SETS.every((name) => existsSync(join(FOLDER, name, 'tools.jsonl')))) return null
  return SETS.map((name) => {
    const tools = readToolLines(readFileSync(join(FOLDER, name, 'tools.jsonl'), 'utf8'))
    const queries = readJudgedLines(readFileSync(join(FOLDER, name, 'queries.dev.jsonl'), 'utf8'))
    if (!tools.ok || !queries.ok) throw new Error(`The public set ${name} cannot be read.`)
    return {
      name,
      entries: tools.lines,
      queries: queries.lines.map(({ query, kw }) => ({ sentence: query, keywords: kw ?? query })),
    }
  })
}
