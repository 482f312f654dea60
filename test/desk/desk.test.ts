import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { countTokens } from '../../src/main/desk/settings/count-tokens.ts'
import { CALLS, type Push } from '../../src/preload/contract.ts'
import { follow, openTestGateway, pending, press, start, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk, REVIEW } from './fixture.ts'

describe('the desk', () => {
  let gateway: TestGateway
  let desk: Desk
  let session: DeskSession
  beforeEach(async () => {
    gateway = await openTestGateway(REVIEW)
    desk = openTestDesk(gateway)
    session = await desk.openSession('window')
  })
  afterEach(async () => {
    await desk.close()
    await gateway.close()
  })

  it('answers every call of the contract, or says as data what is wrong [desk.contract]', async () => {
    // This gateway keeps nothing on the disk, no secrets, and has no app around it.
    const impossible = ['data.backup', 'secrets.list', 'app.save', 'updates.restart']
    for (const name of Object.keys(CALLS)) {
      // One of the calls locks its desk.
      const reply = await desk.dispatch(await desk.openSession('window'), name, {})
      const expected = impossible.includes(name) ? ['REJECTED'] : [true, 'INVALID_REQUEST']
      expect(expected, name).toContain(reply.ok || reply.error.code)
    }
  })

  it('takes the person from the session and from nowhere else, and writes down the sign-in [R1.1] [R1.4]', async () => {
    expect(session.principal()).toMatchObject({
      kind: 'human',
      id: 'human:anna',
      roles: ['editor'],
      permissions: ['publish'],
      session: session.id,
    })
    const signIns = await ask(desk, session, 'activity.list', { eventType: 'session.opened' })
    expect(signIns.items).toMatchObject([{ text: 'anna signed in to the desk.', actor: 'human:anna' }])
    const forged = await desk.dispatch(session, 'desk.status', {
      person: 'root',
      principal: { kind: 'human' },
    })
    expect(forged).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } })
  })

  it('gives somebody who is not configured no rights [R1.1]', async () => {
    const stranger = await openTestDesk(gateway, { person: '__proto__' }).openSession('window')
    expect(stranger.principal()).toMatchObject({ name: '__proto__', roles: [], permissions: [] })
  })

  it('says where the gateway is and who is there [desk.status]', async () => {
    const status = await ask(desk, session, 'desk.status', {})
    expect(status).toMatchObject({
      gateway: 'running',
      workspace: { name: 'Test workspace', sample: false, missing: null },
      person: { name: 'anna', roles: ['editor'] },
      pending: 0,
      unhealthy: [],
    })
  })

  it('says what people have had to do with it so far [desk.status]', async () => {
    const reached = async () => (await ask(desk, session, 'desk.status', {})).reached
    expect(await reached()).toBe('nothing')
    await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', { content: 'x' })
    expect(await reached()).toBe('request')
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'approve')
    expect(await pending(gateway)).toEqual([])
    expect(await reached()).toBe('decision')
  })

  it('lists runs by what they wait for [desk.runs]', async () => {
    const waiting = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'x',
    })
    const idle = await start(gateway, 'content_review')
    await start(gateway, 'proxy_default')
    const list = async (view: 'all' | 'waiting' | 'running' | 'failed' | 'ended') =>
      (await ask(desk, session, 'runs.list', { view })).items.map((run) => run.id).sort()
    expect(await list('all')).toEqual([waiting.workflowId, idle.workflowId].sort())
    expect(await list('waiting')).toEqual([waiting.workflowId])
    expect(await list('failed')).toEqual([])
    const runs = await ask(desk, session, 'runs.list', {})
    expect(runs.items.find((run) => run.id === waiting.workflowId)).toMatchObject({
      title: 'Content review',
      attention: 'needs_person',
      waitingFor: 'a person',
    })
    expect(runs.items.find((run) => run.id === idle.workflowId)).toMatchObject({
      attention: null,
      waitingFor: 'the agent',
    })
    const cancelled = await ask(desk, session, 'runs.cancel', {
      id: idle.workflowId ?? '',
      reason: 'Not needed',
    })
    expect(cancelled).toMatchObject({ status: 'cancelled', waitingFor: null })
    expect(await list('ended')).toEqual([idle.workflowId])
    expect(await desk.dispatch(session, 'runs.cancel', { id: idle.workflowId, reason: '' })).toMatchObject({
      error: { code: 'REJECTED' },
    })
  })

  it('shows a run with its way, its moves and why they are possible or not [desk.runs]', async () => {
    const run = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'x',
    })
    const detail = await ask(desk, session, 'runs.get', { id: run.workflowId ?? '' })
    expect(detail.moves).toMatchObject([
      { name: 'approve', title: 'Approve the content', actor: 'human', allowed: true },
      { name: 'request_changes', actor: 'human', allowed: true },
    ])
    expect(detail.pendingItem).toMatch(/^ap_/)
    expect(detail.diagram.states).toContainEqual({
      name: 'in_review',
      title: 'In review',
      terminal: false,
      asks: null,
      visited: true,
    })
    expect(await desk.dispatch(session, 'runs.get', { id: 'wf_none' })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND' },
    })
  })

  it('shows the catalog as people and as models see it [desk.catalog]', async () => {
    await start(gateway, 'content_review')
    const list = await ask(desk, session, 'catalog.list', { text: 'REVIEW' })
    expect(list).toMatchObject([{ id: 'content_review', kind: 'workflow', used: { count: 1 } }])
    const item = await ask(desk, session, 'catalog.item', { id: 'content_review' })
    expect(item.seenByModel).toMatchObject({ id: 'content_review', title: 'Content review' })
    expect(item.tokens).toBe(countTokens(JSON.stringify(item.seenByModel)))
    expect(item.transitions.map(({ state, name, actor }) => [state, name, actor])).toEqual([
      ['drafting', 'submit_draft', 'agent'],
      ['in_review', 'approve', 'human'],
      ['in_review', 'request_changes', 'human'],
    ])
    expect(item.diagram?.current).toBeNull()
  })

  it('searches as an agent does and explains each point [desk.playground]', async () => {
    const found = await ask(desk, session, 'search.query', { query: 'review content' })
    const [first] = found.results
    expect(first).toMatchObject({ rank: 1, item: { id: 'content_review' } })
    const sum = first!.explanation.reduce((total, { points }) => Math.fround(total + points), 0)
    expect(sum).toBe(first!.score)
  })

  it('tells of every change with a name and an id [desk.push]', async () => {
    const pushes: Push[] = []
    const stop = desk.onPush((push) => pushes.push(push))
    const run = await start(gateway, 'content_review')
    desk.publish({ topic: 'navigate', id: '/inbox' })
    expect(pushes).toContainEqual({ topic: 'run', id: run.workflowId })
    expect(pushes).toContainEqual({ topic: 'audit' })
    expect(pushes.at(-1)).toEqual({ topic: 'navigate', id: '/inbox' })
    stop()
    await start(gateway, 'content_review')
    expect(pushes.at(-1)).toEqual({ topic: 'navigate', id: '/inbox' })
  })

  it('writes out how to connect each client [desk.connect]', async () => {
    const { connect, people } = await ask(desk, session, 'settings.get', {})
    const text = (client: string) => connect.snippets.find((snippet) => snippet.client === client)?.text ?? ''
    expect(text('Claude Code')).toBe(
      "claude mcp add --scope user countersign -- /opt/node '/opt/count sign/cli.js' mcp",
    )
    for (const client of ['Claude Desktop', 'Cursor', 'Windsurf']) {
      expect(JSON.parse(text(client))).toEqual({
        mcpServers: {
          countersign: {
            command: '/opt/node',
            args: ['/opt/count sign/cli.js', 'mcp', '--names', 'underscores'],
          },
        },
      })
    }
    for (const client of ['VS Code', 'Gemini CLI', 'Zed']) {
      expect(JSON.stringify(JSON.parse(text(client)))).toContain('"args":["/opt/count sign/cli.js","mcp"]')
    }
    expect(text('Codex')).toContain('[mcp_servers.countersign]\ncommand = "/opt/node"')
    expect(text('Any client over HTTP')).toContain('http://127.0.0.1:1/mcp')
    expect(people).toEqual([
      { name: 'anna', roles: ['editor'], permissions: ['publish'], you: true, declared: true },
    ])
  })

  it('refuses unknown calls and requests that do not fit [desk.contract]', async () => {
    for (const name of ['inbox.everything', '__proto__', 'constructor', 'toString', '']) {
      expect(await desk.dispatch(session, name, {})).toMatchObject({
        ok: false,
        error: { code: 'UNKNOWN_CALL' },
      })
    }
    for (const request of [null, 7, [], 'x', { id: 7 }, { id: '' }, { id: 'x', more: 1 }, undefined]) {
      const reply = await desk.dispatch(session, 'runs.get', request)
      expect(reply).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } })
    }
  })

  it('hides the inside of a bug behind a reference [desk.contract]', async () => {
    const faults: unknown[] = []
    const reporting = openTestDesk(gateway, {
      report: (fault) => {
        faults.push(fault)
        return 'ref_1'
      },
      mcp: {
        url: () => {
          throw new TypeError('secret inside')
        },
        tokenFile: '',
        token: async () => '',
        clients: () => [],
        tools: () => [],
      },
    })
    const reply = await reporting.dispatch(session, 'desk.status', {})
    expect(reply).toEqual({
      ok: false,
      error: {
        code: 'INTERNAL',
        message: 'Something went wrong inside Countersign. Its log has the details: ref_1.',
      },
    })
    expect(faults).toHaveLength(1)
  })
})
