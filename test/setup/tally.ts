/** How many tests passed, failed or were skipped, over all runners. */
export interface Tally {
  passed: number
  failed: number
  skipped: { title: string; why: string }[]
  /** Files that failed beside others and passed alone. */
  unsteady: string[]
}

export function noTally(): Tally {
  return { passed: 0, failed: 0, skipped: [], unsteady: [] }
}

export function addTally(...tallies: Tally[]): Tally {
  const sum = (count: (tally: Tally) => number) => tallies.reduce((total, tally) => total + count(tally), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: tallies.flatMap(({ skipped }) => skipped),
    unsteady: tallies.flatMap(({ unsteady }) => unsteady),
  }
}

/** Prints what was skipped and why, then the one closing line. Returns the exit code. */
export function sayTally(tally: Tally): number {
  for (const { title, why } of tally.skipped) console.log(`skipped: ${title}: ${why}`)
  for (const file of tally.unsteady)
    console.log(`unsteady: ${file}: it failed beside others and passed alone`)
  const unsteady = tally.unsteady.length > 0 ? `, ${tally.unsteady.length} unsteady` : ''
  const skipped = tally.skipped.length > 0 ? `, ${tally.skipped.length} skipped` : ''
  console.log(`${tally.passed} passed, ${tally.failed} failed${unsteady}${skipped}`)
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1
}
