import { useEffect, useState } from 'react'
import { classNames } from '../class-names.ts'
import { describeDistance, describeExactly, nextChange } from './time-text.ts'

/** A moment relative to now; the exact one on hover. `at` is an ISO time. */
export function Time({ at, className }: { at: string; className?: string }) {
  const moment = Date.parse(at)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), nextChange(moment, now))
    return () => clearTimeout(timer)
  }, [moment, now])
  return (
    <time
      dateTime={at}
      title={describeExactly(moment)}
      className={classNames('whitespace-nowrap', className)}
    >
      {describeDistance(moment, Math.max(now, Date.now()))}
    </time>
  )
}
