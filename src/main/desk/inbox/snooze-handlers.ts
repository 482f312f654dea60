/** Hiding items until a time, and showing them again (R5.8). */
import type { RequestOf, SnoozeReply } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { InboxItem } from '../../model/item.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { LONGEST_SNOOZE_MS, latestUntil, type Snoozes } from './snoozes.ts'

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
