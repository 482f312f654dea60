import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Guard, NOTHING_STORED } from '../../src/main/model/guard.ts'
import { ENGINE } from '../../src/main/model/principal.ts'
import type { Evidence, Firing } from '../../src/main/model/run.ts'
import {
  asksCaller,
  asksStore,
  evaluateAhead,
  evaluateGuard,
  evaluateGuards,
  guardsIn,
  readsOf,
  refusedToAll,
  rewriteExpressions,
} from '../../src/main/workflow/guards/guards.ts'
import { factsAhead } from '../../src/main/workflow/preview/known-state.ts'
import { scopeWith } from './declarations.ts'
import { EACH, evidenceOf, factsOf, factsWith, STORED, TIMES } from './each-guard.ts'

const yes: Guard = { kind: 'expr', expr: 'true' }
const no: Guard = { kind: 'expr', expr: 'false' }
const FIRED: Firing = { times: 1, by: { id: 'agent:a', client: 'a' }, at: '2026-01-05T08:00:00.000Z' }
const broken: Guard = { kind: 'expr', expr: '$.context.x =' }

describe('guards', () => {
  it.each<[string, Guard, boolean]>([
    ['a permission that is held', { kind: 'permission', permission: 'deploy.staging' }, true],
    ['a permission that is not', { kind: 'permission', permission: 'deploy' }, false],
    ['a role that is held', { kind: 'role', role: 'deployer' }, true],
    ['a role that is not', { kind: 'role', role: 'Deployer' }, false],
    ['an expression that holds', { kind: 'expr', expr: '$.context.risk >= 80' }, true],
    ['an expression that does not', { kind: 'expr', expr: '$.context.risk < 80' }, false],
    ['allOf of passing ones', { kind: 'allOf', guards: [yes, yes] }, true],
    ['allOf with a failing one', { kind: 'allOf', guards: [yes, no] }, false],
    ['allOf of none', { kind: 'allOf', guards: [] }, true],
    ['anyOf with a passing one', { kind: 'anyOf', guards: [no, yes] }, true],
    ['anyOf of failing ones', { kind: 'anyOf', guards: [no, no] }, false],
    ['anyOf of none', { kind: 'anyOf', guards: [] }, false],
    ['not of a failing one', { kind: 'not', guard: no }, true],
    ['not of a passing one', { kind: 'not', guard: yes }, false],
    [
      'nested ones',
      { kind: 'anyOf', guards: [no, { kind: 'not', guard: { kind: 'allOf', guards: [yes, no] } }] },
      true,
    ],
  ])('%s [workflow.guards]', (_, guard, expected) => {
    expect(evaluateGuard(guard, factsWith()).passed).toBe(expected)
  })

  it('are all evaluated, in order, and all must pass [workflow.guards]', () => {
    const { passed, results } = evaluateGuards([no, { kind: 'role', role: 'deployer' }, no], factsWith())
    expect(passed).toBe(false)
    expect(results.map((result) => [result.guard, result.passed])).toEqual([
      ['expr false', false],
      ['role deployer', true],
      ['expr false', false],
    ])
    expect(evaluateGuards([], factsWith()).passed).toBe(true)
  })

  it.each<[string, Evidence[], boolean]>([
    ['enough', [evidenceOf('review', 'agent:a'), evidenceOf('review', 'agent:a')], true],
    ['too little', [evidenceOf('review', 'agent:a')], false],
    ['of another kind', [evidenceOf('other', 'a'), evidenceOf('other', 'b')], false],
  ])('evidence that is %s [workflow.guards]', (_, evidence, expected) => {
    const guard: Guard = { kind: 'evidence', requires: [{ kind: 'review', count: 2, distinct: false }] }
    expect(evaluateGuard(guard, factsWith({ stored: { ...NOTHING_STORED, evidence } })).passed).toBe(expected)
  })

  it.each<[string, Readonly<Record<string, Firing>> | null, boolean | null]>([
    ['nobody has looked up', null, null],
    ['was not fired', { other: FIRED }, false],
    ['was fired', { review: FIRED }, true],
    ['has a name that everything has', JSON.parse('{"__proto__":{}}'), false],
  ])('a step that %s [workflow.fired] [workflow.guards]', (_, steps, expected) => {
    const guard: Guard = { kind: 'fired', step: 'review' }
    expect(evaluateAhead(guard, factsWith({ stored: { ...NOTHING_STORED, fired: steps } }))).toBe(expected)
  })

  it('say who took a step last, when, and how often [workflow.guard-reasons]', () => {
    const reasonOf = (rest: Partial<Firing>) =>
      evaluateGuard(
        { kind: 'fired', step: 'review' },
        factsWith({ stored: { ...NOTHING_STORED, fired: { review: { ...FIRED, ...rest } } } }),
      ).reason
    expect(reasonOf({})).toBe('‘review’ was fired once by “agent:a”, 2026-01-05 08:00 (UTC).')
    expect(reasonOf({ times: 2, by: { id: 'human:ann' } })).toBe(
      '‘review’ was fired 2 times, last by “ann”, 2026-01-05 08:00 (UTC).',
    )
    // What an agent calls itself stands between two marks, whatever it is.
    expect(reasonOf({ by: { id: 'agent:a” and approved by “ann', client: 'a' } })).not.toContain('a” and')
  })

  it('every requirement of evidence must be met [workflow.guards]', () => {
    const requires = [
      { kind: 'tests', count: 1, distinct: false },
      { kind: 'review', count: 1, distinct: false },
    ]
    const guard: Guard = { kind: 'evidence', requires }
    expect(
      evaluateGuard(guard, factsWith({ stored: { ...NOTHING_STORED, evidence: [evidenceOf('tests', 'a')] } }))
        .passed,
    ).toBe(false)
    const both = [evidenceOf('tests', 'a'), evidenceOf('review', 'a')]
    expect(evaluateGuard(guard, factsWith({ stored: { ...NOTHING_STORED, evidence: both } })).passed).toBe(
      true,
    )
  })

  it('distinct counts different people, and agents are none [workflow.distinct]', () => {
    const guard: Guard = { kind: 'evidence', requires: [{ kind: 'approval', count: 2, distinct: true }] }
    const passed = (...by: string[]) =>
      evaluateGuard(
        guard,
        factsWith({ stored: { ...NOTHING_STORED, evidence: by.map((who) => evidenceOf('approval', who)) } }),
      ).passed
    expect(passed('human:ann', 'human:bob')).toBe(true)
    expect(passed('human:ann', 'human:ann')).toBe(false)
    expect(passed('human:ann', 'agent:claude', 'agent:other')).toBe(false)
    expect(passed('human:ann', 'engine')).toBe(false)
  })

  it.each<[Guard, string]>([
    [{ kind: 'expr', expr: '$.context.x == 1' }, 'expr $.context.x == 1'],
    [{ kind: 'role', role: 'deployer' }, 'role deployer'],
    [{ kind: 'permission', permission: 'a.b' }, 'permission a.b'],
    [
      { kind: 'evidence', requires: [{ kind: 'approval', count: 2, distinct: true }] },
      'evidence approval × 2 by different people',
    ],
    [
      { kind: 'not', guard: { kind: 'anyOf', guards: [yes, { kind: 'role', role: 'x' }] } },
      'not (anyOf (expr true; role x))',
    ],
  ])('are named in one line: %# [workflow.guard-reasons]', (guard, text) => {
    expect(evaluateGuard(guard, factsWith()).guard).toBe(text)
  })

  it('say what they saw, missing values as null [workflow.guard-reasons]', () => {
    const result = evaluateGuard(
      { kind: 'expr', expr: '$.context.risk < 50 && $.arguments.absent == 1' },
      factsWith(),
    )
    expect(result.saw).toEqual({ '$.context.risk': 80, '$.arguments.absent': null })
    expect(result.reason).toBe(
      '‘$.context.risk < 50 && $.arguments.absent == 1’ does not hold: $.context.risk is 80, $.arguments.absent is null.',
    )
  })

  it('gather what their parts saw [workflow.guard-reasons]', () => {
    const guard: Guard = {
      kind: 'allOf',
      guards: [
        { kind: 'expr', expr: '$.context.done' },
        { kind: 'not', guard: { kind: 'expr', expr: '$.context.risk == 80' } },
      ],
    }
    expect(evaluateGuard(guard, factsWith()).saw).toEqual({ '$.context.done': false, '$.context.risk': 80 })
  })

  it('name what is required and not held [workflow.guard-reasons]', () => {
    expect(evaluateGuard({ kind: 'role', role: 'admin' }, factsWith()).reason).toBe(
      'Only somebody with the role ‘admin’ can do this.',
    )
    const guard: Guard = { kind: 'evidence', requires: [{ kind: 'approval', count: 2, distinct: true }] }
    expect(
      evaluateGuard(
        guard,
        factsWith({ stored: { ...NOTHING_STORED, evidence: [evidenceOf('approval', 'human:ann')] } }),
      ).reason,
    ).toBe('Evidence: 1 of 2 needed ‘approval’ from different people.')
  })

  it('cut long values short, for the model that reads them [workflow.guard-reasons]', () => {
    const scope = scopeWith({
      arguments: { text: 'x'.repeat(1_000_000), list: Array.from({ length: 1000 }, () => 'y') },
    })
    const result = evaluateGuard(
      { kind: 'expr', expr: '$.arguments.text == $.arguments.list' },
      factsWith({ scope }),
    )
    expect(JSON.stringify(result).length).toBeLessThan(2000)
  })

  it.each<[string, Guard]>([
    ['by itself', broken],
    ['in not', { kind: 'not', guard: broken }],
    ['in not of not', { kind: 'not', guard: { kind: 'not', guard: broken } }],
    ['in allOf', { kind: 'allOf', guards: [yes, broken] }],
    ['in anyOf beside one that passes', { kind: 'anyOf', guards: [yes, broken] }],
    ['in not of anyOf', { kind: 'not', guard: { kind: 'anyOf', guards: [no, broken] } }],
  ])('that cannot be read fail, %s [workflow.guard-unreadable]', (_, guard) => {
    const result = evaluateGuard(guard, factsWith())
    expect(result.passed).toBe(false)
    expect(JSON.stringify(result)).not.toContain('undefined')
    // Nor before its time, while anything else may still come.
    const unknown = { reads: () => true, stored: true, time: true }
    expect(evaluateAhead(guard, factsWith({ unknown }))).toBe(false)
  })

  it('of a step that has begun still rest on its values, and no more on what was stored then [runtime.facts]', () => {
    const missing: Guard = { kind: 'evidence', requires: [{ kind: 'review', count: 1, distinct: false }] }
    const passed = (guard: Guard) => evaluateGuards([guard], factsWith(), true).passed
    expect([missing, { kind: 'not', guard: missing } as const, yes].map(passed)).toEqual([true, true, true])
    const values: Guard[] = [
      { kind: 'expr', expr: '$.arguments.amount == 5' },
      { kind: 'expr', expr: '$.arguments.amount == 6' },
    ]
    expect(values.map(passed)).toEqual([true, false])
  })

  it('not, allOf and anyOf follow the laws of logic [workflow.guards]', () => {
    const { guard } = fc.letrec<{ guard: Guard }>((tie) => ({
      guard: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Guard>(yes, no, { kind: 'role', role: 'deployer' }, { kind: 'role', role: 'other' }),
        tie('guard').map((part): Guard => ({ kind: 'not', guard: part })),
        fc.array(tie('guard'), { maxLength: 3 }).map((guards): Guard => ({ kind: 'allOf', guards })),
        fc.array(tie('guard'), { maxLength: 3 }).map((guards): Guard => ({ kind: 'anyOf', guards })),
      ),
    }))
    const passes = (one: Guard) => evaluateGuard(one, factsWith()).passed
    fc.assert(
      fc.property(guard, fc.array(guard, { maxLength: 4 }), (one, many) => {
        expect(passes({ kind: 'not', guard: one })).toBe(!passes(one))
        expect(passes({ kind: 'allOf', guards: many })).toBe(many.every(passes))
        expect(passes({ kind: 'anyOf', guards: many })).toBe(many.some(passes))
      }),
    )
  })
})

describe.each(Object.values<Guard>(EACH).map((guard) => [guard.kind, guard] as const))(
  'a guard that is looked at before its time: %s',
  (_, guard) => {
    const opposite: Guard = { kind: 'not', guard }

    it('refuses nobody while nothing is known, unless it asks who calls [workflow.guards-ahead]', () => {
      const refused = [guard, opposite].map((each) => refusedToAll([each], null, [ENGINE]))
      expect(asksCaller(guard) ? [] : refused.filter((because) => because !== null)).toEqual([])
    })

    it('says nothing that another moment changes [workflow.guards-ahead]', () => {
      const scope = factsWith().scope
      const ahead = factsAhead(factsWith(), { scope, unknownKeys: new Set(), outputUnknown: false })
      expect(ahead.unknown).toMatchObject({ time: true })
      const said = TIMES.map((now) => evaluateAhead(guard, { ...ahead, scope: { ...scope, now } }))
      expect(new Set(said).size).toBe(1)
    })

    it.each([guard, opposite])(
      'says nothing that is stored otherwise later: $kind [workflow.guards-ahead]',
      (each) => {
        const belief = { scope: factsWith().scope, unknownKeys: new Set<string>(), outputUnknown: false }
        for (const moments of Object.values(STORED))
          for (const [now, stored] of moments.entries()) {
            const said = evaluateAhead(each, factsAhead(factsWith({ stored }), belief))
            const later = moments
              .slice(now)
              .map((then) => evaluateGuard(each, factsWith({ stored: then })).passed)
            if (said !== null) expect(later).toEqual(later.map(() => said))
          }
      },
    )

    it('says nothing of what nobody has looked up [workflow.guards-ahead]', () => {
      const said = [guard, opposite].map((each) => evaluateAhead(each, factsWith({ stored: NOTHING_STORED })))
      if (asksStore(guard)) expect(said).toEqual([null, null])
    })

    it('says whether it rests on what is stored [workflow.guards-ahead]', () => {
      expect(asksStore(guard)).toBe(factsOf(guard).length > 0)
    })

    it('reads what a caller hands over, wherever its own words read an argument [workflow.guards]', () => {
      const pathsOf = (each: Guard) => guardsIn(each).flatMap((inner) => readsOf(inner.guard) ?? [])
      const elsewhere = (text: string) => text.replaceAll('$.context', '$.input')
      expect(pathsOf(rewriteExpressions(guard, elsewhere))).toEqual(pathsOf(guard).map(elsewhere))
    })
  },
)
