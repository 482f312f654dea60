import { useEffect, useRef, useState } from 'react'
import { type Layout, layOut, type Structure } from './graph-layout.ts'
import { openMeasure } from './graph-measure.ts'

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
  const [made, setMade] = useState<{ key: string; layouts: GraphLayouts | null } | null>(null)
  useEffect(() => {
    let wanted = true
    async function make(): Promise<GraphLayouts> {
      const measure = await openMeasure(document)
      const [across, down] = await Promise.all([
        layOut(current.current, 'RIGHT', measure),
        layOut(current.current, 'DOWN', measure),
      ])
      return { across, down }
    }
    void make()
      .catch(() => null)
      .then((layouts) => {
        if (wanted) setMade({ key, layouts })
      })
    return () => {
      wanted = false
    }
  }, [key])
  const fits = made?.key === key
  return { layouts: fits ? made.layouts : null, failed: fits && made.layouts === null }
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
