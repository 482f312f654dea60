import {
  Ban,
  Check,
  Circle,
  CircleDashed,
  Clock,
  Hand,
  type LucideIcon,
  Minus,
  TriangleAlert,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** What a colour may mean. Each has a shape of its own, so that colour is never alone. */
export type Tone =
  | 'neutral'
  | 'accent'
  | 'needs'
  | 'running'
  | 'done'
  | 'refused'
  | 'failed'
  | 'risky'
  | 'quiet'

export const TONE_TEXT: Record<Tone, string> = {
  neutral: 'text-ink-muted',
  accent: 'text-accent',
  needs: 'text-needs',
  running: 'text-running',
  done: 'text-done',
  refused: 'text-refused',
  failed: 'text-failed',
  risky: 'text-risky',
  quiet: 'text-ink-faint',
}

const TONE_SOFT: Record<Tone, string> = {
  neutral: 'bg-hover text-ink-muted',
  accent: 'bg-accent-soft text-accent',
  needs: 'bg-needs-soft text-needs',
  running: 'bg-running-soft text-running',
  done: 'bg-done-soft text-done',
  refused: 'bg-refused-soft text-refused',
  failed: 'bg-failed-soft text-failed',
  risky: 'bg-risky-soft text-risky',
  quiet: 'bg-hover text-ink-faint',
}

const SHAPES: Record<Tone, LucideIcon> = {
  neutral: Circle,
  accent: Circle,
  needs: Hand,
  running: CircleDashed,
  done: Check,
  refused: Ban,
  failed: X,
  risky: TriangleAlert,
  quiet: Minus,
}

/** Shape and word in the colour of its meaning; for rows and headers. */
export function Status({
  tone,
  children,
  className,
}: {
  tone: Tone
  children: ReactNode
  className?: string
}) {
  const Shape = SHAPES[tone]
  return (
    <span
      className={classNames('inline-flex items-baseline gap-1 whitespace-nowrap', TONE_TEXT[tone], className)}
    >
      <Shape aria-hidden size={13} strokeWidth={2.25} className="shrink-0 self-center" />
      {children}
    </span>
  )
}

/** The same on a soft ground; for the one thing of a card that must be noticed. */
export function Badge({
  tone = 'neutral',
  shape = true,
  icon,
  children,
  className,
}: {
  tone?: Tone
  shape?: boolean
  /** Instead of the shape of its tone. */
  icon?: LucideIcon
  children: ReactNode
  className?: string
}) {
  const Shape = icon ?? SHAPES[tone]
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        TONE_SOFT[tone],
        className,
      )}
    >
      {shape ? <Shape aria-hidden size={12} strokeWidth={2.25} className="shrink-0" /> : null}
      {children}
    </span>
  )
}

/** A small countdown or deadline mark, which is neither good nor bad. */
export function ClockMark({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-1 whitespace-nowrap text-ink-muted">
      <Clock aria-hidden size={13} className="shrink-0 self-center" />
      {children}
    </span>
  )
}
