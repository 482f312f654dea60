import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../../src/main/desk/settings/count-tokens.ts'
import { toResultItem } from '../../../src/main/search/wire.ts'
import { readPublicSets } from '../../bench/public-tools.ts'
import { makeToolEntries } from '../../bench/tool-catalog.ts'
import { makeAgent, openDiscovery } from '../../search/samples.ts'
import { createRandom } from '../../support/random.ts'

const deviation = (text: string) => countTokens(text) / encode(text).length - 1

describe('tokens', () => {
  it('of answers are counted to within a fifth [search.tokens]', async () => {
    const discovery = openDiscovery()
    const agent = makeAgent()
    const page = makeToolEntries(10, createRandom(2).next).map(toResultItem)
    for (const answer of [
      await discovery.home(agent),
      (await discovery.search(agent, { query: 'deploy' })).answer,
      (await discovery.describe(agent, 'content_review')).answer,
      page,
    ])
      expect(Math.abs(deviation(JSON.stringify(answer)))).toBeLessThan(0.2)
    expect(countTokens('')).toBe(0)
  })

  const sets = readPublicSets()
  it.skipIf(sets === null)(
    `of real tools are counted to within a seventh${sets === null ? ' (skipped: no public sets beside this checkout)' : ''}`,
    () => {
      for (const { name, entries } of sets ?? []) {
        const pages = Array.from({ length: 15 }, (_, page) => entries.slice(page * 10, page * 10 + 10))
        for (const page of pages)
          expect(Math.abs(deviation(JSON.stringify(page.map(toResultItem)))), name).toBeLessThan(1 / 7)
      }
    },
  )
})
