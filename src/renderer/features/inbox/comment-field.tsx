import { ChevronDown } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { words } from '../../words.ts'

/** Free words for the agent, or some that are ready. */
export function CommentField({
  value,
  onChange,
  disabled,
  forAgent,
}: {
  value: string
  onChange: (value: string) => void
  disabled: boolean
  /** Otherwise it is a note for people. */
  forAgent: boolean
}) {
  const label = forAgent ? words.inbox.comment : words.inbox.ownComment
  return (
    <div className="flex items-start gap-2">
      <TextArea
        aria-label={label}
        title={forAgent ? words.inbox.commentHint : words.inbox.ownCommentHint}
        placeholder={label}
        rows={1}
        maxLength={10_000}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className="field-sizing-content max-h-32 min-h-8 resize-none py-[5px]"
      />
      <Menu
        trigger={
          <Button disabled={disabled}>
            {words.inbox.presets}
            <ChevronDown aria-hidden size={14} />
          </Button>
        }
        groups={[
          words.inbox.presetTexts.map((text) => ({
            label: text,
            onSelect: () => onChange(value.trim() ? `${value.trim()} ${text}` : text),
          })),
        ]}
      />
    </div>
  )
}
