import type { TimelineEntry } from '../../preload/contract.ts'
import type { Tone } from '../ui/feedback/status.tsx'
import { Timeline } from '../ui/timeline.tsx'
import { AnsweredLine } from './answered-line.tsx'
import { speakQuote } from './who.tsx'

export const ENTRY_TONE: Record<TimelineEntry['tone'], Tone> = {
  neutral: 'neutral',
  good: 'done',
  bad: 'failed',
  person: 'accent',
}

/** What happened to a run, and what agents were answered. */
export function History({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <Timeline
      items={entries.map((entry) => ({
        ...entry,
        by: speakQuote(entry),
        note: entry.answered ? <AnsweredLine answered={entry.answered} /> : null,
        tone: ENTRY_TONE[entry.tone],
      }))}
    />
  )
}
