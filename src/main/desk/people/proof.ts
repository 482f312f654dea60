/**
 * Proof of who decides, where the configuration asks for it before anything of high risk (`approvals.proof`). Nothing
 * of the desk decides an item without a permit, and permits come from here alone. May import: gateway.ts (types), model.
 */
import type { Gateway } from '../../gateway.ts'
import type { Risk } from '../../model/definition.ts'
import type { InboxItem } from '../../model/item.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { DeskFault } from '../fault.ts'
import { loadAbout, outcomesOf } from '../items/items.ts'
import type { DeskSession } from '../session.ts'
import type { Seats } from './seats.ts'

/** How long a proof is good for, in milliseconds. */
export const PROOF_MS = 60_000

/** That this person may decide these items with these outcomes, now. */
export interface Permit {
  readonly who: HumanPrincipal
  covers(id: string, outcome: string): boolean
}

export interface ItemOutcome {
  id: string
  outcome: string
}

/**
 * Runs `decide` for one act of a person: one press, over one item or over several of one list. If any of it is of
 * high risk and the configuration asks for it, the act uses up the person's proof; if it fails, the proof stays.
 * @throws DeskFault NEEDS_PROOF, LOCKED, or what `decide` throws
 */
export async function decideAs<Result>(
  { gateway, seats }: { gateway: Gateway; seats: Pick<Seats, 'seatOf'> },
  session: DeskSession,
  presses: readonly ItemOutcome[],
  decide: (permit: Permit) => Promise<Result>,
): Promise<Result> {
  const who = session.principal()
  const covered = new Set(presses.map(keyOf))
  const permit: Permit = { who, covers: (id, outcome) => covered.has(keyOf({ id, outcome })) }
  const asks = gateway.configuration().approvals.proof === 'highRisk'
  const risky = asks && (await Promise.all(presses.map((press) => isRisky(gateway, press)))).includes(true)
  if (!risky) return await decide(permit)
  return await spendProof({ gateway, seats }, session, who, 'decided', () => decide(permit))
}

/**
 * Runs `change` for a person: if the change of the configuration is of high risk, and the configuration asks for
 * proof before anything of high risk, that uses up a proof, as if it had waited in the inbox.
 * @throws DeskFault NEEDS_PROOF, LOCKED, or what `change` throws
 */
export async function changeAs<Result>(
  { gateway, seats }: { gateway: Gateway; seats: Pick<Seats, 'seatOf'> },
  session: DeskSession,
  risk: { level: Risk } | null,
  change: (who: HumanPrincipal) => Promise<Result>,
): Promise<Result> {
  const who = session.principal()
  const risky = risk?.level === 'high' && gateway.configuration().approvals.proof === 'highRisk'
  if (!risky) return await change(who)
  return await spendProof({ gateway, seats }, session, who, 'changed', () => change(who))
}

async function spendProof<Result>(
  { gateway, seats }: { gateway: Gateway; seats: Pick<Seats, 'seatOf'> },
  session: DeskSession,
  who: HumanPrincipal,
  what: 'decided' | 'changed' | 'run',
  act: () => Promise<Result>,
): Promise<Result> {
  const seat = seats.seatOf(session)
  const until = seat.proofUntil
  const now = gateway.clock.now()
  // One that seems to last for longer than any does was given before the clock was set back.
  const isGood = until !== null && now < until && until <= now + PROOF_MS
  // Between the look and the taking nothing else runs: one proof is never taken twice.
  if (!isGood || seat.person !== who.name) {
    throw new DeskFault('NEEDS_PROOF', `This is of high risk: prove first who you are. Nothing was ${what}.`)
  }
  seat.proofUntil = null
  try {
    return await act()
  } catch (fault) {
    if (seat.person === who.name) seat.proofUntil ??= until
    throw fault
  }
}

/**
 * Runs `call` for a person who makes a call themself: of high risk, it asks for the same proof as a decision.
 * @throws DeskFault NEEDS_PROOF, LOCKED, or what `call` throws
 */
export async function callAs<Result>(
  { gateway, seats }: { gateway: Gateway; seats: Pick<Seats, 'seatOf'> },
  session: DeskSession,
  risk: Risk,
  call: (who: HumanPrincipal) => Promise<Result>,
): Promise<Result> {
  const who = session.principal()
  if (!asksForProof(gateway, [{ risk }])) return await call(who)
  return await spendProof({ gateway, seats }, session, who, 'run', () => call(who))
}

/** Whether an item has an outcome for which the person has to prove who they are. */
export function asksForProof(
  gateway: Pick<Gateway, 'configuration'>,
  outcomes: readonly { risk: string }[],
): boolean {
  return (
    gateway.configuration().approvals.proof === 'highRisk' && outcomes.some(({ risk }) => risk === 'high')
  )
}

async function isRisky(gateway: Gateway, { id, outcome }: ItemOutcome): Promise<boolean> {
  const approval: InboxItem | null = await gateway.store.approval(id)
  if (approval === null) return false
  const outcomes = outcomesOf(approval, await loadAbout(gateway, approval))
  const chosen = outcomes.find(({ name }) => name === outcome)
  // What cannot be judged counts as risky; the engine refuses it for its own reasons.
  return chosen === undefined || chosen.risk === 'high'
}

function keyOf({ id, outcome }: ItemOutcome): string {
  return JSON.stringify([id, outcome])
}
