import { classNames } from '../class-names.ts'
import { useNowFor } from '../use-now.ts'
import { describeDistance, describeExactly, nextChange } from './time-text.ts'

/** A moment relative to now; the exact one on hover. `at` is an ISO time. */
export function Time({ at, className }: { at: string; className?: string }) {
  const moment = Date.parse(at)
  const now = useNowFor((drawn) => nextChange(moment, drawn))
  return (
    <time
      dateTime={at}
      title={describeExactly(moment)}
      className={classNames('whitespace-nowrap', className)}
    >
      {describeDistance(moment, now)}
    </time>
  )
}
