/** How hard the property tests try. `npm run test:long` says so in the environment, see `setup/vitest-run.ts`. */

/** Number of random cases: `normal` in `npm test`, `long` in `npm run test:long`. */
export function runs(normal: number, long = normal * 10): number {
  return isLong(process.env) ? long : normal
}

export function isLong(env: Record<string, string | undefined>): boolean {
  return env.COUNTERSIGN_LONG === '1'
}
