/**
 * The one command: `npm test` sets up, checks, builds and runs every test; `npm run check` only checks;
 * `npm run test:long` runs the tests with their full counts. The last line counts everything that ran.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './setup/checks.ts'
import { ROOT } from './setup/found.ts'
import { prepare } from './setup/prepare.ts'
import { runCommand } from './setup/run-command.ts'
import { addTally, noTally, sayTally } from './setup/tally.ts'
import { runVitest } from './setup/vitest-run.ts'

const mode = process.argv[2] ?? 'all'

async function run(): Promise<number> {
  if (!['all', 'check', 'long'].includes(mode)) {
    console.error(`There is no mode "${mode}". Say \`node test/run.ts\`, \`… check\` or \`… long\`.`)
    return 2
  }
  let tally = noTally()
  const found = mode === 'check' ? null : await prepare()
  tally = addTally(tally, await runChecks())
  if (found) {
    const built = await build()
    tally = addTally(tally, { ...noTally(), passed: built ? 1 : 0, failed: built ? 0 : 1 })
    tally = addTally(tally, await runVitest({ long: mode === 'long', windows: built }))
  }
  return sayTally(tally)
}

async function build(): Promise<boolean> {
  const result = await runCommand(
    join(ROOT, 'node_modules/.bin/electron-vite'),
    ['build', '--logLevel', 'warn'],
    {
      cwd: ROOT,
      timeoutMs: 300_000,
    },
  )
  console.log(result.code === 0 ? '✓ build' : `✗ build\n${result.output}`)
  return result.code === 0
}

const pinned = join(ROOT, 'node_modules/node/bin/node')
if (Number(process.versions.node.split('.')[0]) < 24 && existsSync(pinned)) {
  process.exitCode =
    spawnSync(pinned, process.argv.slice(1), { stdio: 'inherit', cwd: ROOT, env: process.env }).status ?? 1
} else {
  // Whatever the tests start finds the pinned Node first.
  process.env.PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH ?? ''}`
  process.chdir(ROOT)
  process.exitCode = await run()
}
