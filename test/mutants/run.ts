/**
 * `npm run -s mutants -- FOLDER … [--count N --seed N] [--keep FOLDER]`: which small changes of the source no test
 * notices. All of them are in one source, each behind a switch, so that a test runs again for each without being loaded
 * again; first the quickest tests, then, for what is left, the others. What is reached only while sources are loaded
 * (tables, constants) is tried in a process of its own. Tests that start the product as a process do not count.
 * `--count` takes so many by lot, the same for the same seed; `--keep` goes on where a run with that folder stopped.
 * One JSON line for each that nothing noticed; the last line counts.
 */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCommand } from '../setup/run-command.ts'
import { createRandom } from '../simulation/random.ts'
import { instrument, type Mutant } from './mutations.ts'
import type { Current, Finding, Plan } from './runner.ts'

const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/.bin/vitest')
const FOLDERS = ['src/main/model', 'src/main/workflow', 'src/main/runtime', 'src/main/store']
/** The quickest first: what they notice, the others need not try. */
const FIRST = ['model', 'workflow', 'store', 'config', 'search', 'runtime', 'orchestrator']
/** They read or build the sources, or have a window. */
const LEFT_OUT = ['e2e', 'bench', 'release', 'renderer', 'updates', 'screens', 'setup', 'shell', 'cli']

const PASSES: readonly Omit<Plan, 'alive'>[] = [
  { testMs: 60, budgetMs: 1_500 },
  { testMs: 600, budgetMs: 5_000 },
  { testMs: 30_000, budgetMs: 60_000 },
]
/** A try that takes so much longer than its test may has no end of its own; the first of a file loads its sources. */
const HANGS_AFTER_MS = 6_000
const FIRST_TRY_MS = 60_000
const MOST_RESTARTS = 30
/** So many test files are asked about a change that counts only while sources are loaded. */
const FILES_FOR_LOADED = 8

interface State {
  folder: string
  mutants: Mutant[]
  /** Ids, with what noticed them. */
  noticed: Map<number, string>
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      count: { type: 'string' },
      seed: { type: 'string', default: '1' },
      keep: { type: 'string' },
    },
  })
  const unknown = positionals.find((folder) => !FOLDERS.includes(folder))
  if (unknown !== undefined || positionals.length === 0) {
    console.error(`Say one or more of: ${FOLDERS.join(', ')}.`)
    return 2
  }
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'countersign-mutants-'))
  mkdirSync(folder, { recursive: true })
  const { mutants, sources } = instrumentAll()
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources))
  const state: State = { folder: resolve(folder), mutants, noticed: readNoticed(folder) }
  const ofFolders = mutants.filter(({ file }) => positionals.some((name) => file.startsWith(`${name}/`)))
  const wanted =
    values.count === undefined ? ofFolders : draw(ofFolders, Number(values.count), Number(values.seed))
  const chapters = groupTestFiles()
  for (const pass of PASSES)
    for (const [chapter, files] of chapters)
      await runPass(state, wanted, files, pass, `pass-${pass.testMs}-${chapter}`)
  await tryLoaded(state, wanted)
  printSurvivors(state, wanted)
  if (values.keep === undefined) rmSync(folder, { recursive: true })
  return 0
}

function instrumentAll(): { mutants: Mutant[]; sources: Record<string, string> } {
  const mutants: Mutant[] = []
  const sources: Record<string, string> = {}
  for (const file of FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }).sort())) {
    const made = instrument(file, readFileSync(join(ROOT, file), 'utf8'), mutants.length)
    sources[file] = made.text
    mutants.push(...made.mutants)
  }
  return { mutants, sources }
}

function draw(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = createRandom(seed)
  const left = [...mutants]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat()
}

function listFindings(folder: string): Finding[] {
  const path = join(folder, 'findings.jsonl')
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

function addFinding(folder: string, finding: Finding): void {
  appendFileSync(join(folder, 'findings.jsonl'), `${JSON.stringify(finding)}\n`)
}

function readNoticed(folder: string): Map<number, string> {
  return new Map(
    listFindings(folder).flatMap((finding) =>
      finding.kind === 'noticed' ? [[finding.id, `${finding.file} > ${finding.test}`] as const] : [],
    ),
  )
}

/** Until each test file has run to its end, in as many processes as that takes. */
async function runPass(
  state: State,
  wanted: readonly Mutant[],
  files: readonly string[],
  pass: Omit<Plan, 'alive'>,
  name: string,
): Promise<void> {
  const donePath = join(state.folder, `${name}.json`)
  const done = new Set<string>(existsSync(donePath) ? JSON.parse(readFileSync(donePath, 'utf8')) : [])
  for (let restarts = 0; restarts < MOST_RESTARTS + files.length; restarts += 1) {
    const left = files.filter((file) => !done.has(file))
    const alive = wanted.map(({ id }) => id).filter((id) => !state.noticed.has(id))
    if (left.length === 0 || alive.length === 0) return
    console.error(`${name}: ${alive.length} left of ${wanted.length}, ${left.length} test files`)
    const plan: Plan = { ...pass, alive }
    writeFileSync(join(state.folder, 'plan.json'), JSON.stringify(plan))
    const before = listFindings(state.folder).length
    const hangsAfterMs = HANGS_AFTER_MS + 3 * pass.testMs
    const { broken } = await runTests(state.folder, left, hangsAfterMs)
    if (broken !== null && broken.id !== null) {
      // Alone, since what hangs may have been left behind by one before it.
      writeFileSync(join(state.folder, 'plan.json'), JSON.stringify({ ...pass, alive: [broken.id] }))
      const again = await runTests(state.folder, [broken.file], hangsAfterMs)
      if (again.broken?.id === broken.id)
        addFinding(state.folder, { kind: 'noticed', id: broken.id, file: broken.file, test: broken.test })
    }
    const found = listFindings(state.folder).slice(before)
    for (const finding of found) if (finding.kind === 'done') done.add(finding.file)
    state.noticed = readNoticed(state.folder)
    // A file that got nowhere would get nowhere again.
    if (broken !== null && !found.some(({ kind }) => kind === 'noticed' || kind === 'done')) {
      console.error(`${name}: ${broken.file} is left out`)
      done.add(broken.file)
    }
    if (broken === null && !found.some(({ kind }) => kind === 'done')) return
    writeFileSync(donePath, JSON.stringify([...done]))
  }
}

/** By folder of `test`, in the order in which they are tried. */
function groupTestFiles(): [string, string[]][] {
  const groups = new Map<string, string[]>(FIRST.map((name) => [name, []]))
  for (const file of globSync('test/*/**/*.test.ts', { cwd: ROOT }).sort()) {
    const chapter = file.split('/')[1] ?? ''
    if (!LEFT_OUT.includes(chapter)) groups.set(chapter, [...(groups.get(chapter) ?? []), file])
  }
  return [...groups]
}

/** `broken`: where it was when it hung or died. */
async function runTests(
  folder: string,
  files: readonly string[],
  hangsAfterMs: number,
): Promise<{ broken: Current | null }> {
  const currentPath = join(folder, 'current.json')
  rmSync(currentPath, { force: true })
  const child = spawn(VITEST, ['run', '--config', 'test/mutants/vitest.config.ts', ...files], {
    cwd: ROOT,
    env: { ...process.env, COUNTERSIGN_MUTANTS: folder },
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  let seen = ''
  let since = Date.now()
  let hung = false
  while (!isOver) {
    await Promise.race([ended, wait(2_000)])
    const now = existsSync(currentPath) ? readFileSync(currentPath, 'utf8') : ''
    if (now !== seen) [seen, since] = [now, Date.now()]
    const patience = seen.includes('"id":null') ? FIRST_TRY_MS + hangsAfterMs : hangsAfterMs
    if (!isOver && seen !== '' && Date.now() - since > patience && child.pid !== undefined) {
      hung = true
      process.kill(-child.pid, 'SIGKILL')
      await ended
    }
  }
  if (seen === '') return { broken: null }
  const current: Current = JSON.parse(seen)
  const isDone = listFindings(folder).some(
    (finding) => finding.kind === 'done' && finding.file === current.file,
  )
  if (isDone && !hung) return { broken: null }
  return { broken: current }
}

/** Those that no test reaches while it runs, but whose file it loads. */
async function tryLoaded(state: State, wanted: readonly Mutant[]): Promise<void> {
  const inside = new Map<string, Set<number>>()
  const outside = new Set<number>()
  const byTests = new Set<number>()
  for (const finding of listFindings(state.folder)) {
    if (finding.kind !== 'reached') continue
    inside.set(finding.file, new Set([...(inside.get(finding.file) ?? []), ...finding.inside]))
    for (const id of finding.outside) outside.add(id)
    for (const id of finding.inside) byTests.add(id)
  }
  const triedPath = join(state.folder, 'loaded.json')
  const tried = new Set<number>(existsSync(triedPath) ? JSON.parse(readFileSync(triedPath, 'utf8')) : [])
  const isLoaded = (id: number) => outside.has(id) && !byTests.has(id)
  const left = wanted.filter(({ id }) => isLoaded(id) && !state.noticed.has(id) && !tried.has(id))
  console.error(`loaded: ${left.length} are reached only while sources are loaded`)
  for (const { id, file } of left) {
    const siblings = state.mutants.filter((other) => other.file === file)
    const files = [...inside]
      .map(([path, ids]) => ({ path, count: siblings.filter((other) => ids.has(other.id)).length }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count)
      .slice(0, FILES_FOR_LOADED)
      .map(({ path }) => path)
    tried.add(id)
    writeFileSync(triedPath, JSON.stringify([...tried]))
    if (files.length === 0) continue
    const { code } = await runCommand(
      VITEST,
      ['run', '--config', 'test/mutants/vitest.config.ts', '--bail', '1', ...files],
      {
        cwd: ROOT,
        env: { ...process.env, COUNTERSIGN_MUTANTS: state.folder, COUNTERSIGN_MUTANT: String(id) },
        timeoutMs: 120_000,
      },
    )
    if (code === 0) continue
    addFinding(state.folder, { kind: 'noticed', id, file: files.join(' '), test: 'while sources are loaded' })
    state.noticed.set(id, files.join(' '))
  }
}

function printSurvivors(state: State, wanted: readonly Mutant[]): void {
  const reached = new Set(
    listFindings(state.folder).flatMap((finding) =>
      finding.kind === 'reached' ? [...finding.inside, ...finding.outside] : [],
    ),
  )
  const survivors = wanted.filter(({ id }) => !state.noticed.has(id))
  for (const { id, ...place } of survivors)
    console.log(JSON.stringify({ ...place, isReached: reached.has(id) }))
  const unreached = survivors.filter(({ id }) => !reached.has(id)).length
  console.log(JSON.stringify({ mutants: wanted.length, survivors: survivors.length, unreached }))
}

process.exitCode = await run(process.argv.slice(2))
