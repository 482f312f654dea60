/** How hard the property tests try. `npm run test:long` says so in the environment, see `setup/vitest-run.ts`. */

/** Number of random cases: `normal` in `npm test`, `long` in `npm run test:long`. */
export function runs(normal: number, long = normal * 10): number {
  return isLong(process.env) ? long : normal
}

export function isLong(env: Record<string, string | undefined>): boolean {
  return env.COUNTERSIGN_LONG === '1'
}

/** So that each part of many cases has a time limit of its own, on a busy machine as well. */
export const PARTS = [1, 2, 3]

/** Given to fast-check: each part tries cases of its own. */
export function partOf(numRuns: number, part: number): { numRuns: number; seed?: number } {
  return { numRuns: Math.ceil(numRuns / PARTS.length), ...(isLong(process.env) ? {} : { seed: part }) }
}
