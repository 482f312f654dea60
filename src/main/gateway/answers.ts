/**
 * What agents were last answered about their runs, so that a desk can say whether a decision has reached them. Kept in
 * memory only: of what was answered before the gateway started, nothing is known.
 */
import type { Clock } from '../runtime/ports.ts'

/** An answer about a run, as far as it tells what the agent could read in it. */
export interface AgentAnswer {
  /** Principal id of who asked. */
  by: string
  workflowId: string
  /** Of the run, as the answer showed it. */
  version: number
  /** When the run that it showed was last written; ISO time. */
  asOf: string
  /** What was asked for: a step of the run; null: the run itself. */
  about: string | null
  /** The item whose decision it reports: the call waited for that. */
  decided: string | null
  /** When a person said what it passes on; ISO time. */
  saidAt: string | null
  /** What the error says that it tells of. */
  error: string | null
}

/** `at`: when it was handed to the connection; ISO time. */
export type Answer = AgentAnswer & { at: string }

export interface AnswerBoard {
  /** For a connection that is there to take it. */
  saw(answered: AgentAnswer): void
  /**
   * The first answer about a run that fits; `none`: there was none since then; `unknown`: that was before anything is
   * known. After `none`, the next answer about the run is announced.
   */
  find(workflowId: string, since: string, fits: (answer: Answer) => boolean): Answer | 'none' | 'unknown'
}

/** Runs, and answers of each, that are remembered. */
const MOST_RUNS = 5000
const MOST_ANSWERS = 16

interface AnswerMemory {
  answers: Answer[]
  /** Up to then, some are forgotten. */
  from: string
}

export function createAnswerBoard({
  clock,
  announce,
}: {
  clock: Pick<Clock, 'now'>
  announce(workflowId: string): void
}): AnswerBoard {
  const now = () => new Date(clock.now()).toISOString()
  const runs = new Map<string, AnswerMemory>()
  const awaited = new Set<string>()
  let knownFrom = now()
  return {
    saw(answered) {
      const { workflowId } = answered
      const run = runs.get(workflowId) ?? { answers: [], from: '' }
      // The runs that were spoken of last stay.
      runs.delete(workflowId)
      runs.set(workflowId, run)
      if (!run.answers.some((one) => tellsTheSame(one, answered)))
        run.answers.push({ ...answered, at: now() })
      if (run.answers.length > MOST_ANSWERS) run.from = run.answers.shift()?.at ?? ''
      if (runs.size > MOST_RUNS) forgetOldest()
      if (awaited.delete(workflowId)) announce(workflowId)
    },
    find(workflowId, since, fits) {
      const run = runs.get(workflowId)
      const found = run?.answers.find(fits)
      if (found !== undefined) return found
      if (since < knownFrom || since < (run?.from ?? '')) return 'unknown'
      if (awaited.size < MOST_RUNS) awaited.add(workflowId)
      return 'none'
    },
  }

  function forgetOldest(): void {
    const [oldest] = runs
    if (oldest === undefined) return
    const [id, { answers }] = oldest
    runs.delete(id)
    const last = answers.at(-1)?.at ?? ''
    if (last > knownFrom) knownFrom = last
  }
}

function tellsTheSame(one: Answer, other: AgentAnswer): boolean {
  return (
    one.version === other.version &&
    one.asOf === other.asOf &&
    one.about === other.about &&
    one.decided === other.decided &&
    one.saidAt === other.saidAt &&
    one.error === other.error
  )
}
