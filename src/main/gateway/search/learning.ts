/**
 * Learning from use: what was started after which search, handed to the ranking while the live profile uses it, and
 * measured on itself before anybody is advised to. Read and measured in slices, beside everything else (R3.4).
 */
import type { SearchProfile } from '../../model/search-profile.ts'
import type { Clock, Store } from '../../runtime/ports.ts'
import type { Discovery } from '../../search/discovery.ts'
import { type LearningFigures, measureLearning, openEvidenceBook } from '../../search/lab/learning.ts'
import type { Use } from '../../search/ranking.ts'
import { readSearches } from './traffic-report.ts'

export interface LearningState {
  /** Searches that were followed by a start, as far as they count. */
  pairs: number
  needed: number
  /** Share that is in force; 0: off. */
  share: number
  /** `classic` knows no learning; `few` pairs; `measuring`: the figures come, then `changed` is called. */
  state: 'classic' | 'few' | 'measuring' | 'measured'
  figures: LearningFigures | null
}

export interface UsageLearning {
  look(): Promise<LearningState>
  /** Resolves when a profile that is only tried has something to learn from, too; from then on it is kept up. */
  prepare(): Promise<void>
  /** Searches were kept or forgotten, or the profile may be another. */
  consider(): void
  /** Resolves when what was to be learnt by now is. */
  settled(): Promise<void>
  close(): void
}

export interface LearningParts {
  store: Pick<Store, 'searches' | 'approvals'>
  discovery: Pick<Discovery, 'profile' | 'learn' | 'rankingFor'>
  clock: Clock
  changed(): void
  warn(detail: object, message: string): void
}

/** Pairs, before anything is measured. */
const NEEDED = 200
/** What would be tried where it is off. */
const OFFERED_SHARE = 0.2
const LEARN_AFTER_MS = 10_000
/** So long figures count as those of now, though more was searched since. */
const MEASURED_FOR_MS = 60_000

export function createLearning(parts: LearningParts): UsageLearning {
  const { store, discovery, clock } = parts
  let timer: { cancel(): void } | null = null
  let reading: Promise<void> = Promise.resolve()
  let learnt: readonly Use[] = []
  let closed = false
  let prepared: Promise<void> | null = null
  let measured: { key: string; at: number; figures: LearningFigures | null } | null = null
  let isMeasuring = false

  const share = () => shareOf(discovery.profile())

  async function gather(): Promise<Use[]> {
    const book = openEvidenceBook()
    for await (const searches of readSearches(store, { followed: true })) {
      for (const { client, query, started } of searches) {
        for (const { id, run } of started) {
          if (run === null || (await wasLetThrough(run))) book.add({ query, id, client })
        }
      }
      if (book.isFull || closed) break
    }
    return book.uses()
  }

  /** What waits counts for nothing yet, and what a person refused never. */
  async function wasLetThrough(run: string): Promise<boolean> {
    const { items } = await store.approvals({ workflowId: run, status: ['approved'] }, { limit: 1 })
    return items.length > 0
  }

  function learn(): void {
    timer = null
    reading = reading
      .then(async () => {
        const uses = share() > 0 || prepared !== null ? await gather() : []
        // What is learnt anew makes the ranking begin anew.
        if (closed || areSame(uses, learnt)) return
        learnt = uses
        discovery.learn(uses)
      })
      .catch((err: unknown) => parts.warn({ err }, 'What agents started could not be learnt from'))
  }

  function measure(uses: readonly Use[], profile: SearchProfile): void {
    if (isMeasuring) return
    isMeasuring = true
    const key = JSON.stringify(profile)
    measureLearning(discovery, { uses, profile, share: shareOf(profile) || OFFERED_SHARE }, () => closed)
      .then((figures) => {
        measured = { key, at: clock.now(), figures }
      })
      .catch((err: unknown) => parts.warn({ err }, 'Learning from use could not be measured'))
      .finally(() => {
        isMeasuring = false
        if (!closed) parts.changed()
      })
  }

  if (share() > 0) learn()
  return {
    async look() {
      const profile = discovery.profile()
      const uses = await gather()
      const known = { pairs: uses.length, needed: NEEDED, share: shareOf(profile) }
      if (profile.ranking === 'classic') return { ...known, state: 'classic', figures: null }
      if (uses.length < NEEDED) return { ...known, state: 'few', figures: null }
      const isOfProfile = measured?.key === JSON.stringify(profile)
      if (measured === null || !isOfProfile || Math.abs(clock.now() - measured.at) > MEASURED_FOR_MS)
        measure(uses, profile)
      return isOfProfile
        ? { ...known, state: 'measured', figures: measured?.figures ?? null }
        : { ...known, state: 'measuring', figures: null }
    },
    async prepare() {
      if (prepared === null) {
        prepared = Promise.resolve()
        learn()
        prepared = reading
      }
      await prepared
    },
    consider() {
      if (closed || (share() === 0 && prepared === null && learnt.length === 0)) return
      timer ??= clock.after(LEARN_AFTER_MS, learn)
    },
    async settled() {
      timer?.cancel()
      learn()
      await reading
    },
    close() {
      closed = true
      timer?.cancel()
    },
  }
}

function areSame(some: readonly Use[], others: readonly Use[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ query, id }, index) => others[index]?.query === query && others[index]?.id === id)
  )
}

function shareOf(profile: SearchProfile): number {
  return profile.ranking === 'smart' ? (profile.usage ?? 0) : 0
}
