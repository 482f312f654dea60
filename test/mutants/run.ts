/**
 * `npm run -s mutants -- FOLDER … [--count N --seed N] [--keep FOLDER]`: which small changes of the source no test
 * notices. All of them are in one source, each behind a switch, so that a test runs again for each without being loaded
 * again. Each test runs once, which shows what it reaches, and quick ones try that at once; then what is left is tried
 * by the other tests that reach it, quickest first. What is left then is written into a copy of the sources, one at a
 * time, where the files that reach it run as they always do: no module remembers what was before.
 * `--count` takes so many by lot, the same for the same seed; `--keep` goes on where a run with that folder stopped.
 * One JSON line for each that nothing noticed; the last line counts. `npm run -s mutants -- --id ID TEST …` tries one
 * of them by test files of your choice: those that start the product as a process reach more than is known here.
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
import { createRandom } from '../support/random.ts'
import { copySources, findFailing } from './copy.ts'
import { instrument, type Mutant } from './mutations.ts'
import type { Current, Finding, Plan } from './runner.ts'

const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/.bin/vitest')
const FOLDERS = ['src/main/model', 'src/main/workflow', 'src/main/runtime', 'src/main/store']
/** The nearest first: what they notice, the others need not try. */
const FIRST = ['model', 'workflow', 'store', 'config', 'search', 'runtime', 'orchestrator', 'simulation']
/** They build the sources, start them as processes, or have a window. */
const LEFT_OUT = ['e2e', 'bench', 'release', 'screens', 'setup', 'shell', 'cli']
/** In processes there are no switches. */
const STARTS_PROCESSES = /programOf\(|makePrograms\(|gateway-process/

const QUICK: Omit<Plan, 'alive'> = { tries: null, testMs: 60, budgetMs: 1_500 }
/** So many milliseconds of tests for each that is left, the quickest first. */
const BUDGETS_MS = [4_000, 20_000]
/** The same for what runs by itself. */
const ALONE_MS = 20_000
/** Beyond what a test may take. */
const HANGS_AFTER_MS = 6_000
const MOST_RESTARTS = 30
/** A mutant is noticed when the same test has failed so often with it; it has passed without it between. */
const FAILURES = 2
const UNLIMITED = Number.MAX_SAFE_INTEGER

interface Ran {
  file: string
  ms: number
  reaches: ReadonlySet<number>
}

/** What is known of a run so far, from its folder. */
interface State {
  folder: string
  mutants: Mutant[]
  /** By the ids of tests. */
  ran: Map<string, Ran>
  /** By test file: what it reaches besides its tests. */
  besides: Map<string, ReadonlySet<number>>
  /** Pairs of a mutant and a test. */
  tried: Set<string>
  failures: Map<string, number>
  /** What noticed it, by its id. */
  noticed: Map<number, string>
  /** How much of the findings has been read. */
  read: number
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      count: { type: 'string' },
      seed: { type: 'string', default: '1' },
      keep: { type: 'string' },
      id: { type: 'string' },
    },
  })
  const { mutants, sources } = instrumentAll()
  if (values.id !== undefined) return await tryOne(mutants, Number(values.id), positionals)
  const isKnown = (folder: string) => FOLDERS.some((known) => `${folder}/`.startsWith(`${known}/`))
  if (positionals.length === 0 || !positionals.every(isKnown)) {
    console.error(`Say one or more of: ${FOLDERS.join(', ')}, or a folder in one of them.`)
    return 2
  }
  const folder = resolve(values.keep ?? mkdtempSync(join(tmpdir(), 'countersign-mutants-')))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources))
  const state: State = {
    folder,
    mutants,
    ran: new Map(),
    besides: new Map(),
    tried: new Set(),
    failures: new Map(),
    noticed: new Map(),
    read: 0,
  }
  learn(state)
  const ofFolders = mutants.filter(({ file }) => positionals.some((name) => file.startsWith(`${name}/`)))
  const wanted =
    values.count === undefined ? ofFolders : draw(ofFolders, Number(values.count), Number(values.seed))
  for (const [chapter, files] of groupTestFiles()) await runQuick(state, wanted, chapter, files)
  for (const budgetMs of BUDGETS_MS) await runReaching(state, wanted, budgetMs)
  await tryAlone(state, wanted)
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

/** Reads what was found since the last time; answers how many findings that were. */
function learn(state: State): number {
  const path = join(state.folder, 'findings.jsonl')
  const lines = existsSync(path) ? readFileSync(path, 'utf8').slice(state.read) : ''
  state.read += lines.length
  const findings: Finding[] = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  for (const found of findings) {
    if (found.kind === 'ran')
      state.ran.set(found.test, { file: found.file, ms: found.ms, reaches: new Set(found.reaches) })
    if (found.kind === 'done') state.besides.set(found.file, new Set(found.reaches))
    if (found.kind === 'tried') state.tried.add(`${found.id} ${found.test}`)
    if (found.kind === 'failed') {
      const pair = `${found.id} ${found.test}`
      const count = (state.failures.get(pair) ?? 0) + 1
      state.failures.set(pair, count)
      if (count >= FAILURES) state.noticed.set(found.id, `${found.file} > ${found.title}`)
    }
  }
  return findings.length
}

function addFinding(folder: string, finding: Finding): void {
  appendFileSync(join(folder, 'findings.jsonl'), `${JSON.stringify(finding)}\n`)
}

function idsLeft(state: State, wanted: readonly Mutant[]): number[] {
  return wanted.map(({ id }) => id).filter((id) => !state.noticed.has(id))
}

/** By folder of `test`, in the order in which they are tried. */
function groupTestFiles(): [string, string[]][] {
  const groups = new Map<string, string[]>(FIRST.map((name) => [name, []]))
  for (const file of globSync('test/*/**/*.test.ts', { cwd: ROOT }).sort()) {
    const chapter = file.split('/')[1] ?? ''
    if (LEFT_OUT.includes(chapter) || STARTS_PROCESSES.test(readFileSync(join(ROOT, file), 'utf8'))) continue
    groups.set(chapter, [...(groups.get(chapter) ?? []), file])
  }
  return [...groups]
}

/** Until each test file has run to its end, in as many processes as that takes. */
async function runQuick(
  state: State,
  wanted: readonly Mutant[],
  chapter: string,
  files: readonly string[],
): Promise<void> {
  for (let restarts = 0; restarts < MOST_RESTARTS + files.length; restarts += 1) {
    const left = files.filter((file) => !state.besides.has(file))
    const alive = idsLeft(state, wanted)
    if (left.length === 0 || alive.length === 0) return
    console.error(`${chapter}: ${alive.length} left of ${wanted.length}, ${left.length} test files`)
    const stoppedAt = await runTests(state, { ...QUICK, alive }, left)
    // A file that got nowhere would get nowhere again.
    if (learn(state) > 0) continue
    const file = stoppedAt?.file ?? left[0] ?? ''
    console.error(`${chapter}: ${file} is left out`)
    state.besides.set(file, new Set())
  }
}

/** Those tests alone that reach what is left, the quickest first. */
async function runReaching(state: State, wanted: readonly Mutant[], budgetMs: number): Promise<void> {
  for (;;) {
    const alive = idsLeft(state, wanted)
    const tries = chooseTries(state, alive, budgetMs)
    const files = new Set(Object.keys(tries).map((test) => state.ran.get(test)?.file ?? ''))
    if (files.size === 0) return
    console.error(
      `${budgetMs} ms of tests: ${alive.length} left of ${wanted.length}, ${files.size} test files`,
    )
    await runTests(state, { alive, tries, testMs: UNLIMITED, budgetMs: UNLIMITED }, [...files])
    if (learn(state) === 0) return
  }
}

/** By the ids of tests: what each has not tried yet. */
function chooseTries(state: State, alive: readonly number[], budgetMs: number): Record<string, number[]> {
  const tries: Record<string, number[]> = {}
  const quickestFirst = [...state.ran].sort(([, one], [, other]) => one.ms - other.ms)
  for (const id of alive) {
    let spent = 0
    for (const [test, { ms, reaches }] of quickestFirst) {
      if (!reaches.has(id)) continue
      spent += ms
      if (spent > budgetMs) break
      if (state.tried.has(`${id} ${test}`)) continue
      tries[test] ??= []
      tries[test].push(id)
    }
  }
  return tries
}

/** Where it was when it hung or died; null if it came to its end. */
async function runTests(state: State, plan: Plan, files: readonly string[]): Promise<Current | null> {
  const { folder } = state
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
  const currentPath = join(folder, 'current.json')
  rmSync(currentPath, { force: true })
  const child = spawn(VITEST, ['run', '--config', 'test/mutants/vitest.config.ts', ...files], {
    cwd: ROOT,
    env: { ...process.env, COUNTERSIGN_MUTANTS: folder },
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  })
  let isOver = false
  let hung = false
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  void ended.then(() => {
    isOver = true
  })
  let current: Current | null = null
  let seen = ''
  let since = Date.now()
  while (!isOver) {
    await Promise.race([ended, wait(1_000)])
    const now = existsSync(currentPath) ? readFileSync(currentPath, 'utf8') : ''
    if (now !== seen && now.endsWith('}')) {
      seen = now
      since = Date.now()
      current = JSON.parse(now)
    }
    const longestMs = (current?.longestMs ?? 0) + HANGS_AFTER_MS
    if (isOver || current === null || Date.now() - since < longestMs || child.pid === undefined) continue
    hung = true
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  if (current === null || (!hung && endedWell(folder))) return current
  const { id, test, file, title } = current
  if (id !== null) addFinding(folder, { kind: 'failed', id, test, file, title })
  else {
    addFinding(folder, { kind: 'ran', file, test, ms: 0, reaches: [] })
    addFinding(folder, { kind: 'done', file, reaches: [] })
  }
  return current
}

function endedWell(folder: string): boolean {
  const lines = readFileSync(join(folder, 'findings.jsonl'), 'utf8').trimEnd()
  const last: Finding = JSON.parse(lines.slice(lines.lastIndexOf('\n') + 1))
  return last.kind === 'done' || last.kind === 'spoilt'
}

/** What is left, each in a copy of the sources. */
async function tryAlone(state: State, wanted: readonly Mutant[]): Promise<void> {
  const path = join(state.folder, 'alone.json')
  const tried = new Set<number>(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [])
  const left = wanted.filter(({ id }) => !state.noticed.has(id) && !tried.has(id))
  const files = describeFiles(state)
  const copy = copySources()
  for (const [index, mutant] of left.entries()) {
    console.error(`alone: ${left.length - index} to go`)
    const chosen = chooseFiles(state, mutant, files)
    const title = chosen.length === 0 ? null : await findFailing(copy, mutant, chosen)
    tried.add(mutant.id)
    writeFileSync(path, JSON.stringify([...tried]))
    if (title === null) continue
    for (let count = 0; count < FAILURES; count += 1)
      addFinding(state.folder, { kind: 'failed', id: mutant.id, test: 'alone', file: 'alone', title })
    learn(state)
  }
  rmSync(copy, { recursive: true })
}

interface FileReach {
  file: string
  /** Of all its tests. */
  ms: number
  inTests: Set<number>
  besides: ReadonlySet<number>
}

/** The cheapest first. */
function describeFiles(state: State): FileReach[] {
  const files = new Map<string, FileReach>()
  for (const [file, besides] of state.besides) files.set(file, { file, ms: 0, inTests: new Set(), besides })
  for (const { file, ms, reaches } of state.ran.values()) {
    const found = files.get(file)
    if (found === undefined) continue
    found.ms += ms
    for (const id of reaches) found.inTests.add(id)
  }
  return [...files.values()].sort((one, other) => one.ms - other.ms)
}

/** The cheapest whose tests reach it. What counts only while sources are loaded: those that reach most of its file. */
function chooseFiles(state: State, { id, file }: Mutant, files: readonly FileReach[]): string[] {
  const siblings = state.mutants.filter((other) => other.file === file)
  const countOf = (each: FileReach) =>
    siblings.filter((other) => each.inTests.has(other.id) || each.besides.has(other.id)).length
  const inTests = files.filter((each) => each.inTests.has(id))
  const isLoaded = files.some(({ besides }) => besides.has(id))
  const nearest = () =>
    files.filter((each) => countOf(each) > 0).sort((one, other) => countOf(other) - countOf(one))
  const candidates = inTests.length > 0 ? inTests : isLoaded ? nearest() : []
  let spent = 0
  return candidates
    .filter(({ ms }, index) => {
      const fits = index === 0 || spent + ms <= ALONE_MS
      if (fits) spent += ms
      return fits
    })
    .map((each) => each.file)
}

async function tryOne(mutants: readonly Mutant[], id: number, files: readonly string[]): Promise<number> {
  const mutant = mutants[id]
  if (mutant === undefined || files.length === 0) {
    console.error('Say the id that the list of survivors has, and test files.')
    return 2
  }
  const copy = copySources()
  const title = await findFailing(copy, mutant, files)
  rmSync(copy, { recursive: true })
  console.log(`${mutant.file}:${mutant.line} ${title === null ? 'is not noticed' : `is noticed by ${title}`}`)
  return title === null ? 1 : 0
}

function printSurvivors(state: State, wanted: readonly Mutant[]): void {
  const reached = new Set(describeFiles(state).flatMap(({ inTests, besides }) => [...inTests, ...besides]))
  const survivors = wanted.filter(({ id }) => !state.noticed.has(id))
  for (const { id, file, line, was, became } of survivors)
    console.log(JSON.stringify({ id, file, line, was, became, isReached: reached.has(id) }))
  const unreached = survivors.filter(({ id }) => !reached.has(id)).length
  console.log(JSON.stringify({ mutants: wanted.length, survivors: survivors.length, unreached }))
}

process.exitCode = await run(process.argv.slice(2))
