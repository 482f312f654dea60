import { ArrowRight, Ban, Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Outcome } from '../../../../preload/contract.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { words } from '../../../words.ts'

const ICONS = { approve: Check, refuse: Ban, neutral: ArrowRight }

/** Armed by a first key press, it takes the focus and says so, without moving anything else. */
export function OutcomeButton({
  outcome,
  about,
  shortcut,
  armed,
  disabled,
  onPress,
  onDisarm,
}: {
  outcome: Outcome
  /** Id of what says where it leads. */
  about: string
  shortcut: string | null
  armed: boolean
  disabled: boolean
  onPress: () => void
  onDisarm: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  const Icon = ICONS[outcome.tone]
  useEffect(() => {
    if (armed) button.current?.focus()
  }, [armed])
  return (
    <Button
      ref={button}
      data-outcome={outcome.name}
      aria-describedby={about}
      look={outcome.tone === 'approve' ? 'solid' : 'outline'}
      icon={<Icon aria-hidden size={15} />}
      disabled={disabled}
      onClick={onPress}
      // A key that is held down repeats itself as presses; a person has pressed once.
      onKeyDown={(event) => {
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
      }}
      onBlur={armed ? onDisarm : undefined}
      className={classNames(
        'h-auto min-h-8 justify-start py-1.5 text-left whitespace-normal',
        armed && 'ring-3 ring-accent/40',
      )}
    >
      <span className="flex-1">{outcome.label}</span>
      {shortcut ? (
        <span className="inline-flex items-center gap-1 whitespace-nowrap">
          <Kbd>{shortcut}</Kbd>
          {armed ? <span aria-hidden>{words.inbox.onceMore}</span> : null}
        </span>
      ) : null}
    </Button>
  )
}
