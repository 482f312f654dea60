/** What every store must know of what waits: parked steps, children, items and their deadlines. */
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ChoiceItem, DECIDED_STATUSES } from '../../src/main/model/item.ts'
import { type Activity, holderOf, type ParkedStep, type Todo } from '../../src/main/model/run.ts'
import type { Expectation, Store } from '../../src/main/runtime/ports.ts'
import { approval, at, claim, claimed, doubtItem, entry, heldItem, run, subjectItem } from './samples.ts'

function parked(change: Partial<ParkedStep> = {}, todo: Todo | null = null): Activity {
  const step: ParkedStep = {
    ...{ on: 'gate', id: 'ap_1', correlationId: 'co_parked', kind: 'chain', transition: 'go_on' },
    ...{ arguments: {}, by: { id: 'engine', roles: [], permissions: [] }, at: at(0) },
    ...change,
  }
  return { kind: 'parked', step, todo }
}

export function describeWaiting(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
      return () => store.close()
    })
    const answerTo = async (expectation: Expectation) =>
      (await store.commit({ expect: [expectation], audit: [entry()] })).ok

    it('compares why the last step failed, which changes at one version [store.expect]', async () => {
      const late = { code: 'APPROVAL_TIMED_OUT' as const, message: 'Not “in time”.\nOnce more?' }
      await store.commit({ expect: [], runs: [run({ id: 'wf_late', failure: late })], audit: [] })
      const read = { kind: 'run' as const, id: 'wf_late', version: 1, claim: null }
      const refused = { ...late, message: 'It was refused.' }
      expect(await answerTo({ ...read, failure: null })).toBe(false)
      expect(await answerTo({ ...read, failure: refused })).toBe(false)
      expect(await answerTo({ ...read, failure: late })).toBe(true)
      expect(await answerTo(read)).toBe(true)
    })

    it('compares the holder: of the claim, else of the parked step [store.expect]', async () => {
      const held = [
        run({ id: 'wf_free' }),
        run({ id: 'wf_claimed', activity: claimed() }),
        run({ id: 'wf_parked', activity: parked() }),
        run({
          id: 'wf_child',
          activity: parked({ on: 'child', correlationId: 'co_child' }, 'chain'),
        }),
      ]
      await store.commit({ expect: [], runs: held, audit: [] })
      for (const { id, version, ...item } of held) {
        for (const holder of [null, 'co_1', 'co_parked', 'co_child']) {
          const expected = holderOf(item) === holder
          expect([id, holder, await answerTo({ kind: 'run', id, version, claim: holder })]).toEqual([
            id,
            holder,
            expected,
          ])
        }
      }
    })

    it('lets nothing happen to a run that has ended [store.expect]', async () => {
      const ended = (['completed', 'timed_out', 'cancelled'] as const).map((status) =>
        run({ id: `wf_${status}`, status }),
      )
      await store.commit({ expect: [], runs: ended, audit: [] })
      for (const { id } of ended)
        expect(await answerTo({ kind: 'run', id, version: 1, claim: null })).toBe(false)
    })

    it('compares which items of a workflow wait [store.expect]', async () => {
      await store.commit({
        expect: [],
        approvals: [
          approval({ id: 'ap_1' }),
          approval({ id: 'ap_2', status: 'scheduled' }),
          approval({ id: 'ap_3', status: 'approved' }),
          approval({ id: 'ap_4', workflowId: 'wf_other' }),
        ],
        audit: [],
      })
      const waits = (workflowId: string, ...ids: string[]) =>
        answerTo({ kind: 'openItems', of: { workflowId }, ids })
      expect(await waits('wf_000000000001', 'ap_2', 'ap_1')).toBe(true)
      for (const ids of [['ap_1'], ['ap_1', 'ap_2', 'ap_3'], ['ap_1', 'ap_1']])
        expect(await waits('wf_000000000001', ...ids)).toBe(false)
      expect([await waits('wf_other', 'ap_4'), await waits('wf_none')]).toEqual([true, true])
      expect(await waits('wf_other')).toBe(false)
    })

    it('compares how many items of a client wait [store.expect]', async () => {
      await store.commit({
        expect: [],
        approvals: [
          approval({ id: 'ap_1' }),
          approval({ id: 'ap_2' }),
          approval({ id: 'ap_3', status: 'scheduled' }),
          approval({ id: 'ap_4', status: 'approved' }),
          approval({ id: 'ap_5', client: 'other' }),
        ],
        audit: [],
      })
      const { client } = approval()
      expect(await answerTo({ kind: 'pendingBelow', client, from: null, limit: 3 })).toBe(true)
      expect(await answerTo({ kind: 'pendingBelow', client, from: null, limit: 2 })).toBe(false)
      expect(await answerTo({ kind: 'pendingBelow', client: 'other', from: null, limit: 1 })).toBe(false)
      expect(await answerTo({ kind: 'pendingBelow', client: 'nobody', from: null, limit: 1 })).toBe(true)
      const { requestedBy } = approval()
      const below = (limit: number, from: { requestedBy: string; connection: string | null }) =>
        answerTo({ kind: 'pendingBelow', client, from, limit })
      expect(await below(2, { requestedBy, connection: null })).toBe(false)
      expect(await below(1, { requestedBy: 'agent:another', connection: 'se_other' })).toBe(true)
    })

    it('finds that people are asked about a call of a client [store.expect]', async () => {
      const { client } = approval()
      await store.commit({
        expect: [],
        approvals: [
          heldItem({}, { transition: 'may_it' }),
          heldItem({ id: 'ap_2', status: 'refused' }, { transition: 'ended' }),
          doubtItem({ id: 'ap_3' }, { transition: 'has_it' }),
          heldItem({ id: 'ap_5', status: 'scheduled' }, { transition: 'will' }),
          doubtItem({ id: 'ap_4', client: 'other' }, { transition: 'of_another' }),
        ],
        audit: [],
      })
      const of = (transition: string, ...ids: string[]) =>
        answerTo({ kind: 'openItems', of: { client, transition }, ids })
      for (const asked of ['may_it', 'has_it', 'will']) expect(await of(asked)).toBe(false)
      for (const free of ['ended', 'of_another']) expect(await of(free)).toBe(true)
      expect(await of('will', 'ap_5')).toBe(true)
    })

    it('lists what is unfinished, parked steps with it [store.lists]', async () => {
      await store.commit({
        expect: [],
        runs: [
          run({ id: 'wf_rests' }),
          run({ id: 'wf_parked', activity: parked(), updatedAt: at(3) }),
          run({ id: 'wf_claimed', activity: claimed(), updatedAt: at(2) }),
          run({ id: 'wf_timeout', activity: { kind: 'due', todo: 'timeout' }, updatedAt: at(1) }),
          run({ id: 'wf_over', activity: parked(), status: 'cancelled' }),
        ],
        audit: [],
      })
      expect((await store.unfinished()).map(({ id }) => id)).toEqual([
        'wf_timeout',
        'wf_claimed',
        'wf_parked',
      ])
    })

    it('lists the runs that stand below another, newest first [store.lists]', async () => {
      const parent = { workflowId: 'wf_above', depth: 1 }
      await store.commit({
        expect: [],
        runs: [
          run({ id: 'wf_above' }),
          run({ id: 'wf_first', parent, updatedAt: at(1) }),
          run({ id: 'wf_last', parent, updatedAt: at(2), status: 'completed' }),
          run({ id: 'wf_far', parent: { workflowId: 'wf_first', depth: 2 } }),
        ],
        audit: [],
      })
      const below = async (id: string) => (await store.children(id)).map((child) => child.id)
      expect(await below('wf_above')).toEqual(['wf_last', 'wf_first'])
      expect(await below('wf_first')).toEqual(['wf_far'])
      expect(await below('wf_far')).toEqual([])
      const steps = await store.runs({ children: true }, { limit: 9 })
      expect([steps.total, ...steps.items.map(({ id }) => id)]).toEqual([3, 'wf_last', 'wf_first', 'wf_far'])
    })

    it('lists the items with a deadline that still wait, soonest first, and finds them by key [store.lists]', async () => {
      await store.commit({
        expect: [],
        approvals: [
          subjectItem({ id: 'ap_late', deadlineAt: at(9), key: 'tool:github.push' }),
          approval({ id: 'ap_soon', deadlineAt: at(2) }),
          approval({ id: 'ap_never' }),
          subjectItem({ id: 'ap_done', deadlineAt: at(1), status: 'expired', key: 'tool:github.push' }),
        ],
        audit: [],
      })
      const ids = (items: { id: string }[]) => items.map(({ id }) => id).sort()
      expect((await store.itemDeadlines(10)).map(({ id }) => id)).toEqual(['ap_soon', 'ap_late'])
      expect((await store.itemDeadlines(1)).map(({ id }) => id)).toEqual(['ap_soon'])
      const byKey = { key: 'tool:github.push' }
      expect(ids((await store.approvals(byKey, { limit: 9 })).items)).toEqual(['ap_done', 'ap_late'])
      const pending = await store.approvals({ ...byKey, status: ['pending'] }, { limit: 9 })
      expect([pending.total, ...ids(pending.items)]).toEqual([1, 'ap_late'])
      expect((await store.approvals({ key: 'other' }, { limit: 9 })).total).toBe(0)
    })

    it('lists what was decided at a step of a definition, newest decision first [store.lists] [card.compared]', async () => {
      const approved = (second: number) => ({
        status: 'approved' as const,
        decision: {
          ...{ by: 'human:anna', at: at(second), outcome: 'approve', comment: '', arguments: {} },
          ...{ seen: '', runsAt: null },
        },
      })
      const decided = (id: string, second: number, change: Partial<ChoiceItem> = {}) =>
        approval({ id, ...approved(second), ...change })
      const push = (id: string, state: string) =>
        heldItem({ id, ...approved(2), definitionId: 'proxy_default', state }, { transition: 'push' })
      await store.commit({
        expect: [],
        approvals: [
          decided('ap_first', 1),
          decided('ap_last', 9, { workflowId: 'wf_other' }),
          decided('ap_middle', 5, { status: 'refused' }),
          approval({ id: 'ap_waits' }),
          decided('ap_elsewhere', 3, { state: 'drafting' }),
          push('ap_call', 'ready'),
          push('ap_call_too', 'closed'),
        ],
        audit: [],
      })
      const place = { definitionId: 'content_review', state: 'review', transition: null }
      const ids = async (...asked: Parameters<Store['decidedAt']>) =>
        (await store.decidedAt(...asked)).map(({ id }) => id)
      expect(await ids(place, 9)).toEqual(['ap_last', 'ap_middle', 'ap_first'])
      expect(await ids(place, 2)).toEqual(['ap_last', 'ap_middle'])
      expect(await ids({ ...place, state: 'drafting' }, 9)).toEqual(['ap_elsewhere'])
      const call = { definitionId: 'proxy_default', state: 'ready', transition: 'push' }
      expect(await ids(call, 9)).toEqual(['ap_call'])
      expect(await ids({ ...call, transition: null }, 9)).toEqual([])
    })

    it('lists what was decided last first, in pages; what nobody decided by when it was asked [store.lists]', async () => {
      const decision = {
        by: 'human:anna',
        outcome: 'approve',
        comment: '',
        arguments: {},
        seen: '',
        runsAt: null,
      }
      await store.commit({
        expect: [],
        approvals: [
          approval({
            id: 'ap_early',
            requestedAt: at(0),
            status: 'approved',
            decision: { ...decision, at: at(9) },
          }),
          approval({
            id: 'ap_late',
            requestedAt: at(5),
            status: 'refused',
            decision: { ...decision, at: at(6) },
          }),
          approval({ id: 'ap_expired', requestedAt: at(7), status: 'expired' }),
        ],
        audit: [],
      })
      const list = async (limit: number, cursor: { cursor?: string } = {}) =>
        await store.approvals({ order: 'decided' }, { limit, ...cursor })
      const top = await list(1)
      const rest = await list(9, { cursor: top.nextCursor! })
      expect([...top.items, ...rest.items].map(({ id }) => id)).toEqual(['ap_early', 'ap_expired', 'ap_late'])
      expect(rest).toMatchObject({ total: 3 })
      expect(rest.nextCursor).toBeUndefined()
    })

    describe('the inbox', () => {
      const waits = (id: string, change: Partial<ChoiceItem> = {}) => approval({ id, ...change })
      const pending = { status: ['pending' as const] }
      const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)
      const decision = {
        ...{ by: 'human:anna', at: at(9), outcome: 'approve', comment: '', arguments: {}, seen: '' },
        runsAt: null,
      }
      const list = async (filter: Parameters<Store['approvals']>[0]) =>
        idsOf((await store.approvals(filter, { limit: 50 })).items)

      it('has the most urgent first: by its deadline, then by when it was asked [store.lists] [inbox.order]', async () => {
        const time = fc.integer({ min: 0, max: 5 }).map(at)
        const item = fc.record({ requestedAt: time, deadlineAt: fc.option(time) })
        const made = fc.sample(fc.array(item, { minLength: 12, maxLength: 12 }), 1)[0]!
        const items = made.map((change, number) => waits(`ap_${number}`, change))
        await store.commit({
          expect: [],
          approvals: [...items, waits('ap_over', { status: 'refused' })],
          audit: [],
        })
        const keysOf = ({ id, deadlineAt, requestedAt }: ChoiceItem) =>
          [deadlineAt ?? '~', requestedAt, id].join()
        const sorted = idsOf(items.toSorted((one, other) => (keysOf(one) < keysOf(other) ? -1 : 1)))
        const filter = { ...pending, order: 'urgent' as const }
        expect(await list(filter)).toEqual(sorted)
        const marks = await store.itemMarks(filter, { limit: 50 })
        expect([marks.total, ...idsOf(marks.items)]).toEqual([12, ...sorted])
        const [mark] = marks.items
        const itself = items.find(({ id }) => id === mark?.id)
        expect(mark).toEqual({
          ...{ id: itself?.id, workflowId: itself?.workflowId },
          ...{ revision: itself?.revision, deadlineAt: itself?.deadlineAt },
        })
        for (const [place, id] of sorted.entries()) expect(await store.itemPlace(filter, id)).toBe(place)
        expect(await store.itemPlace(filter, 'ap_over')).toBeNull()
        const first = await store.approvals(filter, { limit: 5, uncounted: true })
        const { nextCursor: cursor = '' } = first
        const second = await store.approvals(filter, { limit: 5, cursor, uncounted: true })
        expect(idsOf([...first.items, ...second.items])).toEqual(sorted.slice(0, 10))
        const placed = await store.approvals(filter, { limit: 3, start: 8 })
        expect([placed.total, ...idsOf(placed.items)]).toEqual([12, ...sorted.slice(8, 11)])
      })

      it('is narrowed by all that is given, together [store.lists] [inbox.filter]', async () => {
        await store.commit({
          expect: [],
          approvals: [
            waits('ap_1', { queue: 'post', assignedTo: 'human:anna' }),
            waits('ap_2', { queue: 'post', definitionId: 'letter' }),
            waits('ap_3', { client: 'ci', assignedTo: 'human:ben' }),
            subjectItem({ id: 'ap_4' }),
            waits('ap_5', { queue: 'post', status: 'approved', decision }),
          ],
          audit: [],
        })
        expect(await list({ ...pending, queue: 'post' })).toEqual(['ap_1', 'ap_2'])
        expect(await list({ ...pending, definitionId: 'letter' })).toEqual(['ap_2'])
        expect(await list({ ...pending, assignedTo: 'human:anna' })).toEqual(['ap_1'])
        expect(await list({ ...pending, assignedTo: null })).toEqual(['ap_2', 'ap_4'])
        expect(await list({ ...pending, ids: ['ap_5', 'ap_4', 'ap_3', 'ap_0'] })).toEqual(['ap_3', 'ap_4'])
        expect(await list({ ...pending, ids: [] })).toEqual([])
        expect(await list({ ...pending, without: ['ap_1', 'ap_2', 'ap_0'] })).toEqual(['ap_3', 'ap_4'])
        expect(await list({ ...pending, queue: 'post', without: ['ap_1'] })).toEqual(['ap_2'])
        expect(await list({ status: DECIDED_STATUSES, queue: 'post' })).toEqual(['ap_5'])
        expect(await list({ status: DECIDED_STATUSES, client: 'ci' })).toEqual([])
      })

      it('counts what there is, and gives an example of each value: what was asked last [store.lists] [inbox.filter]', async () => {
        await store.commit({
          expect: [],
          approvals: [
            waits('ap_1', { queue: 'post', deadlineAt: at(5) }),
            waits('ap_2', { queue: 'post', client: 'ci', requestedAt: at(4) }),
            waits('ap_3', { client: 'ci', requestedAt: at(2) }),
            subjectItem({ id: 'ap_4', client: '' }),
            waits('ap_5', { client: 'ci', requestedAt: at(7), status: 'expired' }),
          ],
          audit: [],
        })
        expect(await store.itemCounts(pending)).toEqual({
          total: 4,
          due: 1,
          facets: {
            kind: [
              { value: 'transition', count: 3, example: 'ap_2' },
              { value: 'tool_change', count: 1, example: 'ap_4' },
            ],
            queue: [{ value: 'post', count: 2, example: 'ap_2' }],
            definitionId: [{ value: 'content_review', count: 3, example: 'ap_2' }],
            client: [
              { value: 'ci', count: 2, example: 'ap_2' },
              { value: 'local', count: 1, example: 'ap_1' },
            ],
          },
        })
        const narrowed = await store.itemCounts({ ...pending, queue: 'post', without: ['ap_2'] })
        expect(narrowed).toMatchObject({
          total: 1,
          due: 1,
          facets: { client: [{ value: 'local', count: 1 }] },
        })
        const over = await store.itemCounts({ status: DECIDED_STATUSES })
        expect(over).toMatchObject({ total: 1, facets: { client: [{ value: 'ci', example: 'ap_5' }] } })
        expect((await store.itemCounts({})).total).toBe(5)
      })
    })

    it('has no deadline for a run that was interrupted [store.lists]', async () => {
      await store.commit({
        expect: [],
        runs: [
          run({
            id: 'wf_stopped',
            deadlineAt: at(1),
            activity: { kind: 'interrupted', claim: claim() },
          }),
          run({ id: 'wf_due', deadlineAt: at(2) }),
        ],
        audit: [],
      })
      expect((await store.deadlines(9)).map(({ id }) => id)).toEqual(['wf_due'])
    })

    it('knows the end of the audit log [store.chain]', async () => {
      const none = await store.auditEnd()
      expect(none.sequence).toBe(0)
      await store.commit({ expect: [], audit: [entry(), entry()] })
      const { head } = await store.verifyAudit()
      expect(await store.auditEnd()).toEqual({ sequence: 2, hash: head })
    })
  })
}
