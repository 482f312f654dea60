/** What `implies` says of two guards, tried out: whatever the first lets through, the second does. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type EvidenceRequirement,
  type Guard,
  type GuardKinds,
  NOTHING_STORED,
} from '../../src/main/model/guard.ts'
import type { JsonValue } from '../../src/main/model/json.ts'
import { ENGINE } from '../../src/main/model/principal.ts'
import type { Evidence } from '../../src/main/model/run.ts'
import { evaluateGuard, implies } from '../../src/main/workflow/guards/guards.ts'
import { lostGuards } from '../../src/main/workflow/preview/conditions.ts'
import { scopeWith } from './declarations.ts'
import { EACH } from './each-guard.ts'

const number = fc.integer({ min: -2, max: 2 })
const operator = fc.constantFrom('<', '<=', '>', '>=', '==', '!=')
const path = fc.constantFrom('$.arguments.n', '$.arguments.m')
const bound = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(path, operator, number).map((parts) => parts.join(' ')) },
  { weight: 3, arbitrary: fc.tuple(number, operator, path).map((parts) => parts.join(' ')) },
  fc.constantFrom("$.arguments.n < '1'", '$.arguments.n < $.arguments.m', '!($.arguments.n > 0)'),
)
const expr = fc
  .tuple(fc.array(bound, { minLength: 1, maxLength: 3 }), fc.constantFrom(' && ', ' && ', ' || '))
  .map(([parts, joint]): Guard => ({ kind: 'expr', expr: parts.join(joint) }))
const evidence = fc
  .array(
    fc.record({
      kind: fc.constantFrom('a', 'b'),
      count: fc.integer({ min: 1, max: 3 }),
      distinct: fc.boolean(),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((requires): Guard => ({ kind: 'evidence', requires }))

/** Guards of each kind of which one may imply another; null: of such a kind none does. */
const GUARDS: Record<keyof GuardKinds, fc.Arbitrary<Guard> | null> = {
  expr,
  evidence,
  ...{ permission: null, role: null, fired: null, allOf: null, anyOf: null, not: null },
}
const TRIED = Object.entries(GUARDS).flatMap(([kind, one]) => (one === null ? [] : [[kind, one] as const]))

const value: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: number },
  fc.constantFrom<JsonValue[]>(0.5, '0', null, true, []),
)
const recorded = fc.array(
  fc.record({ kind: fc.constantFrom('a', 'b'), by: fc.constantFrom('human:x', 'human:y', 'client:z') }),
  { maxLength: 6 },
)

it('a guard is tried here if one of its kind implies another one, as each does itself [weaker.bounds]', () => {
  const implying = Object.values(EACH).filter((guard) => implies(guard, guard))
  expect(implying.map(({ kind }) => kind).toSorted()).toEqual(TRIED.map(([kind]) => kind).toSorted())
})

it.each(TRIED)(
  'a guard that is said to imply another one lets nothing through that the other holds: %s [weaker.bounds]',
  (_, guard) => {
    let said = 0
    const holds = fc.property(
      fc.tuple(guard, guard),
      value,
      value,
      recorded,
      fc.boolean(),
      ([one, other], n, m, list, isCall) => {
        if (!implies(one, other)) return
        said += 1
        const scope = scopeWith({ arguments: { n, m } })
        const facts = {
          // Where exceptions are judged, what cannot be compared holds nothing.
          scope: isCall ? { ...scope, call: {} } : scope,
          principal: ENGINE,
          stored: { ...NOTHING_STORED, evidence: list.map((each) => ({ ...each }) as unknown as Evidence) },
        }
        if (evaluateGuard(one, facts).passed) expect(evaluateGuard(other, facts).passed).toBe(true)
      },
    )
    fc.assert(holds, { numRuns: 20_000 })
    expect(said).toBeGreaterThan(500)
  },
)

it.each<[string, string]>([
  ['$.arguments.n < 5', '$.arguments.n < 10'],
  ['$.arguments.n < 10', '10 > $.arguments.n'],
  ['$.arguments.n < 10', '$.arguments.n <= 10'],
  ['$.arguments.n == 9', '$.arguments.n <= 9'],
  ["$.arguments.m == 'x' && $.arguments.n >= 2", "$.arguments.n > 1 && $.arguments.m == 'x'"],
])('%s implies %s, and not the other way round unless it is the same [weaker.bounds]', (one, other) => {
  const [first, second] = [one, other].map((each): Guard => ({ kind: 'expr', expr: each }))
  if (first === undefined || second === undefined) throw new Error('two')
  expect(implies(first, second)).toBe(true)
  expect(implies(second, first)).toBe(other.startsWith('10 >'))
})

const asking = (...requires: EvidenceRequirement[]): Guard => ({ kind: 'evidence', requires })
const of = (kind: string, count: number, distinct = false) => ({ kind, count, distinct })

it.each<[string, Guard, Guard]>([
  ['more of it', asking(of('test', 2)), asking(of('test', 1))],
  ['different people', asking(of('test', 2, true)), asking(of('test', 2))],
  ['something else as well', asking(of('test', 1), of('review', 1)), asking(of('test', 1))],
])(
  'a guard asks for %s: nothing is lost by it, and by the way back all of it [weaker.bounds]',
  (_, more, less) => {
    expect(lostGuards([less], [more], 'It')).toEqual([])
    expect(lostGuards([more], [less], 'It')).toHaveLength(1)
    const turned = (guard: Guard): Guard => ({ kind: 'not', guard })
    expect(lostGuards([turned(less)], [turned(more)], 'It')).toHaveLength(1)
  },
)
