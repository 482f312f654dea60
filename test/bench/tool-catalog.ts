/** Catalogs of made-up tools, the same for the same seed: common words often, invented ones rarely. */
import type { CatalogEntry } from '../../src/main/search/catalog.ts'

const VERBS =
  'list get create update delete search send read write upload download copy move merge approve reject start stop restart deploy build test lint scan export import convert translate summarize classify extract validate schedule cancel archive restore share invite assign close open'.split(
    ' ',
  )
const NOUNS =
  'issue file folder message calendar event invoice payment customer order product branch commit release pipeline cluster container image volume secret token user group role permission report chart table row document page comment ticket board sprint alert metric log trace query index record contact lead campaign email template video audio playlist weather route flight hotel recipe stock currency'.split(
    ' ',
  )
const SERVERS =
  'github gitlab slack notion linear jira stripe shopify postgres redis kubernetes docker drive dropbox zoom gmail outlook salesforce hubspot figma sentry datadog grafana aws azure'.split(
    ' ',
  )
const GLUE = 'a the of in for with from to by and or all new given optional current specific its this'.split(
  ' ',
)

export function makeToolEntries(count: number, random: () => number): CatalogEntry[] {
  return Array.from({ length: count }, (_, number) => {
    const [server, verb, noun] = [pick(SERVERS, random), pick(VERBS, random), pick(NOUNS, random)]
    const extra = random() < 0.35 ? inventWord(random) : pick(NOUNS, random)
    const id = `${server}.${verb}_${noun}_${extra}_${number}`
    return {
      id,
      kind: 'capability',
      title: `${verb} ${noun} ${extra}`,
      description: makeSentence(25, random),
      tags: [server, noun],
      aliases: random() < 0.2 ? [pick(VERBS, random)] : [],
      examples: [],
      text: id,
      source: server,
    }
  })
}

/** Queries of this many words; every fourth has a mistyped word. */
export function makeQueries(count: number, words: number, random: () => number): string[] {
  return Array.from({ length: count }, (_, number) => {
    const query =
      words > 5
        ? makeSentence(words, random)
        : Array.from({ length: words }, () => pickWord(random)).join(' ')
    return number % 4 === 0 ? query.replace(/(\w{3})\w/, '$1') : query
  })
}

function makeSentence(words: number, random: () => number): string {
  return Array.from({ length: words }, () => (random() < 0.4 ? pick(GLUE, random) : pickWord(random))).join(
    ' ',
  )
}

function pickWord(random: () => number): string {
  const draw = random()
  if (draw < 0.1) return inventWord(random)
  return pick(draw < 0.4 ? VERBS : draw < 0.85 ? NOUNS : SERVERS, random)
}

export function inventWord(random: () => number): string {
  const syllables = ['ka', 'ro', 'mi', 'ten', 'sul', 'ver', 'dax', 'pol', 'qui', 'zen', 'bra', 'lot']
  return Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables, random)).join('')
}

function pick<Item>(from: readonly Item[], random: () => number): Item {
  const item = from[Math.floor(random() * from.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}
