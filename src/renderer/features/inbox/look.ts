import type { InboxItem, TimelineEntry } from '../../../preload/contract.ts'
import type { Tone } from '../../ui/status.tsx'

export const STATUS_TONE: Record<InboxItem['status'], Tone> = {
  pending: 'needs',
  approved: 'done',
  refused: 'refused',
  expired: 'quiet',
  withdrawn: 'quiet',
}

export const RISK_TONE: Record<InboxItem['risk'], Tone> = { low: 'quiet', medium: 'risky', high: 'risky' }

export const ENTRY_TONE: Record<TimelineEntry['tone'], Tone> = {
  neutral: 'neutral',
  good: 'done',
  bad: 'failed',
  person: 'accent',
}
