/** A database as the first released format left it, opened by this version. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import type { Gate } from '../../src/main/model/definition.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import { claimOf, parkedOf, type Run, type StepRef, todoOf } from '../../src/main/model/run.ts'
import { DATABASE_FORMAT, migrate } from '../../src/main/store/migrations.ts'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { test as it } from '../support/fixtures.ts'
import { contentOf } from '../support/items.ts'
import {
  approval,
  at,
  claim,
  claimed,
  definitionItem,
  doubtItem,
  entry,
  evidence,
  heldItem,
  run,
  subjectItem,
} from './samples.ts'
import { keptSearch } from './searches-contract.ts'

/** As text, without what that format did not know. */
function without(record: object, ...names: string[]): string {
  const entries = Object.entries(record).filter(([name]) => !names.includes(name))
  return JSON.stringify(Object.fromEntries(entries))
}

/** A run as the formats up to the seventh had it: four fields for what it does, a step's rights beside its name. */
function asSeventh(run: Run): Record<string, unknown> & { claim: object | null } {
  const { activity, ...rest } = run
  const [claim, parked] = [claimOf(run), parkedOf(run)]
  return {
    ...rest,
    claim: claim && namedApart(claim, {}),
    parked: parked && namedApart(parked, { kind: parked.on, step: parked.kind, on: undefined }),
    todo: todoOf(run),
    interrupted: activity.kind === 'interrupted',
  }
}

/** An item as the formats up to the ninth had it: every field for every kind, empty where it had no meaning. */
function asNinth(item: InboxItem): object {
  const { transition, ...content } = contentOf(item)
  const step = 'step' in item ? item.step.kind : null
  const held = content.held === null ? null : { ...content.held, step }
  const { step: _, ...rest } = { step, ...item }
  return { key: null, ...rest, ...content, transition, held }
}

function namedApart(step: StepRef, more: object): object {
  const { id: by, roles, permissions } = step.by
  return { ...step, by, roles, permissions, ...more }
}

it('opens a database of the first format with everything in it [store.older-database]', async ({
  databaseFile: file,
  folder,
}) => {
  const audit = [entry({ id: 'au_1' }), entry({ id: 'au_2', eventType: 'search.performed' })]
  const store = await openSqliteStore({ file: join(folder, 'chain.db') })
  await store.commit({ expect: [], audit })
  const events = await store.auditAfter(0, 2)
  const chain = await store.verifyAudit()
  await store.close()

  const older = new Database(file)
  migrate(older, 1)
  expect(older.pragma('user_version', { simple: true })).toBe(1)
  const insert = (table: string, id: string, body: string) =>
    older.prepare(`INSERT INTO ${table} (id, body) VALUES (?, ?)`).run(id, body)
  const rests = run({ id: 'wf_rests', deadlineAt: at(5) })
  const runs = run({ id: 'wf_runs', activity: claimed({ idempotencyKey: null }), updatedAt: at(1) })
  insert('instances', rests.id, without(asSeventh(rests), 'parked', 'parent'))
  insert(
    'instances',
    runs.id,
    without(
      { ...asSeventh(runs), claim: JSON.parse(without(asSeventh(runs).claim ?? {}, 'idempotencyKey')) },
      'parked',
      'parent',
    ),
  )
  const item = approval({ deadlineAt: at(3) })
  insert('approvals', item.id, without(item, 'held', 'subject', 'key', 'assignedTo'))
  insert('evidence', 'ev_1', JSON.stringify(evidence()))
  for (const { sequence, previousHash, hash, ...body } of events) {
    older
      .prepare('INSERT INTO audit (sequence, previous_hash, hash, body) VALUES (?, ?, ?, ?)')
      .run(sequence, previousHash, hash, JSON.stringify(body))
  }
  older.close()

  const opened = await openSqliteStore({ file })
  expect(opened.readOnly).toBeNull()
  expect(await opened.run('wf_rests')).toEqual(rests)
  expect(await opened.run('wf_runs')).toEqual(runs)
  expect(await opened.approval('ap_1')).toEqual(item)
  expect((await opened.unfinished()).map(({ id }) => id)).toEqual(['wf_runs'])
  expect((await opened.itemDeadlines(5)).map(({ id }) => id)).toEqual(['ap_1'])
  expect(await opened.evidence('wf_000000000001')).toEqual([evidence()])
  expect(await opened.verifyAudit()).toEqual(chain)
  const moved = { ...rests, version: 2, updatedAt: at(9) }
  const result = await opened.commit({
    expect: [{ kind: 'run', id: 'wf_rests', version: 1, claim: null }],
    runs: [moved],
    audit: [entry({ id: 'au_3' })],
  })
  expect(result).toEqual({ ok: true })
  await opened.close()
  const now = new Database(file, { readonly: true })
  expect(now.pragma('user_version', { simple: true })).toBe(DATABASE_FORMAT)
  now.close()
})

it('opens a database of the third format, and keeps searches in it from then on [store.older-database]', async ({
  databaseFile: file,
}) => {
  const older = new Database(file)
  migrate(older, 3)
  older
    .prepare('INSERT INTO settings (key, value) VALUES (?, ?)')
    .run('snoozes', JSON.stringify({ anna: {} }))
  older.prepare('INSERT INTO usage (name, count, last_at) VALUES (?, ?, ?)').run('mail_send', 3, at(1))
  older.close()

  const opened = await openSqliteStore({ file })
  expect(opened.readOnly).toBeNull()
  expect(await opened.usage()).toEqual({ mail_send: { count: 3, lastAt: at(1) } })
  expect(await opened.setting('snoozes')).toEqual({ anna: {} })
  expect((await opened.searches({}, { limit: 5 })).items).toEqual([])
  await opened.keepSearches([keptSearch()])
  await opened.close()

  const again = await openSqliteStore({ file })
  expect((await again.searches({}, { limit: 5 })).items).toEqual([keptSearch()])
  await again.close()
})

it('opens runs of the seventh format, whatever they are doing [store.older-database]', async ({
  databaseFile: file,
}) => {
  const older = new Database(file)
  migrate(older, 7)
  const by = { id: 'agent:Sample', roles: ['clerk'], permissions: ['pay', 'read'] }
  const step: StepRef = { kind: 'chain', transition: 'go_on', arguments: { a: [1] }, by }
  const mark = { correlationId: 'co_1', at: at(0) }
  const runs = [
    run({ id: 'wf_rests' }),
    run({ id: 'wf_due', activity: { kind: 'due', todo: 'timeout' } }),
    run({ id: 'wf_runs', activity: claimed({ by }) }),
    run({
      id: 'wf_cut',
      activity: { kind: 'interrupted', claim: claim({ by, connections: { mail: 'x' } }) },
    }),
    run({
      id: 'wf_gate',
      activity: { kind: 'parked', step: { on: 'gate', id: 'ap_1', ...step, ...mark }, todo: 'chain' },
    }),
    run({
      id: 'wf_child',
      activity: {
        kind: 'parked',
        step: { on: 'child', id: 'wf_rests', ...step, ...mark, from: 1, uncertain: true },
        todo: null,
      },
    }),
  ]
  for (const run of runs) {
    older
      .prepare('INSERT INTO instances (id, body) VALUES (?, ?)')
      .run(run.id, JSON.stringify(asSeventh(run)))
  }
  older.close()
  const opened = await openSqliteStore({ file })
  for (const run of runs) expect(await opened.run(run.id)).toEqual(run)
  expect((await opened.unfinished()).map(({ id }) => id).sort()).toEqual([
    'wf_child',
    'wf_cut',
    'wf_due',
    'wf_gate',
    'wf_runs',
  ])
  await opened.close()
})

it('opens items of the ninth format, of every kind [store.older-database]', async ({
  databaseFile: file,
}) => {
  const older = new Database(file)
  migrate(older, 9)
  const by = { id: 'agent:Sample', roles: ['clerk'], permissions: ['pay', 'read'] }
  const asked = { requestedBy: by.id, requesterRights: { roles: by.roles, permissions: by.permissions } }
  const gate = { required: true as const, quorum: 2, notRequester: true, queue: 'money' }
  const vote = { ...by, by: 'human:anna', at: at(1), comment: 'fine', seen: 'hash' }
  const { id: _, ...voted } = vote
  const held = {
    gates: [gate],
    votes: [voted],
    from: 1,
    tried: { message: 'It failed.', uncertain: true, idempotencyKey: null },
  }
  const decision = {
    ...{ by: 'human:anna', at: at(2), outcome: 'approve', comment: '', arguments: {}, seen: 'hash' },
    runsAt: null,
  }
  const items: InboxItem[] = [
    approval({ id: 'ap_choice', presented: { title: 'Letter' } }),
    heldItem({ id: 'ap_gate', ...asked, held }, { kind: 'chain', arguments: { to: ['x'] }, by }),
    heldItem({ id: 'ap_person', ...asked, kind: 'executor', queue: 'money' }, { by }),
    heldItem({ id: 'ap_done', ...asked, status: 'approved', decision }, { transition: 'push', by }),
    definitionItem({ id: 'ap_proposed', subject: { title: 'review', after: 'v1' } }),
    doubtItem({ id: 'ap_doubt', workflowId: 'wf_cut', ...asked }, { kind: 'chain', transition: 'pay', by }),
    doubtItem(
      { id: 'ap_doubted', ...asked, status: 'approved', decision },
      { kind: 'onEnter', transition: '$onEnter', by },
    ),
    subjectItem({ id: 'ap_tool', key: 'tool:a', subject: { tool: 'a', before: null } }),
    subjectItem({ id: 'ap_asked', kind: 'elicitation', key: 'q', arguments: { name: '' }, untold: true }),
  ]
  const insert = (table: string, id: string, body: object) =>
    older.prepare(`INSERT INTO ${table} (id, body) VALUES (?, ?)`).run(id, JSON.stringify(body))
  insert(
    'instances',
    'wf_cut',
    run({
      id: 'wf_cut',
      activity: { kind: 'interrupted', claim: claim({ kind: 'chain', transition: 'pay', by }) },
    }),
  )
  for (const item of items) insert('approvals', item.id, asNinth(item))
  // An item of a human executor that the first format has asked had no gates: one person of its queue decides.
  insert('approvals', 'ap_old', {
    ...asNinth(heldItem({ id: 'ap_old', ...asked, kind: 'executor', queue: 'money' }, { by })),
    held: null,
  })
  older.close()
  const opened = await openSqliteStore({ file })
  for (const item of items) expect(await opened.approval(item.id)).toEqual(item)
  const own = { required: true, quorum: 1, notRequester: false, queue: 'money' }
  expect(await opened.approval('ap_old')).toEqual(
    heldItem(
      {
        id: 'ap_old',
        ...asked,
        kind: 'executor',
        queue: 'money',
        held: { gates: [own as Gate], votes: [], from: 0 },
      },
      { by },
    ),
  )
  const place = { definitionId: 'content_review', state: 'review', transition: 'push' }
  expect((await opened.decidedAt(place, 9)).map(({ id }) => id)).toEqual(['ap_done'])
  expect((await opened.approvals({ workflowId: 'wf_cut' }, { limit: 9 })).total).toBe(1)
  await opened.close()
})

it('opens approvals of the thirteenth format: who gave them is the first of their name [store.older-database]', async ({
  databaseFile: file,
}) => {
  const older = new Database(file)
  migrate(older, 13)
  const held = heldItem({ id: 'ap_voted' })
  const vote = { roles: ['lead'], permissions: [], at: at(1), comment: '"declared":true', seen: 'hash' }
  const votes = [
    { ...vote, by: 'human:anna', declared: true },
    { ...vote, by: 'human:owner', declared: false },
    { ...vote, by: 'human:old' },
  ]
  const who = { kind: 'human', id: 'human:anna', name: 'anna', roles: [], permissions: [], session: 'se_1' }
  const decision = { by: who.id, at: at(2), outcome: 'approve', comment: '', arguments: { declared: true } }
  const items = [
    { ...held, held: { ...held.held, votes } },
    {
      ...held,
      id: 'ap_due',
      status: 'scheduled',
      decision: { ...decision, who: { ...who, declared: true } },
    },
    {
      ...held,
      id: 'ap_own',
      status: 'scheduled',
      decision: { ...decision, who: { ...who, declared: false } },
    },
  ]
  for (const item of items)
    older.prepare('INSERT INTO approvals (id, body) VALUES (?, ?)').run(item.id, JSON.stringify(item))
  older.close()
  const opened = await openSqliteStore({ file })
  const found = async (id: string) => (await opened.approval(id)) as unknown as (typeof items)[number]
  expect((await found('ap_voted')).held.votes).toEqual([
    { ...vote, by: 'human:anna', declared: 'first' },
    { ...vote, by: 'human:owner' },
    { ...vote, by: 'human:old' },
  ])
  expect((await found('ap_due')).decision).toEqual({ ...decision, who: { ...who, declared: 'first' } })
  expect((await found('ap_own')).decision).toEqual({ ...decision, who })
  await opened.close()
})

it('has a step of its migration whole or not at all [store.older-database]', async ({
  databaseFile: file,
}) => {
  const older = new Database(file)
  migrate(older, 1)
  // What the next step wants to make is there already: the step fails.
  older.exec('CREATE INDEX instances_by_parent ON instances (id)')
  older.close()
  await expect(openSqliteStore({ file })).rejects.toThrow(/cannot be used: .*instances_by_parent/)
  const still = new Database(file)
  expect(still.pragma('user_version', { simple: true })).toBe(1)
  still.exec('DROP INDEX instances_by_parent')
  still.close()
  const store = await openSqliteStore({ file })
  expect(await store.unfinished()).toEqual([])
  await store.close()
})

it('makes a new one in the shape that all steps from the first format come to [store.older-database]', () => {
  const shapeOf = (database: Database.Database) => [
    database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
    database.pragma('user_version', { simple: true }),
    database.pragma('application_id', { simple: true }),
  ]
  const [fresh, older] = [new Database(':memory:'), new Database(':memory:')]
  migrate(fresh)
  migrate(older, 1)
  migrate(older)
  expect(shapeOf(fresh)).toEqual(shapeOf(older))
})
