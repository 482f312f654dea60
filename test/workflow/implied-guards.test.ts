/** One guard that asks for more than another: said of what gets weaker only where less is asked. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvidenceRequirement, Guard } from '../../src/main/model/guard.ts'
import { NOTHING_STORED } from '../../src/main/model/guard.ts'
import type { Evidence } from '../../src/main/model/run.ts'
import { evaluateGuard, implies } from '../../src/main/workflow/guards/guards.ts'
import { lostGuards } from '../../src/main/workflow/preview/conditions.ts'
import { scopeWith } from './declarations.ts'

const asking = (...requires: EvidenceRequirement[]): Guard => ({ kind: 'evidence', requires })
const of = (kind: string, count: number, distinct = false) => ({ kind, count, distinct })

const requirement = fc.record({
  kind: fc.constantFrom('test', 'review'),
  count: fc.integer({ min: 1, max: 3 }),
  distinct: fc.boolean(),
})
const requirements = fc.array(requirement, { maxLength: 3 })
const recorded = fc.array(
  fc.record({
    kind: fc.constantFrom('test', 'review'),
    by: fc.constantFrom('human:ann', 'human:bob', 'human:eve', 'agent:a'),
  }),
  { maxLength: 5 },
)

function passes(guard: Guard, found: { kind: string; by: string }[]): boolean {
  const evidence = found.map(
    ({ kind, by }, index): Evidence => ({
      ...{ id: `ev_${index}`, workflowId: 'wf_1', kind, by, summary: '', data: null },
      ...{ at: '2026-01-01T00:00:00Z', version: 1 },
    }),
  )
  const principal = { roles: [], permissions: [] }
  return evaluateGuard(guard, { scope: scopeWith({}), principal, stored: { ...NOTHING_STORED, evidence } })
    .passed
}

describe('a guard that implies another one [weaker.implied]', () => {
  it('is passed only where that one is, too', () => {
    let implied = 0
    fc.assert(
      fc.property(requirements, requirements, recorded, (one, other, found) => {
        if (!implies(asking(...one), asking(...other))) return
        implied += 1
        if (passes(asking(...one), found)) expect(passes(asking(...other), found)).toBe(true)
      }),
    )
    expect(implied).toBeGreaterThan(0)
  })

  it.each<[string, Guard, Guard]>([
    ['more of it', asking(of('test', 2)), asking(of('test', 1))],
    ['different people', asking(of('test', 2, true)), asking(of('test', 2))],
    ['something else as well', asking(of('test', 1), of('review', 1)), asking(of('test', 1))],
  ])('asks for %s: nothing is lost by it, and by the way back all of it', (_, more, less) => {
    expect(lostGuards([less], [more], 'It')).toEqual([])
    expect(lostGuards([more], [less], 'It')).toHaveLength(1)
    const turned = (guard: Guard): Guard => ({ kind: 'not', guard })
    expect(lostGuards([turned(less)], [turned(more)], 'It')).toHaveLength(1)
  })

  it('is of the same kind', () => {
    expect(implies({ kind: 'role', role: 'a' }, { kind: 'permission', permission: 'a' })).toBe(false)
    expect(implies(asking(of('test', 1)), asking(of('review', 1)))).toBe(false)
  })
})
