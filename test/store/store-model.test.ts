import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Batch, Expectation, SettingChange, Store } from '../../src/main/runtime/ports.ts'
import { openMemoryStore, openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { runs } from '../support/effort.ts'
import { test as it } from '../support/fixtures.ts'
import { approval, at, claim, entry, evidence, run } from './samples.ts'

const workflowId = fc.constantFrom('wf_a', 'wf_b', 'wf_c', 'Ünï%_\\"')
const time = fc.integer({ min: 0, max: 5 }).map(at)
const text = fc.string({ unit: 'grapheme', maxLength: 6 })
const values = fc.dictionary(text, fc.jsonValue({ maxDepth: 2, depthSize: 'small' }), { maxKeys: 3 })

const anyInstance = fc
  .record({
    id: workflowId,
    version: fc.integer({ min: 1, max: 2 }),
    owner: fc.constantFrom('local', 'ci'),
    definitionId: fc.constantFrom('content_review', 'proxy_default'),
    status: fc.constantFrom('running', 'completed'),
    todo: fc.constantFrom(null, 'chain'),
    claim: fc.constantFrom(null, claim()),
    interrupted: fc.boolean(),
    updatedAt: time,
    deadlineAt: fc.option(time),
    input: values,
  })
  .map((change) => run(JSON.parse(JSON.stringify(change))))

const anyApproval = fc
  .record({
    id: fc.constantFrom('ap_1', 'ap_2', 'ap_3'),
    workflowId,
    revision: fc.integer({ min: 1, max: 2 }),
    status: fc.constantFrom('pending', 'approved'),
    requestedAt: time,
    arguments: values,
  })
  .map((change) => approval(JSON.parse(JSON.stringify(change))))

const anyEntry = fc
  .record({
    workflowId: fc.option(workflowId),
    timestamp: time,
    eventType: fc.constantFrom('workflow.started', 'guard.evaluated'),
    payload: values,
  })
  .map((change) => entry(JSON.parse(JSON.stringify(change))))

const anyExpectation: fc.Arbitrary<Expectation> = fc.oneof(
  fc.record({
    kind: fc.constant('run'),
    id: workflowId,
    version: fc.integer({ min: 1, max: 2 }),
    claim: fc.constantFrom(null, 'co_1'),
  }),
  fc.record({ kind: fc.constant('newRun'), id: workflowId }),
  fc.record({
    kind: fc.constant('approval'),
    id: fc.constantFrom('ap_1', 'ap_2', 'ap_3'),
    revision: fc.integer({ min: 1, max: 2 }),
  }),
)

const anyBatch: fc.Arbitrary<Batch> = fc.record({
  expect: fc.array(anyExpectation, { maxLength: 1 }),
  runs: fc.array(anyInstance, { maxLength: 2 }),
  approvals: fc.array(anyApproval, { maxLength: 2 }),
  evidence: fc.array(
    fc
      .record({ id: fc.integer({ min: 1, max: 40 }).map((n) => `ev_${n}`), workflowId })
      .map((change) => evidence(change)),
    { maxLength: 1 },
  ),
  settings: fc.array(
    fc
      .record({ key: fc.constantFrom('a', 'b', 'Ünï%_'), value: fc.option(values) })
      .map((change) => JSON.parse(JSON.stringify(change)) as SettingChange),
    { maxLength: 2 },
  ),
  audit: fc.array(anyEntry, { maxLength: 3 }),
})

/** Everything that a store can be asked, as one value. */
async function describeAnswers(store: Store, search: string) {
  const page = { limit: 2 }
  const first = await store.audit({}, page)
  return {
    runs: await store.runs({}, { limit: 50 }),
    firstTwo: await store.runs({ workflowsOnly: true }, page),
    found: await store.runs({ text: search }, { limit: 50 }),
    waiting: await store.runs({ attention: 'person', owner: 'ci' }, { limit: 50 }),
    failed: await store.runs({ attention: 'failed', status: ['running'] }, { limit: 50 }),
    unfinished: await store.unfinished(),
    deadlines: await store.deadlines(2),
    approvals: await store.approvals({}, { limit: 50 }),
    pending: await store.approvals({ status: ['pending'], order: 'newest' }, page),
    decided: await store.approvals({ order: 'decided' }, page),
    urgent: await store.approvals({ status: ['pending'], order: 'urgent' }, page),
    counts: await store.itemCounts({ status: ['pending'] }),
    place: await store.itemPlace({ order: 'urgent' }, 'ap_2'),
    evidence: await store.evidence('wf_a'),
    audit: first,
    older: first.nextCursor && (await store.audit({}, { limit: 5, cursor: first.nextCursor })),
    foundEvents: await store.audit({ text: search }, { limit: 50 }),
    chain: await store.verifyAudit(),
    usage: await store.usage(),
    settings: await store.settings(''),
  }
}

it('answers alike whichever store is asked, hashes included [store.alike]', async ({ folder }) => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyBatch, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
      text,
      async (groups, search) => {
        run += 1
        const memory = openMemoryStore()
        const sqlite = await openSqliteStore({ file: join(folder, `${run}.db`) })
        try {
          for (const group of groups) {
            const commitAll = async (store: Store) => {
              const settled = await Promise.allSettled(group.map((batch) => store.commit(batch)))
              return settled.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))
            }
            expect(await commitAll(sqlite)).toEqual(await commitAll(memory))
          }
          expect(await describeAnswers(sqlite, search)).toEqual(await describeAnswers(memory, search))
        } finally {
          await sqlite.close()
        }
      },
    ),
    { numRuns: runs(60) },
  )
})
