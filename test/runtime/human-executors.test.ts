import { describe, expect, it } from 'vitest'
import { agent, follow, pending, press, start } from '../support/gateway.ts'
import { openWithCounter } from './counter.ts'

describe('human executors', () => {
  const yaml = `
approvals: { holdMs: 60 }
workflows:
  legal:
    initialState: draft
    states:
      draft:
        transitions:
          sign:
            target: signed
            inputSchema: { type: object, required: [text], properties: { text: { type: string } } }
            executor: { kind: human, queue: legal }
            output: { decision: "$.output.decision", by: "$.output.by" }
          drop: { target: dropped }
      signed: {}
      dropped: {}
`
  it('park the transition; approval completes it [R4.6] [R5.7]', async () => {
    const gateway = await openWithCounter(yaml)
    const began = await start(gateway, 'legal')
    const parked = await follow(gateway, began, 'sign', { text: 'We agree.' })
    expect(parked).toMatchObject({
      state: 'draft',
      version: 1,
      result: {
        status: 'waiting_for_action',
        message: '‘sign’ waits for a person at the desk. There is no deadline. Follow it with workflow.get.',
      },
    })
    const [item] = await pending(gateway)
    expect(item).toMatchObject({
      kind: 'executor',
      queue: 'legal',
      step: { transition: 'sign', arguments: { text: 'We agree.' } },
    })
    const filter = { workflowId: began.workflowId ?? '', eventTypes: ['human.approval.requested' as const] }
    const { items: asked } = await gateway.store.audit(filter, { limit: 5 })
    expect(asked).toMatchObject([{ payload: { transition: 'sign', queue: 'legal' } }])
    expect(await press(gateway, item?.id ?? '', 'approve')).toMatchObject({ kind: 'decided' })
    const got = (await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(got).toMatchObject({
      state: 'signed',
      version: 2,
      context: { decision: 'approved', by: 'human:anna' },
    })
    const kinds = (await gateway.store.evidence(began.workflowId ?? '')).map((evidence) => evidence.kind)
    expect(kinds.sort()).toEqual(['approval', 'human_request'])
    await gateway.close()
  })

  it('say for whom they wait, and that nothing is refused where nobody decides in time [gate.words]', async () => {
    const gateway = await openWithCounter(
      yaml.replace('queue: legal }', 'queue: legal, timeoutMs: 3600000 }'),
    )
    const parked = await follow(gateway, await start(gateway, 'legal'), 'sign', { text: 'We agree.' })
    expect(parked.result.message).toMatch(
      /^‘sign’ waits for a person at the desk\. If nobody decides by \S+, it times out; a timeout never approves\. Follow it with workflow\.get\.$/,
    )
    const { response } = await gateway.runtime.get(agent(), { workflowId: parked.workflowId ?? '' })
    expect(response.result.message).toMatch(
      /^Waiting for a person at the desk \(queue legal\) for \d seconds?\. It is the first in its queue\. If nobody decides by \S+, it times out; a timeout never approves\.$/,
    )
    await gateway.close()
  })

  it('a refusal leaves the state and tells the agent why', async () => {
    const gateway = await openWithCounter(yaml)
    const began = await start(gateway, 'legal')
    await follow(gateway, began, 'sign', { text: 'We agree.' })
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'refuse', { comment: 'Ask finance first' })
    const got = (await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(got).toMatchObject({
      state: 'draft',
      version: 1,
      error: { code: 'APPROVAL_DENIED', message: expect.stringContaining('Ask finance first') },
    })
    await gateway.close()
  })

  it('hold the agent’s call and answer with the decision [R4.6]', async () => {
    const gateway = await openWithCounter(yaml.replace('holdMs: 60', 'holdMs: 30000'))
    const began = await start(gateway, 'legal')
    const asked = new Promise<void>((resolve) =>
      gateway.onChange((change) => change.topic === 'approval' && resolve()),
    )
    const call = follow(gateway, began, 'sign', { text: 'We agree.' })
    await asked
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'approve')
    expect(await call).toMatchObject({ state: 'signed', result: { status: 'completed' } })
    await gateway.close()
  })

  it('an identical request is the same item; another transition withdraws it [R1.8] [R4.6]', async () => {
    const gateway = await openWithCounter(yaml)
    const began = await start(gateway, 'legal')
    await follow(gateway, began, 'sign', { text: 'We agree.' })
    await follow(gateway, began, 'sign', { text: 'We agree.' })
    expect(await pending(gateway)).toHaveLength(1)
    await follow(gateway, began, 'sign', { text: 'Something else.' })
    expect(await pending(gateway)).toHaveLength(2)
    await follow(gateway, began, 'drop')
    expect(await pending(gateway)).toEqual([])
    await gateway.close()
  })

  it('a client that cancels its call withdraws what it asked [R4.6]', async () => {
    const gateway = await openWithCounter(yaml.replace('holdMs: 60', 'holdMs: 30000'))
    const began = await start(gateway, 'legal')
    const controller = new AbortController()
    const asked = new Promise<void>((resolve) =>
      gateway.onChange((change) => change.topic === 'approval' && resolve()),
    )
    const call = gateway.runtime.submit(
      agent(),
      {
        workflowId: began.workflowId ?? '',
        expectedVersion: 1,
        transition: 'sign',
        arguments: { text: 'x' },
      },
      { signal: controller.signal },
    )
    await asked
    controller.abort()
    await call
    expect(await pending(gateway)).toEqual([])
    await gateway.close()
  })

  it('a press that its guard refuses says so, and the question stays [R5.2]', async () => {
    const gateway = await openWithCounter(`
workflows:
  asking:
    initialState: review
    states:
      review: { transitions: { pay: { target: paid, actor: human, guards: [{ kind: role, role: finance }] } } }
      paid: {}
`)
    await start(gateway, 'asking')
    const [item] = await pending(gateway)
    expect(await press(gateway, item?.id ?? '', 'pay')).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('Only somebody with the role ‘finance’ can do this.'),
    })
    expect(await pending(gateway)).toEqual([item])
    await gateway.close()
  })
})
