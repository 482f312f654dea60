/**
 * What each person has hidden until a time (R5.8): it never moves a deadline, comes back a minute before the item's
 * own, survives a restart, and goes with the item. May import: gateway.ts (types), model.
 */

import type { RequestOf, SnoozeReply } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { FIRST_DECLARATION } from '../../model/configuration.ts'
import { loadOnce } from '../../model/in-turn.ts'
import type { InboxItem } from '../../model/item.ts'
import { isJsonObject, type JsonObject, textsOf } from '../../model/json.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { stillLasts } from '../../model/span.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'

/** Whose (`keyOf`) → id of an item → ISO time. */
type SnoozeStore = Map<string, Map<string, string>>

export interface Snoozes {
  /** Id of an item → ISO time. */
  of(who: Whose): Promise<ReadonlyMap<string, string>>
  /** `until` null: shows them again. Resolves when it is on the disk. */
  set(who: Whose, items: { id: string; until: string | null }[]): Promise<void>
  close(): void
}

const KEY = 'snoozes'
const LONGEST_SNOOZE_MS = 366 * 86_400_000
/** So long before its own deadline an item comes back, whatever was asked for. */
const BEFORE_DEADLINE_MS = 60_000

type Whose = Pick<HumanPrincipal, 'id' | 'declared'>

/** Whoever is declared anew under a name has hidden nothing (R2.4). */
function keyOf({ id, declared = FIRST_DECLARATION }: Whose): string {
  return declared === FIRST_DECLARATION ? id : `${id} ${declared}`
}

/** Milliseconds since 1970: until then it may be hidden at most. */
function latestUntil({ deadlineAt }: Pick<InboxItem, 'deadlineAt'>): number {
  return deadlineAt === null ? Number.POSITIVE_INFINITY : Date.parse(deadlineAt) - BEFORE_DEADLINE_MS
}

/** `changed` is told whenever something comes back or goes. */
export function createSnoozes(
  { store, clock, onChange }: Pick<Gateway, 'store' | 'clock' | 'onChange'>,
  changed: () => void,
): Snoozes {
  const kept: SnoozeStore = new Map()
  let saving: Promise<void> = Promise.resolve()
  let timer: { cancel(): void } | null = null
  let closed = false

  const stop = onChange((change) => {
    if (change.topic !== 'approval') return
    if ([...kept.values()].some((items) => items.has(change.id))) void review(change.id)
  })

  const ready = loadOnce(async () => {
    read(kept, await store.setting(KEY))
    for (const id of new Set([...kept.values()].flatMap((items) => [...items.keys()]))) await review(id)
    wake()
  })

  /** It may have ended, or its deadline may be nearer: somebody has set the clock back. */
  async function review(id: string): Promise<void> {
    const item = await store.approval(id).catch(() => undefined)
    if (item === undefined) return
    const latest = item?.status === 'pending' ? latestUntil(item) : Number.NEGATIVE_INFINITY
    const early = [...kept.values()].filter((items) => Date.parse(items.get(id) ?? '') > latest)
    if (early.length === 0) return
    for (const items of early) {
      if (item?.status === 'pending') items.set(id, new Date(latest).toISOString())
      else items.delete(id)
    }
    wake()
    await tell()
  }

  /** What has come back comes back whether or not it can be written down: its time is kept, and read again. */
  async function tell(): Promise<void> {
    await save().catch(() => undefined)
    changed()
  }

  function save(): Promise<void> {
    saving = saving.catch(() => undefined).then(() => store.saveSetting(KEY, write(kept)))
    return saving
  }

  function wake(): void {
    timer?.cancel()
    timer = null
    if (closed) return
    const now = clock.now()
    let gone = false
    let next = Number.POSITIVE_INFINITY
    for (const items of kept.values()) {
      for (const [id, until] of items) {
        const at = Date.parse(until)
        if (at > now) next = Math.min(next, at)
        else gone = items.delete(id) || gone
      }
    }
    if (next !== Number.POSITIVE_INFINITY) timer = clock.wakeAt(next, wake)
    if (gone) void tell()
  }

  return {
    async of(who) {
      await ready()
      const items = [...(kept.get(keyOf(who)) ?? [])]
      // One that seems to last for longer than any does was set before the clock was set back.
      return new Map(items.filter(([, until]) => stillLasts(until, LONGEST_SNOOZE_MS, clock.now())))
    },
    async set(who, items) {
      await ready()
      const person = keyOf(who)
      const before = kept.get(person) ?? new Map<string, string>()
      const mine = new Map(before)
      for (const { id, until } of items) {
        if (until === null) mine.delete(id)
        else mine.set(id, until)
      }
      kept.set(person, mine)
      try {
        await save()
      } catch (fault) {
        kept.set(person, before)
        throw fault
      }
      wake()
      changed()
    },
    close() {
      closed = true
      timer?.cancel()
      stop()
    },
  }
}

function read(kept: SnoozeStore, stored: JsonObject | null): void {
  for (const [person, items] of Object.entries(stored ?? {}))
    if (isJsonObject(items)) kept.set(person, new Map(Object.entries(textsOf(items))))
}

function write(kept: SnoozeStore): JsonObject {
  return Object.fromEntries(
    [...kept]
      .filter(([, items]) => items.size > 0)
      .map(([person, items]) => [person, Object.fromEntries(items)]),
  )
}

// ── Hiding items until a time, and showing them again (R5.8).

export function createSnoozeHandlers(gateway: Gateway, snoozes: Snoozes): Pick<Handlers, 'inbox.snooze'> {
  return {
    async 'inbox.snooze'(session, { ids, until }): Promise<SnoozeReply> {
      const who = session.principal()
      if (until === null) {
        await snoozes.set(
          who,
          ids.map((id) => ({ id, until })),
        )
        return { snoozed: [], refused: [] }
      }
      const now = gateway.clock.now()
      const wanted = readUntil(until, now)
      const judged = await Promise.all(
        [...new Set(ids)].map(async (id) => judge(id, await gateway.store.approval(id), wanted, now)),
      )
      const snoozed = judged.flatMap((item) => (item.until === null ? [] : [{ ...item, until: item.until }]))
      if (snoozed.length > 0) await snoozes.set(who, snoozed)
      return {
        snoozed: snoozed.map(({ id, until, early }) => ({ id, until, early })),
        refused: judged.flatMap(({ id, message }) => (message === null ? [] : [{ id, message }])),
      }
    },
  }
}

function readUntil(until: RequestOf<'inbox.snooze'>['until'] & string, now: number): number {
  const wanted = Date.parse(until)
  if (Number.isNaN(wanted)) throw new DeskFault('INVALID_REQUEST', 'Say the time with its day, as a date.')
  if (wanted <= now) throw new DeskFault('REJECTED', 'That time is over. Choose a later one.')
  if (wanted - now > LONGEST_SNOOZE_MS) throw new DeskFault('REJECTED', 'Choose a time within a year.')
  return wanted
}

interface SnoozeDecision {
  id: string
  until: string | null
  early: boolean
  message: string | null
}

function judge(id: string, approval: InboxItem | null, wanted: number, now: number): SnoozeDecision {
  const refuse = (message: string): SnoozeDecision => ({ id, until: null, early: false, message })
  if (approval === null) return refuse('This item does not exist any more.')
  if (approval.status !== 'pending') return refuse('It has been decided, or has ended.')
  const latest = latestUntil(approval)
  if (latest <= now) return refuse('Its time is up within a minute. Decide it, or let it pass.')
  const at = Math.min(wanted, latest)
  return { id, until: new Date(at).toISOString(), early: at < wanted, message: null }
}
