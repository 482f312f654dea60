import { describe, expect, it } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { agent, follow, openTestGateway, pending, start } from '../support/gateway.ts'

describe('a gateway that is about to stop', () => {
  it('begins nothing new, says so, and still tells how things stand [engine.draining]', async () => {
    const gateway = await openTestGateway(`
workflows:
  work: { initialState: ready, states: { ready: { transitions: { go: { target: done } } }, done: {} } }
`)
    const run = await start(gateway, 'work')
    gateway.drain()
    const later = await start(gateway, 'work')
    expect(later).toMatchObject({ result: { status: 'rejected' }, error: { code: 'GATEWAY_DRAINING' } })
    expect(later.links.map(({ rel }) => rel)).toContain('search')
    const refused = await follow(gateway, run, 'go')
    expect(refused).toMatchObject({ workflowId: run.workflowId, error: { code: 'GATEWAY_DRAINING' } })
    expect(refused.links).toMatchObject([{ rel: 'self', method: 'workflow.get' }])
    const { response } = await gateway.runtime.get(agent(), { workflowId: run.workflowId ?? '' })
    expect(response).toMatchObject({ state: 'ready', version: 1 })
    await gateway.close()
  })

  it('answers at once what waits for a person, who can still decide it [call.at-stop]', async () => {
    const clock = createManualClock()
    const gateway = await openTestGateway(
      `
approvals: { holdMs: 50000 }
workflows:
  work:
    initialState: ready
    states: { ready: { transitions: { go: { target: done, approval: { required: true } } } }, done: {} }
`,
      { clock },
    )
    const held = follow(gateway, await start(gateway, 'work'), 'go')
    await expect.poll(async () => (await pending(gateway)).length, { timeout: 20_000 }).toBe(1)
    gateway.drain()
    expect((await held).result).toMatchObject({ status: 'waiting_for_action' })
    expect(await pending(gateway)).toHaveLength(1)
    await gateway.close()
  })
})
