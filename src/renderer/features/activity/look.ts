import type { ActivityEntry } from '../../../preload/contract.ts'
import type { Tone } from '../../ui/status.tsx'
import { EVENT_WORDS } from './words.ts'

export const ENTRY_TONE: Record<ActivityEntry['tone'], Tone> = {
  neutral: 'neutral',
  good: 'done',
  bad: 'failed',
  person: 'accent',
}

/** A word for a kind of event; a kind from a newer gateway keeps its own name. Pure. */
export function sayEvent(eventType: string): string {
  return EVENT_WORDS[eventType] ?? eventType
}

export interface ActivityFilter {
  text: string
  type: string
  workflow: string
  correlation: string
}

/** The part of a request that the filter is: only what is set. Pure. */
export function requestOf(filter: ActivityFilter) {
  const text = filter.text.trim()
  return {
    ...(text === '' ? {} : { text }),
    ...(filter.type === '' ? {} : { eventType: filter.type }),
    ...(filter.workflow === '' ? {} : { workflowId: filter.workflow }),
    ...(filter.correlation === '' ? {} : { correlationId: filter.correlation }),
  }
}

/** The hash that an entry names as the one before it. Pure. */
export function previousHash({ raw }: Pick<ActivityEntry, 'raw'>): string | null {
  return typeof raw.previousHash === 'string' ? raw.previousHash : null
}
