/**
 * Which people are away and until when: what waiting agents are told. Kept over a restart, and nobody's any more once
 * that person was removed (R2.4).
 */
import { isJsonObject, type JsonValue } from '../model/json.ts'
import type { AwayPerson } from '../model/principal.ts'
import { stillLasts } from '../model/span.ts'
import type { Clock, Store } from '../runtime/ports.ts'

export interface AwayBoard {
  /** Whoever is back by now is left out; soonest back first. */
  current(): AwayPerson[]
  /** `until`: ISO time; null: back. One that is past means back. */
  set(name: string, until: string | null): Promise<void>
  close(): void
}

const KEY = 'away'

interface Note {
  /** ISO time. */
  until: string
  /** For how long that was. */
  spanMs?: number
  /** Of who said so; null: they were not declared. */
  declared: string | null
}

export async function keepAway({
  store,
  clock,
  declared,
  publish,
}: {
  store: Pick<Store, 'setting' | 'saveSetting'>
  clock: Clock
  /** In which declaration of the name somebody is there now; undefined: it is not declared. */
  declared(name: string): string | undefined
  publish: () => void
}): Promise<AwayBoard> {
  const notes = new Map<string, Note>()
  for (const [name, kept] of Object.entries((await store.setting(KEY)) ?? {})) {
    const note = readNote(kept, declared(name))
    if (note !== null) notes.set(name, note)
  }
  let timer: { cancel(): void } | undefined
  function current(): AwayPerson[] {
    const now = clock.now()
    return [...notes]
      .filter(
        ([name, { until, spanMs, declared: of }]) =>
          stillLasts(until, spanMs, now) && of === (declared(name) ?? null),
      )
      .map(([name, { until }]) => ({ name, until }))
      .sort((one, other) => one.until.localeCompare(other.until))
  }
  /** The desks are to say that somebody is back when that time comes. */
  function watch(): void {
    timer?.cancel()
    const [soonest] = current()
    if (soonest === undefined) return
    timer = clock.wakeAt(Date.parse(soonest.until), () => {
      publish()
      watch()
    })
  }
  watch()
  return {
    current,
    async set(name, at) {
      const before = notes.get(name)
      const spanMs = at === null ? 0 : Date.parse(at) - clock.now()
      if (at === null || spanMs <= 0) notes.delete(name)
      else notes.set(name, { until: at, spanMs, declared: declared(name) ?? null })
      const kept = current().map((person) => [person.name, { ...notes.get(person.name) }])
      try {
        await store.saveSetting(KEY, Object.fromEntries(kept))
      } catch (fault) {
        // Not kept is not said.
        if (before === undefined) notes.delete(name)
        else notes.set(name, before)
        throw fault
      }
      watch()
      publish()
    },
    close: () => timer?.cancel(),
  }
}

/** An earlier version kept the time alone: that is of whoever is there. */
function readNote(kept: JsonValue, there: string | undefined): Note | null {
  if (typeof kept === 'string') return { until: kept, declared: there ?? null }
  if (!isJsonObject(kept) || typeof kept.until !== 'string') return null
  const { until, spanMs, declared } = kept
  return {
    until,
    ...(typeof spanMs === 'number' ? { spanMs } : {}),
    declared: typeof declared === 'string' ? declared : null,
  }
}
