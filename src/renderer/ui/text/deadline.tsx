import { AlarmClock, Clock } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { useNowFor } from '../use-now.ts'
import { Time } from './time.tsx'
import { type Haste, hasteOf, nextHaste } from './time-text.ts'

const LOOK: Record<Haste, string> = {
  none: 'text-ink-muted',
  soon: 'font-medium text-needs',
  now: 'rounded-sm bg-failed-soft px-1 font-semibold text-failed',
}

/** How long there is left; the last minutes, and the last minute, look like what they are. */
export function Deadline({ at, label }: { at: string; label: string }) {
  const moment = Date.parse(at)
  const now = useNowFor((drawn) => nextHaste(moment, drawn))
  const haste = hasteOf(moment, now)
  const Shape = haste === 'none' ? Clock : AlarmClock
  return (
    <span
      data-haste={haste}
      className={classNames('inline-flex items-center gap-1 whitespace-nowrap', LOOK[haste])}
    >
      <Shape aria-hidden size={13} className="shrink-0" />
      {label} <Time at={at} />
    </span>
  )
}
