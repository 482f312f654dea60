import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { InboxDetail, Outcome, Preview } from '../../../../preload/contract.ts'
import { NARROW, useMedia } from '../../../ui/use-media.ts'
import type { Previews } from '../dock/use-previews.ts'
import { kindView } from '../kinds.ts'
import { type Card, changeCard, type UnseenParts, useInbox } from '../state.ts'

/** Of a line of text, in pixels. */
const LINE = 20
/** Below the last of it there is nothing, in pixels. */
const BELOW = 16
/** What may be cut off a last line without hiding anything, in pixels. */
const EDGE = 4

/** Whether choosing it runs something, or decides what may run later. Pure. */
function hasEffects(
  item: Pick<InboxDetail, 'subject' | 'kind'>,
  { tone }: Pick<Outcome, 'tone'>,
  preview: Pick<Preview, 'call' | 'steps'>,
): boolean {
  const runs = preview.call !== null || preview.steps.some(({ call }) => call !== null)
  return runs || (item.subject !== null && !kindView(item).isQuestion && tone === 'approve')
}

/** What an outcome would run, by a name that changes with it; null: it runs nothing, or is not known yet. Pure. */
function nameRun(
  item: InboxDetail,
  outcome: Outcome,
  preview: Preview | undefined,
  moves: number,
): string | null {
  if (preview === undefined || !hasEffects(item, outcome, preview)) return null
  const steps = preview.steps.map(({ state, transition }) => `${state} ${transition}`)
  return JSON.stringify([outcome.name, moves, preview.call === null, steps])
}

/** It would run something that has not been in view to its end. Pure. */
export function waitsForSight(
  { seen, moves }: Pick<Card, 'seen' | 'moves'>,
  item: InboxDetail,
  outcome: Outcome,
  preview: Preview | undefined,
): boolean {
  const run = nameRun(item, outcome, preview, moves)
  return run !== null && !seen.has(run)
}

/** All that the outcomes would run counts as seen: the person says so. */
export function acknowledge(item: InboxDetail, previews: Previews): void {
  const { seen, moves } = useInbox.getState().card
  const runs = item.outcomes.flatMap(
    (outcome) => nameRun(item, outcome, previews.get(outcome.name)?.data, moves) ?? [],
  )
  changeCard({ seen: new Set([...seen, ...runs]) })
}

/**
 * Follows how far down an item has been in view, without a gap from its beginning: a jump over a part does not count
 * as having seen it, nor does what is folded. What was seen of an outcome stays seen until something moves behind it;
 * what a person types themselves need not be read again, unless other steps follow from it. Answers with the way to
 * the first of what has not been in view, which unfolds it.
 */
export function useSight({
  item,
  previews,
  panel,
  scroller,
}: {
  item: InboxDetail
  previews: Previews
  panel: RefObject<HTMLElement | null>
  /** What scrolls in a wide window; in a narrow one the whole panel does. */
  scroller: RefObject<HTMLElement | null>
}): () => void {
  const narrow = useMedia(NARROW)
  // As it was drawn: what has moved since is not on screen.
  const moves = useInbox(({ card }) => card.moves)
  const reach = useRef<Reach>({ of: '', shape: '', to: 0, boxes: new WeakMap() })

  function measure(): void {
    const view = readViewport(panel.current, narrow ? panel.current : scroller.current)
    if (view === null || document.visibilityState !== 'visible') return
    // The styles are those of another width already, and what is drawn is not.
    if (matchMedia(NARROW).matches !== narrow) return
    const { card } = useInbox.getState()
    advance(reach.current, String(moves), view)
    const left = countUnseen(view, reach.current)
    if (card.unseen.lines !== left.lines || card.unseen.values !== left.values) changeCard({ unseen: left })
    const fresh = item.outcomes.flatMap((outcome) => {
      const run = nameRun(item, outcome, previews.get(outcome.name)?.data, moves)
      return run !== null && !card.seen.has(run) && isInView(view, reach.current, outcome.name) ? [run] : []
    })
    if (fresh.length > 0) changeCard({ seen: new Set([...card.seen, ...fresh]) })
  }
  const latest = useRef(measure)
  // What is drawn may have changed with every picture.
  useLayoutEffect(() => {
    latest.current = measure
    measure()
  })
  useEffect(() => {
    const frame = panel.current
    if (frame === null) return
    const look = () => latest.current()
    const watch = new ResizeObserver(look)
    watch.observe(frame)
    for (const part of frame.querySelectorAll('[data-must], [data-scroller]')) watch.observe(part)
    // Boxes inside scroll on their own, and tell it to nobody above.
    frame.addEventListener('scroll', look, { capture: true, passive: true })
    document.addEventListener('visibilitychange', look)
    return () => {
      watch.disconnect()
      frame.removeEventListener('scroll', look, { capture: true })
      document.removeEventListener('visibilitychange', look)
    }
  }, [panel])

  return () => {
    const box = narrow ? panel.current : scroller.current
    const view = readViewport(panel.current, box)
    if (view === null || box === null) return
    const folded = foldsIn(view, view.end).find(
      (each) => view.at(each.getBoundingClientRect().bottom) <= view.to,
    )
    const side = boxesIn(view).find((each) => !isBoxSeen(reach.current, each))
    if (reach.current.to < view.end - EDGE) box.scrollTop = Math.max(0, reach.current.to - LINE)
    // The focus stays where it is: the next press on what is unfolded would fold it again.
    else if (folded instanceof HTMLElement) folded.click()
    else if (folded === undefined) (foldsIn(view, view.end)[0] ?? side)?.scrollIntoView({ block: 'center' })
    if (side !== undefined) side.scrollLeft += side.clientWidth - LINE
  }
}

interface Viewport {
  must: Element
  /** What is in sight, and where the matter ends, in pixels of what scrolls. */
  from: number
  to: number
  end: number
  at(y: number): number
}

interface Reach {
  /** Of what is shown: when something has moved, it begins anew. */
  of: string
  shape: string
  /** It was in view down to here. */
  to: number
  /** Of boxes that scroll sideways: how far they have been in view. */
  boxes: WeakMap<Element, number>
}

function readViewport(panel: Element | null, box: Element | null): Viewport | null {
  const must = panel?.querySelector('[data-must]')
  // Behind the list of a narrow window nothing has a size, and nothing is in view.
  if (panel == null || box === null || must == null || !panel.checkVisibility()) return null
  const frame = box.getBoundingClientRect()
  const bar = panel.querySelector('[data-bar]')?.getBoundingClientRect().top ?? frame.bottom
  const at = (y: number) => y - frame.top + box.scrollTop
  return {
    must,
    from: box.scrollTop,
    to: at(Math.min(frame.bottom, bar, window.innerHeight)),
    end: at(must.getBoundingClientRect().bottom) - BELOW,
    at,
  }
}

function advance(reach: Reach, subject: string, view: Viewport): void {
  const { height } = view.must.getBoundingClientRect()
  const shape = `${Math.round(height)} ${Math.round(view.end)}`
  if (reach.of !== subject) Object.assign(reach, { of: subject, to: 0, boxes: new WeakMap() })
  // What has unfolded, or moved, is below where the eye is.
  else if (reach.shape !== shape) reach.to = Math.min(reach.to, view.to)
  reach.shape = shape
  if (view.from <= reach.to + EDGE) reach.to = Math.max(reach.to, view.to)
  for (const box of boxesIn(view)) {
    const before = reach.boxes.get(box) ?? 0
    if (box.scrollLeft <= before + EDGE)
      reach.boxes.set(box, Math.max(before, box.scrollLeft + box.clientWidth))
  }
}

function boxesIn({ must }: Viewport): Element[] {
  return [...must.querySelectorAll('[data-box]')]
}

function isBoxSeen({ boxes }: Reach, box: Element): boolean {
  return (boxes.get(box) ?? box.clientWidth) >= box.scrollWidth - EDGE
}

/** What is not drawn before the person asks for it. Of two texts, what is alike counts where nobody has read it. */
function foldsIn({ must, at }: Viewport, end: number): Element[] {
  return [...must.querySelectorAll('[data-folded], [data-unread] [data-alike]')].filter(
    (fold) => at(fold.getBoundingClientRect().top) < end,
  )
}

function isInView(view: Viewport, reach: Reach, outcome: string): boolean {
  const runs = view.must.querySelector(`[data-runs="${CSS.escape(outcome)}"]`)
  const end = runs === null ? view.end : view.at(runs.getBoundingClientRect().bottom)
  if (reach.to < end - EDGE || foldsIn(view, end).length > 0) return false
  return boxesIn(view).every((box) => isBoxSeen(reach, box))
}

function countUnseen(view: Viewport, reach: Reach): UnseenParts {
  const below = Math.max(0, view.end - reach.to - EDGE)
  const folds = foldsIn(view, view.end)
  const folded = folds.reduce((sum, fold) => sum + Number(fold.getAttribute('data-folded') ?? 0), 0)
  const values = [...view.must.querySelectorAll('[data-value]')].filter(
    (value) => view.at(value.getBoundingClientRect().bottom) > reach.to + EDGE,
  )
  return { lines: Math.ceil(below / LINE) + folded, values: values.length }
}
