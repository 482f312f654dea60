import { useEffect, useRef, useState } from 'react'
import { type Direction, type Layout, layOut, type Measure, type Structure } from './graph-layout.ts'

const FACES = { state: '600 13px', way: '400 12px' }

/** Measures in the document's own face, once that has arrived. */
async function openMeasure(page: Document): Promise<Measure> {
  const family = getComputedStyle(page.body).fontFamily
  await Promise.all(Object.values(FACES).map((face) => page.fonts.load(`${face} ${family}`)))
  const context = page.createElement('canvas').getContext('2d')
  return (text, face) => {
    if (context === null) return text.length * 7
    context.font = `${FACES[face]} ${family}`
    return context.measureText(text).width
  }
}

/** After so many milliseconds a graph is laid out although something else is still to do. */
const LATEST_MS = 500
const KEPT = 50
/** Of each page by their structure: the items of one workflow share a picture, which takes tens of milliseconds. */
const kept = new WeakMap<Document, Map<string, GraphLayouts>>()

export interface GraphLayouts {
  across: Layout
  /** Null where it was not asked for yet: what can be read across is never drawn down. */
  down: Layout | null
}

/** Pixels that a graph is drawn for; no width: it is not known yet. */
export interface Space {
  width: number
  height: number
}

/** Null until they are there. The one down is made where there is not the space for the other. */
export function useGraphLayouts(
  structure: Structure,
  space: Space,
): { layouts: GraphLayouts | null; failed: boolean } {
  // What a run has done changes often; where things are does not.
  const key = JSON.stringify([
    structure.initial,
    structure.states.map(({ name, title, asks }) => [name, title, asks?.short]),
    structure.transitions.map(({ from, to, name, title, asks }) => [from, to, name, title, asks?.short]),
  ])
  const current = useRef({ structure, space })
  current.current = { structure, space }
  const here = layoutsOf(document).get(key) ?? null
  const [made, setMade] = useState<{ key: string; layouts: GraphLayouts | null } | null>(null)
  const isHere = here !== null && (here.down !== null || isReadable(here.across, space))
  useEffect(() => {
    if (isHere) return
    const gone = new AbortController()
    void make(() => current.current, layoutsOf(document).get(key)?.across, gone.signal)
      .catch(() => null)
      .then((layouts) => {
        if (gone.signal.aborted) return
        if (layouts !== null) keep(key, layouts)
        setMade({ key, layouts })
      })
    return () => gone.abort()
  }, [key, isHere])
  const layouts = here ?? (made?.key === key ? made.layouts : null)
  return { layouts, failed: layouts === null && made?.key === key }
}

/** Each when nothing else is to do: a key that is pressed meanwhile does not wait for both. */
async function make(
  asked: () => { structure: Structure; space: Space },
  known: Layout | undefined,
  gone: AbortSignal,
): Promise<GraphLayouts> {
  const measure = await openMeasure(document)
  const layOutIdly = async (direction: Direction) => {
    await untilIdle()
    gone.throwIfAborted()
    return await layOut(asked().structure, direction, measure)
  }
  const across = known ?? (await layOutIdly('RIGHT'))
  return { across, down: isReadable(across, asked().space) ? null : await layOutIdly('DOWN') }
}

function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: LATEST_MS }))
}

function layoutsOf(page: Document): Map<string, GraphLayouts> {
  const all = kept.get(page) ?? new Map<string, GraphLayouts>()
  kept.set(page, all)
  return all
}

function keep(key: string, layouts: GraphLayouts): void {
  const all = layoutsOf(document)
  all.set(key, layouts)
  const [oldest] = all.keys()
  if (all.size > KEPT && oldest !== undefined) all.delete(oldest)
}

const SMALLEST = 0.72
/** From this scale on the reading direction is worth more than size. */
const READABLE = 0.85

/** Across where that is readable, else the one that can be shown larger; what still does not fit scrolls. Pure. */
export function chooseLayout(
  { across, down }: GraphLayouts,
  space: Space,
): { layout: Layout; scale: number; direction: 'across' | 'down' } {
  const isAcross = down === null || isReadable(across, space) || fitOf(across, space) >= fitOf(down, space)
  const layout = isAcross ? across : down
  const wide = Math.min(1, space.width / layout.width)
  // A little smaller rather than a scroll bar for the last line; much smaller is worse than scrolling.
  const high = Math.max(READABLE, space.height / layout.height)
  const scale = Math.max(SMALLEST, Math.min(wide, high))
  return { layout, direction: isAcross ? 'across' : 'down', scale }
}

/** Also as long as the space is not known. */
function isReadable(layout: Layout, space: Space): boolean {
  return space.width === 0 || fitOf(layout, space) >= READABLE
}

/** At which scale all of it is in sight, at most 1. */
function fitOf(layout: Layout, space: Space): number {
  return Math.min(1, space.width / layout.width, space.height / layout.height)
}
