import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useShallow } from 'zustand/react/shallow'
import type { InboxDetail } from '../../../../preload/contract.ts'
import { speakCard } from '../../../items/sentence.tsx'
import { NotThere } from '../../../lists/failed-to-load.tsx'
import { useCall, useGateway, useLink } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { useKeys } from '../../../ui/controls/keys.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { Section } from '../../../ui/section.tsx'
import { bringShown, focusShown } from '../../../ui/split.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { ShortId } from '../../../ui/text/short-id.tsx'
import { useLatest } from '../../../ui/use-latest.ts'
import { useSettling } from '../../../ui/use-settling.ts'
import { words } from '../../../words.ts'
import { DecidedDock } from '../dock/decided-dock.tsx'
import { DecisionDock } from '../dock/decision-dock.tsx'
import { dockWords } from '../dock/dock-words.ts'
import { assignKeys } from '../dock/outcome-keys.ts'
import { type Previews, usePreviews } from '../dock/use-previews.ts'
import { closeCard, findEditable, openCard } from '../dock/writing.ts'
import { kindView } from '../kinds.ts'
import { SnoozeTool } from '../later/snooze.tsx'
import { type ItemScreen, pressOutcome, TOO_SOON_MS } from '../press.ts'
import { changeCard, changeList, hasSelection, useInbox } from '../state.ts'
import { AnswerForm, focusForm, isReadable, startEditing } from './answer-form.tsx'
import { ItemHeader } from './item-header.tsx'
import { ItemSections } from './item-sections.tsx'
import { speakEnd } from './look.ts'
import { useSight } from './use-sight.ts'
import { WhatRuns } from './what-next.tsx'

/** So much of what an outcome leads to must be in sight, in pixels: its first lines. */
const LEAST_SEEN = 40

/** One item, fetched by its id. It stays where it is when somebody else decides it. */
export function ItemDetail({
  id,
  drawn,
  onDecided,
  onBack,
}: {
  id: string
  /** Whether an item was on this screen already: the first one lets the list be painted before it. */
  drawn: RefObject<boolean>
  onDecided: () => void
  onBack: () => void
}) {
  const { data: item, error, refetch } = useCall('inbox.item', { id })
  const [waits, setWaits] = useState(!drawn.current)
  const isThere = item !== undefined
  const isOpen = useInbox(({ card }) => card.key !== null && card.id === item?.id)
  const you = useCall('people.list', {}).data?.you ?? ''
  const opening = useLatest(() => (item === undefined ? null : openCard(item, you)))
  const itemId = item?.id
  // Before it is painted.
  useLayoutEffect(() => {
    const key = itemId === undefined ? null : opening()
    return () => {
      if (key !== null) closeCard(key)
    }
  }, [itemId, opening])
  useEffect(() => {
    if (!isThere) return
    drawn.current = true
    startTransition(() => setWaits(false))
  }, [isThere, drawn])
  if (item && isOpen && !waits) return <OpenItem key={item.id} item={item} onDecided={onDecided} />
  return (
    <NotThere
      error={error}
      gone={words.inbox.itemGone}
      back={words.inbox.back}
      onBack={onBack}
      onRetry={() => void refetch()}
    />
  )
}

function OpenItem({ item, onDecided }: { item: InboxDetail; onDecided: () => void }) {
  const gateway = useGateway()
  const panel = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const open = item.status === 'pending' && item.closedBecause === null
  const keys = assignKeys(item.outcomes)
  const previews = usePreviews(item)
  const editable = findEditable(item)?.name
  const isEditing = useInbox(({ card }) => card.isEditing)
  const readOn = useSight({ item, previews, panel, scroller })
  const { settled, isSettled } = useAppearance(item, panel)
  // Without pushes nobody knows whether what is on screen still holds.
  const isConnected = useLink()
  const ready = isConnected && settled
  useEndHeard(item, open)
  const screen: ItemScreen = {
    ...{ item, previews, keys, isReadable, leave: onDecided },
    isSettled: () => ready && isSettled(),
    hasFocus: () => panel.current?.contains(document.activeElement) === true,
    isShown: () => panel.current?.checkVisibility() === true,
    bringInSight: (outcome) => bringInSight(panel.current, outcome),
    focusUnread: () => focusShown(panel.current?.querySelector<HTMLElement>('[data-read-on]') ?? null),
    focusForm: (outcome) => (outcome === editable ? startEditing(item) : focusForm(outcome)),
    focusItem: () => focusShown(panel.current),
  }
  useEffect(() => {
    const { entering, opened } = useInbox.getState().list
    // Whoever comes from elsewhere came for it, not for the list around it.
    if (opened !== item.id) bringShown(panel.current)
    if (entering !== item.id) return
    changeList({ entering: null })
    queueMicrotask(() => focusShown(panel.current))
  }, [item.id])
  useKeys(
    Object.fromEntries(
      item.outcomes.map((outcome) => [
        (keys.get(outcome.name) ?? '').toLowerCase(),
        () => {
          // With anything selected, keys are for all of that.
          if (hasSelection()) return
          if (isConnected) pressOutcome(gateway, screen, outcome.name, 'key')
          else announce(words.frame.offlineHint[gateway.bridge.kind])
        },
      ]),
    ),
    { enabled: open && singleKeys },
  )

  return (
    <article
      ref={panel}
      id="item"
      tabIndex={-1}
      aria-label={words.inbox.detail}
      className="flex h-full min-h-0 flex-col wrap-break-word outline-none max-[58.75rem]:scroll-pb-16 max-[58.75rem]:overflow-y-auto"
    >
      <div className="flex min-h-12 shrink-0 items-center gap-3 border-b border-line px-6 text-ink-muted max-[58.75rem]:flex-wrap max-[58.75rem]:gap-y-0 max-[58.75rem]:py-2">
        <span className="shrink-0 font-medium text-ink">{kindView(item).title}</span>
        {/* As long as this can give way, the tools beside it lose not even part of a pixel, for which they would wrap. */}
        <span className="min-w-0 shrink-[100000] truncate">
          <OneLine
            text={
              item.isSingleCall ? '' : [item.definitionTitle, stateTitle(item)].filter(Boolean).join(' · ')
            }
          />
        </span>
        {item.votes !== null && open ? (
          <Badge tone="needs" shape={false} className="shrink-0">
            {dockWords.approvals(item.votes.given.length, item.votes.needed, item.votes.atLeast ?? false)}
          </Badge>
        ) : null}
        <span className="ml-auto flex min-w-0 flex-wrap items-center gap-x-3">
          <SnoozeTool id={item.id} />
          {item.workflowId === '' ? null : (
            <>
              <span className="max-[70rem]:min-[45rem]:hidden">
                <ShortId id={item.workflowId} />
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
        className="min-h-0 flex-1 overflow-y-auto px-6 max-[58.75rem]:flex-none max-[58.75rem]:overflow-y-visible"
      >
        <div className="max-w-4xl">
          <ItemHeader item={item} />
          {open
            ? item.outcomes
                .filter(({ name }) => name !== editable || isEditing)
                .map((outcome) => <AnswerForm key={outcome.name} item={item} outcome={outcome} />)
            : null}
          <ItemSections item={item} runs={open ? <RunsSection item={item} previews={previews} /> : null} />
        </div>
      </div>
      {open ? <DecisionDock screen={screen} ready={ready} onReadOn={readOn} /> : <DecidedDock item={item} />}
    </article>
  )
}

/** Whoever does not see that the buttons have gone hears it; what they decide themselves is told with its answer. */
function useEndHeard(item: InboxDetail, open: boolean): void {
  const you = useCall('people.list', {}).data?.you ?? null
  const wasOpen = useRef(open)
  useEffect(() => {
    const hasEnded = wasOpen.current && !open
    wasOpen.current = open
    if (hasEnded && item.decision?.by !== `human:${you}`) announce(`${speakCard(item)}: ${speakEnd(item)}`)
  }, [item, open, you])
}

function stateTitle(item: InboxDetail): string {
  // A single call stands nowhere, and what was decided has moved on.
  if (item.isSingleCall || item.status !== 'pending') return ''
  return item.diagram.states.find((state) => state.name === item.state)?.title ?? item.state
}

/**
 * Whether what is on screen has been as it is for long enough; whatever moves takes the buttons back to where they were
 * when the item appeared.
 */
function useAppearance(
  { id, status, closedBecause }: InboxDetail,
  panel: RefObject<HTMLElement | null>,
): ReturnType<typeof useSettling> {
  // Nothing else of it: a comment changes with each key, and a card may take long to draw.
  const { refusals, moves, arrived, seen } = useInbox(
    useShallow(({ card: { refusals, moves, arrived, seen } }) => ({ refusals, moves, arrived, seen })),
  )
  // What was decided and is taken back appears anew.
  const appearance = `${id} ${status} ${closedBecause !== null} ${refusals} ${moves}`
  const before = useRef(appearance)
  // Before it is painted: what was half pressed belongs to what was on screen before.
  useLayoutEffect(() => {
    if (before.current === appearance) return
    before.current = appearance
    const { press } = useInbox.getState().card
    changeCard({ moved: true, press: press?.step === 'send' ? press : null })
  }, [appearance])
  useFocusHome(panel, appearance)
  return useSettling(TOO_SOON_MS, `${appearance} ${arrived.size} ${seen.size} ${useArrivals(panel)}`)
}

/** How often it has come on screen: in a narrow window the list may have its place. */
function useArrivals(panel: RefObject<HTMLElement | null>): number {
  const [arrivals, setArrivals] = useState(0)
  useLayoutEffect(() => {
    const frame = panel.current
    if (frame === null) return
    let shown = frame.checkVisibility()
    const watch = new ResizeObserver(() => {
      const before = shown
      shown = frame.checkVisibility()
      // Before it is painted.
      if (shown && !before) flushSync(() => setArrivals((count) => count + 1))
    })
    watch.observe(frame)
    return () => watch.disconnect()
  }, [panel])
  return arrivals
}

/**
 * Keeps the focus in the item when what had it is switched off or goes away; otherwise it is nowhere. Whenever
 * `appearance` changes, a button that decides gives the focus up even if it stays: a press that was on its way belongs
 * to what was on screen before. A field that is being filled in keeps it.
 */
function useFocusHome(panel: RefObject<HTMLElement | null>, appearance: string): void {
  const within = useRef(false)
  useEffect(() => {
    function follow({ target }: Event): void {
      // What lies over the screen belongs to where it was opened from.
      if (!(target instanceof HTMLElement) || target.closest('[data-layer]') !== null) return
      within.current = panel.current?.contains(target) === true
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
    }
  }, [panel])
  const before = useRef(appearance)
  useEffect(() => {
    if (before.current === appearance) return
    before.current = appearance
    if (!within.current) return
    function bringHome(): void {
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.closest('[data-outcome]') != null)
        panel.current?.focus()
    }
    bringHome()
    // A dialog that closes gives the focus back, and a button that is switched off loses it, a moment later.
    const timer = setTimeout(bringHome, 100)
    return () => clearTimeout(timer)
  }, [panel, appearance])
}

/**
 * Whether what an outcome leads to is in sight; where it is not, it is from now on, and no press counts for it. In a
 * narrow window the buttons are in sight before it is.
 */
function bringInSight(panel: HTMLElement | null, name: string): boolean {
  const row = panel?.querySelector(`[data-leads="${CSS.escape(name)}"]`)
  if (panel == null || row == null) return true
  const frame = panel.getBoundingClientRect()
  const barTop = () => panel.querySelector('[data-bar]')?.getBoundingClientRect().top ?? frame.bottom
  const bar = barTop()
  const { top, bottom } = row.getBoundingClientRect()
  const least = Math.min(bottom - top, LEAST_SEEN)
  if (Math.min(bottom, bar) - Math.max(top, frame.top) >= least) return true
  row.scrollIntoView({ block: 'end' })
  // The bar covers the end of what is scrolled, and grows by what the button says then.
  const uncover = () => {
    panel.scrollTop += Math.max(0, row.getBoundingClientRect().bottom - barTop())
  }
  uncover()
  requestAnimationFrame(uncover)
  return false
}

/** What each outcome would run: read before it is chosen, and not beside its button. */
function RunsSection({ item, previews }: { item: InboxDetail; previews: Previews }) {
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
            <WhatRuns preview={preview} shown={item.edited?.arguments ?? item.asked?.arguments ?? null} />
          </div>
        ))}
      </div>
    </Section>
  )
}
