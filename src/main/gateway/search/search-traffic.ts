/** What agents search: kept, counted, learnt from. */

import type { Change } from '../../runtime/ports.ts'
import { sameWordsKey } from '../../search/lab/hunts.ts'
import type { Tally } from '../../search/lab/traffic-tally.ts'
import { createThreadSlicer } from '../thread-slicer.ts'
import { createLearning, type LearningParts, type UsageLearning } from './learning.ts'
import { keepTraffic, type Traffic, type TrafficParts } from './traffic.ts'
import { reportTraffic } from './traffic-report.ts'

export interface SearchTraffic extends Traffic {
  /** Of the last so many days. */
  report(days: number): Promise<TrafficReport>
  learning: Pick<UsageLearning, 'look' | 'prepare' | 'settled'>
}

export interface TrafficReport extends Tally {
  queries: (Tally['queries'][number] & { judged: boolean })[]
}

const DAY_MS = 86_400_000
/** Under load something is kept every second: whoever shows it need not ask that often. */
const TELL_EVERY_MS = 5000

export async function openSearchTraffic(
  parts: Omit<TrafficParts & LearningParts, 'changed' | 'profile'> & {
    judged(): Promise<readonly { query: string }[]>
    publish(change: Change): void
    onChange(listener: (change: Change) => void): () => void
  },
): Promise<SearchTraffic> {
  const { store, clock, discovery } = parts
  const slicer = createThreadSlicer()
  let telling: { cancel(): void } | null = null
  const tell = () => {
    telling ??= clock.after(TELL_EVERY_MS, () => {
      telling = null
      parts.publish({ topic: 'search' })
    })
  }
  const learning = createLearning({ ...parts, changed: () => parts.publish({ topic: 'search' }) })
  const traffic = await keepTraffic({
    ...parts,
    profile() {
      const profile = discovery.profile()
      return profile.name ?? profile.ranking
    },
    changed() {
      learning.consider()
      tell()
    },
  })
  const stop = parts.onChange(({ topic }) => {
    if (topic === 'configuration') learning.consider()
  })
  return {
    get keeping() {
      return traffic.keeping
    },
    saw: traffic.saw,
    keep: traffic.keep,
    forget: traffic.forget,
    written: traffic.written,
    learning,
    async report(days) {
      await traffic.written()
      const from = new Date(clock.now() - days * DAY_MS).toISOString()
      const tally = await reportTraffic({ store, slicer }, from)
      const judged = new Set((await parts.judged()).map(({ query }) => sameWordsKey(query)))
      const queries = tally.queries.map((one) => ({ ...one, judged: judged.has(sameWordsKey(one.query)) }))
      return { ...tally, queries }
    },
    async close() {
      stop()
      telling?.cancel()
      learning.close()
      await traffic.close()
    },
  }
}
