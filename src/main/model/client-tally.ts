/** What came of the calls of one client, added up. May import: nothing. */
export interface ClientTally {
  /** ISO times: of the first call that counts, and of the last. */
  since: string
  lastAt: string
  calls: number
  /** Calls that were refused: wrong arguments, a guard, a person. */
  refused: number
  failed: number
  /** Of those that were refused: because too much of its waits already (R1.8). */
  turnedAway: number
  /** Characters of all arguments, and of all answers. */
  sent: number
  answered: number
  /** What it called itself, the last first. */
  labels: string[]
}
