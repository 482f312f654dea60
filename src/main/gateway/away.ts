/** Which people are away and until when: what waiting agents are told. Kept over a restart. */
import type { AwayPerson } from '../model/principal.ts'
import type { Clock, Store } from '../runtime/ports.ts'

export interface AwayBoard {
  /** Whoever is back by now is left out; soonest back first. */
  current(): AwayPerson[]
  /** `until`: ISO time; null: back. One that is past means back. */
  set(name: string, until: string | null): Promise<void>
  close(): void
}

const KEY = 'away'

export async function keepAway({
  store,
  clock,
  publish,
}: {
  store: Pick<Store, 'setting' | 'saveSetting'>
  clock: Clock
  publish: () => void
}): Promise<AwayBoard> {
  const until = new Map<string, string>()
  for (const [name, at] of Object.entries((await store.setting(KEY)) ?? {})) {
    if (typeof at === 'string') until.set(name, at)
  }
  let timer: { cancel(): void } | undefined
  function current(): AwayPerson[] {
    const now = clock.now()
    return [...until]
      .filter(([, at]) => Date.parse(at) > now)
      .map(([name, at]) => ({ name, until: at }))
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
      if (at === null || Date.parse(at) <= clock.now()) until.delete(name)
      else until.set(name, at)
      await store.saveSetting(KEY, Object.fromEntries(current().map((person) => [person.name, person.until])))
      watch()
      publish()
    },
    close: () => timer?.cancel(),
  }
}
