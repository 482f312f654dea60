import { useEffect, useRef, useState } from 'react'
import { type Layout, layOut, type Structure } from './graph-layout.ts'
import { openMeasure } from './graph-measure.ts'

/** After so many milliseconds a graph is laid out although something else is still to do. */
const LATEST_MS = 500
const KEPT = 50
/** Of each page by their structure: the items of one workflow share a picture, which takes tens of milliseconds. */
const kept = new WeakMap<Document, Map<string, GraphLayouts>>()

export interface GraphLayouts {
  across: Layout
  down: Layout
}

/** Both ways of laying out, so that a change of width needs no new one. Null until they are there. */
export function useGraphLayouts(structure: Structure): { layouts: GraphLayouts | null; failed: boolean } {
  // What a run has done changes often; where things are does not.
  const key = JSON.stringify([
    structure.initial,
    structure.states.map(({ name, title, asks }) => [name, title, asks?.short]),
    structure.transitions.map(({ from, to, name, title, asks }) => [from, to, name, title, asks?.short]),
  ])
  const current = useRef(structure)
  current.current = structure
  const here = layoutsOf(document).get(key) ?? null
  const [made, setMade] = useState<{ key: string; layouts: GraphLayouts | null } | null>(null)
  const isHere = here !== null
  useEffect(() => {
    if (isHere) return
    const gone = new AbortController()
    void make(() => current.current, gone.signal)
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

/** In two parts, each when nothing else is to do: a key that is pressed meanwhile does not wait for both. */
async function make(structure: () => Structure, gone: AbortSignal): Promise<GraphLayouts> {
  const measure = await openMeasure(document)
  await untilIdle()
  gone.throwIfAborted()
  const across = await layOut(structure(), 'RIGHT', measure)
  await untilIdle()
  gone.throwIfAborted()
  return { across, down: await layOut(structure(), 'DOWN', measure) }
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
  space: { width: number; height: number },
): { layout: Layout; scale: number; direction: 'across' | 'down' } {
  const fitOf = (layout: Layout) => Math.min(1, space.width / layout.width, space.height / layout.height)
  const direction = fitOf(across) >= Math.min(READABLE, fitOf(down)) ? 'across' : 'down'
  const layout = direction === 'across' ? across : down
  const wide = Math.min(1, space.width / layout.width)
  // A little smaller rather than a scroll bar for the last line; much smaller is worse than scrolling.
  const high = Math.max(READABLE, space.height / layout.height)
  return { layout, direction, scale: Math.max(SMALLEST, Math.min(wide, high)) }
}
