/** What the decisions of some days say of the gates that asked for them: figures, and hints in plain words. Pure. */

/** One item that has come to its end. */
export interface EndedItem {
  key: string
  /** `other`: a person chose what neither approves nor refuses. */
  outcome: 'approved' | 'refused' | 'other' | 'expired'
  /** Milliseconds since 1970. */
  askedAt: number
  /** Principal id, time, and how long the item had been on screen; null: nobody decided. */
  decided: { by: string; at: number; lookedMs: number | null } | null
}

export interface Attention {
  decided: number
  approved: number
  refused: number
  expired: number
  medianMs: number | null
  hasty: number
}

/** A decision sooner than this after its item appeared is hasty, in milliseconds. */
const HASTY_MS = 2000
/** Where so many were approved and none refused, somebody may want to be asked less. */
const LOOSEN_FROM = 20
/** Hints about haste and deadlines need at least so many, and this share. */
const HASTY_FROM = 5
const HASTY_SHARE = 0.3
const EXPIRED_FROM = 4
const EXPIRED_SHARE = 0.2
/** So many approvals of one person within this time are worth a word. */
const BURST = 12
const BURST_MS = 20_000

export function measure(items: readonly EndedItem[]): Attention {
  const decided = items.flatMap((item) => (item.decided === null ? [] : [{ ...item, decided: item.decided }]))
  const count = (outcome: EndedItem['outcome']) => items.filter((item) => item.outcome === outcome).length
  return {
    decided: decided.length,
    approved: count('approved'),
    refused: count('refused'),
    expired: count('expired'),
    medianMs: median(decided.map((item) => Math.max(0, item.decided.at - item.askedAt))),
    hasty: decided.filter(({ decided: { lookedMs } }) => lookedMs !== null && lookedMs < HASTY_MS).length,
  }
}

/** Sentences that follow from the figures of one gate; most often none. */
export function hintsOf(figures: Attention, days: number): string[] {
  const { decided, approved, expired, hasty } = figures
  const asked = decided + expired
  const period = days === 1 ? 'in a day' : `in ${days} days`
  return [
    ...(approved >= LOOSEN_FROM && approved === decided
      ? [`Approved ${say(approved)} of ${say(approved)} ${period}: loosen it?`]
      : []),
    ...(hasty >= HASTY_FROM && hasty >= decided * HASTY_SHARE
      ? [`${say(hasty)} of ${say(decided)} were decided within two seconds: does it need a person?`]
      : []),
    ...(expired >= EXPIRED_FROM && expired >= asked * EXPIRED_SHARE
      ? [`${say(expired)} of ${say(asked)} were not decided in time: is the deadline too short?`]
      : []),
  ]
}

function say(count: number): string {
  return count.toLocaleString('en')
}

/** The densest moment of one person, as a sentence with its size; null: nobody approved so many at once. */
export function hasteOf(items: readonly EndedItem[]): { by: string; count: number; at: number } | null {
  const times = new Map<string, number[]>()
  for (const { outcome, decided } of items) {
    if (outcome !== 'approved' || decided === null) continue
    const own = times.get(decided.by) ?? []
    own.push(decided.at)
    times.set(decided.by, own)
  }
  let densest: { by: string; count: number; at: number } | null = null
  for (const [by, all] of times) {
    const sorted = all.toSorted((one, other) => one - other)
    let from = 0
    for (const [index, at] of sorted.entries()) {
      while (at - (sorted[from] ?? at) > BURST_MS) from += 1
      const count = index - from + 1
      if (count >= BURST && count >= (densest?.count ?? 0)) densest = { by, count, at }
    }
  }
  return densest
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
