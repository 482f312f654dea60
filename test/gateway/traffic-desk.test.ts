/** What a person at the desk sees of agents' searches, and decides about them. */
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect } from 'vitest'
import { DATABASE_FORMAT } from '../../src/main/store/migrations.ts'
import type { CallName, ReplyOf, RequestOf } from '../../src/preload/contract.ts'
import { ask, openTestDesk } from '../desk/fixture.ts'
import { keptSearch } from '../store/searches-contract.ts'
import { test as it } from '../support/fixtures.ts'
import { MAIL, type MailWorld, openMail } from './mail-agents.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function openWithDesk(yaml = MAIL, options: Parameters<typeof openMail>[1] = {}) {
  const world: MailWorld = await openMail(yaml, options)
  ends.push(world.close)
  const desk = openTestDesk(world.gateway)
  ends.push(desk.close)
  const session = await desk.openSession('window')
  const call = <Name extends CallName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>> =>
    ask(desk, session, name, request)
  return { ...world, call, report: () => call('traffic.report', { days: 30 }) }
}

describe('The desk', () => {
  it('shows what was searched, found and started, and hunts [traffic.report] [traffic.hunts]', async () => {
    const { connect, report } = await openWithDesk()
    const [agent, other] = [await connect('2025', 'writer'), await connect('2026', 'reader')]
    await agent.search('send mail')
    await agent.describe('mail_send')
    await agent.run('mail_send')
    await other.search('Mail, send')
    for (const query of ['fax a letter', 'send fax', 'letters by fax']) await other.search(query)
    await other.search('')
    const view = await report()
    expect(view).toMatchObject({ keeping: true, days: 30, searches: 6, clients: 2, followed: 1 })
    const [first, ...rest] = view.queries
    expect(first).toMatchObject({
      query: 'Mail, send',
      count: 2,
      described: [{ id: 'mail_send', count: 1 }],
      started: [{ id: 'mail_send', count: 1 }],
      judged: false,
    })
    expect(rest.map(({ query }) => query)).toEqual(['letters by fax', 'send fax', 'fax a letter'])
    expect(rest[0]).toMatchObject({ count: 1, described: [], started: [] })
    expect(view.hunts).toMatchObject([
      { client: 'reader', sure: false, queries: ['fax a letter', 'send fax', 'letters by fax'] },
    ])
    expect(view.hunts[0]?.at).toBe(rest[0]?.lastAt)
    expect(view.learning).toMatchObject({ pairs: 1, share: 0, figures: null })
  })

  it('says which queries are judged already [traffic.report]', async () => {
    const { connect, report, call } = await openWithDesk()
    const agent = await connect()
    await agent.search('send mail')
    await agent.search('list mail')
    await call('judged.save', { qid: null, query: 'Send mail', grades: { mail_send: 3 } })
    const judged = (await report()).queries.map(({ query, judged }) => [query, judged])
    expect(judged).toEqual([
      ['list mail', false],
      ['send mail', true],
    ])
  })

  it('keeps no more, and again, as a person chooses; that is on record [traffic.chosen]', async () => {
    const { gateway, connect, report, call } = await openWithDesk()
    const agent = await connect()
    await agent.search('send mail')
    expect(await call('traffic.keep', { keep: false })).toEqual({ keeping: false })
    await agent.run('mail_send')
    await agent.search('list mail')
    expect(await report()).toMatchObject({ keeping: false, searches: 1, followed: 0 })
    await call('traffic.keep', { keep: false })
    expect(await call('traffic.keep', { keep: true })).toEqual({ keeping: true })
    await agent.run('mail_send')
    await agent.search('sort mail')
    expect(await report()).toMatchObject({ keeping: true, searches: 2, followed: 0 })
    const { items } = await gateway.store.audit({ eventTypes: ['traffic.keeping'] }, { limit: 9 })
    expect(items.map(({ actor, payload }) => [actor, payload.keep])).toEqual([
      ['human:anna', true],
      ['human:anna', false],
    ])
  })

  it('forgets all of it; that is on record, and nothing comes back [traffic.chosen]', async () => {
    const { gateway, connect, kept, report, call } = await openWithDesk()
    const agent = await connect()
    await agent.search('send mail')
    await kept()
    await agent.search('list mail')
    expect((await report()).searches).toBe(2)
    expect(await call('traffic.forget', {})).toEqual({ removed: 2 })
    await agent.run('mail_send')
    expect(await report()).toMatchObject({ searches: 0, queries: [], hunts: [] })
    const { items } = await gateway.store.audit({ eventTypes: ['traffic.forgotten'] }, { limit: 9 })
    expect(items).toMatchObject([{ actor: 'human:anna', payload: { searches: 2 } }])
  })
})

const STORED = `${MAIL}\nstore: { kind: sqlite }\n`

describe('What was kept', () => {
  it('is there after a restart, and so is the choice [traffic.kept] [traffic.chosen]', async ({ folder }) => {
    const first = await openMail(STORED, { folder })
    await (await first.connect()).search('send mail')
    await first.gateway.traffic.keep(false, 'human:kim')
    await first.close()
    const again = await openWithDesk(STORED, { folder })
    expect(await again.report()).toMatchObject({ keeping: false, searches: 1 })
  })

  it('is there after a crash, but for the last second [traffic.kept]', async ({
    folder: crashed,
    openGateway,
  }) => {
    const { gateway, connect, kept } = await openWithDesk(STORED)
    await (await connect()).search('send mail')
    await kept()
    // What a process that ends at this moment would leave behind.
    await cp(gateway.folder, crashed, { recursive: true, filter: (path) => !/\.(lock|sock)$/.test(path) })
    await rm(join(crashed, 'data', 'gateway.json'), { force: true })
    const again = await openGateway(STORED, { folder: crashed, acceptsPath: true })
    expect((await again.store.searches({}, { limit: 9 })).items).toEqual(await kept())
  })

  it('is nothing on a database of a newer version, which is only read [traffic.kept]', async ({ folder }) => {
    const first = await openMail(STORED, { folder })
    await (await first.connect()).search('send mail')
    await first.close()
    const database = new Database(join(folder, 'data', 'countersign.db'))
    database.pragma(`user_version = ${DATABASE_FORMAT + 1}`)
    database.close()
    const { gateway, connect, report } = await openWithDesk(STORED, { folder })
    expect((await (await connect()).search('list mail')).isError).toBeUndefined()
    expect(await report()).toMatchObject({ keeping: false, searches: 1 })
    expect(gateway.logged.join('\n')).not.toContain('could not be kept')
  })

  it('is nothing where keeping fails, and every call is answered all the same [traffic.beside]', async () => {
    const { gateway, connect } = await openWithDesk()
    const agent = await connect()
    await agent.search('send mail')
    gateway.store.keepSearches = async () => {
      throw new Error('the disk is full')
    }
    await agent.search('list mail')
    await gateway.traffic.written()
    expect((await agent.run('mail_send')).isError).toBeUndefined()
    expect(gateway.logged.join('\n')).toContain('Searches of agents could not be kept')
  })
})

it('A long report leaves the thread to others, many times [traffic.report]', async () => {
  const { gateway, report } = await openWithDesk(STORED)
  const now = new Date().toISOString()
  const searches = Array.from({ length: 6000 }, (_, index) =>
    keptSearch({ id: `sr_${index}`, at: now, query: `send mail ${index % 100}`, session: 'one' }),
  )
  await gateway.store.keepSearches(searches)
  let turns = 0
  let done = false
  const turn = () => {
    turns += 1
    if (!done) setImmediate(turn)
  }
  turn()
  const view = await report()
  done = true
  expect(view).toMatchObject({ searches: 6000, clients: 1, followed: 0 })
  expect(view.queries).toHaveLength(100)
  expect(view.queries[0]).toMatchObject({ count: 60 })
  expect(turns).toBeGreaterThan(20)
})
