/** What a claimed step waits for, in the place of “running”. Pure. */
import { shorten } from '../../model/shorten.ts'

export type Pause = {
  /** Of a parallel executor; null: the step itself. */
  branch: string | null
} & (
  | {
      kind: 'retry'
      /** The one that comes next, and how many there may be. */
      attempt: number
      attempts: number
      /** When it begins, in milliseconds since 1970. */
      at: number
      /** What the last one failed with, redacted. */
      error: string
    }
  | OpenEndedPause
)

/** Nobody knows how long it takes: a person may be asked, in this call or in the one before it. `since`: milliseconds since 1970. */
export type OpenEndedPause =
  /** The connection carries as many calls as its limit allows. */
  | { kind: 'place'; connection: string; since: number }
  /** The server asks a person something in the middle of the call, or of one of so many `others` that were open, too. */
  | { kind: 'question'; connection: string; since: number; others: number }

export function isOpenEnded(pause: Pause): pause is Pause & OpenEndedPause {
  return pause.kind !== 'retry'
}

/** Branches that are named; of more, only their number is said. */
const MOST_NAMED = 3
/** Characters of an error that are repeated, with the … after them; whole, it stands in the answer when the step has failed for good. */
const MOST_OF_ERROR = 301

/** For an agent. Null: nothing of it waits. */
export function sayPauses(transition: string, pauses: readonly Pause[], now: number): string | null {
  const own = pauses.find(({ branch }) => branch === null)
  if (own !== undefined) return sayPause(`‘${transition}’`, own, now)
  if (pauses.length === 0) return null
  const named = pauses.slice(0, MOST_NAMED)
  const more = pauses.length - named.length
  const rest = more === 0 ? '' : ` ${more} more of its branches ${more === 1 ? 'waits' : 'wait'}, too.`
  return `‘${transition}’ is running. ${named.map((pause) => sayPause(`Its branch ‘${pause.branch}’`, pause, now)).join(' ')}${rest}`
}

function sayPause(what: string, pause: Pause, now: number): string {
  if (pause.kind === 'place')
    return `${what} waits for a free place at the server ‘${pause.connection}’, which carries as many calls at once as its limit allows (for ${seconds(now - pause.since)} so far). What waits there has not been sent.`
  if (pause.kind === 'question') {
    const { connection, since, others } = pause
    const asks = `he server ‘${connection}’ asks something that a person at the desk must answer (for ${seconds(now - since)} so far)`
    return others === 0
      ? `${what} is under way: in the middle of it t${asks}.`
      : `${what} is running. T${asks}, in the middle of this call or of ${others === 1 ? 'one' : others} more.`
  }
  const { attempt, attempts, at, error } = pause
  const when = at <= now ? 'at any moment' : `in ${seconds(at - now)}`
  return `${what} is not running at this moment: it has failed, and is tried again by itself ${when} (attempt ${attempt} of ${attempts}). The last error: “${shorten(error.trim(), MOST_OF_ERROR)}”`
}

/** What a list says that the run waits for; `step` is named as in a sentence. Null: nothing of the step itself does. */
export function awaitedInPause(step: string, pauses: readonly Pause[]): string | null {
  const own = pauses.find(({ branch }) => branch === null)
  if (own === undefined) return null
  if (own.kind === 'question')
    return own.others === 0
      ? `a person, to answer the server ‘${own.connection}’ in the middle of ${step}`
      : `${step}, which is running; perhaps for a person, to answer the server ‘${own.connection}’`
  return own.kind === 'place'
    ? `a free place at the server ‘${own.connection}’, for ${step}`
    : `attempt ${own.attempt} of ${own.attempts} of ${step}, which has failed and is tried again by itself`
}

function seconds(milliseconds: number): string {
  if (milliseconds < 1000) return 'less than a second'
  const count = Math.round(milliseconds / 1000)
  return `about ${count} ${count === 1 ? 'second' : 'seconds'}`
}

// ── What has happened outside and cannot be written down: what a model and a person are told instead of “running”.

export interface UnpersistedOutcome {
  transition: string
  /**
   * `outcome`: the step is done; `attempt`: one attempt of it has failed, and no other has begun; `move`: it runs
   * nothing outside. They are kept in memory, and written as soon as that succeeds.
   * `lost`: nobody knows any more what came of it, and not even that could be written.
   */
  what: 'outcome' | 'attempt' | 'move' | 'lost'
  /** What the store says, in whole sentences. */
  reason: string
}

export function sayUnpersisted({ transition, what, reason }: UnpersistedOutcome): string {
  switch (what) {
    case 'outcome':
      return `‘${transition}’ is done, but what came of it cannot be written down yet. ${reason} It is kept in memory and written as soon as that succeeds, which is tried every second; nothing is run again for that. If Countersign is stopped before, it does not know any more what came of it.`
    case 'attempt':
      return `An attempt of ‘${transition}’ has failed, which must be written down before anything follows, and cannot be yet. ${reason} It is tried every second; nothing else of this workflow runs before it succeeds.`
    case 'move':
      return `The engine cannot go on with ‘${transition}’, because that cannot be written down yet. ${reason} It is tried every second; nothing else of this workflow runs before it succeeds.`
    case 'lost':
      return `‘${transition}’ is not running any more and may have happened; what came of it is not known. That cannot be written down. ${reason} It is tried again and again; when it succeeds, a person at the desk is asked what happened. Nothing is run again before.`
  }
}

/** What a list says that the run waits for; `step` is named as in a sentence. */
export function awaitedToWrite(step: string, what: UnpersistedOutcome['what']): string {
  switch (what) {
    case 'lost':
      return `its database: that ${step} may have happened cannot be written down`
    case 'move':
      return `its database: ${step} cannot be written down yet`
    default:
      return `its database: what came of ${step} cannot be written down yet`
  }
}
