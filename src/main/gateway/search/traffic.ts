/**
 * Keeps the searches of agents, with what came of them, for the people at the desk. What is seen is written within a
 * second, together, so that no call waits for it: a crash loses at most that second, never anything of the audit log.
 */
import type { KeptSearch } from '../../model/kept-search.ts'
import type { Clock, Ids, Store } from '../../runtime/ports.ts'
import {
  type AnsweredCall,
  createSessionSearches,
  readTrafficCall,
  type TrafficCaller,
} from '../../search/lab/session-searches.ts'
import { entryOf, type RecordEvent } from '../changes.ts'

export interface Traffic {
  /** False also where nothing can be kept. */
  readonly keeping: boolean
  /** A call of an agent was answered; `at`: when it came, in milliseconds since 1970. */
  saw(caller: TrafficCaller, call: AnsweredCall, at: number): void
  /** Resolves when it is on the disk; what is kept stays. `by`: a principal id. */
  keep(keep: boolean, by: string): Promise<void>
  /** Removes all that was kept. @returns how many searches it was */
  forget(by: string): Promise<number>
  /** Resolves when what was seen so far is on the disk, or could not be written. */
  written(): Promise<void>
  close(): Promise<void>
}

export interface TrafficParts {
  store: Pick<Store, 'readOnly' | 'setting' | 'searches' | 'keepSearches' | 'forgetSearches'>
  clock: Clock
  ids: Ids
  record: RecordEvent
  redact(text: string): string
  /** Name of the profile that is live. */
  profile(): string
  /** Something was kept, or forgotten. */
  changed(): void
  warn(detail: object, message: string): void
}

const SETTING = 'traffic'
const WRITE_AFTER_MS = 1000
const MOST_KEPT = 50_000
const KEPT_MS = 180 * 86_400_000
/** So many new ones until the bounds are looked at again. */
const PRUNE_EVERY = 500
const MOST_TAGS = 20

export async function keepTraffic(parts: TrafficParts): Promise<Traffic> {
  const { store, clock, ids } = parts
  const canKeep = store.readOnly === null
  let keeping = (await store.setting(SETTING))?.keep !== false
  const sessions = createSessionSearches(() => ids.next('sr'))
  let unwritten = new Map<string, KeptSearch>()
  let timer: { cancel(): void } | null = null
  let writing: Promise<void> = Promise.resolve()
  let untilPrune = 0

  function note(search: KeptSearch | null): void {
    if (search === null) return
    unwritten.set(search.id, search)
    timer ??= clock.after(WRITE_AFTER_MS, write)
  }

  function write(): void {
    timer?.cancel()
    timer = null
    const searches = [...unwritten.values()]
    if (searches.length === 0) return
    unwritten = new Map()
    inTurn(async () => {
      await store.keepSearches(searches)
      untilPrune -= searches.length
      if (untilPrune <= 0) await prune()
      parts.changed()
    })
  }

  /** What cannot be kept is lost for the desk, and nothing else. */
  function inTurn(work: () => Promise<void>): void {
    writing = writing
      .then(work)
      .catch((err: unknown) => parts.warn({ err }, 'Searches of agents could not be kept'))
  }

  async function prune(): Promise<void> {
    untilPrune = PRUNE_EVERY
    const before = new Date(clock.now() - KEPT_MS).toISOString()
    await forgetAll(() => store.forgetSearches({ before, most: MOST_KEPT }))
  }

  return {
    get keeping() {
      return keeping && canKeep
    },

    saw(caller, call, at) {
      if (!keeping || !canKeep) return
      sessions.enter(caller, at)
      const told = readTrafficCall(call)
      if (told === null) return
      if (told.kind === 'described') return note(sessions.described(caller, told.id, at))
      if (told.kind === 'started') return note(sessions.started(caller, { id: told.id, run: told.run }, at))
      const { query, kind, tags, cursor } = call.input
      const asked = {
        query: parts.redact(String(query)),
        filters: {
          ...(kind === undefined ? {} : { kind: String(kind) }),
          ...(Array.isArray(tags)
            ? { tags: tags.slice(0, MOST_TAGS).map((tag) => parts.redact(String(tag)).slice(0, 200)) }
            : {}),
        },
        profile: parts.profile(),
        total: told.total,
        ...(told.weak ? { weak: true as const } : {}),
        shown: told.shown,
        isNextPage: cursor !== undefined,
      }
      note(sessions.searched(caller, asked, at))
    },

    async keep(keep, by) {
      const setting = { key: SETTING, value: { keep } }
      await parts.record({ actor: by, eventType: 'traffic.keeping', payload: { keep } }, [setting])
      keeping = keep
      if (!keep) sessions.forget()
      parts.changed()
    },

    async forget(by) {
      sessions.forget()
      unwritten.clear()
      await writing
      const saying = (searches: number) =>
        entryOf(parts, { actor: by, eventType: 'traffic.forgotten', payload: { searches } })
      const removed = await forgetAll(() => store.forgetSearches(null, saying))
      parts.changed()
      return removed
    },

    async written() {
      write()
      await writing
    },

    async close() {
      write()
      await writing
    },
  }
}

/** In pieces: what else is to be written comes between two of them. */
async function forgetAll(piece: () => Promise<number>): Promise<number> {
  let removed = 0
  for (;;) {
    const count = await piece()
    if (count === 0) return removed
    removed += count
  }
}
