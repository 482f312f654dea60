/**
 * The one command: `npm test` sets up, checks, builds and runs every test; `npm run check` only checks;
 * `npm run test:long` runs the tests with their full counts. `npm test -- PATH …` runs the tests in these files and
 * folders, `npm test -- --changed` those that import what differs from the last commit; both check nothing, and build
 * only for tests of whole windows. The last line counts everything that ran.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { runChecks } from './setup/checks.ts'
import { ROOT } from './setup/found.ts'
import { prepare } from './setup/prepare.ts'
import { runCommand } from './setup/run-command.ts'
import { addTally, noTally, sayTally, type Tally } from './setup/tally.ts'
import { runVitest } from './setup/vitest-run.ts'

const [mode = 'all', ...rest] = process.argv.slice(2)

async function run(): Promise<number> {
  if (mode === 'check') return sayTally(await runChecks())
  if (mode === 'all' || mode === 'long') {
    await prepare()
    const checked = await runChecks()
    const built = await build()
    // Each worker of the tests would make them.
    if (built.failed === 0) await (await import('./support/programs.ts')).makePrograms()
    return sayTally(
      addTally(checked, built, await runVitest({ long: mode === 'long', windows: built.failed === 0 })),
    )
  }
  const changed = mode === '--changed'
  const paths = changed ? rest : [mode, ...rest]
  const unknown = paths.find((path) => !existsSync(path))
  if (unknown !== undefined) {
    console.error(
      `There is no file or folder "${unknown}". Say \`npm test\`, \`npm test -- PATH …\` or \`npm test -- --changed\`.`,
    )
    return 2
  }
  await prepare()
  const windows = paths.some((path) => relative(ROOT, resolve(path)).startsWith(join('test', 'e2e')))
  const built = windows ? await build() : noTally()
  return sayTally(addTally(built, await runVitest({ long: false, windows, changed, paths })))
}

async function build(): Promise<Tally> {
  const result = await runCommand(
    join(ROOT, 'node_modules/.bin/electron-vite'),
    ['build', '--logLevel', 'warn'],
    {
      cwd: ROOT,
      timeoutMs: 300_000,
    },
  )
  console.log(result.code === 0 ? '✓ build' : `✗ build\n${result.output}`)
  return { ...noTally(), passed: result.code === 0 ? 1 : 0, failed: result.code === 0 ? 0 : 1 }
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
