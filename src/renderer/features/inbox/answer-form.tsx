import { type Ref, useId } from 'react'
import type { InboxDetail, Outcome } from '../../../preload/contract.ts'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/section.tsx'
import { words } from '../../words.ts'

/** The person's own values for an outcome that takes some. */
export function AnswerForm({
  outcome,
  value,
  onChange,
  frame,
  disabled,
}: {
  outcome: Outcome
  value: InboxDetail['input']
  onChange: (value: InboxDetail['input']) => void
  frame: Ref<HTMLDivElement>
  disabled: boolean
}) {
  const id = useId()
  if (outcome.inputSchema === null) return null
  return (
    <Section title={words.inbox.yourAnswer(outcome.label)}>
      <div ref={frame} className="max-w-md">
        <Form
          schema={outcome.inputSchema}
          value={value}
          onChange={onChange}
          words={words.form}
          idPrefix={`answer${id}`}
          disabled={disabled}
        />
      </div>
    </Section>
  )
}
