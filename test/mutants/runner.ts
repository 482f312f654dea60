/**
 * Given to vitest: each test runs once as it is, which shows what mutants it reaches, and then once with each of these
 * turned on. What makes it fail is tried again after the test has run as it is: a busy machine fails tests, too, but
 * hardly in step. Where the test fails without it, the mutant has spoilt what tests share, and the process ends so that a
 * fresh one goes on (`run.ts`).
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunnerTask, type RunnerTestCase, TestRunner } from 'vitest'
import { folderOfRun, switches } from './switches.ts'

/** What a run is to try. */
export interface Plan {
  /** What nothing has noticed yet. */
  alive: number[]
  /** Tests by their ids, with what each is to try; the others are left out. Null: each test, with all that it reaches. */
  tries: Record<string, number[]> | null
  /** A test that takes longer is only looked at. */
  testMs: number
  /** A mutant for which tests have run so long is tried no more. */
  budgetMs: number
}

/** A test that fails may leave behind what it began: after so many a fresh process goes on. */
const MOST_FAILED = 250
/** So much slower than at first: what was left behind is in the way. */
const SLOW = { times: 5, ms: 500 }
/** A test with a mutant that takes so much longer than without it waits for what does not come. */
const LONGEST = { times: 10, ms: 3_000 }
/** The first test of a file loads its sources, and some try thousands of cases. */
const LONGEST_FIRST_MS = 300_000

/** What it has found, a line each. A test is named by its id, which stays the same for the same file. */
export type Finding =
  /** A test as it is, and what it reaches; nothing if it fails already. */
  | { kind: 'ran'; file: string; test: string; ms: number; reaches: number[] }
  | { kind: 'tried'; id: number; test: string; ms: number }
  | { kind: 'failed'; id: number; test: string; file: string; title: string }
  | { kind: 'spoilt'; file: string }
  /** A file, and what it reaches besides its tests: while sources are loaded, or in what comes before all tests. */
  | { kind: 'done'; file: string; reaches: number[] }

/** What the parent reads when the process hangs or dies. */
export interface Current {
  id: number | null
  file: string
  test: string
  title: string
  longestMs: number
}

type Step = { kind: 'first' } | { kind: 'mutant'; id: number } | { kind: 'again' } | { kind: 'end' }

interface Course {
  step: Step
  usual: Map<number, number>
  /** Milliseconds of the first try. */
  usualMs: number
  left: number[]
  /** Failed once with it. */
  doubted: number | null
  began: number
  failed: boolean
}

const FOLDER = folderOfRun()
const plan: Plan = JSON.parse(readFileSync(join(FOLDER, 'plan.json'), 'utf8'))
const alive = new Set(plan.alive)
const spent = new Map<number, number>()

function say(finding: Finding): void {
  appendFileSync(join(FOLDER, 'findings.jsonl'), `${JSON.stringify(finding)}\n`)
}

let failures = 0

let course: Course | null = null
// A mutant may break a promise that nobody awaits: the test goes on, and would not fail.
process.on('unhandledRejection', () => {
  if (course?.step.kind === 'mutant') course.failed = true
})

export default class MutantRunner extends TestRunner {
  readonly #outside = new Set<number>()

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    if (test.type !== 'test' || test.mode !== 'run') return
    for (const id of switches.takeReached().keys()) this.#outside.add(id)
    if (plan.tries !== null && plan.tries[test.id] === undefined) {
      test.mode = 'skip'
      return
    }
    const own: Course = {
      step: { kind: 'first' },
      usual: new Map(),
      usualMs: 0,
      left: [],
      doubted: null,
      began: 0,
      failed: false,
    }
    course = own
    // Vitest asks before each try whether it is the last one: how many there are shows only after the first.
    Object.defineProperty(test, 'repeats', {
      configurable: true,
      get: () => ({ valueOf: () => (own.step.kind === 'end' ? -1 : Number.POSITIVE_INFINITY) }),
    })
  }

  override onBeforeTryTask(test: RunnerTask, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options)
    if (course === null) return
    const { step, usual } = course
    const id = step.kind === 'mutant' ? step.id : null
    const current: Current = {
      id,
      file: test.file.name,
      test: test.id,
      title: test.name,
      longestMs: id === null ? LONGEST_FIRST_MS : longestOf(course),
    }
    writeFileSync(join(FOLDER, 'current.json'), JSON.stringify(current))
    course.failed = false
    course.began = performance.now()
    switches.turnOn(id, id === null ? 0 : (usual.get(id) ?? 0))
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const body = Promise.resolve(TestRunner.getTestFn(test)())
    if (course?.step.kind !== 'mutant') return await body
    const longestMs = longestOf(course)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((_, fail) => {
      timer = setTimeout(() => fail(new Error('It waits for what does not come.')), longestMs)
    })
    await Promise.race([body, late]).finally(() => clearTimeout(timer))
  }

  override async onAfterRetryTask(
    test: RunnerTestCase,
    options: { retry: number; repeats: number },
  ): Promise<void> {
    await super.onAfterRetryTask(test, options)
    if (course === null || test.result === undefined) return
    switches.turnOn(null, 0)
    const failed = (test.result.state === 'fail') !== (test.fails === true) || course.failed
    const ms = performance.now() - course.began
    // Findings, not failures: they would be kept and printed for each mutant.
    if (course.step.kind !== 'first') {
      test.result.state = test.fails === true ? 'fail' : 'pass'
      test.result.errors = []
    }
    course.step = this.#next(course, test, failed, ms)
    if (course.step.kind === 'end') course = null
  }

  #next(own: Course, test: RunnerTestCase, failed: boolean, ms: number): Step {
    const file = test.file.name
    switch (own.step.kind) {
      case 'first': {
        own.usual = switches.takeReached()
        own.usualMs = ms
        const reaches = failed ? [] : [...own.usual.keys()]
        say({ kind: 'ran', file, test: test.id, ms: Math.round(ms), reaches })
        own.left = ms > plan.testMs ? [] : (plan.tries?.[test.id] ?? reaches).filter((id) => alive.has(id))
        if (failed) return { kind: 'end' }
        break
      }
      case 'mutant': {
        const { id } = own.step
        if (failed) {
          say({ kind: 'failed', id, test: test.id, file, title: test.name })
          const isSure = own.doubted === id
          own.doubted = isSure ? null : id
          if (isSure) alive.delete(id)
          failures += 1
          return { kind: 'again' }
        }
        own.doubted = null
        say({ kind: 'tried', id, test: test.id, ms: Math.round(ms) })
        spent.set(id, (spent.get(id) ?? 0) + ms)
        if ((spent.get(id) ?? 0) > plan.budgetMs) alive.delete(id)
        break
      }
      case 'again':
        if (failed || failures >= MOST_FAILED || ms > SLOW.ms + SLOW.times * own.usualMs) {
          say({ kind: 'spoilt', file })
          process.kill(process.pid, 'SIGKILL')
        }
        if (own.doubted !== null) return { kind: 'mutant', id: own.doubted }
        break
    }
    const id = own.left.pop()
    return id === undefined ? { kind: 'end' } : { kind: 'mutant', id }
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner['onAfterRunSuite']>[0]): Promise<void> {
    await super.onAfterRunSuite(suite)
    if (suite.file !== suite) return
    for (const id of switches.takeReached().keys()) this.#outside.add(id)
    say({ kind: 'done', file: suite.name, reaches: [...this.#outside] })
    this.#outside.clear()
  }
}

function longestOf({ usualMs }: Course): number {
  return LONGEST.ms + LONGEST.times * usualMs
}
