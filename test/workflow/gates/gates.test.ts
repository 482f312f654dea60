import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Plan, ResolvedCall } from '../../../src/main/model/call.ts'
import type { Gate } from '../../../src/main/model/definition.ts'
import type { Vote } from '../../../src/main/model/item.ts'
import {
  barredFrom,
  barredFromAll,
  combineGates,
  decidersOf,
  evaluateGates,
  timeoutOf,
  votesMissing,
} from '../../../src/main/workflow/gates/gates.ts'
import { runs } from '../../support/effort.ts'

const gatesBefore = (...given: Parameters<typeof evaluateGates>) => evaluateGates(...given).standing

const GATE: Gate = { required: true, quorum: 1, notRequester: false }
const save: ResolvedCall = { kind: 'mcp', connection: 'files', tool: 'save', arguments: {} }
const look: ResolvedCall = { ...save, tool: 'look' }
const planOf = (...calls: [ResolvedCall, ...ResolvedCall[]]): Plan => ({
  calls: calls.map((call) => ({ call, idempotencyKey: null })) as Plan['calls'],
  timeoutMs: null,
  retry: null,
})
const lookup = (live: Gate[] = []) => ({
  gatesFor: (call: ResolvedCall) => (call.kind === 'mcp' ? live : []),
  isReadOnlyTool: (_: string, tool: string) => tool === 'look',
})
const vote = (by: string, roles: string[] = []): Vote => ({
  by,
  roles,
  permissions: [],
  at: '',
  comment: '',
  seen: '',
})

describe('the gates before a call', () => {
  it('of all levels add up; equal ones are one; the pinned and the live one hold both [R5.1] [gate.stricter]', () => {
    const two = { ...GATE, quorum: 2 }
    expect(gatesBefore([GATE], planOf(save), 0, lookup([GATE, two]))).toEqual([GATE, two])
    expect(gatesBefore([two], planOf(save), 0, lookup([]))).toEqual([two])
    expect(gatesBefore(undefined, planOf(save), 0, lookup([]))).toEqual([])
  })

  it('unlessReadOnly: not where nothing changes by the pinned definition [R5.1]', () => {
    const unless: Gate = { ...GATE, required: 'unlessReadOnly' }
    expect(gatesBefore([unless], planOf(look), 0, lookup([unless]))).toEqual([])
    expect(gatesBefore([unless], planOf(save), 0, lookup())).toEqual([unless])
    expect(gatesBefore([GATE], planOf(look), 0, lookup())).toEqual([GATE])
  })

  it('are those of each fallback by itself, and of all branches together [R5.1]', () => {
    const plan = planOf({ kind: 'noop', output: null }, save)
    expect(gatesBefore(undefined, plan, 0, lookup([GATE]))).toEqual([])
    expect(gatesBefore(undefined, plan, 1, lookup([GATE]))).toEqual([GATE])
    const branches = { one: { ...plan, onFailure: 'abort' as const } }
    const both = planOf({ kind: 'parallel', branches, limit: 4, join: 'all' })
    expect(gatesBefore(undefined, both, 0, lookup([GATE]))).toEqual([GATE])
  })

  it('refuse after the shortest time [gate.timeout]', () => {
    expect(timeoutOf([GATE, { ...GATE, timeoutMs: 10 }], 300)).toBe(10)
    expect(timeoutOf([GATE], 300)).toBe(300)
  })
})

describe('an exception of a gate before several calls', () => {
  const excepted: Gate = { ...GATE, except: { id: 'ex', of: 'here', when: [], until: '2026-06-30' } }
  const branch = (call: ResolvedCall) => ({ ...planOf(call), onFailure: 'abort' as const })
  const branches = { one: branch(save), two: branch({ ...save, tool: 'send' }) }
  const both = planOf({ kind: 'parallel', branches, limit: 4, join: 'all' })
  /** What is thought of each of the two. */
  const weigh = (verdicts: Record<string, boolean | null>, isDeclared = true) => {
    const weighed = evaluateGates(
      [excepted],
      both,
      0,
      { ...lookup(), isException: () => isDeclared },
      (_, call) => (call.kind === 'mcp' ? (verdicts[call.tool] ?? null) : false),
    )
    return [weighed.standing, weighed.exempted, weighed.unsure].map(({ length }) => length)
  }

  it('opens it where it holds for each of them, and is declared still [except.lets] [except.revoked]', () => {
    expect(weigh({ save: true, send: true })).toEqual([0, 1, 0])
    expect(weigh({ save: true, send: false })).toEqual([1, 0, 0])
    expect(weigh({ save: false, send: true })).toEqual([1, 0, 0])
    expect(weigh({ save: true, send: null })).toEqual([1, 0, 1])
    expect(weigh({ save: true, send: true }, false)).toEqual([1, 0, 0])
  })
  const declared = { ...lookup(), isException: () => true }
  it('is judged by the group itself where none of its branches runs [except.lets]', () => {
    const none = planOf({ kind: 'parallel', branches: {}, limit: 4, join: 'all' })
    const standing = (holds: boolean) => gatesBefore([excepted], none, 0, declared, () => holds)
    expect([standing(true), standing(false)]).toEqual([[], [excepted]])
  })
  it('opens nothing where nobody can judge it yet [except.lets]', () => {
    expect(gatesBefore([excepted], planOf(save), 0, declared)).toEqual([excepted])
  })
  it('opens nothing on another way where it speaks of arguments [except.call]', () => {
    const reading: Gate = {
      ...GATE,
      except: { id: 'ex', of: 'here', when: [{ kind: 'expr', expr: '$.arguments.a == 1' }], until: '2026' },
    }
    const standing = (gate: Gate) =>
      gatesBefore(undefined, planOf(save), 0, { ...declared, gatesFor: () => [gate] }, () => true)
    expect([standing(reading), standing(excepted)]).toEqual([[reading], []])
  })
})

describe('votes', () => {
  const names = fc.constantFrom('human:anna', 'human:ben', 'human:carl', 'human:dora')
  const roles = fc.subarray(['lead', 'ops'])
  const gates = fc.array(
    fc.record({
      required: fc.constant(true as const),
      quorum: fc.integer({ min: 1, max: 3 }),
      notRequester: fc.boolean(),
      by: fc.record({ role: fc.constantFrom('lead', 'ops') }, { requiredKeys: [] }),
    }),
    { minLength: 1, maxLength: 3 },
  )

  it('open a gate only when so many different people who may have approved [R5.4]', () => {
    const votes = fc.array(
      fc.tuple(names, roles).map(([by, held]) => vote(by, held)),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(gates, votes, names, (all, given, requester) => {
        const ballot = { gates: all as Gate[], requesters: [requester], queues: {}, people: {} }
        const open = votesMissing(ballot, given).people === 0
        for (const gate of all) {
          const fitting = given.filter(({ by, roles: held }) => {
            const mayNot = gate.notRequester && by === requester
            return !mayNot && (gate.by.role === undefined || held.includes(gate.by.role))
          })
          if (open) expect(new Set(fitting.map(({ by }) => by)).size).toBeGreaterThanOrEqual(gate.quorum)
        }
        // A vote never takes anything away, and doubling the votes adds nothing.
        expect(votesMissing(ballot, [...given, ...given])).toEqual(votesMissing(ballot, given))
        const { people } = votesMissing(ballot, given)
        expect(votesMissing(ballot, given.slice(1)).people).toBeGreaterThanOrEqual(people)
      }),
      { numRuns: runs(300, 5000) },
    )
  })

  it('are counted by what is true: exactly where that is known, else at least [people.count]', () => {
    const lead = { ...GATE, by: { role: 'lead' } }
    const ops = { ...GATE, by: { role: 'ops' } }
    const has = (...held: string[]) => ({ roles: held, permissions: [] })
    const missing = (all: Gate[], people: Record<string, ReturnType<typeof has>>, given: Vote[] = []) => {
      const { people: count, atLeast } = votesMissing(
        { gates: all, requesters: [], queues: {}, people },
        given,
      )
      return `${atLeast ? 'at least ' : ''}${count}`
    }
    const apart = { anna: has('lead'), ben: has('ops') }
    expect(missing([lead, ops], apart)).toBe('2')
    expect(missing([lead, ops], apart, [vote('human:anna', ['lead'])])).toBe('1')
    expect(missing([lead, { ...ops, quorum: 2 }], apart)).toBe('3')
    expect(missing([lead, ops], { ...apart, carl: has('lead', 'ops') })).toBe('at least 1')
    expect(missing([lead, ops], { carl: has('lead', 'ops') })).toBe('1')
    // Who approved before they were given the role of the other gate opens that one alone.
    const carl = { carl: has('lead', 'ops'), dora: has('lead', 'ops') }
    expect(missing([{ ...lead, quorum: 2 }, ops], carl, [vote('human:carl', ['lead'])])).toBe('at least 1')
    // Nobody has the role: who will may have the other one, too.
    expect(missing([lead, ops], { anna: has('lead') })).toBe('at least 1')
    // Whoever sits at the desk without being declared.
    expect(missing([GATE, ops], { ben: has('ops') })).toBe('at least 1')
    expect(missing([GATE, { ...GATE, quorum: 2 }], {})).toBe('2')
  })
  it('of a queue that nobody declared are anybody’s; its name is no property of an object [R5.4]', () => {
    const ballot = { gates: [], requesters: [], queues: {}, people: {} }
    const queued = { ...GATE, queue: 'constructor' }
    expect(barredFrom(queued, { id: 'human:anna', roles: [], permissions: [] }, ballot)).toBeNull()
    expect(decidersOf(queued, {})).toBeNull()
    expect(combineGates([queued], [queued])).toHaveLength(1)
  })
  it('name the queue to whoever may not decide, unless the gate says itself who may [R5.4]', () => {
    const ballot = { gates: [], requesters: [], queues: { money: { role: 'finance' } }, people: {} }
    const anna = { id: 'human:anna', roles: [], permissions: [] }
    const queued = { ...GATE, queue: 'money' }
    expect(barredFrom(queued, anna, ballot)).toBe(
      'Only people with the role ‘finance’ may decide this of the queue ‘money’.',
    )
    expect(barredFrom({ ...queued, by: { role: 'lead' } }, anna, ballot)).toBe(
      'Only people with the role ‘lead’ may decide this.',
    )
  })
  it('count of whoever has the permission, and of whoever asked where the gate says nothing of it [R5.4]', () => {
    const ballot = { gates: [], requesters: ['human:anna'], queues: {}, people: {} }
    const anna = { id: 'human:anna', roles: [], permissions: ['pay'] }
    expect(barredFrom({ ...GATE, by: { permission: 'pay' } }, anna, ballot)).toBeNull()
    expect(barredFrom({ ...GATE, by: { permission: 'send' } }, anna, ballot)).toBe(
      'Only people with the permission ‘send’ may decide this.',
    )
    expect(barredFrom({ ...GATE, notRequester: true }, { ...anna, id: 'human:ben' }, ballot)).toBeNull()
  })
  it('name all who may, where several gates have different people [R5.4]', () => {
    const ballot = (...by: Gate['by'][]) => ({
      gates: by.map((deciders) => ({ ...GATE, ...(deciders === undefined ? {} : { by: deciders }) })),
      requesters: ['human:ben'],
      queues: {},
      people: {},
    })
    const told = (all: ReturnType<typeof ballot>, id = 'human:anna') =>
      barredFromAll({ id, roles: [], permissions: [] }, all)
    const [lead, pay] = [{ role: 'lead' }, { role: 'ops', permission: 'pay' }]
    expect(told(ballot(lead, pay))).toBe(
      'Only people with the role ‘lead’ or the role ‘ops’ and the permission ‘pay’ may decide this.',
    )
    expect(told(ballot(lead, lead))).toBe('Only people with the role ‘lead’ may decide this.')
    expect(told(ballot(lead, undefined))).toBeNull()
    const { gates, ...rest } = ballot(lead, pay)
    const own = { ...rest, gates: gates.map((gate, index) => ({ ...gate, notRequester: index === 1 })) }
    expect(told(own, 'human:ben')).toMatch(/^You asked for this yourself/)
  })
})
