/** Which list of capabilities has each id, brought up to date by what differs: most lists stay the same objects. */
import type { Capability } from '../../model/definition.ts'

type List = readonly Capability[]

export interface ClaimedIds {
  /** Whether no id is in two of the lists, twice in one of them, or among `taken`. */
  areDistinct(taken: readonly string[], lists: readonly List[]): boolean
}

export function createClaimedIds(): ClaimedIds {
  const claims = new Map<string, List>()
  let known = new Set<List>()
  /** As long as both are there, so is their clash. */
  let clash: readonly [List, List] | null = null

  function forget(): void {
    claims.clear()
    known = new Set()
  }

  /** Null: none of these lists has an id of it. */
  function claim(list: List, lists: ReadonlySet<List>): List | null {
    for (const { id } of list) {
      const other = claims.get(id)
      if (other !== undefined && lists.has(other)) return other
      claims.set(id, list)
    }
    return null
  }

  return {
    areDistinct(taken, lists) {
      const wanted = new Set(lists.filter(({ length }) => length > 0))
      if (wanted.size < lists.filter(({ length }) => length > 0).length) return false
      if (clash?.every((list) => wanted.has(list)) === true) return false
      clash = null
      for (const list of wanted) {
        const other = known.has(list) ? null : claim(list, wanted)
        if (other === null) continue
        clash = [list, other]
        forget()
        return false
      }
      // Most ids of a list that was there before are in the one that stands for it now, and are not taken out.
      for (const list of known) {
        if (wanted.has(list)) continue
        for (const { id } of list) if (claims.get(id) === list) claims.delete(id)
      }
      known = wanted
      return !taken.some((id) => claims.has(id))
    },
  }
}
