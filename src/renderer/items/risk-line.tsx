/** How grave something is, by word, shape and colour, and why, unless that is said elsewhere. May import: ui, words, preload/contract. */
import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ItemCard } from '../../preload/contract.ts'
import { Badge, type Tone } from '../ui/feedback/status.tsx'
import { Said } from '../ui/text/said.tsx'
import { words } from '../words.ts'

type Risk = ItemCard['risk']

/** No two of them share a colour or a shape. */
export const RISK_LOOK = {
  low: { tone: 'quiet' },
  medium: { tone: 'neutral', icon: CircleAlert },
  high: { tone: 'risky' },
} as const satisfies Record<Risk, { tone: Tone; icon?: LucideIcon }>

export function RiskLine({ risk, reason }: { risk: Risk; reason: string | null }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge {...RISK_LOOK[risk]}>{words.inbox.risks[risk]}</Badge>
      {reason === null ? null : (
        <span className="text-ink-muted">
          <Said text={reason} />
        </span>
      )}
    </p>
  )
}

/** What gets weaker, without the sentence that already stands beside the level of risk. */
export function besideReason(weaker: readonly string[], risk: { reason: string } | null): readonly string[] {
  return weaker.filter((sentence) => sentence !== risk?.reason)
}
