import { useEffect, useRef } from 'react'
import { serverWords as words } from './words.ts'

const STEPS = ['form', 'look', 'try', 'change'] as const

/** Where a person is on the way to a new server. The focus comes here with each step: its buttons are other ones now. */
export function StepList({ step }: { step: (typeof STEPS)[number] }) {
  const list = useRef<HTMLOListElement>(null)
  const now = STEPS.indexOf(step)
  useEffect(() => {
    if (step === 'form') return
    // The last step has a dialog of its own, and the one before gives the focus back to what is behind when it goes.
    const frame = requestAnimationFrame(() => list.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [step])
  return (
    <ol
      ref={list}
      tabIndex={-1}
      aria-label={words.stepNow(words.steps[step], now + 1, STEPS.length)}
      className="mb-2 flex flex-wrap gap-x-4 gap-y-1 rounded-sm text-sm outline-none"
    >
      {STEPS.map((each, index) => (
        <li
          key={each}
          aria-current={index === now ? 'step' : undefined}
          className={
            index === now ? 'font-semibold text-ink' : index < now ? 'text-ink-muted' : 'text-ink-faint'
          }
        >
          {index + 1}. {words.steps[each]}
        </li>
      ))}
    </ol>
  )
}
