import type { RunDetail, RunSummary } from '../../../preload/contract.ts'
import type { Tone } from '../../ui/feedback/status.tsx'
import { runWords } from './words.ts'

type Standing = Pick<RunSummary, 'status' | 'attention' | 'refused' | 'isSingleCall' | 'version'>

/** Shape, colour and word for how a run is. What needs somebody wins over what it is called. Pure. */
export function lookOf({ status, attention, refused, isSingleCall, version }: Standing): {
  tone: Tone
  word: string
} {
  const words = runWords.status
  switch (status) {
    case 'completed':
      return refused ? { tone: 'refused', word: words.refused } : { tone: 'done', word: words.completed }
    case 'timed_out':
      return { tone: 'failed', word: words.timed_out }
    case 'cancelled':
      return { tone: 'quiet', word: words.cancelled }
    case 'running':
      break
  }
  switch (attention) {
    case 'interrupted':
      return { tone: 'failed', word: words.interrupted }
    case 'needs_person':
      return { tone: 'needs', word: words.needs_person }
    case 'unwritten':
      return { tone: 'failed', word: words.unwritten }
    case 'executing':
      return { tone: 'running', word: words.executing }
    case 'failed':
      return refused ? { tone: 'refused', word: words.refused } : { tone: 'failed', word: words.failed }
    case null:
      // A session stays open for the next call; the one that it was begun for is over.
      if (isSingleCall && version > 1) return { tone: 'done', word: words.answered }
      return { tone: 'neutral', word: words.running }
  }
}

/** Where it stands, where that is said by nothing else: a single call stands nowhere. Pure. */
export function sayState(run: Standing & Pick<RunSummary, 'stateTitle'>): string {
  const title = run.stateTitle
  return run.isSingleCall || title.toLowerCase() === lookOf(run).word.toLowerCase() ? '' : title
}

/** For whom it waits, where the status does not say it already. Pure. */
export function sayWaiting(run: Pick<RunSummary, 'attention' | 'waitingFor' | 'isSingleCall'>): string {
  const { attention, waitingFor, isSingleCall } = run
  // An agent whose call was answered may call again, and nobody waits for that.
  if (waitingFor === null || (isSingleCall && attention === null)) return ''
  const said = attention === 'needs_person' && waitingFor === 'a person'
  return said ? '' : `${runWords.waitsFor} ${waitingFor}`
}

/** A file of the run as it is shown, with a name that sorts by run. Pure. */
export function exportRun(run: RunDetail): { name: string; text: string } {
  return {
    name: `run-${run.id.replace(/[^\w-]+/gu, '_')}.json`,
    text: `${JSON.stringify(run, null, 2)}\n`,
  }
}
