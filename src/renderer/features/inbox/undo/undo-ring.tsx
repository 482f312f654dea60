import { useState } from 'react'

/** Closes as the time runs out in which a decision can be taken back. Who wants stillness has the number beside it. */
export function UndoRing({ decidedAt, runsAt }: { decidedAt: string; runsAt: string }) {
  const [elapsed] = useState(() => Math.max(0, Date.now() - Date.parse(decidedAt)))
  const total = Date.parse(runsAt) - Date.parse(decidedAt)
  return (
    <svg
      aria-hidden
      data-ring
      width="14"
      height="14"
      viewBox="0 0 16 16"
      fill="none"
      strokeWidth="2.5"
      className="-rotate-90 motion-reduce:hidden"
    >
      <circle cx="8" cy="8" r="6.5" className="stroke-line-strong" />
      <circle
        cx="8"
        cy="8"
        r="6.5"
        pathLength="1"
        strokeDasharray="1"
        className="ring-closing stroke-accent"
        style={{ animationDuration: `${total}ms`, animationDelay: `-${elapsed}ms` }}
      />
    </svg>
  )
}
