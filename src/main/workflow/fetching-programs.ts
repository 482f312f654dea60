/** What a command starts by name, and whether it fetches what it runs. Pure. */

export type PackageSource = 'npm' | 'PyPI' | 'container'

/** Programs that fetch what they run, with the words that make them; null: always. */
const FETCHING: Record<string, { from: PackageSource; words: readonly string[] | null }> = {
  npx: { from: 'npm', words: null },
  pnpx: { from: 'npm', words: null },
  bunx: { from: 'npm', words: null },
  npm: { from: 'npm', words: ['exec', 'x'] },
  pnpm: { from: 'npm', words: ['dlx'] },
  yarn: { from: 'npm', words: ['dlx'] },
  bun: { from: 'npm', words: ['x'] },
  uvx: { from: 'PyPI', words: null },
  pipx: { from: 'PyPI', words: ['run'] },
  uv: { from: 'PyPI', words: ['tool', 'run'] },
  docker: { from: 'container', words: ['run'] },
  podman: { from: 'container', words: ['run'] },
}

/** Without its folder and its ending; systems that have such endings do not tell cases apart. */
export function programOf(command: string): string {
  return command
    .replace(/^.*[\\/]/, '')
    .replace(/\.(cmd|exe|bat|ps1)$/i, '')
    .toLowerCase()
}

/** Where this program fetches from, if it fetches. Null: it runs what is on this machine already. */
export function sourceOf(program: string): PackageSource | null {
  return Object.hasOwn(FETCHING, program) ? (FETCHING[program]?.from ?? null) : null
}

/** Where what it runs is fetched from. Null: from nowhere. */
export function fetchesFrom(program: string, args: readonly string[]): PackageSource | null {
  const words = FETCHING[program]?.words
  return words?.some((word) => args.includes(word)) === false ? null : sourceOf(program)
}
