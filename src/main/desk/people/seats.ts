/**
 * All desks of one gateway and who sits at them: coming, going on to another person, locking (R1.4). Each of it is
 * in the audit log, and every open desk is told. May import: gateway.ts (types), model.
 */

import type { Gateway } from '../../gateway.ts'
import type { AuditPayloads } from '../../model/audit-event.ts'
import { declarationOf } from '../../model/configuration.ts'
import { humanId } from '../../model/principal.ts'
import type { DeskEvent } from '../events/desk-texts.ts'
import { type DeskSession, type Seat, sessionOf } from '../session.ts'
import type { PinBook } from './pin-book.ts'

export interface Seats {
  /** Locked where anybody has a PIN: no link alone signs in, and no window. Resolves when it is in the audit log. */
  open(origin: DeskSession['origin']): Promise<DeskSession>
  /** @throws Error for a session of another gateway */
  seatOf(session: DeskSession): Seat
  /** A page of this session is open from now on; the answer is for when it is not any more. */
  attend(session: DeskSession): () => void
  /**
   * Those that somebody can be looking at: the window, browsers with an open page, and whoever asks, whose page may
   * listen to pushes a moment later. Oldest first.
   */
  present(asking: DeskSession): { session: DeskSession; person: string | null }[]
  /** Desks at which somebody sits, also behind a page that was closed. */
  seated(): { session: DeskSession; untouchedMs: number }[]
  /** Somebody is there; null: at every desk, as far as anybody knows. */
  touch(session: DeskSession | null): void
  /** In which declaration of a name somebody is there now; undefined: it is not declared. */
  declarationOf(name: string): string | undefined
  /** Everybody who may sit here: of the configuration, and the system's user. */
  known(): string[]
  /** Of these. A PIN of somebody who is gone locks nobody out, whoever has their name now. */
  pinsExist(): Promise<boolean>
  sit(session: DeskSession, person: string, proven: boolean): Promise<void>
  lock(session: DeskSession, because: string): Promise<void>
  /** Every other desk at which nobody has entered a PIN, or at which this person sits without having done so. */
  lockOthers(session: DeskSession, person: string): Promise<void>
  record: RecordOfSeat
  /** Of what has happened already, whatever the log takes now. Never rejects. */
  recordDone: RecordOfSeat
}

type RecordOfSeat = <Type extends DeskEvent>(
  session: DeskSession,
  eventType: Type,
  payload: Omit<AuditPayloads[Type], 'session' | 'origin'>,
  settings?: Parameters<Gateway['record']>[1],
) => Promise<void>

export function createSeats(
  gateway: Pick<
    Gateway,
    'ids' | 'clock' | 'configuration' | 'declarations' | 'record' | 'recordDone' | 'publish'
  >,
  { systemUser, pins }: { systemUser: string; pins: PinBook },
): Seats {
  const seats = new Map<string, { seat: Seat; session: DeskSession; pages: number }>()

  function find(session: DeskSession): { seat: Seat; pages: number } {
    const found = seats.get(session.id)
    if (found === undefined) throw new Error('This session belongs to another desk.')
    return found
  }
  function read(): Seat['touched'] {
    return { now: gateway.clock.now(), elapsed: gateway.clock.elapsed() }
  }
  /** Whichever says more: one can be set back, the other may stand still while the computer sleeps. */
  function since({ now, elapsed }: Seat['touched']): number {
    return Math.max(gateway.clock.now() - now, gateway.clock.elapsed() - elapsed)
  }
  function known(): string[] {
    return [...new Set([systemUser, ...Object.keys(gateway.configuration().people)])]
  }
  async function pinsExist(): Promise<boolean> {
    const kept = await pins.read()
    return known().some((name) => kept.get(name)?.another === false)
  }
  const recordBy =
    (write: Gateway['record']): RecordOfSeat =>
    async (session, eventType, payload, settings) => {
      const person = session.person()
      // What the type leaves out stands before it.
      const whole = {
        session: session.id,
        origin: session.origin,
        ...payload,
      } as AuditPayloads[typeof eventType]
      const actor = person === null ? 'engine' : humanId(person)
      await write({ actor, eventType, payload: whole }, settings)
      gateway.publish({ topic: 'people' })
    }
  const record = recordBy(gateway.record)
  const recordDone = recordBy(gateway.recordDone)
  async function lock(session: DeskSession, because: string): Promise<void> {
    const { seat } = find(session)
    const before = session.person()
    Object.assign(seat, { person: null, proven: false, opened: false, proofUntil: null })
    if (before !== null) await recordDone(session, 'session.locked', { person: before, because })
  }

  return {
    async open(origin) {
      const person = (await pinsExist()) ? null : systemUser
      const since = new Date(gateway.clock.now()).toISOString()
      const seat: Seat = {
        id: gateway.ids.next('se'),
        origin,
        since,
        person,
        proven: false,
        opened: false,
        proofUntil: null,
        touched: read(),
      }
      const session = sessionOf(seat, systemUser, gateway)
      seats.set(seat.id, { seat, session, pages: 0 })
      await record(session, 'session.opened', { person }).catch((fault: unknown) => {
        seats.delete(seat.id)
        throw fault
      })
      return session
    },
    seatOf: (session) => find(session).seat,
    attend(session) {
      const found = find(session)
      found.pages += 1
      gateway.publish({ topic: 'people' })
      return () => {
        found.pages -= 1
        gateway.publish({ topic: 'people' })
      }
    },
    present: (asking) =>
      [...seats.values()]
        .filter(({ seat, pages }) => seat.origin === 'window' || pages > 0 || seat.id === asking.id)
        .map(({ session }) => ({ session, person: session.person() })),
    seated: () =>
      [...seats.values()]
        .filter(({ session }) => session.person() !== null)
        .map(({ session, seat }) => ({ session, untouchedMs: since(seat.touched) })),
    touch(session) {
      const now = read()
      if (session !== null) find(session).seat.touched = now
      else for (const { seat } of seats.values()) seat.touched = now
    },
    declarationOf: (name) => declarationOf(name, gateway.declarations().people),
    known,
    pinsExist,
    async sit(session, person, proven) {
      const { seat } = find(session)
      const from = session.person()
      const opened = proven || (from !== null && seat.opened)
      const declared = declarationOf(person, gateway.declarations().people)
      const before = { declared: seat.declared, ...seat }
      Object.assign(seat, {
        person,
        declared,
        proven,
        opened,
        proofUntil: null,
        touched: read(),
      })
      try {
        await record(session, 'session.switched', { from, person, proven })
      } catch (fault) {
        // Nobody sits where the log does not say so; meanwhile it may be somebody else's, or locked.
        if (seat.person === person) Object.assign(seat, before)
        throw fault
      }
    },
    lock,
    async lockOthers(session, person) {
      for (const other of seats.values()) {
        if (other.seat.id === session.id || other.session.person() === null) continue
        const unproven = other.session.person() === person && !other.seat.proven
        if (!other.seat.opened || unproven) await lock(other.session, `${person} has set a PIN.`)
      }
    },
    record,
    recordDone,
  }
}
