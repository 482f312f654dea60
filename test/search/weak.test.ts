/** An answer of which not even the best result fits well says so (docs/search.md). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/main/model/json.ts'
import { runs } from '../support/effort.ts'
import { idsOf, linkOf, makeAgent, makeCapability, makeEntry, openDiscovery } from './samples.ts'
import { rankSmart } from './smart-samples.ts'

const agent = makeAgent()
const PAYMENTS = {
  'pay.create_invoice': ['Create an invoice', 'Writes an invoice for an order of a customer.'],
  'pay.refund': ['Refund a payment', 'Gives the money of a payment back.'],
  'pay.schedule_payment': ['Schedule a payment', 'Plans a payment for a later day.'],
  'pay.list_payouts': ['List payouts', 'What was paid out to the bank account, by day.'],
  'pay.cancel_subscription': ['Cancel a subscription', 'Ends a subscription at the end of its period.'],
  'pay.export_ledger': ['Export the ledger', 'All bookings of a month as a file.'],
} as const
const entries = Object.entries(PAYMENTS).map(([id, [title, description]]) =>
  makeEntry(id, { title, description }),
)
const ranking = rankSmart(entries)
const look = (query: string) => ranking.search(query, { limit: 10, offset: 0 })

describe('a search of which nothing fits well', () => {
  it.each([
    'could you find me a dentist who has an appointment on a free day this week',
    'book a table at an italian restaurant for a day in june and order wine',
    'day trip train ticket',
  ])('is weak and still shows what comes nearest: %s [smart.weak]', (query) => {
    const { weak, total } = look(query)
    expect(weak).toBeDefined()
    expect(total).toBeGreaterThan(0)
  })

  it.each([
    'refund',
    'give money back',
    'please schedule a payment for the rent on the first of the month',
    'I would like to cancel my subscription at the end of this period',
    'subscripton',
    'bookings',
    'pay.list_payouts',
    'what was paid out to my bank account',
  ])('is not: %s [smart.weak]', (query) => {
    expect(look(query)).not.toHaveProperty('weak')
  })

  it('says which words of the query its first result has nothing of [smart.weak]', () => {
    expect(look('day trip train ticket').weak).toEqual({ missing: ['trip', 'train', 'ticket'] })
  })

  it('is judged by what a filter leaves, and the same on each page [smart.weak]', () => {
    const query = 'refund a payment'
    const accept = ({ id }: { id: string }) => id === 'pay.export_ledger' || id === 'pay.list_payouts'
    expect(look(query)).not.toHaveProperty('weak')
    const narrowed = ranking.search(`${query} of this month to a customer`, { limit: 10, offset: 0, accept })
    expect(narrowed.weak?.missing).toEqual(['refund', 'customer'])
    const weak = 'day trip train ticket'
    expect(ranking.search(weak, { limit: 1, offset: 1 }).weak).toEqual(look(weak).weak)
  })

  it('is never told at 0 [smart.weak]', () => {
    const silent = rankSmart(entries, { sureMatch: 0 })
    expect(silent.search('day trip train ticket', { limit: 1, offset: 0 })).not.toHaveProperty('weak')
  })

  it('is told less often the more a setting forgives, and never moves a result [smart.weak]', () => {
    const words = Object.values(PAYMENTS).flatMap(([title, description]) =>
      `${title} ${description} dentist train xyzzy`.split(' '),
    )
    const query = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(query, fc.double({ min: 0, max: 1, noNaN: true }), (chosen, sureMatch) => {
        const text = chosen.join(' ')
        const found = look(text)
        const other = rankSmart(entries, { sureMatch }).search(text, { limit: 10, offset: 0 })
        expect({ ...other, weak: 0 }).toEqual({ ...found, weak: 0 })
        if (found.weak !== undefined && sureMatch >= 0.3) expect(other.weak).toBeDefined()
        if (found.weak === undefined && sureMatch <= 0.3) expect(other.weak).toBeUndefined()
      }),
      { numRuns: runs(60) },
    )
  })

  it('is not told of what has every word of the query, wherever they stand [smart.weak]', () => {
    const long = 'alpha beta gamma delta epsilon zeta eta theta iota kappa'
    const one = rankSmart([
      makeEntry('x', { title: 'X', description: '', text: `${long} ${long.replaceAll(' ', 'a ')} omega` }),
      ...entries,
    ])
    for (const query of ['omega', 'omega alpha', long])
      expect(one.search(query, { limit: 1, offset: 0 })).not.toHaveProperty('weak')
  })

  it('is the same however large the catalog is [smart.weak]', () => {
    const many = [...entries, ...Array.from({ length: 2000 }, (_, at) => makeEntry(`other_${at}`, {}))]
    const large = rankSmart(many)
    const isWeak = (query: string) => large.search(query, { limit: 1, offset: 0 }).weak !== undefined
    expect(isWeak('day trip train ticket museum')).toBe(true)
    expect(isWeak('refund')).toBe(false)
    expect(isWeak('please schedule a payment for the rent on the first of the month')).toBe(false)
  })
})

describe('a search in five tools of the same words', () => {
  const alike = rankSmart(
    Array.from({ length: 5 }, (_, number) =>
      makeEntry(`desk_${number}`, {
        title: 'Create a ticket',
        description: 'Opens a ticket in the tracker for a customer.',
      }),
    ),
  )
  const find = (query: string) => alike.search(query, { limit: 10, offset: 0 })

  it.each([
    'I would like to have a ticket for a dishwasher',
    'please open a ticket about the broken dishwasher',
    'create a ticket for xyzzy',
    'create ticket tracker xyzzy',
    'xyzzy ticket',
  ])(
    'is not emptied by a word that none has, which it names: %s [smart.sentence-law, smart.weak]',
    (query) => {
      const { total, weak } = find(query)
      expect(total).toBe(5)
      expect(weak?.missing).toContain(query.includes('xyzzy') ? 'xyzzy' : 'dishwasher')
    },
  )

  it.each(['xyzzy', 'find an italian restaurant', 'ticket to munich by train', 'ticket train museum opera'])(
    'finds nothing where none has any word of it, or one of several: %s [smart.no-answer]',
    (query) => {
      expect(find(query)).toMatchObject({ total: 0, hits: [] })
    },
  )
})

describe('the answer to an agent', () => {
  const capabilities = Object.entries(PAYMENTS).map(([name, [title, description]]) =>
    makeCapability(name, { title, description }),
  )
  const discovery = openDiscovery({ workflows: {}, capabilities }, { profile: { ranking: 'smart' } })
  const search = async (request: { query: string; kind?: string; limit?: number; tags?: string[] }) =>
    (await discovery.search(agent, request)).answer

  it('says so before its results, with a hint and links [search.weak]', async () => {
    const answer = await search({ query: 'day trip train tickets for the opera' })
    expect(Object.keys(answer).slice(0, 5)).toEqual(['query', 'weak', 'hint', 'nearestTerms', 'results'])
    expect(answer).toMatchObject({ weak: true, nearestTerms: expect.any(Array) })
    expect(answer.hint).toMatch(
      /^Nothing matches well; these items only come nearest\. The best of them has nothing of: trip, train, tickets, opera\. /,
    )
    expect(idsOf(answer).length).toBeGreaterThan(0)
    expect(linkOf(answer, 'list_capabilities').method).toBe('gateway.search')
    const first = await search({ query: 'day trip train tickets for the opera', limit: 1 })
    expect([first.weak, linkOf(first, 'next').method]).toEqual([true, 'gateway.search'])
    // Words that the first one of another page may well have.
    const { cursor } = linkOf(first, 'next').args
    const { answer: second } = await discovery.search(agent, {
      query: first.query as string,
      limit: 1,
      cursor: String(cursor),
    })
    expect(second.hint).toContain('The best of them has nothing of: trip, train, tickets, opera. ')
  })

  it('says nothing of the kind where something fits, or everything is listed [search.weak]', async () => {
    for (const query of ['refund', '']) {
      const answer = await search({ query })
      expect(answer).not.toHaveProperty('weak')
      expect(answer).not.toHaveProperty('hint')
    }
  })

  it('says so when it is the filter that hides what fits [search.weak]', async () => {
    const tagged = openDiscovery(
      {
        workflows: {},
        capabilities: [
          makeCapability('refund', { title: 'Refund a payment', description: 'Gives money back.' }),
          makeCapability('letters', {
            title: 'Write letters',
            description: 'About a payment that is late, for instance.',
            tags: ['paper'],
          }),
        ],
      },
      { profile: { ranking: 'smart' } },
    )
    const query = 'give the money of a customer back as a refund'
    const { answer } = await tagged.search(agent, { query: `${query} payment`, tags: ['paper'] })
    expect(answer).toMatchObject({
      weak: true,
      hint: 'Nothing with the tag "paper" matches well; without this filter better items are found.',
    })
    expect((answer.links as JsonObject[]).length).toBeGreaterThan(0)
  })

  it('reaches the playground as the agent gets it [search.weak]', async () => {
    const query = 'day trip train tickets for the opera'
    const { weak, hint, total } = await discovery.inspect({ query, limit: 10 })
    expect({ weak, hint, total: total > 0 }).toEqual({
      weak: true,
      hint: (await search({ query })).hint,
      total: true,
    })
    expect(await discovery.inspect({ query: 'refund', limit: 10 })).toMatchObject({ weak: false, hint: null })
  })
})
