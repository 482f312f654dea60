/** One guard of each kind, and what its verdict may rest on: for laws that hold of every kind. */
import {
  type Guard,
  type GuardKinds,
  type GuardOf,
  NOTHING_STORED,
  type StoredFacts,
} from '../../src/main/model/guard.ts'
import type { Evidence, Firing } from '../../src/main/model/run.ts'
import { evaluateGuard } from '../../src/main/workflow/guards/guards.ts'
import type { GuardFacts } from '../../src/main/workflow/guards/kind.ts'
import { scopeWith } from './declarations.ts'

export function evidenceOf(kind: string, by: string): Evidence {
  return {
    id: `ev_${by}`,
    workflowId: 'wf_1',
    kind,
    summary: '',
    by,
    at: '2026-01-01T00:00:00Z',
    version: 1,
    data: null,
  }
}

export function factsWith(rest: Partial<GuardFacts> = {}): GuardFacts {
  return {
    scope: scopeWith({ context: { risk: 80, done: false }, arguments: { amount: 5 } }),
    principal: { id: 'agent:a', client: 'a', roles: ['deployer'], permissions: ['deploy.staging'] },
    stored: NOTHING_STORED,
    ...rest,
  }
}

/** Those made of guards hold what depends on something. */
export const EACH: { readonly [Kind in keyof GuardKinds]: GuardOf<Kind> } = {
  permission: { kind: 'permission', permission: 'deploy' },
  role: { kind: 'role', role: 'admin' },
  expr: { kind: 'expr', expr: '$.context.risk > 80' },
  evidence: { kind: 'evidence', requires: [{ kind: 'review', count: 1, distinct: false }] },
  fired: { kind: 'fired', step: 'review' },
  allOf: { kind: 'allOf', guards: [{ kind: 'expr', expr: '$.context.done' }] },
  anyOf: { kind: 'anyOf', guards: [{ kind: 'expr', expr: '$.context.done' }] },
  not: { kind: 'not', guard: { kind: 'expr', expr: '$.context.done' } },
}

const ONCE: Firing = { times: 1, by: { id: 'human:ann' }, at: '2026-01-05T00:00:00.000Z' }
const AGAIN: Firing = { times: 2, by: { id: 'agent:a', client: 'a' }, at: '2026-01-06T00:00:00.000Z' }

interface Moments<Value> {
  /** Whether nobody changes it but what happens in the run itself. */
  isOfRun: boolean
  /** What it may be, one moment after another. */
  values: readonly Value[]
}

const MOMENTS: { readonly [Fact in keyof StoredFacts]: Moments<StoredFacts[Fact]> } = {
  evidence: {
    isOfRun: true,
    values: [
      [],
      [evidenceOf('review', 'human:ann')],
      [evidenceOf('review', 'human:ann'), evidenceOf('tests', 'agent:a')],
    ],
  },
  fired: {
    isOfRun: true,
    values: [{}, { review: ONCE }, { review: AGAIN }, { review: AGAIN, tests: ONCE }],
  },
}

const FACTS = Object.keys(MOMENTS) as (keyof StoredFacts)[]

/** Of each fact, what is stored at its moments; all else stays. */
export const STORED = Object.fromEntries(
  FACTS.map((fact) => [
    fact,
    MOMENTS[fact].values.map((value): StoredFacts => ({ ...NOTHING_STORED, [fact]: value })),
  ]),
)

/** Each hour of a week, and each month of a year. */
export const TIMES = [
  ...Array.from({ length: 168 }, (_, hour) => Date.UTC(2026, 0, 5, hour)),
  ...Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 20)),
]

/** On which facts the verdict rests. */
export function factsOf(guard: Guard): (keyof StoredFacts)[] {
  const passes = (stored: StoredFacts) => evaluateGuard(guard, factsWith({ stored })).passed
  return FACTS.filter((fact) => new Set(STORED[fact]?.map(passes)).size > 1)
}

/** Whether the verdict becomes another one while nothing happens in the run: then nothing wakes what waits for it. */
export function changesUnseen(guard: Guard): boolean {
  const { scope } = factsWith()
  const passes = (now: number, stored: StoredFacts) =>
    evaluateGuard(guard, factsWith({ scope: { ...scope, now }, stored })).passed
  const stored = Object.values(STORED).flat()
  const isTimed = stored.some((each) => new Set(TIMES.map((now) => passes(now, each))).size > 1)
  return isTimed || factsOf(guard).some((fact) => !MOMENTS[fact].isOfRun)
}
