/** Runs vitest and reads what came of it from its JSON report. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from './found.ts'
import { runCommand } from './run-command.ts'
import { noTally, type Tally } from './tally.ts'

interface Report {
  testResults: {
    name: string
    status: 'passed' | 'failed'
    message: string
    assertionResults: {
      fullName: string
      status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled'
    }[]
  }[]
}

/** The architecture is among the checks already; without a build there is nothing for windows to show. */
export async function runVitest(options: { long: boolean; windows: boolean }): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-report-'))
  const file = join(folder, 'report.json')
  const projects = options.windows ? [] : ['--project', 'unit']
  const args = [
    'run',
    ...projects,
    '--exclude',
    'test/architecture.test.ts',
    '--reporter=default',
    '--reporter=json',
  ]
  try {
    const result = await runCommand(
      join(ROOT, 'node_modules/.bin/vitest'),
      [...args, `--outputFile.json=${file}`],
      {
        cwd: ROOT,
        env: { ...process.env, ...(options.long ? { COUNTERSIGN_LONG: '1' } : {}) },
        timeoutMs: options.long ? 3 * 3_600_000 : 25 * 60_000,
        live: true,
      },
    )
    const tally = countReport(await readReport(file))
    // An error outside any test, a crash of the runner, or its time limit.
    if (result.code !== 0 && tally.failed === 0) {
      console.log(`✗ vitest ended with exit code ${result.code}`)
      tally.failed += 1
    }
    return tally
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readReport(file: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report
  } catch {
    return { testResults: [] }
  }
}

function countReport(report: Report): Tally {
  const tally = noTally()
  for (const result of report.testResults) {
    const name = relative(ROOT, result.name)
    let failedHere = 0
    for (const test of result.assertionResults) {
      if (test.status === 'passed') tally.passed += 1
      else if (test.status === 'failed') failedHere += 1
      else tally.skipped.push(readSkipped(`${name}: ${test.fullName.trim()}`))
    }
    // The file itself could not run, or a hook of it failed.
    if (result.status === 'failed' && failedHere === 0) failedHere = 1
    tally.failed += failedHere
  }
  return tally
}

/** A title carries its reason: `… (skipped: There is no display.) …`, see `support/needs.ts`. */
function readSkipped(title: string): Tally['skipped'][number] {
  const [whole, why] = / ?\(skipped: ([^)]*)\)/.exec(title) ?? ['', 'no reason was given']
  return { title: title.replace(whole, ''), why: why ?? '' }
}
