import { describe, expect, it } from 'vitest'
import { agent, follow, openTestGateway, start } from '../support/gateway.ts'

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
})
