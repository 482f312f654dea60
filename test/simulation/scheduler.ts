/**
 * Decides what happens next in a simulated world. Everything that could take time in the real one stops at a
 * `pause`; which pause ends is drawn from the seed. The end of a process forgets all that has not gone on by then.
 */
import type { Random } from '../support/random.ts'

/** Ends when the scheduler picks it; never, if the process has ended. */
export type Pause = (label: string) => Promise<void>

export interface Scheduler {
  /** How many things have happened. */
  readonly now: number
  /** What has happened, newest last: for the report of a failure. */
  readonly trace: readonly string[]
  /** A way to pause that belongs to the process that runs now. */
  life(): Pause
  /** Lets one waiting thing go on; false: nothing waits. */
  step(): boolean
  /** Notes something that the simulation itself did. */
  note(label: string): void
  readonly waiting: number
  /** The process ends, by whatever the label says. */
  end(label: string): void
}

interface Waiting {
  label: string
  goOn(): void
}

const TRACE_LENGTH = 400

export function createScheduler(random: Random): Scheduler {
  let waiting: Waiting[] = []
  const trace: string[] = []
  let now = 0
  let lives = 0
  const note = (label: string) => {
    now += 1
    trace.push(`${now} ${label}`)
    if (trace.length > TRACE_LENGTH) trace.shift()
  }
  return {
    get now() {
      return now
    },
    trace,
    note,
    life() {
      const mine = lives
      return (label) =>
        new Promise((resolve) => {
          if (mine === lives) waiting.push({ label, goOn: resolve })
        })
    },
    step() {
      if (waiting.length === 0) return false
      const [chosen] = waiting.splice(random.below(waiting.length), 1)
      if (chosen === undefined) return false
      note(chosen.label)
      chosen.goOn()
      return true
    },
    get waiting() {
      return waiting.length
    },
    end(label) {
      note(label)
      lives += 1
      waiting = []
    },
  }
}

/** Everything that can go on without the scheduler has done so: promises run before an immediate does. */
export function quiet(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** Everything that can go on without the clock has done so. */
export async function calm(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await quiet()
}
