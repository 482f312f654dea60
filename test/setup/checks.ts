/** What `npm run check` checks: types, lint and format, dead code, layers and kinds. Each counts as one test. */
import { join } from 'node:path'
import { ROOT } from './found.ts'
import { runCommand } from './run-command.ts'
import { noTally, type Tally } from './tally.ts'

const CHECKS: { name: string; command: string; args: string[] }[] = [
  // What it has found is kept in node_modules/.cache, so that the next time takes a second.
  {
    name: 'types',
    command: 'node',
    args: [join(ROOT, 'node_modules/typescript-7/bin/tsc'), ...['-p', 'tsconfig.json', '--checkers', '2']],
  },
  {
    name: 'lint and format',
    command: 'biome',
    args: ['check', '--error-on-warnings', '--max-diagnostics=50'],
  },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  {
    name: 'architecture',
    command: 'vitest',
    args: ['run', '--project', 'unit', 'test/architecture.test.ts', 'test/kinds.test.ts', '--reporter=dot'],
  },
]

/** All at once: each leaves a core idle for a part of its time. */
export async function runChecks(): Promise<Tally> {
  const tally = noTally()
  await Promise.all(
    CHECKS.map(async (check) => {
      const started = Date.now()
      const result = await runCommand(join(ROOT, 'node_modules/.bin', check.command), check.args, {
        cwd: ROOT,
        // The compiler of the types is a Go program and needs nearly all that it makes until its end: it is told to look
        // less often for what can be thrown away, which is a tenth of its processor time.
        env: { ...process.env, NO_COLOR: '1', GOGC: '400' },
        timeoutMs: 300_000,
      })
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      if (result.code === 0) tally.passed += 1
      else tally.failed += 1
      console.log(
        result.code === 0 ? `✓ ${check.name} (after ${seconds} s)` : `✗ ${check.name}\n${result.output}`,
      )
    }),
  )
  return tally
}
