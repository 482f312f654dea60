import { describe, expect, it } from 'vitest'
import type { CatalogEntry } from '../../../src/main/search/catalog.ts'
import { makeEntry } from '../samples.ts'
import { findIds, rankSmart, type Settings } from '../smart-samples.ts'

const ISSUE = makeEntry('github.create_issue', {
  title: 'Create issue',
  description: 'Open a new issue in a repository.',
  source: 'github',
})
const JIRA = makeEntry('jira.create_issue', { title: 'Create issue', source: 'jira' })
const SEARCH = makeEntry('github.search_issues', { title: 'Search issues', source: 'github' })
const WEATHER = makeEntry('getWeatherForecast', { description: 'The weather of the next days for a city.' })
const MAIL = makeEntry('gmail_send', { title: 'Gmail', description: 'Deliver a message to somebody.' })
const ALL = [ISSUE, JIRA, SEARCH, WEATHER, MAIL]

function find(query: string, settings: Settings = {}, entries: CatalogEntry[] = ALL): string[] {
  return findIds(rankSmart(entries, settings), query)
}

describe('the name [smart.name-first]', () => {
  it.each([
    ['getWeatherForecast', 'getWeatherForecast'],
    ['get weather forecast', 'getWeatherForecast'],
    ['GET_WEATHER-FORECAST', 'getWeatherForecast'],
    ['getweatherforecast', 'getWeatherForecast'],
    ['search issues', 'github.search_issues'],
    ['jira.create_issue', 'jira.create_issue'],
    ['Gmail', 'gmail_send'],
  ])('%s finds %s first', (query, id) => {
    expect(find(query)[0]).toBe(id)
  })

  it('stands above an item that has the words far more often', () => {
    const loud = makeEntry('a', { title: 'Report report report', tags: ['report'], aliases: ['report'] })
    const quiet = makeEntry('b.report', { description: 'x' })
    expect(find('report', {}, [loud, quiet])[0]).toBe('b.report')
    expect(find('b report', {}, [loud, quiet])[0]).toBe('b.report')
  })

  it('the end of an id that several have names none of them', () => {
    const lines = rankSmart(ALL).explain('create_issue', JIRA)
    expect(lines.filter(({ strategy, field }) => strategy === 'name' && field === 'id')).toEqual([])
  })
})

describe('a server in front [smart.source]', () => {
  it.each([
    'github: create issue',
    'github.create issue',
    'github/create issue',
    'mcp__github__create_issue',
    'GitHub : create issue',
  ])('%s finds only what comes from it', (query) => {
    const found = rankSmart(ALL).search(query, { limit: 10, offset: 0 })
    expect(found.hits.map(({ entry }) => entry.id)).toEqual(['github.create_issue', 'github.search_issues'])
    expect(found.within?.toLowerCase()).toBe('github')
  })

  it('gives no points', () => {
    const lines = rankSmart(ALL).explain('github: issue', ISSUE)
    expect(lines.map(({ term }) => term)).not.toContain('github')
    expect(lines.map(({ term }) => term)).toContain('issue')
  })

  it('as a plain word filters nothing', () => {
    expect(find('github issue')).toContain('jira.create_issue')
  })

  it('of which nothing matches lets everything be searched', () => {
    const found = rankSmart(ALL).search('jira: weather', { limit: 10, offset: 0 })
    expect(found.hits.map(({ entry }) => entry.id)).toContain('getWeatherForecast')
    expect(found.within).toBeUndefined()
  })

  it('does nothing when the filter is off', () => {
    expect(find('github: create issue', { sourceFilter: false })).toContain('jira.create_issue')
  })
})

describe('words [smart.words]', () => {
  it('common words and words of asking do not count', () => {
    const found = rankSmart(ALL).search('please give me the weather', { limit: 10, offset: 0 })
    expect(found.terms).toEqual(['weather'])
    expect(found.ignored).toEqual(['please', 'give', 'me', 'the'])
  })

  it('count if nothing else is left', () => {
    expect(rankSmart(ALL).search('the of', { limit: 10, offset: 0 }).terms).toEqual(['the', 'of'])
  })

  it.each([
    ['a plural', 'cities', 'getWeatherForecast', { wordForms: false }],
    ['a typo', 'weahter', 'getWeatherForecast', { typo: 0 }],
    ['a part of a word', 'mail', 'gmail_send', { part: 0, typo: 0 }],
    ['a synonym', 'dispatch', 'gmail_send', { synonym: 0 }],
    ['a part of a name', 'forecast', 'getWeatherForecast', { splitNames: false, synonym: 0, part: 0 }],
  ])('%s finds its item, and not when that is switched off', (_what, query, id, off) => {
    const entries = ALL.map((entry) => (entry === MAIL ? { ...MAIL, id: 'gmail_x', title: 'Gmail' } : entry))
    const wanted = id === 'gmail_send' ? 'gmail_x' : id
    expect(find(query, {}, entries)).toContain(wanted)
    expect(find(query, off, entries)).not.toContain(wanted)
  })

  it('a person adds words and takes them away', () => {
    expect(find('parcel', { synonyms: { add: [['parcel', 'weather']] } })).toContain('getWeatherForecast')
    expect(find('weather', { commonWords: { add: ['issue'] } })).toContain('getWeatherForecast')
    const found = rankSmart(ALL, { commonWords: { remove: ['the'] } }).search('the weather', {
      limit: 10,
      offset: 0,
    })
    expect(found.terms).toEqual(['the', 'weather'])
  })

  it('finds Chinese by pairs of characters', () => {
    const chinese = makeEntry('cn', { description: '使用必应搜索指定的关键词' })
    expect(find('搜索', {}, [chinese, ...ALL])).toEqual(['cn'])
  })

  it('finds words with accents without them', () => {
    const accents = makeEntry('cafe', { title: 'x', description: 'São Paulo' })
    expect(find('sao', {}, [accents, ...ALL])).toEqual(['cafe'])
  })
})

it.each([
  ['title', { title: 'Move unobtainium' }],
  ['tags', { tags: ['unobtainium'] }],
  ['aliases', { aliases: ['push unobtainium'] }],
  ['examples', { examples: ['Move the unobtainium'] }],
  ['description', { description: 'Of unobtainium.' }],
  ['text', { text: 'submit unobtainium' }],
  [
    'parameters',
    {
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'array', items: { properties: { unobtainium: { type: 'string' } } } } },
      },
    },
  ],
] as const)(
  'an item is found by its %s, and not when the field counts nothing [smart.fields]',
  (field, parts) => {
    const entry = makeEntry('it', parts as Partial<CatalogEntry>)
    const entries = [entry, ...ALL]
    expect(find('unobtainium', {}, entries)).toEqual(['it'])
    expect(find('unobtainium', { weights: { [field]: 0 } }, entries)).toEqual([])
  },
)

it('a request of several sentences lifts what fits one of them [smart.sentences]', () => {
  const query = 'What is the weather in the city during the next days? Send a message about it.'
  const lines = rankSmart(ALL).explain(query, MAIL)
  expect(lines.find(({ strategy }) => strategy === 'sentence')?.word).toBe('Send a message about it.')
  expect(
    rankSmart(ALL, { sentences: 0 })
      .explain(query, MAIL)
      .map(({ strategy }) => strategy),
  ).not.toContain('sentence')
})

describe('no answer [smart.no-answer]', () => {
  it('is an answer where no word is known', () => {
    const found = rankSmart(ALL).search('xqzzk vbnmpl', { limit: 10, offset: 0 })
    expect(found).toMatchObject({ hits: [], total: 0 })
  })

  it('is an answer where too little of a few keywords matches', () => {
    const ranking = rankSmart(ALL, { leastMatch: 0.6 })
    expect(ranking.search('weather xqzzk vbnmpl', { limit: 10, offset: 0 }).total).toBe(0)
    expect(ranking.search('weather city', { limit: 10, offset: 0 }).total).toBeGreaterThan(0)
  })

  it('comes with the nearest words', () => {
    expect(rankSmart(ALL).nearestTerms('forcast', 3)).toContain('forecast')
    expect(rankSmart(ALL).nearestTerms('forcast', 3, ({ source }) => source === 'github')).not.toContain(
      'forecast',
    )
  })
})

it('what was started after similar searches moves up by at most its share [smart.use]', () => {
  const uses = Array.from({ length: 50 }, () => ({
    query: 'tell people about the weather',
    id: 'gmail_send',
  }))
  const plain = rankSmart(ALL).search('weather for people', { limit: 10, offset: 0 })
  expect(plain.hits.map(({ entry }) => entry.id)).not.toContain('gmail_send')
  const learnt = rankSmart(ALL, { usage: 0.2 }, uses)
  const found = learnt.search('weather for people', { limit: 10, offset: 0 })
  const mail = found.hits.find(({ entry }) => entry === MAIL)
  expect(mail?.score).toBeLessThanOrEqual(0.2 * (plain.hits[0]?.score ?? 0) + 1e-9)
  expect(learnt.explain('weather for people', MAIL)).toEqual([
    { term: '', field: null, strategy: 'usage', word: 'tell people about the weather', points: mail?.score },
  ])
})

it('pages continue, and a query without words lists everything by id', () => {
  const ranking = rankSmart(ALL)
  const all = ranking.search('issue weather message', { limit: 10, offset: 0 }).hits
  const second = ranking.search('issue weather message', { limit: 2, offset: 2 })
  expect(second.hits).toEqual(all.slice(2, 4))
  const listed = ranking.search(' … ', { limit: 3, offset: 1 })
  expect(listed).toMatchObject({ total: ALL.length, terms: [] })
  expect(listed.hits.map(({ entry, score }) => [entry.id, score])).toEqual([
    ['github.create_issue', 1],
    ['github.search_issues', 1],
    ['gmail_send', 1],
  ])
})
