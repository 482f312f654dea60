import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isErrorStatus } from '../../src/main/model/response.ts'
import {
  agent,
  follow,
  openTestGateway,
  pending,
  person,
  press,
  start,
  type TestGateway,
} from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'

const REVIEW = `
workflows:
  content_review:
    description: Write, review, and publish content.
    initialState: drafting
    states:
      drafting:
        goal: Write a draft
        guidance: Keep it short.
        transitions:
          submit_draft:
            title: Submit for review
            target: in_review
            inputSchema:
              type: object
              required: [content]
              properties:
                content: { type: string }
                tone: { type: string, default: plain }
            output: { content: "$.arguments.content", tone: "$.arguments.tone" }
      in_review:
        transitions:
          approve: { title: Approve the content, target: published, actor: human }
          request_changes: { title: Request changes, target: drafting, actor: human }
          take_back: { title: Take it back, target: drafting }
      published: { terminal: true }
`

describe('a workflow between an agent and a person', () => {
  let gateway: TestGateway
  beforeEach(async () => {
    gateway = await openTestGateway(REVIEW)
  })
  afterEach(async () => {
    await gateway.close()
  })

  it('starts at version 1 with ready-made links [R4.1] [R4.2] [R4.3]', async () => {
    const response = await start(gateway, 'content_review')
    expect(response).toMatchObject({
      definitionId: 'content_review',
      state: 'drafting',
      version: 1,
      workflow: { definitionId: 'content_review', definitionVersion: '1', state: 'drafting', version: 1 },
      result: { status: 'started' },
      context: {},
      guidance: { goal: 'Write a draft', instructions: 'Keep it short.' },
    })
    expect(response.workflowId).toMatch(/^wf_[0-9a-f]{12}$/)
    expect(response.terminal).toBeUndefined()
    expect(response.links).toEqual([
      {
        rel: 'submit_draft',
        title: 'Submit for review',
        method: 'workflow.submit',
        actor: 'agent',
        args: {
          workflowId: response.workflowId,
          expectedVersion: 1,
          transition: 'submit_draft',
          arguments: {},
        },
        inputSchema: expect.objectContaining({ required: ['content'] }),
      },
    ])
  })

  it('fills defaults and maps outputs into the context [R4.1]', async () => {
    const began = await start(gateway, 'content_review')
    const response = await follow(gateway, began, 'submit_draft', { content: 'Hello' })
    expect(response).toMatchObject({
      state: 'in_review',
      version: 2,
      result: { status: 'executed' },
      context: { content: 'Hello', tone: 'plain' },
    })
  })

  it('shows a human link without a form and says whom it waits for', async () => {
    const response = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'Hello',
    })
    const approve = response.links.find((link) => link.rel === 'approve')
    expect(approve).toMatchObject({
      actor: 'human',
      description: expect.stringContaining('Waits for a person'),
    })
    expect(approve).not.toHaveProperty('inputSchema')
  })

  it('refuses an agent that fires a human transition [engine.actor]', async () => {
    const waiting = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'Hello',
    })
    const response = await follow(gateway, waiting, 'approve')
    expect(response).toMatchObject({
      state: 'in_review',
      version: 2,
      result: { status: 'rejected' },
      error: { code: 'ACTOR_MISMATCH', attemptedTransition: 'approve' },
    })
    expect(response.links.at(-1)).toMatchObject({ rel: 'self', method: 'workflow.get' })
    expect(await pending(gateway)).toHaveLength(1)
  })

  it('rejects a stale version with all legal links and self [engine.stale]', async () => {
    const began = await start(gateway, 'content_review')
    await follow(gateway, began, 'submit_draft', { content: 'Hello' })
    const response = await follow(gateway, began, 'submit_draft', { content: 'Again' })
    expect(response.error).toMatchObject({
      code: 'STALE_WORKFLOW_VERSION',
      message: expect.stringContaining('version 1, but current version is 2'),
    })
    expect(response.links.map((link) => link.rel)).toEqual([
      'approve',
      'request_changes',
      'take_back',
      'self',
    ])
    expect(isErrorStatus(response.result.status)).toBe(true)
  })

  it('names each violation of the schema [R4.1]', async () => {
    const response = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 3,
    })
    expect(response.error).toMatchObject({
      code: 'INPUT_SCHEMA_VIOLATION',
      attemptedTransition: 'submit_draft',
    })
    const filter = { workflowId: response.workflowId ?? '', eventTypes: ['transition.rejected' as const] }
    expect((await gateway.store.audit(filter, { limit: 9 })).items).toMatchObject([
      { payload: { transition: 'submit_draft', code: 'INPUT_SCHEMA_VIOLATION' } },
    ])
    expect(response.error?.details).toEqual([
      expect.objectContaining({
        path: expect.stringContaining('content'),
        message: expect.any(String),
        expected: expect.stringContaining('string'),
      }),
    ])
  })

  it('names the transitions that there are', async () => {
    const response = await follow(gateway, await start(gateway, 'content_review'), 'publish')
    expect(response.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: expect.stringContaining('submit_draft'),
    })
  })

  it('puts one item with one button a transition into the inbox, and a press lets it through [R5.2] [R5.7]', async () => {
    const waiting = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'Hello',
    })
    const [item] = await pending(gateway)
    expect(item).toMatchObject({
      kind: 'transition',
      workflowId: waiting.workflowId,
      state: 'in_review',
      version: 2,
      client: 'local',
      requestedBy: 'agent:local',
    })
    const result = await press(gateway, item?.id ?? '', 'approve', { comment: 'Well done' })
    expect(result).toMatchObject({
      kind: 'decided',
      approval: { status: 'approved', decision: { by: 'human:anna' } },
    })
    const after = (await gateway.runtime.get(agent(), { workflowId: waiting.workflowId ?? '' })).response
    expect(after).toMatchObject({
      state: 'published',
      version: 3,
      terminal: true,
      result: { status: 'completed' },
      links: [],
    })
    expect(after.result.message).toContain('anna chose ‘approve’ and said: “Well done”')
    const evidence = await gateway.store.evidence(waiting.workflowId ?? '')
    expect(evidence).toMatchObject([{ kind: 'human_decision', by: 'human:anna' }])
    expect(await pending(gateway)).toEqual([])
  })

  it('refuses a decision whose hash is not that of what would run [R5.2]', async () => {
    await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', { content: 'Hello' })
    const [item] = await pending(gateway)
    const decide = (hash: string) =>
      gateway.runtime.decide(person(), {
        approvalId: item?.id ?? '',
        outcome: 'approve',
        arguments: {},
        comment: '',
        hash,
      })
    expect(await decide('0'.repeat(64))).toEqual({ kind: 'changed' })
    const other = await gateway.runtime.previewDecision(person(), {
      approvalId: item?.id ?? '',
      outcome: 'request_changes',
      arguments: {},
    })
    expect(await decide(other?.hash ?? '')).toEqual({ kind: 'changed' })
    expect(await pending(gateway)).toHaveLength(1)
  })

  it('lets exactly one of two people decide [R5.2]', async () => {
    await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', { content: 'Hello' })
    const [item] = await pending(gateway)
    const results = await Promise.all([
      press(gateway, item?.id ?? '', 'approve', { who: person('anna') }),
      press(gateway, item?.id ?? '', 'request_changes', { who: person('ben') }),
    ])
    expect(results.filter((result) => result.kind === 'decided')).toHaveLength(1)
    expect(results.filter((result) => result.kind === 'closed' || result.kind === 'changed')).toHaveLength(1)
    expect((await gateway.store.evidence(contentOf(item).workflowId)).length).toBe(1)
  })

  it('withdraws the item when the agent goes another way [R4.6]', async () => {
    const waiting = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'Hello',
    })
    const [item] = await pending(gateway)
    await follow(gateway, waiting, 'take_back')
    expect(await gateway.store.approval(item?.id ?? '')).toMatchObject({ status: 'withdrawn' })
    expect(await press(gateway, item?.id ?? '', 'approve')).toMatchObject({ kind: 'closed' })
    expect((await gateway.store.run(waiting.workflowId ?? ''))?.state).toBe('drafting')
  })

  it('holds workflow.get until a person has decided [engine.wait]', async () => {
    const waiting = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'Hello',
    })
    const updates: string[] = []
    const got = gateway.runtime.get(
      agent(),
      { workflowId: waiting.workflowId ?? '', waitMs: 50_000, sinceVersion: 2 },
      { progress: (update) => updates.push(update.message ?? '') },
    )
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'request_changes', { comment: 'Shorter, please' })
    const { response } = await got
    expect(response).toMatchObject({
      state: 'drafting',
      version: 3,
      result: { status: 'waiting_for_action' },
    })
    expect(response.result.message).toContain('Shorter, please')
    expect(updates.length).toBeGreaterThan(0)
  })

  it('says in words what it waits for, and the place in the queue', async () => {
    const first = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'First',
    })
    const second = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'Second',
    })
    const messageOf = async ({ workflowId = '' }) =>
      (await gateway.runtime.get(agent(), { workflowId })).response.result.message ?? ''
    // Which of two of the same millisecond comes first is nobody's promise.
    const messages = [await messageOf(first), await messageOf(second)]
    for (const message of messages) expect(message).toContain('Waiting for a person at the desk')
    expect(messages.filter((message) => message.includes('1 item is ahead of it'))).toHaveLength(1)
  })

  it('keeps a run to the client that started it [R1.6]', async () => {
    const mine = await start(gateway, 'content_review', {}, agent('mine'))
    const id = mine.workflowId ?? ''
    const others = agent('other')
    expect((await gateway.runtime.get(others, { workflowId: id })).response.error?.code).toBe(
      'WORKFLOW_NOT_FOUND',
    )
    expect((await follow(gateway, mine, 'submit_draft', { content: 'x' }, others)).error?.code).toBe(
      'WORKFLOW_NOT_FOUND',
    )
    expect((await gateway.runtime.explain(others, { workflowId: id })).answer).toMatchObject({
      error: { code: 'WORKFLOW_NOT_FOUND' },
    })
    expect(
      (await gateway.runtime.get(agent('auditor', { sees: 'all' }), { workflowId: id })).response.state,
    ).toBe('drafting')
  })

  it('answers an unknown definition with the nearest ones', async () => {
    const response = await start(gateway, 'content_revue')
    expect(response).toMatchObject({
      result: { status: 'rejected' },
      error: { code: 'DEFINITION_NOT_FOUND', details: { nearest: ['content_review'] } },
    })
    expect(response.workflowId).toBeUndefined()
  })

  it('ends a run at a person’s word and tells the agent [R4.9]', async () => {
    const waiting = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'Hello',
    })
    await gateway.runtime.cancel(person(), { workflowId: waiting.workflowId ?? '', reason: 'Not needed' })
    const got = (await gateway.runtime.get(agent(), { workflowId: waiting.workflowId ?? '' })).response
    expect(got).toMatchObject({
      state: 'in_review',
      version: 3,
      terminal: true,
      result: { status: 'cancelled' },
      links: [],
    })
    const submitted = await follow(gateway, waiting, 'take_back')
    expect(submitted.error).toMatchObject({
      code: 'WORKFLOW_CANCELLED',
      message: expect.stringContaining('Not needed'),
    })
    expect(await pending(gateway)).toEqual([])
  })

  it('audits every step in an unbroken chain [engine.audit]', async () => {
    const waiting = await follow(gateway, await start(gateway, 'content_review'), 'submit_draft', {
      content: 'Hello',
    })
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'approve')
    const events = await gateway.store.audit({ workflowId: waiting.workflowId ?? '' }, { limit: 100 })
    expect(events.items.map((event) => event.eventType).reverse()).toEqual([
      'workflow.started',
      'transition.requested',
      'workflow.transitioned',
      'human.approval.requested',
      'transition.requested',
      'human.approval.decided',
      'workflow.transitioned',
      'workflow.completed',
    ])
    expect(await gateway.store.verifyAudit()).toMatchObject({ broken: null })
  })
})

describe('at most a hundred waiting items a client', () => {
  it('refuses the hundred and first [R1.8]', async () => {
    const gateway = await openTestGateway(`
workflows:
  ask:
    initialState: waiting
    states:
      waiting: { transitions: { go: { target: done, actor: human } } }
      done: {}
`)
    for (let count = 0; count < 100; count += 1) await start(gateway, 'ask')
    expect((await start(gateway, 'ask')).error?.code).toBe('TOO_MANY_PENDING')
    expect((await start(gateway, 'ask', {}, agent('somebody else'))).state).toBe('waiting')
    await gateway.close()
  })
})
