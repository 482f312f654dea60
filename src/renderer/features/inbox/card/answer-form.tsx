import { useId } from 'react'
import type { InboxDetail, Outcome } from '../../../../preload/contract.ts'
import { speakWho } from '../../../items/who.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { LazyForm } from '../../../ui/form/lazy-form.tsx'
import { Section } from '../../../ui/section.tsx'
import { focusShown } from '../../../ui/split.tsx'
import { holdsHidden, holdsMixed } from '../../../values/typed-values.tsx'
import { words } from '../../../words.ts'
import { dockWords } from '../dock/dock-words.ts'
import { findEditable, sayEdited, stopEditing, writeAnswer } from '../dock/writing.ts'
import { kindView } from '../kinds.ts'
import { changeCard, useInbox } from '../state.ts'

/** The person's own values for an outcome that takes some. */
export function AnswerForm({ item, outcome }: { item: InboxDetail; outcome: Outcome }) {
  const id = useId()
  const answer = useInbox(({ card }) => card.answers[outcome.name])
  const disabled = useInbox(({ card }) => card.press?.step === 'send')
  const edited = useInbox(({ card }) => sayEdited(item, card.answers))
  if (outcome.inputSchema === null) return null
  const value = answer ?? outcome.arguments
  // The values are what the agent asked for.
  const isEdit = findEditable(item)?.name === outcome.name
  // Otherwise the form is the configuration's, or that of a tool which was accepted.
  const server = kindView(item).isQuestion ? speakWho(item.requestedBy) : null
  return (
    <Section title={isEdit ? dockWords.editTitle : words.inbox.yourAnswer(outcome.label)}>
      {isEdit ? <p className="mb-3 text-ink-muted">{dockWords.editText}</p> : null}
      {holdsHidden(value) || holdsMixed(value) ? (
        <p className="mb-3 text-failed">{dockWords.hiddenInField}</p>
      ) : null}
      {server === null ? null : <p className="mb-3 text-ink-muted">{dockWords.fieldsOf(server)}</p>}
      <div
        data-form={outcome.name}
        className={classNames('max-w-md', server !== null && 'border-l-2 border-line-strong pl-3')}
      >
        <LazyForm
          loadingLabel={words.common.loading}
          onShown={() => {
            if (useInbox.getState().card.wantedForm === outcome.name) focusForm(outcome.name)
          }}
          schema={outcome.inputSchema}
          value={value}
          onChange={(next) => writeAnswer(item, outcome.name, next)}
          idPrefix={`answer${id}`}
          disabled={disabled}
        />
      </div>
      {isEdit ? (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <p className={edited ? 'text-needs' : 'text-ink-muted'} aria-live="polite">
            {edited ? dockWords.changed(edited) : dockWords.unchanged}
          </p>
          <Button size="small" disabled={disabled} onClick={() => stopEditing(item)}>
            {edited ? dockWords.reset : dockWords.stopEditing}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}

/** Opens the form with the agent's own values; nothing where none can be edited. */
export function startEditing(item: InboxDetail, event?: KeyboardEvent): void {
  const outcome = findEditable(item)
  if (outcome === null) return
  // The key that opens the form is not typed into it.
  event?.preventDefault()
  changeCard({ isEditing: true })
  requestAnimationFrame(() => focusForm(outcome.name))
}

/** To its first field that is wrong, or else its first; or as soon as it has fields. */
export function focusForm(outcome: string): void {
  const form = formOf(outcome)
  const field =
    form?.querySelector<HTMLElement>('[aria-invalid=true]') ??
    form?.querySelector<HTMLElement>('input, textarea, button')
  focusShown(field ?? null)
  field?.scrollIntoView({ block: 'center' })
  changeCard({ wantedForm: field == null ? outcome : null })
}

/** All that the person has typed there is a value. */
export function isReadable(outcome: string): boolean {
  return formOf(outcome)?.querySelector('[data-unreadable]') == null
}

function formOf(outcome: string): Element | null {
  return document.querySelector(`#item [data-form="${CSS.escape(outcome)}"]`)
}
