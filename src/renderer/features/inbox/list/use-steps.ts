/** Moving through the list: no step is lost while a page is on its way, or when what was selected has gone. */
import { type RefObject, useEffect, useRef } from 'react'
import { type Rows, stepPlace } from './rows.ts'

export function useSteps(
  rows: Rows,
  selected: string | null,
  go: (id: string | null, held?: boolean) => void,
  focusing: RefObject<string | null>,
) {
  const place = selected === null ? -1 : rows.placeOf(selected)
  /** Where the selection is, or was when it was last seen in the list. */
  const known = useRef<number | null>(null)
  /** Where steps lead whose item is on its way. */
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (selected === null) known.current = null
    else if (place !== -1) known.current = place
  }, [selected, place])

  function arrive(to: number, id: string, held: boolean): void {
    wanted.current = null
    known.current = to
    focusing.current = id
    go(id, held)
  }
  function move(by: number, held: boolean): void {
    const at = wanted.current ?? known.current
    const gone = wanted.current === null && selected !== null && place === -1
    const to = stepPlace(rows, at === null ? null : { place: at, gone }, by)
    if (to === null) return
    const item = rows.at(to)
    if (item !== undefined) {
      arrive(to, item.id, held)
      return
    }
    wanted.current = to
    rows
      .fetch(to)
      .then((found) => {
        if (wanted.current === to && found !== null) arrive(to, found.id, held)
      })
      .catch(() => {
        wanted.current = null
      })
  }
  /** The nearest that stays, below first, when these leave the list; nothing if the selection is none of them. */
  function leave(ids: readonly string[]): void {
    if (selected === null || !ids.includes(selected)) return
    const from = known.current ?? 0
    const below = Array.from({ length: ids.length + 1 }, (_, step) => from + 1 + step)
    const above = Array.from({ length: ids.length + 1 }, (_, step) => from - 1 - step)
    const next = [...below, ...above]
      .flatMap((candidate) => rows.at(candidate)?.id ?? [])
      .find((id) => !ids.includes(id))
    if (next !== undefined) focusing.current = next
    go(next ?? null)
  }
  return { move, leave }
}
