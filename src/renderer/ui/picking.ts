/** Which rows of a long list are picked, as a person picks them: one, many, a range, all. Pure. */

export interface Picking {
  picked: ReadonlySet<string>
  /** Where a range begins. */
  anchor: string | null
}

export const NOTHING_PICKED: Picking = { picked: new Set(), anchor: null }

export function toggle({ picked }: Picking, key: string): Picking {
  const next = new Set(picked)
  if (!next.delete(key)) next.add(key)
  return { picked: next, anchor: key }
}

/** From the anchor to here, beside what was picked; without an anchor, this one. */
export function extend({ picked, anchor }: Picking, keys: readonly string[], to: string): Picking {
  const [from, end] = [keys.indexOf(anchor ?? to), keys.indexOf(to)]
  if (end < 0) return { picked, anchor }
  const begin = from < 0 ? end : from
  const range = keys.slice(Math.min(begin, end), Math.max(begin, end) + 1)
  return { picked: new Set([...picked, ...range]), anchor: anchor ?? to }
}

/** All of these, or none where all are. */
export function toggleAll({ picked, anchor }: Picking, keys: readonly string[]): Picking {
  const isAll = keys.length > 0 && keys.every((key) => picked.has(key))
  if (!isAll) return { picked: new Set([...picked, ...keys]), anchor }
  const gone = new Set(keys)
  return { picked: new Set([...picked].filter((key) => !gone.has(key))), anchor: null }
}
