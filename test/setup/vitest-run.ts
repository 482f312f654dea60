/** Runs vitest and reads what came of it from its JSON report. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from './found.ts'
import { runCommand } from './run-command.ts'
import { noTally, type Tally } from './tally.ts'

interface FileReport {
  name: string
  status: 'passed' | 'failed'
  assertionResults: {
    fullName: string
    status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled'
  }[]
}

/** Milliseconds after which the runner itself ends the tests: a machine half as fast as R8.5 means tells what failed, too. */
export function limitOf(options: { long: boolean }): number {
  return options.long ? 3 * 3_600_000 : 35 * 60_000
}

/** What the tests are told; property tests read it in `support/effort.ts`. */
export function environmentOf(options: { long: boolean }): Record<string, string> {
  return options.long ? { COUNTERSIGN_LONG: '1' } : {}
}

export interface VitestRun {
  long: boolean
  /** Without a build there is nothing for windows to show. */
  windows: boolean
  /** Only what imports a file that differs from the last commit. */
  changed?: boolean
  /** Files and folders; all of them if empty. */
  paths?: readonly string[]
}

/** So many files of windows are run again where they failed beside others; more are no chance. */
const MOST_AGAIN = 3
const WINDOWS = join('test', 'e2e')

/**
 * The architecture is among the checks already, unless it is asked for. In a whole run, a file of windows and browsers that
 * failed beside others runs once more, alone: a busy machine draws late. What passes then is told by its name, as unsteady.
 */
export async function runVitest(options: VitestRun): Promise<Tally> {
  const first = await runOnce(options)
  const failed = first.files.filter(({ status }) => status === 'failed').map(({ name }) => name)
  const tally = countReport(first.files)
  const again =
    tally.failed > 0 &&
    options.paths === undefined &&
    // An error outside any test belongs to no file.
    !first.output.includes('Unhandled Error') &&
    failed.length <= MOST_AGAIN &&
    failed.every((name) => relative(ROOT, name).startsWith(WINDOWS))
  if (!again) return withCode(tally, first.code)
  const second = await runOnce({ ...options, paths: failed, alone: true })
  const files = first.files.map((file) => second.files.find(({ name }) => name === file.name) ?? file)
  const steady = new Set(files.filter(({ status }) => status === 'passed').map(({ name }) => name))
  const unsteady = failed.filter((name) => steady.has(name)).map((name) => relative(ROOT, name))
  return withCode({ ...countReport(files), unsteady }, second.code)
}

/** An error outside any test, a crash of the runner, or its time limit. */
function withCode(tally: Tally, code: number): Tally {
  if (code === 0 || tally.failed > 0) return tally
  console.log(`✗ vitest ended with exit code ${code}`)
  return { ...tally, failed: 1 }
}

async function runOnce(
  options: VitestRun & { alone?: boolean },
): Promise<{ code: number; output: string; files: FileReport[] }> {
  const { changed = false, paths = [], alone = false } = options
  const folder = await mkdtemp(join(tmpdir(), 'countersign-report-'))
  const file = join(folder, 'report.json')
  const projects = options.windows ? [] : ['--project', 'unit']
  const args = [
    'run',
    ...paths,
    ...projects,
    ...(alone ? ['--maxWorkers=1'] : []),
    ...(changed ? ['--changed', '--passWithNoTests'] : []),
    ...(changed || paths.length > 0 ? [] : ['--exclude', 'test/{architecture,kinds}.test.ts']),
    '--reporter=default',
    '--reporter=json',
  ]
  try {
    const { code, output } = await runCommand(
      join(ROOT, 'node_modules/.bin/vitest'),
      [...args, `--outputFile.json=${file}`],
      {
        cwd: ROOT,
        env: { ...process.env, ...environmentOf(options) },
        timeoutMs: limitOf(options),
        live: true,
      },
    )
    return { code, output, files: await readReport(file) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readReport(file: string): Promise<FileReport[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')).testResults
  } catch {
    return []
  }
}

function countReport(files: readonly FileReport[]): Tally {
  const tally = noTally()
  for (const result of files) {
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

/**
 * A title carries its reason: `… (skipped: There is no display.) …`, see `support/needs.ts`.
 * The reason goes to the parenthesis that closes it; it may have others in it.
 */
export function readSkipped(title: string): Tally['skipped'][number] {
  const start = title.indexOf('(skipped: ')
  if (start < 0) return { title, why: 'no reason was given' }
  let depth = 0
  let end = start
  do {
    if (title[end] === '(') depth += 1
    if (title[end] === ')') depth -= 1
    end += 1
  } while (depth > 0 && end < title.length)
  const why = title.slice(start + '(skipped: '.length, depth === 0 ? end - 1 : end)
  return { title: `${title.slice(0, start).trimEnd()}${title.slice(end)}`, why }
}
