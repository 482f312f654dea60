/** Catalogs of any size that read like real ones: made of the public tools, or made up where there are none. */
import type { CatalogEntry } from '../../src/main/search/catalog.ts'
import { createRandom } from '../support/random.ts'
import { readPublicSets } from './public-tools.ts'
import { inventWord, makeQueries, makeToolEntries } from './tool-catalog.ts'

export interface RealisticCatalog {
  entries: CatalogEntry[]
  keywords: string[]
  sentences: string[]
  madeOf: 'public tools' | 'invented tools'
}

const REPLACED_WORDS = 0.15
const NEW_NAMES = 0.35

export function createCatalogMaker(queries: number): (items: number) => RealisticCatalog {
  const sets = readPublicSets()
  return (items) => {
    const random = createRandom(items).next
    if (sets === null) {
      return {
        entries: makeToolEntries(items, random),
        keywords: makeQueries(queries, 3, random),
        sentences: makeQueries(queries, 18, random),
        madeOf: 'invented tools',
      }
    }
    const asked = sets.flatMap((set) => pickSome(set.queries, Math.ceil(queries / sets.length), random))
    return {
      entries: multiply(
        sets.flatMap((set) => set.entries),
        items,
        random,
      ),
      keywords: asked.map(({ keywords }) => keywords),
      sentences: asked.map(({ sentence }) => sentence),
      madeOf: 'public tools',
    }
  }
}

/** Copies differ from each other in their ids, some words of their descriptions, and often a word of their title. */
function multiply(tools: readonly CatalogEntry[], items: number, random: () => number): CatalogEntry[] {
  const shuffled = pickSome(tools, tools.length, random)
  const words = shuffled.slice(0, 2000).flatMap(({ description }) => description.split(' '))
  return Array.from({ length: items }, (_, number) => {
    const tool = shuffled[number % shuffled.length]
    if (tool === undefined) throw new Error('There are no tools.')
    const round = Math.floor(number / shuffled.length)
    if (round === 0) return tool
    const id = `${tool.id}_${round}`
    const name = random() < NEW_NAMES ? ` ${inventWord(random)}` : ''
    const description = tool.description
      .split(' ')
      .map((word) =>
        random() < REPLACED_WORDS ? (words[Math.floor(random() * words.length)] ?? word) : word,
      )
      .join(' ')
    return { ...tool, id, title: `${tool.title}${name}`, text: id, description }
  })
}

function pickSome<Item>(from: readonly Item[], count: number, random: () => number): Item[] {
  const pool = [...from]
  for (let at = 0; at < Math.min(count, pool.length); at++) {
    const other = at + Math.floor(random() * (pool.length - at))
    const [here, there] = [pool[at], pool[other]]
    if (here === undefined || there === undefined) continue
    pool[at] = there
    pool[other] = here
  }
  return pool.slice(0, count)
}
