/** The specified ranking against scores computed by hand from its table. */
import { describe, expect, it } from 'vitest'
import { type CatalogEntry, createCatalogEntries } from '../../../src/main/search/catalog.ts'
import { explainClassic } from '../../../src/main/search/classic/classic.ts'
import { sumOf } from '../../../src/renderer/features/search/trying/explain.ts'
import { makeEntry, makeSource, RELEASE_PROMOTE } from '../samples.ts'

const round = Math.fround
const score = (entry: CatalogEntry, query: string): number => sumOf(explainClassic(entry, query))

function entryOf(id: string): CatalogEntry {
  const entry = createCatalogEntries(makeSource()).find((candidate) => candidate.id === id)
  if (entry === undefined) throw new Error(id)
  return entry
}

describe('exact matches', () => {
  it.each([
    ['title', makeEntry('x', { title: 'Big Zebra' }), 6],
    ['id', makeEntry('big.zebra'), 5],
    ['tags', makeEntry('x', { tags: ['big', 'zebra'] }), 3],
    ['aliases', makeEntry('x', { aliases: ['zebra'] }), 3],
    ['description', makeEntry('x', { description: 'A zebra.' }), 2],
    ['text', makeEntry('x', { text: 'zebra' }), 1],
  ])('score the full weight in %s [search.table]', (field, entry, weight) => {
    expect(explainClassic(entry, 'zebra')).toEqual([
      { term: 'zebra', field, strategy: 'exact', word: 'zebra', points: weight },
    ])
  })

  it('sum over fields, terms and repeated terms [search.table]', () => {
    const entry = makeEntry('deploy', { title: 'Deploy', tags: ['ship'] })
    expect(score(entry, 'deploy')).toBe(11)
    expect(score(entry, 'Deploy, SHIP!')).toBe(14)
    expect(score(entry, 'deploy deploy')).toBe(22)
    expect(score(entry, 'nothing')).toBe(0)
  })

  it('follow the table where the example of seed 000 says 14.0 [search.table]', () => {
    // Title 6, id 5, tags 3, description 2; its states and transitions do not say "deploy" here.
    expect(score(entryOf('deploy_pipeline'), 'deploy')).toBe(16)
  })

  it('find a term inside a word, with the full weight and not as a prefix [search.table, search.prefix-tier]', () => {
    const [explanation] = explainClassic(makeEntry('x', { title: 'Redeployment' }), 'dep')
    expect(explanation).toMatchObject({ strategy: 'exact', word: 'redeployment', points: 6 })
    expect(explainClassic(makeEntry('x', { title: 'Deploy' }), 'dep')[0]).toMatchObject({
      strategy: 'exact',
      points: 6,
    })
  })

  it('come from an alias with weight 3 [search.aliases]', () => {
    const entry = entryOf('release.promote')
    expect(RELEASE_PROMOTE.aliases).toContain('deploy')
    expect(explainClassic(entry, 'deploy')).toEqual([
      { term: 'deploy', field: 'aliases', strategy: 'exact', word: 'deploy', points: 3 },
    ])
  })
})

describe('fuzzy matches', () => {
  it('score half of the weight, scaled by the similarity [search.typos, search.table]', () => {
    // deply: dep epl ply. deploy: dep epl plo loy. Two of five.
    const points = round(round(6 * round(2 / 5)) * 0.5)
    expect(explainClassic(makeEntry('x', { title: 'Deploy' }), 'deply')).toEqual([
      { term: 'deply', field: 'title', strategy: 'fuzzy', word: 'deploy', points },
    ])
    const both = makeEntry('x', { title: 'Deploy', aliases: ['deploy'] })
    expect(score(both, 'deply')).toBe(round(points + round(round(3 * round(2 / 5)) * 0.5)))
  })

  it('take the best word of the field [search.table]', () => {
    const entry = makeEntry('x', { title: 'depot deploy' })
    // depot: dep epo pot. One of five, below the threshold; deploy wins.
    expect(explainClassic(entry, 'deply')[0]).toMatchObject({ word: 'deploy' })
  })

  it('need a similarity above three tenths; three of ten are not [search.table]', () => {
    // abc bcd cde dex exy against abc bcd cde deq eqr qrs rst stu: 3 of 10.
    expect(score(makeEntry('x', { title: 'abcdeqrstu' }), 'abcdexy')).toBe(0)
    // One more shared trigram on each side: 4 of 13.
    expect(score(makeEntry('x', { title: 'abcdefqrstuvw' }), 'abcdefxy')).toBe(
      round(round(6 * round(4 / 13)) * 0.5),
    )
  })

  it('count bytes: two Cyrillic letters are long enough, two Latin ones are not [search.table]', () => {
    // D0B4D0 B4D0B0 against D0B4D0 B4D0B1: one of three.
    expect(score(makeEntry('x', { title: 'дб' }), 'да')).toBe(round(round(6 * round(1 / 3)) * 0.5))
    expect(score(makeEntry('x', { title: 'db' }), 'da')).toBe(0)
    expect(score(makeEntry('x', { title: 'abd' }), 'abc')).toBe(0)
  })

  it('stay at half of the weight even for all trigrams in another order [search.table]', () => {
    expect(score(makeEntry('x', { title: 'bcabca' }), 'abcabc')).toBe(3)
  })
})

describe('letters', () => {
  it('are compared in lower case, with the final sigma of Greek words [search.table]', () => {
    expect(score(makeEntry('x', { title: 'ΟΔΟΣ' }), 'οδος')).toBe(6)
    // Before a full stop and another letter a sigma is not final, so that these two differ.
    expect(explainClassic(makeEntry('x', { title: 'ΟΔΟΣ.Α' }), 'οδος')[0]?.strategy).not.toBe('exact')
  })

  it('split where a lower-cased letter leaves a mark behind [search.table]', () => {
    // İ becomes i and a combining dot, which is no letter: the words are "i" and "stanbul".
    const [explanation] = explainClassic(makeEntry('x', { title: 'İstanbul' }), 'stanbul')
    expect(explanation).toMatchObject({ strategy: 'exact', word: 'stanbul' })
    expect(score(makeEntry('x', { title: 'Straße' }), 'STRASSE')).not.toBe(6)
    expect(score(makeEntry('x', { title: 'Straße' }), 'straße')).toBe(6)
  })

  it('of every script make words [search.table]', () => {
    expect(score(makeEntry('x', { title: '部署管道' }), '部署')).toBe(6)
    expect(score(makeEntry('x', { title: '𝔡𝔢𝔭𝔩𝔬𝔶 now' }), '𝔡𝔢𝔭𝔩𝔬𝔶')).toBe(6)
    expect(score(makeEntry('x', { title: 'release_2' }), '2')).toBe(6)
    // Circled letters are alphabetic, although Unicode files them under symbols; a combining accent is not.
    expect(score(makeEntry('x', { title: 'ⒹⒺⓅ' }), 'ⓓⓔⓟ')).toBe(6)
    expect(explainClassic(makeEntry('x', { title: 'cafe\u0301s' }), 's')[0]).toMatchObject({ word: 's' })
  })
})

describe('an explanation', () => {
  it('is in the order in which points are added, and empty without terms [search.explained]', () => {
    const entry = makeEntry('ship', { title: 'Ship', tags: ['deploy'] })
    const explanation = explainClassic(entry, 'ship deploy')
    expect(explanation.map(({ term, field }) => `${term} in ${field}`)).toEqual([
      'ship in title',
      'ship in id',
      'deploy in tags',
    ])
    expect(explainClassic(entry, ' … ')).toEqual([])
  })
})
