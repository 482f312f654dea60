/** Who sits at this desk: choosing a person, PINs, locking, and proving who one is for one decision (R1.4, R5.4). */
import type { PeopleView } from '../../../preload/contract.ts'
import { ownOf } from '../../model/json.ts'
import { writeCommand } from '../clients/connect-snippets.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import type { DeskSession } from '../session.ts'
import type { PinBook } from './pin-book.ts'
import { describeSpan } from './pin-words.ts'
import { PROOF_MS } from './proof.ts'
import type { Seats } from './seats.ts'

type PeopleHandlers = Pick<
  Handlers,
  'people.list' | 'people.switch' | 'people.lock' | 'people.here' | 'people.setPin' | 'people.prove'
>

export function createPeopleHandlers(options: DeskOptions, seats: Seats, pins: PinBook): PeopleHandlers {
  const { gateway } = options
  const { clock } = gateway

  /** @throws DeskFault NOT_ALLOWED unless this is that person's PIN. Each wrong one is on every open desk. */
  async function demandPin(session: DeskSession, name: string, pin: string): Promise<void> {
    const checked = await pins.check(name, pin)
    if (checked.kind === 'right') return
    if (checked.kind === 'another')
      throw new DeskFault(
        'NOT_ALLOWED',
        `The PIN of ${name} is of somebody of that name who was removed from the people. Stop Countersign and say ‘countersign pin remove ${name}’; then ${name} can set a new one.`,
      )
    if (checked.kind === 'none') throw new DeskFault('NOT_ALLOWED', `${name} has no PIN.`)
    const { until } = checked
    if (checked.kind === 'wrong') {
      const wait = until === null ? {} : { waitUntil: new Date(until).toISOString() }
      await seats.recordDone(session, 'session.refused', { person: name, wrong: checked.wrong, ...wait })
    }
    const rest =
      until === null
        ? 'Try again.'
        : `There were too many wrong ones: the next try counts in ${describeSpan(until - clock.now())}.`
    const what = checked.kind === 'wrong' ? `That is not the PIN of ${name}. ` : ''
    throw new DeskFault('NOT_ALLOWED', `${what}${rest}`, until === null ? undefined : { until })
  }

  /** What the system offers shows that its own user is there, and nobody else. */
  function systemProofOf(session: DeskSession): DeskOptions['systemProof'] {
    const { systemProof } = options
    const fits = session.origin === 'window' && session.person() === options.person
    return fits && systemProof?.available() === true ? systemProof : undefined
  }

  return {
    'people.list': (session) =>
      listPeople(options, seats, pins, session, systemProofOf(session)?.kind ?? null),

    async 'people.switch'(session, { name, pin }) {
      if (!seats.known().includes(name)) {
        throw new DeskFault('NOT_FOUND', `The settings file names nobody called ‘${name}’.`)
      }
      const declared = seats.declarationOf(name)
      const has = (await pins.read()).get(name)
      if (has !== undefined) {
        if (pin === null && !has.another) throw new DeskFault('NOT_ALLOWED', `${name} has a PIN. Enter it.`)
        await demandPin(session, name, pin ?? '')
        if (seats.declarationOf(name) !== declared) throw removed(name)
        await seats.sit(session, name, true)
        return { name }
      }
      if (!(session.person() !== null && seats.seatOf(session).opened) && (await seats.pinsExist())) {
        throw new DeskFault(
          'NOT_ALLOWED',
          `${name} has no PIN, so this desk cannot know who that is. Somebody with a PIN opens it first.`,
        )
      }
      await seats.sit(session, name, false)
      return { name }
    },

    async 'people.lock'(session) {
      await seats.lock(session, 'By hand.')
      return { locked: true }
    },

    async 'people.here'(session) {
      seats.touch(session)
      return { here: true }
    },

    async 'people.setPin'(session, { current, next }) {
      const { name } = session.principal()
      const had = (await pins.read()).has(name)
      // Another desk may have removed it since.
      if (!had && next === null) throw new DeskFault('NOT_ALLOWED', `${name} has no PIN.`)
      if (had) {
        if (current === null) throw new DeskFault('NOT_ALLOWED', 'Enter your present PIN as well.')
        await demandPin(session, name, current)
        if (session.person() !== name) throw removed(name)
      }
      // Two desks at which this person sits may both choose a first one: only one of them has.
      const eventType = next === null ? 'person.pin_removed' : 'person.pin_set'
      const record: Parameters<PinBook['set']>[2] = (settings) =>
        seats.record(session, eventType, { person: name }, settings)
      if (!(await pins.set(name, next, record, !had)))
        throw new DeskFault('NOT_ALLOWED', 'Another desk has just set your PIN. Enter that one.')
      const seat = seats.seatOf(session)
      // Whoever chooses a first PIN has shown nobody who they are; whoever knew the one before has.
      seat.proven = next !== null && (seat.proven || had)
      seat.opened = true
      if (next !== null) await seats.lockOthers(session, name)
      return { hasPin: next !== null }
    },

    async 'people.prove'(session, { pin }) {
      const { name } = session.principal()
      const system = systemProofOf(session)
      if (pin !== null) await demandPin(session, name, pin)
      else if (system === undefined) {
        const hint = (await pins.read()).has(name)
          ? 'Enter your PIN.'
          : 'You have no PIN to prove it with. Set one in Settings, under People.'
        throw new DeskFault('NOT_ALLOWED', hint)
      } else if (!(await system.ask('approve something of high risk'))) {
        throw new DeskFault('NOT_ALLOWED', 'The system did not confirm that it is you.')
      }
      const until = clock.now() + PROOF_MS
      const seat = seats.seatOf(session)
      await seats.record(session, 'person.proved', {
        person: name,
        by: pin === null ? (system?.kind ?? '') : 'pin',
      })
      // The person may have gone meanwhile.
      if (session.principal().name !== name)
        throw new DeskFault('NOT_ALLOWED', 'Somebody else sits here now.')
      Object.assign(seat, { proofUntil: until }, pin === null ? {} : { proven: true, opened: true })
      return { until: new Date(until).toISOString() }
    },
  }
}

/** While it was looked at who they are. */
function removed(name: string): DeskFault {
  return new DeskFault('NOT_ALLOWED', `‘${name}’ was removed from the people.`)
}

async function listPeople(
  { gateway, workspaces }: DeskOptions,
  seats: Seats,
  pins: PinBook,
  session: DeskSession,
  systemProof: PeopleView['systemProof'],
): Promise<PeopleView> {
  const { people, approvals } = gateway.configuration()
  const kept = await pins.read()
  const names = seats.known()
  return {
    you: session.person(),
    people: names.map((name) => {
      const declared = ownOf(people, name)
      const waitUntil = kept.get(name)?.waitUntil ?? null
      return {
        name,
        roles: [...(declared?.roles ?? [])],
        permissions: [...(declared?.permissions ?? [])],
        hasPin: kept.has(name),
        declared: declared !== undefined,
        waitUntil: waitUntil === null ? null : new Date(waitUntil).toISOString(),
      }
    }),
    pinsExist: names.some((name) => kept.get(name)?.another === false),
    opened: session.person() !== null && seats.seatOf(session).opened,
    proven: session.person() !== null && seats.seatOf(session).proven,
    proof: approvals.proof,
    systemProof,
    forgotten: writeCommand([...workspaces.program, 'pin', 'remove', 'NAME'], process.platform),
  }
}
