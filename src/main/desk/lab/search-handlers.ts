/** The playground: a query under a profile beside the live one, why results stand as they do, what judged queries say. */

import type { EvaluationView, SearchView, WhyView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { present } from '../../model/json.ts'
import type { ComparedQueries, ComparedQuery } from '../../model/search-figures.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import { describeEntry, type Entry } from '../catalog/catalog-item.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import type { DeskSession } from '../session.ts'
import { countTokens } from '../settings/count-tokens.ts'
import { prepareLearning } from './prepare-learning.ts'
import { nameOfProfile, readProfile, sameRanking } from './read-profile.ts'

const RESULTS = 10

export function createSearchHandlers({ gateway }: Pick<DeskOptions, 'gateway'>): HandlersOf<'search'> {
  const { discovery, tuning } = gateway
  const running = new WeakMap<
    DeskSession,
    { profile: SearchProfile; result: Promise<ComparedQueries | null>; stop: AbortController }
  >()

  const asking = new WeakMap<DeskSession, AbortController>()

  /** A newer one of the same desk ends the one before, unless it asks for the same. */
  async function evaluate(session: DeskSession, profile: SearchProfile): Promise<ComparedQueries> {
    const before = running.get(session)
    const isSame = before !== undefined && sameRanking(before.profile, profile)
    if (before !== undefined && !isSame) before.stop.abort()
    const stop = isSame ? before.stop : new AbortController()
    const result = isSame ? before.result : tuning.compare(discovery.profile(), profile, stop.signal)
    if (!isSame) running.set(session, { profile, result, stop })
    const compared = await result.finally(() => {
      if (running.get(session)?.stop === stop) running.delete(session)
    })
    if (compared === null)
      throw new DeskFault('REJECTED', 'Another profile is tried by now; this evaluation was stopped.')
    return compared
  }

  return {
    async 'search.query'(session, request): Promise<SearchView> {
      const { query, limit = RESULTS, kind, source, tags } = request
      const profile = request.profile === undefined ? undefined : readProfile(request.profile)
      if (profile !== undefined) await prepareLearning(gateway, profile)
      const filters = present({ kind, tags })
      const found = await discovery.inspect({ query, limit, ...filters, ...present({ source, profile }) })
      const live = profile === undefined ? null : await searchLive(query, limit, acceptOf(request))
      const { answer } = await discovery.search(session.principal(), { query, limit, ...filters }, profile)
      const usage = await gateway.store.usage()
      const places = new Map(live?.map(({ entry }, index) => [entry.id, index + 1]))
      return {
        query,
        terms: found.terms,
        ignored: found.ignored,
        total: found.total,
        hint: found.hint,
        weak: found.weak,
        elapsedMicros: found.elapsedMicros,
        answer,
        tokens: countTokens(JSON.stringify(answer)),
        results: found.results.map(({ entry, score, explanation }, index) => ({
          rank: index + 1,
          score,
          item: describeEntry(entry, usage),
          explanation,
          liveRank: places.get(entry.id) ?? null,
        })),
        compared:
          live === null
            ? null
            : {
                live: live.map(({ entry, score }, index) => ({
                  rank: index + 1,
                  score,
                  item: describeEntry(entry, usage),
                })),
              },
        facets: found.facets,
      }
    },

    async 'search.why'(session, { query, above, below, profile }): Promise<WhyView> {
      const tried = profile === undefined ? discovery.profile() : readProfile(profile)
      await prepareLearning(gateway, tried)
      asking.get(session)?.abort()
      const stop = new AbortController()
      asking.set(session, stop)
      const found = await tuning.why({ query, above, below, profile: tried }, stop.signal)
      switch (found.kind) {
        case 'stopped':
          throw new DeskFault('REJECTED', 'Something else is asked by now; this was stopped.')
        case 'missing':
          throw new DeskFault('REJECTED', `‘${found.id}’ is not found by this query any more. Search again.`)
        case 'reversed':
          throw new DeskFault('REJECTED', `‘${below}’ stands above ‘${above}’ by now. Search again.`)
        case 'why':
          return viewWhy(found, tried.ranking)
      }
    },

    async 'search.evaluate'(session, request) {
      const profile = readProfile(request.profile)
      await prepareLearning(gateway, profile)
      return viewOf(
        await evaluate(session, profile),
        nameOfProfile(discovery.profile()),
        nameOfProfile(profile),
      )
    },
  }

  async function searchLive(query: string, limit: number, accept: (entry: Entry) => boolean) {
    const ranking = await discovery.rankingFor(discovery.profile())
    return ranking.search(query, { limit, offset: 0, accept }).hits
  }
}

/** As `gateway.search` filters, and by source besides. */
function acceptOf({ kind, source, tags = [] }: { kind?: string; source?: string; tags?: string[] }) {
  return (entry: Entry): boolean =>
    (kind === undefined || entry.kind === kind) &&
    (source === undefined || entry.source === source) &&
    tags.every((tag) => entry.tags.includes(tag))
}

export function viewOf(compared: ComparedQueries, before: string, after: string): EvaluationView {
  return { before, after, ...compared }
}

type Why = Extract<Awaited<ReturnType<Gateway['tuning']['why']>>, { kind: 'why' }>

function viewWhy({ names: [upper, lower], reasons, swap }: Why, ranking: SearchProfile['ranking']): WhyView {
  const { sentence, differences } = reasons
  if (swap === null) {
    const none =
      ranking === 'classic'
        ? ' The classic ranking has no sliders; only other words, or the smart ranking, would change it.'
        : ''
    return { sentence: sentence + none, differences, swap: null }
  }
  const { change, compared } = swap
  const { setting, from, to, profile } = change
  return {
    sentence,
    differences,
    swap: {
      key: setting.key,
      label: setting.label,
      from,
      to,
      sentence: `‘${setting.label}’ from ${from} to ${to} puts ‘${lower}’ above ‘${upper}’.`,
      profile,
      hurts: changes(compared, 'worse'),
      helps: changes(compared, 'better'),
      judged: compared.rows.length,
    },
  }
}

function changes(compared: ComparedQueries, change: ComparedQuery['change']) {
  return compared.rows
    .filter((row) => row.change === change)
    .map(({ query, before, after }) => ({ query, before: before.ndcg10, after: after.ndcg10 }))
    .sort((left, right) => Math.abs(right.after - right.before) - Math.abs(left.after - left.before))
}
