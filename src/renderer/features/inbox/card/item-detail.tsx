import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import type { InboxDetail, Outcome } from '../../../../preload/contract.ts'
import { speakWho } from '../../../items/who.tsx'
import { useCall } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { isTyping, useKeys } from '../../../ui/controls/keys.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { Section } from '../../../ui/section.tsx'
import { ShortId } from '../../../ui/text/short-id.tsx'
import { words } from '../../../words.ts'
import { DecidedDock } from '../dock/decided-dock.tsx'
import { DecisionDock } from '../dock/decision-dock.tsx'
import { dockWords } from '../dock/dock-words.ts'
import { useAnswers } from '../dock/use-answers.ts'
import { useDecision } from '../dock/use-decision.ts'
import { useEditing } from '../dock/use-editing.ts'
import { type OutcomePreview, usePreviews } from '../dock/use-previews.ts'
import { kindView } from '../kinds.ts'
import { useUndoable } from '../undo/undoable.ts'
import { AnswerForm } from './answer-form.tsx'
import { ItemHeader } from './item-header.tsx'
import { ItemSections } from './item-sections.tsx'
import { needsOthers } from './look.ts'
import { useSight } from './use-sight.ts'
import { WhatRuns } from './what-next.tsx'

/** One item, fetched by its id. It stays where it is when somebody else decides it. */
export function ItemDetail({
  id,
  drawn,
  onDecided,
  onBack,
  tools,
}: {
  id: string
  /** Whether an item was on this screen already: the first one lets the list be painted before it. */
  drawn: RefObject<boolean>
  onDecided: () => void
  onBack: () => void
  /** What else can be done to it, beside its kind. */
  tools: ReactNode
}) {
  const { data: item, error, refetch } = useCall('inbox.item', { id })
  const [waits, setWaits] = useState(!drawn.current)
  const isThere = item !== undefined
  useEffect(() => {
    if (!isThere) return
    drawn.current = true
    startTransition(() => setWaits(false))
  }, [isThere, drawn])
  if (item && !waits)
    return <OpenItem key={item.id} item={item} onDecided={onDecided} onBack={onBack} tools={tools} />
  if (error?.code === 'NOT_FOUND') {
    return (
      <ErrorState
        title={words.inbox.itemGone}
        message={error.message}
        retryLabel={words.inbox.back}
        onRetry={onBack}
      />
    )
  }
  if (error) {
    return (
      <ErrorState
        title={words.common.failedToLoad}
        message={error.message}
        retryLabel={words.common.retry}
        onRetry={() => void refetch()}
      />
    )
  }
  return <Skeleton label={words.common.loading} lines={6} className="p-6" />
}

function OpenItem({
  item,
  onDecided,
  onBack,
  tools,
}: {
  item: InboxDetail
  onDecided: () => void
  onBack: () => void
  /** What else can be done to it, beside its kind. */
  tools: ReactNode
}) {
  const panel = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const forms = useRef(new Map<string, HTMLDivElement>())
  /** The form that takes the focus as soon as it has fields. */
  const focusing = useRef<string | null>(null)
  const typed = useAnswers(item)
  const answers = typed.values
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const open = item.status === 'pending' && item.closedBecause === null
  const keys = assignKeys(item.outcomes)
  const { previews, changes, moves, arrived } = usePreviews(item, answers)
  const editing = useEditing(item, answers, typed.write, focusOn)
  const formed = item.outcomes.filter(({ name }) => name !== editing.outcome || editing.open)
  const sight = useSight({ item, previews, moves, panel, scroller })
  const decision = useDecision({
    item,
    sight,
    keys,
    previews,
    moves,
    arrived,
    answers,
    panel,
    isReadable: (outcome) => forms.current.get(outcome)?.querySelector('[data-unreadable]') == null,
    onMissing: (outcome) => {
      if (outcome === editing.outcome) editing.begin()
      else focusOn(outcome)
    },
    onSent: typed.sent,
    onDecided,
  })
  function focusOn(outcome: string): void {
    focusing.current = focusForm(forms.current.get(outcome)) ? null : outcome
  }
  useKeys(
    Object.fromEntries(
      item.outcomes.map((outcome) => [
        (keys.get(outcome.name) ?? '').toLowerCase(),
        () => decision.press(outcome.name, 'key'),
      ]),
    ),
    { enabled: open && singleKeys },
  )
  useKeys(
    { Escape: (event) => (isTyping(event.target) ? panel.current?.focus() : onBack()) },
    { whileTyping: true },
  )

  return (
    <article
      ref={panel}
      id="item"
      tabIndex={-1}
      aria-label={words.inbox.detail}
      className="flex h-full min-h-0 flex-col outline-none max-[720px]:scroll-pb-16 max-[720px]:overflow-y-auto"
    >
      <div className="flex min-h-12 shrink-0 items-center gap-3 border-b border-line px-6 text-ink-muted max-[720px]:flex-wrap max-[720px]:gap-y-0 max-[720px]:py-2">
        <span className="shrink-0 font-medium text-ink">{kindView(item).title}</span>
        <span className="min-w-0 shrink-[1000] truncate">
          {item.isSingleCall ? '' : [item.definitionTitle, stateTitle(item)].filter(Boolean).join(' · ')}
        </span>
        {item.votes !== null && open ? (
          <Badge tone="needs" shape={false} className="shrink-0">
            {dockWords.approvals(item.votes.given.length, item.votes.needed)}
          </Badge>
        ) : null}
        <span className="ml-auto flex min-w-0 items-center gap-3">
          {tools}
          {item.workflowId === '' ? null : (
            <>
              <span className="max-[1120px]:min-[721px]:hidden">
                <ShortId
                  id={item.workflowId}
                  copyLabel={words.common.copyId}
                  doneLabel={words.common.copied}
                />
              </span>
              <a
                href={`#/runs/${item.workflowId}`}
                className="shrink-0 rounded-sm text-accent hover:underline"
              >
                {words.inbox.openRun}
              </a>
            </>
          )}
        </span>
      </div>
      <div
        ref={scroller}
        data-scroller
        className="min-h-0 flex-1 overflow-y-auto px-6 max-[720px]:flex-none max-[720px]:overflow-y-visible"
      >
        <div className="max-w-4xl">
          <ItemHeader item={item} />
          {open
            ? formed.map((outcome) => (
                <AnswerForm
                  key={outcome.name}
                  outcome={outcome}
                  value={answers[outcome.name] ?? outcome.arguments}
                  onChange={(value) => typed.write(outcome.name, value)}
                  disabled={decision.busy}
                  editing={outcome.name === editing.outcome ? editing : null}
                  server={kindView(item).asks === 'question' ? speakWho(item.requestedBy) : null}
                  onShown={() => {
                    if (focusing.current === outcome.name) focusOn(outcome.name)
                  }}
                  frame={(element) => {
                    if (element) forms.current.set(outcome.name, element)
                  }}
                />
              ))
            : null}
          <ItemSections item={item} runs={open ? <RunsSection item={item} previews={previews} /> : null} />
        </div>
      </div>
      {open ? (
        <DecisionDock
          item={item}
          keys={keys}
          previews={previews}
          changes={changes}
          answers={answers}
          decision={decision}
          editing={editing}
          sight={sight}
        />
      ) : (
        <DecidedDock
          item={item}
          tooLate={decision.notice?.tooLate ? decision.notice.text : null}
          unsent={decision.unsent}
          unsentValues={decision.busy ? [] : typed.unsent}
        />
      )}
    </article>
  )
}

function stateTitle(item: InboxDetail): string {
  // A single call stands nowhere, and what was decided has moved on.
  if (item.isSingleCall || item.status !== 'pending') return ''
  return item.diagram.states.find((state) => state.name === item.state)?.title ?? item.state
}

/** Whether there was a field to focus. */
function focusForm(form: HTMLElement | undefined): boolean {
  const field =
    form?.querySelector<HTMLElement>('[aria-invalid=true]') ??
    form?.querySelector<HTMLElement>('input, textarea, button')
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
  return field != null
}

/** What each outcome would run: read before it is chosen, and not beside its button. */
function RunsSection({ item, previews }: { item: InboxDetail; previews: Map<string, OutcomePreview> }) {
  const { you } = useUndoable()
  const running = item.outcomes.flatMap((outcome) => {
    const preview = previews.get(outcome.name)?.data
    return preview === undefined || (preview.call === null && preview.steps.length === 0)
      ? []
      : [{ outcome, preview }]
  })
  if (running.length === 0) return null
  return (
    <Section title={words.inbox.runs}>
      <div className="flex flex-col gap-3">
        {running.map(({ outcome, preview }) => (
          <div key={outcome.name} data-runs={outcome.name}>
            {item.outcomes.length > 1 ? <h4 className="mb-0.5 font-medium">{outcome.label}</h4> : null}
            <WhatRuns
              preview={preview}
              later={needsOthers(item, outcome.tone, you)}
              undoMs={outcome.undoMs}
              shown={item.edited?.arguments ?? item.asked?.arguments ?? null}
            />
          </div>
        ))}
      </div>
    </Section>
  )
}

/**
 * The key of each outcome: A and R where exactly one approves and exactly one refuses, and digits for the rest;
 * otherwise digits for all, so that no verb is guessed. Keys are as they are pressed. Pure.
 */
export function assignKeys(outcomes: readonly Pick<Outcome, 'name' | 'tone'>[]): Map<string, string> {
  const keys = new Map<string, string>()
  const [approve, ...moreApprove] = outcomes.filter((outcome) => outcome.tone === 'approve')
  const [refuse, ...moreRefuse] = outcomes.filter((outcome) => outcome.tone === 'refuse')
  if (approve && refuse && moreApprove.length + moreRefuse.length === 0) {
    keys.set(approve.name, 'A')
    keys.set(refuse.name, 'R')
  }
  outcomes.forEach((outcome, index) => {
    if (!keys.has(outcome.name) && index < 9) keys.set(outcome.name, String(index + 1))
  })
  return keys
}
