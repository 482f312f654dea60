/**
 * Named instants at which a durability test may stop the process: before and after every durable step, and around
 * everything that reaches the world. Does nothing in production.
 */
export const DURABLE_STEPS = [
  /** A run is written for the first time. */
  'created',
  /** The mark that a call is about to run. */
  'claim',
  /** An attempt has failed and another one will follow. */
  'retry',
  /** The call of a claim has failed for good and the next one of its plan takes its place. */
  'fallback',
  /** What a call came to, with everything that follows from it; the claim of the next step with it. */
  'outcome',
  /** What a run still had to do when the process ended, taken up again. */
  'resumed',
  /** A step waits for a person, or for another run. */
  'parked',
  /** A person decided, where nothing else follows from it at once. */
  'decided',
  /** A decision was taken back before it ran. */
  'undone',
  'vote',
  'child',
  'joined',
  'timeout',
  'cancelled',
  'interrupted',
  /** An item ended because of its own deadline. */
  'expired',
  /** An item ended because what it asked is no longer a question. */
  'withdrawn',
  'rejected',
  'failed',
  /** What belongs to no run: an entry of the log, with the settings that it tells of. */
  'recorded',
] as const
export type DurableStep = (typeof DURABLE_STEPS)[number]

const AROUND_EFFECTS = [
  'executor.starting',
  'executor.returned',
  /** What a person changes outside of the database. */
  'outside.starting',
  'outside.returned',
] as const

export type CrashPointName = `${DurableStep}.committing` | `${DurableStep}.committed` | EffectPoint
type EffectPoint = (typeof AROUND_EFFECTS)[number]

export const CRASH_POINTS: readonly CrashPointName[] = [
  ...DURABLE_STEPS.flatMap((step) => [`${step}.committing`, `${step}.committed`] as const),
  ...AROUND_EFFECTS,
]
