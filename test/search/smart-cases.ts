/** Small catalogs, queries and settings of all kinds, for the laws of `smart`. */
import fc from 'fast-check'
import type { CatalogEntry } from '../../src/main/search/catalog.ts'
import { makeEntry } from './samples.ts'

const WORDS =
  'send deliver mail gmail message weather forecast city cities file files folder list get create issue issues getWeather sendMail ticket the of please need naïve straße 天気予報 погода İstanbul 𝔘nicode x1 v2.0'.split(
    ' ',
  )
export const word = fc.constantFrom(...WORDS)
const phrase = (most: number) => fc.array(word, { maxLength: most }).map((words) => words.join(' '))
export const query = fc.oneof(
  phrase(12),
  fc.array(phrase(8), { maxLength: 4 }).map((sentences) => sentences.join('. ')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.tuple(word, word).map(([source, rest]) => `${source}: ${rest}`),
)
const entry = fc
  .record({
    title: phrase(4),
    tags: fc.array(word, { maxLength: 2 }),
    aliases: fc.array(phrase(2), { maxLength: 2 }),
    examples: fc.array(phrase(5), { maxLength: 2 }),
    description: fc.oneof(phrase(15), fc.string({ unit: 'binary', maxLength: 60 })),
    text: phrase(6),
    source: fc.constantFrom('configuration', 'mail', 'weather'),
  })
  .map((parts) => (id: string) => makeEntry(id, parts))
export const catalog: fc.Arbitrary<CatalogEntry[]> = fc
  .tuple(fc.array(entry, { minLength: 1, maxLength: 12 }), fc.array(word, { minLength: 12, maxLength: 12 }))
  .map(([makes, names]) => makes.map((make, at) => make(`${names[at]}${at % 2 ? '_' : '.'}${at}`)))
const share = fc.constantFrom(0, 0.2, 0.5, 1)
export const settings = fc.record({
  rarity: fc.constantFrom(0, 1, 2),
  length: share,
  repeat: share,
  typo: share,
  part: share,
  synonym: share,
  coverage: share,
  sentences: share,
  leastMatch: fc.constantFrom(0, 0.1, 0.5),
  usage: share,
  ignoreCommon: fc.boolean(),
  splitNames: fc.boolean(),
  wordForms: fc.boolean(),
})
