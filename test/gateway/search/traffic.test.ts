/** Searches of agents, over a real gateway and its own doors. */
import { afterEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../support/clock.ts'
import { pending, press } from '../../support/gateway.ts'
import { MAIL, type MailWorld, openMail } from '../mail-agents.ts'

let world: MailWorld | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
const open = async (...given: Parameters<typeof openMail>) => {
  world = await openMail(...given)
  return world
}

describe('A search of an agent', () => {
  it('is kept with what it found, and what was described and started after it [traffic.kept] [traffic.linked]', async () => {
    const { connect, kept } = await open()
    const agent = await connect()
    await agent.search('send mail', { kind: 'capability' })
    await agent.describe('mail_send')
    expect((await agent.run('mail_send')).structuredContent.result.status).toBe('executed')
    await agent.search('fax')
    const [nothing, search, ...others] = await kept()
    expect(others).toEqual([])
    expect(search).toMatchObject({
      client: 'local',
      label: 'test-agent',
      sure: true,
      query: 'send mail',
      filters: { kind: 'capability' },
      profile: 'classic',
      described: ['mail_send'],
      started: [{ id: 'mail_send', run: null }],
    })
    expect(search?.results[0]).toBe('mail_send')
    expect(search?.total).toBe(search?.results.length)
    expect(nothing).toMatchObject({ query: 'fax', total: 0, results: [], started: [] })
    expect(nothing?.session).toBe(search?.session)
  })

  it('is kept with whether anything fitted well, as the agent was told [traffic.kept]', async () => {
    const { connect, kept } = await open(
      `${MAIL}\ndiscovery: { profile: { ranking: smart, leastMatch: 0, sureMatch: 0.6 } }`,
    )
    const agent = await connect()
    const answer = await agent.search('mail train museum', { limit: 1 })
    expect(answer.structuredContent).toMatchObject({ weak: true })
    await agent.search('send mail')
    const [good, poor] = await kept()
    expect([good?.weak, poor?.weak]).toEqual([undefined, true])
  })

  it('does not mix with what another session of the same client does [traffic.sessions]', async () => {
    const { connect, kept } = await open()
    const [one, other] = [await connect(), await connect()]
    await one.search('send mail')
    await other.describe('mail_send')
    await other.run('mail_send')
    await other.search('list mail')
    await one.run('mail_list')
    const [second, first] = await kept()
    expect(second).toMatchObject({ query: 'list mail', described: [], started: [] })
    expect(first).toMatchObject({ query: 'send mail', started: [{ id: 'mail_list', run: null }] })
    expect(second?.session).not.toBe(first?.session)
  })

  it('belongs to a guessed session where requests stand alone, until ten quiet minutes [traffic.sessions]', async () => {
    const clock = createManualClock()
    const { connect, kept } = await open(MAIL, { clock })
    const [one, other] = [await connect('2026', 'one'), await connect('2026', 'other')]
    await one.search('send mail')
    await other.run('mail_send')
    clock.advance(9 * 60_000)
    await one.run('mail_list')
    clock.advance(11 * 60_000)
    await one.search('send mail')
    const [later, first] = await kept()
    expect(first).toMatchObject({ sure: false, started: [{ id: 'mail_list', run: null }] })
    expect(later).toMatchObject({ sure: false, started: [] })
    expect(later?.session).not.toBe(first?.session)
  })

  it('goes on with its next page, and shows what that has [traffic.linked]', async () => {
    const { connect, kept } = await open()
    const agent = await connect()
    const { nextCursor, results } = (await agent.search('mail', { limit: 1 })).structuredContent
    const next = await agent.search('mail', { limit: 1, cursor: nextCursor })
    const [shown] = next.structuredContent.results as { item: { id: string } }[]
    expect(shown?.item.id).not.toBe((results as { item: { id: string } }[])[0]?.item.id)
    await agent.describe(String(shown?.item.id))
    expect((await kept()).map(({ described }) => described)).toEqual([[shown?.item.id]])
  })

  it('is not followed by what is refused, wrong or only opened, but by a call in a session [traffic.linked]', async () => {
    const { connect, kept } = await open()
    const agent = await connect()
    await agent.search('mail')
    await agent.run('mail_sort')
    await agent.describe('mail_unknown')
    await agent.call('workflow.start', { definitionId: 'mail_unknown' })
    const opened = await agent.call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability: 'mail_sort' },
    })
    expect(opened.structuredContent.result.status).toBe('started')
    expect((await kept())[0]?.started).toEqual([])
    const { workflowId, version } = opened.structuredContent
    const submit = { workflowId, expectedVersion: version, transition: 'mail_sort' }
    await agent.call('workflow.submit', { ...submit, arguments: {} })
    expect((await kept())[0]?.started).toEqual([])
    await agent.call('workflow.submit', { ...submit, arguments: { folder: 'in' } })
    await agent.call('workflow.start', { definitionId: 'mail_review' })
    expect((await kept())[0]).toMatchObject({
      described: [],
      started: [
        { id: 'mail_sort', run: null },
        { id: 'mail_review', run: null },
      ],
    })
  })

  it('is followed by a call that waits for a person, with its run [traffic.linked]', async () => {
    const { gateway, connect, kept } = await open()
    const agent = await connect()
    await agent.search('burn mail')
    const { workflowId } = (await agent.run('mail_burn')).structuredContent
    expect((await kept())[0]?.started).toEqual([{ id: 'mail_burn', run: workflowId }])
    const [item] = await pending(gateway)
    await press(gateway, item!.id, 'refuse')
  })

  it('shows no secret, in what is kept and in the audit log [traffic.kept]', async () => {
    const secret = 'hunter2-hunter2'
    const { gateway, connect, kept } = await open(
      `${MAIL}\nconnections: { box: { kind: cli, command: node, env: { TOKEN: "\${TOKEN}" } } }`,
      { environment: { ...process.env, TOKEN: secret } },
    )
    const agent = await connect()
    const answer = await agent.search(`mail with ${secret}`, { tags: [secret] })
    expect(answer.structuredContent.query).toBe(`mail with ${secret}`)
    const everything = JSON.stringify([await kept(), await gateway.store.audit({}, { limit: 500 })])
    expect(everything).toContain('mail with «redacted»')
    expect(everything).not.toContain(secret)
  })

  it('that is refused is not kept [traffic.kept]', async () => {
    const { connect, kept } = await open()
    const agent = await connect()
    expect((await agent.search('mail', { cursor: 'nonsense' })).isError).toBe(true)
    expect(await kept()).toEqual([])
  })
})
