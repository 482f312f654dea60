import { AUDIT_EVENTS } from '../../../main/model/audit-event.ts'
import { lastOfName } from '../../../main/workflow/wording/local-time.ts'
import type { ActivityEntry, AuditVerdict } from '../../../preload/contract.ts'
import { activityWords } from './words.ts'

/** A word for a kind of event; a kind from a newer gateway keeps its own name. Pure. */
export function sayEvent(eventType: string): string {
  const words: Readonly<Record<string, string>> = AUDIT_EVENTS
  return words[eventType] ?? eventType
}

export interface ActivityFilter {
  text: string
  type: string
  workflow: string
  correlation: string
  /** As a date and time field has them, in the time of this computer; empty: no bound. */
  from: string
  to: string
}

/** The part of a request that the filter is: only what is set. Pure. */
export function requestOf(filter: ActivityFilter) {
  const text = filter.text.trim()
  return {
    ...(text === '' ? {} : { text }),
    ...(filter.type === '' ? {} : { eventType: filter.type }),
    ...(filter.workflow === '' ? {} : { workflowId: filter.workflow }),
    ...(filter.correlation === '' ? {} : { correlationId: filter.correlation }),
    ...(isoOf(filter.from) === null ? {} : { from: `${isoOf(filter.from)}:00.000Z` }),
    // A minute that was chosen as the end belongs to what is shown.
    ...(isoOf(filter.to, true) === null ? {} : { to: `${isoOf(filter.to, true)}:59.999Z` }),
  }
}

/** The minute in UTC, without seconds; null for what is no time. `isLast`: of one that comes twice, where clocks are set back. */
function isoOf(local: string, isLast = false): string | null {
  const at = new Date(local === '' ? Number.NaN : local)
  if (Number.isNaN(at.getTime())) return null
  return (isLast ? lastOfName(at) : at).toISOString().slice(0, 16)
}

/** The sentence about a log that was verified. Pure. */
export function sayVerdict({ count, removed, broken, lost }: AuditVerdict): { whole: boolean; text: string } {
  const { verified } = activityWords
  if (broken !== null) return { whole: false, text: verified.broken(broken) }
  if (lost !== null) return { whole: false, text: verified.lost(lost) }
  return { whole: true, text: verified.whole(count, removed) }
}

/** Pieces come newest first, a file has its oldest entry first. Pure. */
export function joinPieces(header: string, pieces: readonly string[]): string {
  return `${header}${pieces.toReversed().join('')}`
}

/** The hash that an entry names as the one before it. Pure. */
export function previousHash({ raw }: Pick<ActivityEntry, 'raw'>): string | null {
  return typeof raw.previousHash === 'string' ? raw.previousHash : null
}
