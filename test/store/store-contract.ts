/** What every store must do. Run by the test file of each. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Expectation, Store } from '../../src/main/runtime/ports.ts'
import { GENESIS_HASH } from '../../src/main/store/audit/audit-chain.ts'
import { contentOf } from '../support/items.ts'
import { approval, at, claim, claimed, definition, entry, evidence, heldItem, run } from './samples.ts'

const HOSTILE = [
  "'; DROP TABLE instances; --",
  '%_\\',
  '"quoted" \\ back\u0000null',
  '\u202Egnp.exe',
  'ﷺ😀e\u0301',
  '__proto__',
  'constructor',
  'x'.repeat(5000),
]

export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
      return () => store.close()
    })

    const conflictOf = async (expectation: Expectation) => {
      const written = run({ id: 'wf_written' })
      const result = await store.commit({
        expect: [expectation],
        runs: [written],
        approvals: [approval({ id: 'ap_written' })],
        evidence: [evidence({ id: 'ev_written' })],
        settings: [{ key: 'written', value: {} }],
        audit: [entry()],
      })
      const nothing =
        (await store.run(written.id)) === null &&
        (await store.approval('ap_written')) === null &&
        (await store.setting('written')) === null &&
        (await store.evidence('wf_000000000001')).length === 0
      return { result, nothing }
    }

    it('holds everything of a batch when the commit resolves [store.atomic]', async () => {
      const result = await store.commit({
        expect: [{ kind: 'newRun', id: 'wf_000000000001' }],
        definitions: [{ hash: 'hash-1', definition: definition() }],
        runs: [run({ activity: claimed() })],
        approvals: [approval()],
        evidence: [evidence(), evidence({ id: 'ev_2', summary: 'second' })],
        audit: [entry({ id: 'au_1' }), entry({ id: 'au_2' })],
      })
      expect(result).toEqual({ ok: true })
      expect(await store.run('wf_000000000001')).toEqual(run({ activity: claimed() }))
      expect(await store.approval('ap_1')).toEqual(approval())
      expect((await store.evidence('wf_000000000001')).map(({ id }) => id)).toEqual(['ev_1', 'ev_2'])
      expect(await store.definition('hash-1')).toEqual(definition())
      expect((await store.audit({}, { limit: 10 })).items.map(({ id }) => id)).toEqual(['au_2', 'au_1'])
    })

    it('writes nothing of a batch that cannot be written [store.atomic]', async () => {
      await store.commit({ expect: [], evidence: [evidence()], audit: [entry()] })
      const repeated = store.commit({
        expect: [],
        runs: [run({ id: 'wf_lost' })],
        evidence: [evidence({ id: 'ev_other' }), evidence()],
        audit: [entry({ id: 'au_lost' })],
      })
      await expect(repeated).rejects.toMatchObject({ name: 'GatewayError', code: 'INTERNAL' })
      expect(await store.run('wf_lost')).toBeNull()
      expect((await store.evidence('wf_000000000001')).map(({ id }) => id)).toEqual(['ev_1'])
      expect(await store.verifyAudit()).toMatchObject({ count: 1, broken: null })
    })

    it('refuses a batch whose instance moved, whose claim changed or whose item moved [store.expect]', async () => {
      await store.commit({
        expect: [],
        runs: [run({ version: 3 }), run({ id: 'wf_claimed', activity: claimed() })],
        approvals: [approval({ revision: 2 })],
        audit: [],
      })
      const conflicts: Expectation[] = [
        { kind: 'run', id: 'wf_000000000001', version: 2, claim: null },
        { kind: 'run', id: 'wf_000000000001', version: 3, claim: 'co_1' },
        { kind: 'run', id: 'wf_claimed', version: 1, claim: null },
        { kind: 'run', id: 'wf_claimed', version: 1, claim: 'co_other' },
        { kind: 'run', id: 'wf_unknown', version: 1, claim: null },
        { kind: 'newRun', id: 'wf_000000000001' },
        { kind: 'approval', id: 'ap_1', revision: 1 },
        { kind: 'approval', id: 'ap_unknown', revision: 1 },
      ]
      for (const expectation of conflicts) {
        const { result, nothing } = await conflictOf(expectation)
        expect(result).toEqual({ ok: false, conflict: expectation })
        expect(nothing).toBe(true)
      }
      expect((await store.verifyAudit()).count).toBe(0)
      const held = await store.commit({
        expect: [
          { kind: 'run', id: 'wf_claimed', version: 1, claim: 'co_1' },
          { kind: 'run', id: 'wf_000000000001', version: 3, claim: null },
          { kind: 'newRun', id: 'wf_new' },
          { kind: 'approval', id: 'ap_1', revision: 2 },
        ],
        audit: [entry()],
      })
      expect(held).toEqual({ ok: true })
    })

    it('lets exactly one of many simultaneous claims through, and leaves the others nothing [store.expect]', async () => {
      await store.commit({ expect: [], runs: [run()], audit: [] })
      const claims = Array.from({ length: 20 }, (_, index) =>
        store.commit({
          expect: [{ kind: 'run', id: 'wf_000000000001', version: 1, claim: null }],
          runs: [run({ activity: claimed({ correlationId: `co_${index}` }) })],
          audit: [entry({ id: `au_${index}` })],
        }),
      )
      const results = await Promise.all(claims)
      expect(results.filter((result) => result.ok)).toHaveLength(1)
      expect((await store.audit({}, { limit: 50 })).total).toBe(1)
    })

    it('keeps other commits of the same moment when one fails [store.atomic]', async () => {
      await store.commit({ expect: [], evidence: [evidence()], audit: [] })
      const settled = await Promise.allSettled([
        store.commit({ expect: [], runs: [run({ id: 'wf_a' })], audit: [entry({ id: 'au_a' })] }),
        store.commit({ expect: [], evidence: [evidence()], audit: [entry({ id: 'au_b' })] }),
        store.commit({ expect: [{ kind: 'newRun', id: 'wf_a' }], audit: [entry({ id: 'au_c' })] }),
        store.commit({ expect: [], runs: [run({ id: 'wf_d' })], audit: [entry({ id: 'au_d' })] }),
      ])
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
      expect((await store.audit({}, { limit: 10 })).items.map(({ id }) => id)).toEqual(['au_d', 'au_a'])
      expect(await store.verifyAudit()).toMatchObject({ count: 2, broken: null })
    })

    it('keeps the one of two commits of the same moment that does not fail [store.atomic]', async () => {
      await store.commit({ expect: [], evidence: [evidence()], audit: [] })
      const settled = await Promise.allSettled([
        store.commit({ expect: [], evidence: [evidence()], audit: [entry({ id: 'au_a' })] }),
        store.commit({ expect: [], audit: [entry({ id: 'au_b' })] }),
      ])
      expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
      expect((await store.audit({}, { limit: 10 })).items.map(({ id }) => id)).toEqual(['au_b'])
    })

    it('lists instances newest first, filtered, with totals and pages without gaps or repeats [store.lists]', async () => {
      const ids = Array.from({ length: 25 }, (_, index) => `wf_${String(index).padStart(3, '0')}`)
      await store.commit({
        expect: [],
        runs: ids.map((id, index) => run({ id, updatedAt: at(Math.floor(index / 3)) })),
        audit: [],
      })
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await store.runs({}, { limit: 4, ...(cursor === undefined ? {} : { cursor }) })
        expect(page.total).toBe(25)
        expect(page.items.length).toBeLessThanOrEqual(4)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
        // What changes while somebody pages moves to the front and does not disturb the rest.
        if (seen.length === 4) {
          await store.commit({
            expect: [],
            runs: [run({ id: seen[0]!, updatedAt: at(999) })],
            audit: [],
          })
        }
      } while (cursor !== undefined)
      expect(seen).toEqual(ids.toReversed())
    })

    it('filters instances by owner, definition, status, attention and text [store.lists]', async () => {
      const failure = { code: 'EXECUTOR_FAILED', message: 'no' } as const
      await store.commit({
        expect: [],
        runs: [
          run({ id: 'wf_a', owner: 'ada' }),
          run({ id: 'wf_b', definitionId: 'proxy_default', input: { note: 'Grüße "an" alle' } }),
          run({ id: 'wf_c', status: 'completed', context: { path: 'a\\b', n: 42 } }),
          run({ id: 'wf_d', failure }),
          run({ id: 'wf_f', failure: { ...failure, code: 'APPROVAL_DENIED' } }),
          run({ id: 'wf_e', activity: { kind: 'interrupted', claim: claim() } }),
        ],
        approvals: [
          approval({ id: 'ap_1', workflowId: 'wf_a' }),
          approval({ id: 'ap_2', workflowId: 'wf_c', status: 'approved' }),
        ],
        audit: [],
      })
      const find = async (filter: Parameters<Store['runs']>[0]) =>
        (await store.runs(filter, { limit: 10 })).items.map(({ id }) => id).sort()
      expect(await find({ owner: 'ada' })).toEqual(['wf_a'])
      expect(await find({ definitionId: 'proxy_default' })).toEqual(['wf_b'])
      expect(await find({ workflowsOnly: true })).toEqual(['wf_a', 'wf_c', 'wf_d', 'wf_e', 'wf_f'])
      expect(await find({ status: ['completed', 'cancelled'] })).toEqual(['wf_c'])
      expect(await find({ status: [] })).toEqual([])
      expect(await find({ attention: 'person' })).toEqual(['wf_a'])
      expect(await find({ attention: 'failed' })).toEqual(['wf_d', 'wf_e'])
      expect(await find({ text: 'GRÜ' })).toEqual(['wf_b'])
      expect(await find({ text: '"an"' })).toEqual(['wf_b'])
      expect(await find({ text: 'a\\b' })).toEqual(['wf_c'])
      expect(await find({ text: 'WF_D' })).toEqual(['wf_d'])
      expect(await find({ text: '%' })).toEqual([])
      expect(await find({ text: '' })).toHaveLength(6)
    })

    it('lists what was not written since a time, and counts only for who asks [store.lists]', async () => {
      await store.commit({
        expect: [],
        runs: [0, 1, 2, 3].map((n) => run({ id: `wf_${n}`, updatedAt: at(n) })),
        audit: [],
      })
      const first = await store.runs({ updatedUntil: at(2) }, { limit: 2, uncounted: true })
      expect([first.total, ...first.items.map(({ id }) => id)]).toEqual([2, 'wf_2', 'wf_1'])
      const { nextCursor: cursor = '' } = first
      const rest = await store.runs({ updatedUntil: at(2) }, { limit: 2, cursor })
      expect([rest.total, ...rest.items.map(({ id }) => id)]).toEqual([3, 'wf_0'])
    })

    it('lists what is unfinished and what has a deadline [store.lists]', async () => {
      await store.commit({
        expect: [],
        runs: [
          run({ id: 'wf_idle' }),
          run({ id: 'wf_claimed', activity: claimed(), updatedAt: at(2) }),
          run({ id: 'wf_todo', activity: { kind: 'due', todo: 'chain' }, updatedAt: at(1) }),
          run({ id: 'wf_ended', activity: claimed(), status: 'cancelled', deadlineAt: at(1) }),
          run({ id: 'wf_later', deadlineAt: at(9) }),
          run({ id: 'wf_sooner', deadlineAt: at(8) }),
        ],
        audit: [],
      })
      expect((await store.unfinished()).map(({ id }) => id)).toEqual(['wf_todo', 'wf_claimed'])
      expect((await store.deadlines(10)).map(({ id }) => id)).toEqual(['wf_sooner', 'wf_later'])
      expect(await store.deadlines(1)).toHaveLength(1)
    })

    it('moves a deadline for whoever writes the run as it was before, too, and for what waits until then [time.given-back]', async () => {
      const before = run({ deadlineAt: at(10) })
      const waits = (id: string, second: number) => approval({ id, deadlineAt: at(second) })
      await store.commit({
        expect: [],
        runs: [before],
        approvals: [waits('ap_1', 10), waits('ap_2', 9)],
        audit: [],
      })
      const timeBack = [{ workflowId: before.id, milliseconds: Date.parse(at(3)) - Date.parse(at(1)) }]
      await store.commit({ expect: [], timeBack, audit: [] })
      await store.commit({ expect: [], runs: [before], approvals: [waits('ap_3', 10)], audit: [] })
      expect(await store.run(before.id)).toMatchObject({ deadlineAt: at(12) })
      const { items } = await store.approvals({}, { limit: 9 })
      expect(Object.fromEntries(items.map(({ id, deadlineAt }) => [id, deadlineAt]))).toEqual({
        ...{ ap_1: at(12), ap_2: at(9), ap_3: at(12) },
      })
    })

    it('counts the runs that have not ended, by what they are declared as and whose they are [store.lists]', async () => {
      await store.commit({
        expect: [],
        runs: [
          run({ id: 'wf_1' }),
          run({ id: 'wf_2', activity: claimed() }),
          run({ id: 'wf_3', owner: 'ci' }),
          run({ id: 'wf_4', definitionHash: 'hash-2' }),
          run({ id: 'wf_5', status: 'completed' }),
          run({ id: 'wf_6', definitionId: 'proxy_default', definitionHash: '' }),
        ],
        audit: [],
      })
      const counted = (await store.openRuns()).map(({ definitionHash, owner, runs }) =>
        [definitionHash, owner, runs].join(' '),
      )
      expect(counted.sort()).toEqual(['hash-1 ci 1', 'hash-1 local 2', 'hash-2 local 1'])
    })

    it('lists approvals oldest request first, and filters them [store.lists]', async () => {
      await store.commit({
        expect: [],
        approvals: [
          heldItem({ id: 'ap_3', requestedAt: at(3), kind: 'executor', client: 'ci' }),
          approval({ id: 'ap_1', requestedAt: at(1), workflowId: 'wf_other' }),
          approval({ id: 'ap_2', requestedAt: at(2), status: 'refused', presented: { file: 'notes.md' } }),
        ],
        audit: [],
      })
      const find = async (filter: Parameters<Store['approvals']>[0]) =>
        (await store.approvals(filter, { limit: 10 })).items.map(({ id }) => id)
      expect(await find({})).toEqual(['ap_1', 'ap_2', 'ap_3'])
      expect(await find({ order: 'newest' })).toEqual(['ap_3', 'ap_2', 'ap_1'])
      expect(await find({ status: ['pending'] })).toEqual(['ap_1', 'ap_3'])
      expect(await find({ workflowId: 'wf_other' })).toEqual(['ap_1'])
      expect(await find({ kind: ['executor'] })).toEqual(['ap_3'])
      expect(await find({ client: 'ci' })).toEqual(['ap_3'])
      expect(await find({ text: 'NOTES.md' })).toEqual(['ap_2'])
      const first = await store.approvals({ order: 'newest' }, { limit: 2 })
      const second = await store.approvals({ order: 'newest' }, { limit: 2, cursor: first.nextCursor! })
      expect(second.items.map(({ id }) => id)).toEqual(['ap_1'])
      expect(second.nextCursor).toBeUndefined()
    })

    it('filters the audit log by workflow, correlation, actor, event, text and time [store.lists]', async () => {
      await store.commit({
        expect: [],
        audit: [
          entry({ id: 'au_1', timestamp: at(1), correlationId: 'co_x' }),
          entry({ id: 'au_2', timestamp: at(2), workflowId: null, actor: 'human:ada' }),
          entry({
            id: 'au_3',
            timestamp: at(3),
            eventType: 'search.performed',
            payload: { query: 'Deploy' },
          }),
        ],
      })
      const find = async (filter: Parameters<Store['audit']>[0]) =>
        (await store.audit(filter, { limit: 10 })).items.map(({ id }) => id)
      expect(await find({ workflowId: 'wf_000000000001' })).toEqual(['au_3', 'au_1'])
      expect(await find({ correlationId: 'co_x' })).toEqual(['au_1'])
      expect(await find({ actor: 'human:ada' })).toEqual(['au_2'])
      expect(await find({ eventTypes: ['search.performed', 'config.reloaded'] })).toEqual(['au_3'])
      expect(await find({ text: 'deploy' })).toEqual(['au_3'])
      expect(await find({ text: 'ADA' })).toEqual(['au_2'])
      expect(await find({ from: at(2), to: at(2) })).toEqual(['au_2'])
      expect(await find({ from: '2026-01-01T01:00:02+01:00' })).toEqual(['au_3', 'au_2'])
    })

    it('chains the audit log from the first entry on without a gap [store.chain]', async () => {
      const whole = { broken: null, removed: 0, lost: null }
      expect(await store.verifyAudit()).toEqual({ ...whole, count: 0, head: GENESIS_HASH })
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          store.commit({
            expect: [],
            audit: [entry({ id: `au_${index}`, payload: { b: index, a: [1, null] } })],
          }),
        ),
      )
      const events = (await store.audit({}, { limit: 100 })).items.toReversed()
      expect(events.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 30 }, (_, index) => index + 1),
      )
      expect(events[0]!.previousHash).toBe(GENESIS_HASH)
      for (const [index, event] of events.entries()) {
        if (index > 0) expect(event.previousHash).toBe(events[index - 1]!.hash)
      }
      expect(await store.verifyAudit()).toEqual({ ...whole, count: 30, head: events.at(-1)!.hash })
      expect(await store.auditAfter(10, 5)).toEqual(events.slice(10, 15))
      expect(await store.auditAfter(30, 5)).toEqual([])
    })

    it('keeps hostile ids and texts exactly, and finds them [store.hostile-text]', async () => {
      for (const text of HOSTILE) {
        const made = run({ id: text, owner: text, input: { [text]: text }, endReason: text })
        await store.commit({
          expect: [{ kind: 'newRun', id: text }],
          runs: [made],
          approvals: [heldItem({ id: text }, { arguments: { [text]: text } })],
          audit: [entry({ actor: text, correlationId: text, payload: { [text]: text } })],
        })
        await store.saveSetting(text, { [text]: text })
        expect(await store.run(text)).toEqual(made)
        expect(contentOf(await store.approval(text)).arguments).toEqual({ [text]: text })
        expect(await store.setting(text)).toEqual({ [text]: text })
        const byText = await store.runs({ text }, { limit: 50 })
        expect(byText.items.map(({ id }) => id)).toContain(text)
        expect((await store.runs({ owner: text }, { limit: 5 })).total).toBe(1)
        expect((await store.audit({ correlationId: text, actor: text }, { limit: 5 })).total).toBe(1)
      }
      expect((await store.verifyAudit()).broken).toBeNull()
    })

    it('refuses a cursor that it did not give out [store.lists]', async () => {
      await store.commit({ expect: [], audit: [entry(), entry({ id: 'au_2' })] })
      for (const cursor of ['', 'nonsense', Buffer.from('["a"]').toString('base64url')]) {
        await expect(store.audit({}, { limit: 1, cursor })).rejects.toMatchObject({
          code: 'INVALID_ARGUMENTS',
        })
      }
    })

    it('hands out copies: changing an answer changes nothing [store.atomic]', async () => {
      const made = run()
      await store.commit({ expect: [], runs: [made], audit: [] })
      made.context.later = true
      const read = await store.run(made.id)
      read!.input.title = 'changed'
      expect(await store.run(made.id)).toEqual(run())
    })
  })
}
