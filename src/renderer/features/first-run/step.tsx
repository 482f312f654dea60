import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { words as shared } from '../../words.ts'
import type { StepState } from './steps.ts'

const words = shared.firstRun

export function Step({
  place,
  state,
  title,
  children,
}: {
  place: number
  state: StepState
  title: string
  children: ReactNode
}) {
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="flex gap-3">
      <span
        className={classNames(
          'mt-px inline-flex size-5 shrink-0 items-center justify-center rounded-full text-sm font-semibold ring-1 ring-inset',
          state === 'now' && 'bg-accent-solid text-on-accent ring-transparent',
          state === 'done' && 'bg-done-soft text-done ring-transparent',
          state === 'later' && 'text-ink-muted ring-control',
        )}
      >
        {state === 'done' ? <Check role="img" aria-label={words.done} size={13} strokeWidth={2.5} /> : place}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{title}</h3>
        <div className="text-ink-muted">{children}</div>
      </div>
    </li>
  )
}
