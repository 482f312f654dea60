import { describe, expect, it } from 'vitest'
import { createConnectionHandlers } from '../../src/main/desk/catalog/connection-handlers.ts'
import { viewConnection } from '../../src/main/desk/catalog/connection-view.ts'
import { answerJson, serve } from '../executors/rest-fixture.ts'
import { agent, follow, openTestGateway, pending, press, start } from '../support/gateway.ts'

/** A workflow, and a capability with a gate, that make the same request. */
const CONFIGURATION = `
approvals: { holdMs: 60 }
connections:
  api:
    kind: rest
    baseUrl: "\${TEST_API}/v1/"
    headers: { Authorization: "Bearer \${TEST_TOKEN}" }
    concurrency: 1
    breaker: { failures: 2, resetMs: 60000 }
proxy:
  expose:
    - name: users.lock
      title: Lock a user
      inputSchema: { type: object, required: [id], properties: { id: { type: string } } }
      executor: { kind: rest, connection: api, method: POST, path: "/users/{id}/lock", body: { reason: "by $.arguments.id" } }
      approval: { required: true }
    - name: users.read
      title: Read a user
      executor: { kind: rest, connection: api, path: "/users/{id}" }
workflows:
  lock:
    initialState: ready
    states:
      ready:
        transitions:
          lock:
            target: locked
            executor: { kind: rest, connection: api, method: POST, path: "users/$.arguments.who/lock", idempotencyKey: true }
            reliability: { retry: { maxAttempts: 3, backoff: none, maxDelayMs: 60000, retryOn: [rate_limited] } }
            output: { at: "$.output.body.at", status: "$.output.status" }
      locked: {}
`

async function open(answer: Parameters<typeof serve>[0]) {
  const server = await serve(answer)
  const environment = { ...process.env, TEST_API: server.origin, TEST_TOKEN: 't0ken-t0ken' }
  return { server, gateway: await openTestGateway(CONFIGURATION, { environment }) }
}

describe('a request as a step', () => {
  it('is called by name, and answers with its output [rest.output]', async () => {
    const { server, gateway } = await open((response, { url, headers }) =>
      answerJson(response, { at: url, saw: headers.authorization }),
    )
    const { response } = await gateway.runtime.start(agent(), {
      definitionId: 'proxy_default',
      input: { capability: 'users.read', arguments: { id: 'a/b' } },
    })
    expect(response).toMatchObject({ result: { status: 'executed' } })
    expect(server.seen[0]).toMatchObject({
      url: '/v1/users/a%2Fb',
      headers: { authorization: 'Bearer t0ken-t0ken' },
    })
    expect(JSON.stringify(response)).toContain('/v1/users/a%2Fb')
    expect(JSON.stringify(response)).not.toContain('t0ken')
    await gateway.close()
  })

  it('meets the gate of the capability that is the same request, and shows it without secrets [gates.every-route]', async () => {
    const { server, gateway } = await open((response) => answerJson(response, { at: 'noon' }))
    const began = await start(gateway, 'lock')
    const held = await follow(gateway, began, 'lock', { who: '../7' })
    expect(held.result).toMatchObject({ status: 'waiting_for_action' })
    expect(server.seen).toEqual([])
    const [item] = await pending(gateway)
    expect(item).toMatchObject({ kind: 'gate', step: { transition: 'lock' } })
    expect(await press(gateway, item?.id ?? '', 'approve')).toMatchObject({ kind: 'decided' })
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /v1/users/..%2F7/lock'])
    const done = await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })
    expect(done.response).toMatchObject({ state: 'locked', context: { at: 'noon', status: 200 } })
    const stored = JSON.stringify([
      await gateway.store.evidence(began.workflowId ?? ''),
      (await gateway.store.audit({}, { limit: 100 })).items,
      await gateway.store.run(began.workflowId ?? ''),
    ])
    expect(stored).toContain('"kind":"http_response"')
    expect(stored).toContain(`\${TEST_API}/v1/users/..%2F7/lock`)
    expect(stored).not.toContain('t0ken')
    expect(stored).not.toContain(server.origin)
    await gateway.close()
  })

  it('comes back when it was asked to, with the same key [rest.retry-after] [rest.idempotency-key]', async () => {
    let asked = 0
    const { server, gateway } = await open((response) => {
      asked += 1
      if (asked === 1) response.writeHead(429, { 'retry-after': '0' }).end()
      else answerJson(response, { at: 'later' })
    })
    const began = await start(gateway, 'lock')
    await follow(gateway, began, 'lock', { who: 'x' })
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'approve')
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toContain(began.workflowId)
    expect(keys[1]).toBe(keys[0])
    await gateway.close()
  })

  it('is not sent while its connection is left alone, until a person restarts it [limits.breaker] [limits.seen] [limits.closed-by-hand]', async () => {
    const { server, gateway } = await open((response) => response.writeHead(500).end())
    const read = () =>
      gateway.runtime.start(agent(), {
        definitionId: 'proxy_default',
        input: { capability: 'users.read', arguments: { id: '1' } },
      })
    await read()
    await read()
    const { response } = await read()
    expect(server.seen).toHaveLength(2)
    expect(response).toMatchObject({ result: { status: 'failed' }, error: { code: 'EXECUTOR_FAILED' } })
    expect(response.error?.message).toContain('The server api failed 2 times in a row')
    expect(await viewConnection(gateway, 'api')).toMatchObject({
      health: 'degraded',
      error: expect.stringMatching(/^2 calls in a row have failed, so it is left alone since .*\.$/),
      since: gateway.breakers.leftAlone('api')?.since,
    })
    const handlers = createConnectionHandlers({ gateway })
    const session = {} as unknown as Parameters<(typeof handlers)['connections.restart']>[0]
    expect(await handlers['connections.restart'](session, { name: 'api' })).toMatchObject({ error: null })
    await read()
    expect(server.seen).toHaveLength(3)
    await gateway.close()
  })
})
