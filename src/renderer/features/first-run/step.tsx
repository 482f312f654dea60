/** The screen of the first steps, and one of them. May import: ui, state, words. */
import { Check, X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useDesk } from '../../state.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { words as shared } from '../../words.ts'
import type { StepState } from './steps.ts'

const words = shared.firstRun

/** The screen of the first steps: its title takes the focus when what had it is gone. */
export function StepsPage({
  title,
  lead,
  titleRef,
  children,
}: {
  title: string
  lead: string
  titleRef: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}) {
  const set = useDesk((desk) => desk.set)
  return (
    <section aria-label={title} className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-2xl flex-col gap-6 px-6 py-8">
        <header className="flex items-start gap-4">
          <div className="flex-1">
            <h2 ref={titleRef} tabIndex={-1} className="text-xl font-semibold outline-none">
              {title}
            </h2>
            <p className="mt-1 text-ink-muted">{lead}</p>
          </div>
          <IconButton
            label={words.dismiss}
            icon={<X aria-hidden size={16} />}
            onClick={() => set({ firstRun: 'closed' })}
          />
        </header>
        {children}
      </div>
    </section>
  )
}

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
