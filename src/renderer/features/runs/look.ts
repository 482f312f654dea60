import type { RunDetail, RunSummary } from '../../../preload/contract.ts'
import type { Tone } from '../../ui/feedback/status.tsx'
import { runWords } from './words.ts'

/** Shape, colour and word for how a run is. What needs somebody wins over what it is called. Pure. */
export function lookOf({
  status,
  attention,
  refused,
}: Pick<RunSummary, 'status' | 'attention' | 'refused'>): {
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
      return { tone: 'neutral', word: words.running }
  }
}

/** `in_review` as “In review”, where the definition's own title is not at hand. Pure. */
export function sayName(name: string): string {
  const text = name.replace(/[_-]+/gu, ' ').trim()
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1)
}

/** Where it stands, where how it is does not say it already. Pure. */
export function sayState(run: Pick<RunSummary, 'status' | 'attention' | 'refused'>, title: string): string {
  return title.toLowerCase() === lookOf(run).word.toLowerCase() ? '' : title
}

/** For whom it waits, where the status does not say it already. Pure. */
export function sayWaiting({ attention, waitingFor }: Pick<RunSummary, 'attention' | 'waitingFor'>): string {
  if (waitingFor === null) return ''
  const said = attention === 'needs_person' && waitingFor === 'a person'
  return said ? '' : `${runWords.waitsFor} ${waitingFor}`
}

/** The title of the state that a run is in. Pure. */
export function stateTitle({ state, diagram }: Pick<RunDetail, 'state' | 'diagram'>): string {
  return sayName(diagram.states.find((candidate) => candidate.name === state)?.title ?? state)
}

/** A file of the run as it is shown, with a name that sorts by run. Pure. */
export function exportRun(run: RunDetail): { name: string; text: string } {
  return {
    name: `run-${run.id.replace(/[^\w-]+/gu, '_')}.json`,
    text: `${JSON.stringify(run, null, 2)}\n`,
  }
}
