import { type Ref, useId } from 'react'
import type { InboxDetail, Outcome } from '../../../../preload/contract.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { LazyForm } from '../../../ui/form/lazy-form.tsx'
import { Section } from '../../../ui/section.tsx'
import { words } from '../../../words.ts'
import { dockWords } from '../dock/dock-words.ts'
import type { ArgumentEditor } from '../dock/use-editing.ts'
import { holdsHidden } from './sections/typed-values.tsx'

/** The person's own values for an outcome that takes some. */
export function AnswerForm({
  outcome,
  value,
  onChange,
  frame,
  onShown,
  disabled,
  editing,
  server,
}: {
  outcome: Outcome
  value: InboxDetail['input']
  onChange: (value: InboxDetail['input']) => void
  frame: Ref<HTMLDivElement>
  /** Its fields are there. */
  onShown: () => void
  disabled: boolean
  /** The values are what the agent asked for. */
  editing: ArgumentEditor | null
  /** Whose form it is; null: the configuration's, or that of a tool which was accepted. */
  server: string | null
}) {
  const id = useId()
  if (outcome.inputSchema === null) return null
  return (
    <Section title={editing === null ? words.inbox.yourAnswer(outcome.label) : dockWords.editTitle}>
      {editing === null ? null : <p className="mb-3 text-ink-muted">{dockWords.editText}</p>}
      {holdsHidden(value) ? <p className="mb-3 text-failed">{dockWords.hiddenInField}</p> : null}
      {server === null ? null : <p className="mb-3 text-ink-muted">{dockWords.fieldsOf(server)}</p>}
      <div
        ref={frame}
        className={classNames('max-w-md', server !== null && 'border-l-2 border-line-strong pl-3')}
      >
        <LazyForm
          loadingLabel={words.common.loading}
          onShown={onShown}
          schema={outcome.inputSchema}
          value={value}
          onChange={onChange}
          words={words.form}
          idPrefix={`answer${id}`}
          disabled={disabled}
        />
      </div>
      {editing === null ? null : (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <p className={editing.changed ? 'text-needs' : 'text-ink-muted'} aria-live="polite">
            {editing.changed ? dockWords.changed(editing.changed) : dockWords.unchanged}
          </p>
          <Button size="small" disabled={disabled} onClick={editing.reset}>
            {editing.changed ? dockWords.reset : dockWords.stopEditing}
          </Button>
        </div>
      )}
    </Section>
  )
}
