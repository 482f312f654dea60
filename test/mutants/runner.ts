/**
 * Given to vitest: each test runs once as it is, which shows what mutants it reaches, and then once with each of these
 * turned on. What makes it fail is noticed. After that it runs as it is again: if it fails now, too, the mutant has
 * spoilt what tests share, and the process ends so that a fresh one goes on (`run.ts`).
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunnerTask, type RunnerTestCase, TestRunner } from 'vitest'
import { folderOfRun, switches } from './switches.ts'

/** What a run is to try. */
export interface Plan {
  alive: number[]
  /** A test that takes longer is left out. */
  testMs: number
  /** A mutant for which tests have run so long is tried no more. */
  budgetMs: number
}

/** A test that fails may leave behind what it began: after so many a fresh process goes on. */
const MOST_FAILED = 250
/** So much slower than at first: what was left behind is in the way. */
const SLOW = { times: 5, ms: 500 }

/** What it has found, a line each. */
export type Finding =
  | { kind: 'reached'; file: string; outside: number[]; inside: number[] }
  | { kind: 'noticed'; id: number; file: string; test: string }
  | { kind: 'tried'; id: number; ms: number }
  | { kind: 'spoilt'; file: string }
  | { kind: 'done'; file: string }

/** What the parent reads when the process hangs or dies. */
export interface Current {
  id: number | null
  file: string
  test: string
}

type Step = { kind: 'first' } | { kind: 'mutant'; id: number } | { kind: 'again' } | { kind: 'end' }

interface Course {
  step: Step
  usual: Map<number, number>
  /** Milliseconds of the first try. */
  usualMs: number
  left: number[]
  began: number
  failed: boolean
}

const FOLDER = folderOfRun()
const plan: Plan = JSON.parse(readFileSync(join(FOLDER, 'plan.json'), 'utf8'))
const fixed = process.env.COUNTERSIGN_MUTANT !== undefined
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
  readonly #inside = new Set<number>()

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    if (fixed || test.type !== 'test' || test.mode !== 'run') return
    for (const id of switches.takeReached().keys()) this.#outside.add(id)
    const own: Course = {
      step: { kind: 'first' },
      usual: new Map(),
      usualMs: 0,
      left: [],
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
    const current: Current = { id, file: test.file.name, test: test.name }
    writeFileSync(join(FOLDER, 'current.json'), JSON.stringify(current))
    course.failed = false
    course.began = performance.now()
    switches.turnOn(id, id === null ? 0 : (usual.get(id) ?? 0))
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
      case 'first':
        if (failed) return { kind: 'end' }
        own.usual = switches.takeReached()
        own.usualMs = ms
        for (const id of own.usual.keys()) this.#inside.add(id)
        own.left = ms > plan.testMs ? [] : [...own.usual.keys()].filter((id) => alive.has(id))
        break
      case 'mutant': {
        const { id } = own.step
        say({ kind: 'tried', id, ms: Math.round(ms) })
        spent.set(id, (spent.get(id) ?? 0) + ms)
        if (failed) {
          alive.delete(id)
          failures += 1
          say({ kind: 'noticed', id, file, test: test.name })
          return { kind: 'again' }
        }
        if ((spent.get(id) ?? 0) > plan.budgetMs) alive.delete(id)
        break
      }
      case 'again':
        if (failed || failures >= MOST_FAILED || ms > SLOW.ms + SLOW.times * own.usualMs) {
          say({ kind: 'spoilt', file })
          process.kill(process.pid, 'SIGKILL')
        }
        break
    }
    const id = own.left.pop()
    return id === undefined ? { kind: 'end' } : { kind: 'mutant', id }
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner['onAfterRunSuite']>[0]): Promise<void> {
    await super.onAfterRunSuite(suite)
    if (fixed || suite.file !== suite) return
    for (const id of switches.takeReached().keys()) this.#outside.add(id)
    say({ kind: 'reached', file: suite.name, outside: [...this.#outside], inside: [...this.#inside] })
    say({ kind: 'done', file: suite.name })
    this.#outside.clear()
    this.#inside.clear()
  }
}
