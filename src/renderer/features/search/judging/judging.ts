import type { CatalogItem, JudgingPool } from '../../../../preload/contract.ts'

/** 3: exactly right · 2: right · 1: helps · 0: wrong. */
export type Grade = 0 | 1 | 2 | 3
export const GRADES = [3, 2, 1, 0] as const

export interface Candidate {
  item: CatalogItem
  /** Null: not judged. */
  grade: Grade | null
}

/** One query while it is judged. */
export interface JudgingState {
  /** In the order in which they came, which says nothing. */
  candidates: Candidate[]
  /** Place of the one that is looked at. */
  at: number
  /** What was there before each grade, the latest last. */
  past: { id: string; before: Grade | null; at: number }[]
}

/** The first that is not judged is looked at first. Pure. */
export function beginJudging(pool: JudgingPool['candidates']): JudgingState {
  const candidates = pool.map(({ item, grade }) => ({ item, grade: readGrade(grade) }))
  const open = candidates.findIndex(({ grade }) => grade === null)
  return { candidates, at: Math.max(0, open), past: [] }
}

/** Grades one and goes on to the next that is not judged. The same grade again takes it away, and stays. Pure. */
export function gradeOne(judging: JudgingState, place: number, grade: Grade): JudgingState {
  const candidate = judging.candidates[place]
  if (candidate === undefined) return judging
  const next = candidate.grade === grade ? null : grade
  const candidates = judging.candidates.with(place, { ...candidate, grade: next })
  const past = [...judging.past, { id: candidate.item.id, before: candidate.grade, at: place }]
  return { candidates, past, at: next === null ? place : nextOpen(candidates, place) }
}

/** Past the one that is looked at, as it is, to the next that is not judged. Pure. */
export function skipOne(judging: JudgingState): JudgingState {
  return { ...judging, at: nextOpen(judging.candidates, judging.at) }
}

export function lookAt(judging: JudgingState, place: number): JudgingState {
  return { ...judging, at: Math.min(judging.candidates.length - 1, Math.max(0, place)) }
}

/** As it was before the latest grade, which is looked at again. Pure. */
export function takeBack(judging: JudgingState): JudgingState {
  const latest = judging.past.at(-1)
  if (latest === undefined) return judging
  const place = judging.candidates.findIndex(({ item }) => item.id === latest.id)
  const candidate = judging.candidates[place]
  const past = judging.past.slice(0, -1)
  if (candidate === undefined) return { ...judging, past }
  return {
    candidates: judging.candidates.with(place, { ...candidate, grade: latest.before }),
    past,
    at: place,
  }
}

/** One more, which the search has not found, as an exactly right answer; one that is there is looked at. Pure. */
export function addAnswer(judging: JudgingState, item: CatalogItem): JudgingState {
  const place = judging.candidates.findIndex((candidate) => candidate.item.id === item.id)
  if (place >= 0) return lookAt(judging, place)
  const candidates = [...judging.candidates, { item, grade: 3 as const }]
  const at = candidates.length - 1
  return { candidates, at, past: [...judging.past, { id: item.id, before: null, at }] }
}

/** Grades as they are kept. What is judged already and is no candidate stays as it is. Pure. */
export function gradesOf(
  judging: JudgingState,
  kept: Readonly<Record<string, number>>,
): Record<string, number> {
  const grades = new Map(Object.entries(kept))
  for (const { item, grade } of judging.candidates) {
    if (grade === null) grades.delete(item.id)
    else grades.set(item.id, grade)
  }
  return Object.fromEntries(grades)
}

/** How many have a grade. Pure. */
export function countJudged({ candidates }: JudgingState): number {
  return candidates.filter(({ grade }) => grade !== null).length
}

/** The next without a grade after a place, from the start again at the end; the place after it if there is none. */
function nextOpen(candidates: readonly Candidate[], place: number): number {
  for (let step = 1; step <= candidates.length; step += 1) {
    const next = (place + step) % candidates.length
    if (next !== place && candidates[next]?.grade === null) return next
  }
  return Math.min(candidates.length - 1, place + 1)
}

function readGrade(grade: number | null): Grade | null {
  return GRADES.find((known) => known === grade) ?? null
}

/** Queries in an order that says nothing. `random`: from 0 to 1. Pure but for it. */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items]
  for (let place = shuffled.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1))
    const [one, two] = [shuffled[place], shuffled[other]]
    if (one === undefined || two === undefined) continue
    shuffled[place] = two
    shuffled[other] = one
  }
  return shuffled
}
