import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import type { ItemCard } from '../../../../preload/contract.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/field.tsx'
import { Menu } from '../../../ui/controls/menu.tsx'
import { words } from '../../../words.ts'

import { kindView } from '../kinds.ts'

/** Free words for the agent, or some that are ready. */
export function CommentField({
  value,
  onChange,
  disabled,
  kind,
}: {
  value: string
  onChange: (value: string) => void
  disabled: boolean
  kind: ItemCard['kind']
}) {
  // Otherwise it is a note for people.
  const forAgent = kindView({ kind }).hasAgent
  const field = useRef<HTMLTextAreaElement>(null)
  /** Most reasons are gone on with. */
  function goOn(): HTMLElement | null {
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    return field.current
  }
  const label = forAgent ? words.inbox.comment : words.inbox.ownComment
  return (
    <div className="flex min-w-0 flex-1 items-start gap-2 max-[720px]:basis-full">
      <TextArea
        ref={field}
        aria-label={label}
        title={forAgent ? words.inbox.commentHint : words.inbox.ownCommentHint}
        placeholder={label}
        rows={1}
        maxLength={10_000}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className="min-w-0 flex-1 field-sizing-content max-h-[min(8rem,13vh)] min-h-8 resize-none py-[5px]"
      />
      <Menu
        goOnAt={goOn}
        trigger={
          <Button disabled={disabled}>
            {words.inbox.presets}
            <ChevronDown aria-hidden size={14} />
          </Button>
        }
        groups={[
          kindView({ kind: kind }).presets.map((text) => ({
            label: text,
            onSelect: () => onChange(value.trim() ? `${value.trim()} ${text}` : text),
          })),
        ]}
      />
    </div>
  )
}
