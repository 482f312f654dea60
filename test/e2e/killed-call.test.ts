/** A gateway is killed in the middle of a call, whose client then has no answer to go on from. */
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { connectHttp } from '../mcp/support.ts'
import { test as it } from '../support/fixtures.ts'
import { startGateway } from '../support/gateway-process.ts'

it('an agent that comes back after its gateway was killed is led to the call that was cut off, and the same call again does not run it twice [call.cut-off]', async ({
  folder,
}) => {
  const paid: string[] = []
  const shop = createServer((request) => {
    request.on('data', (chunk) => paid.push(String(chunk)))
  })
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  const config = join(folder, 'countersign.yaml')
  await writeFile(
    config,
    `version: "1.0.0"
approvals: { pending: { perClient: 1 } }
connections: { shop: { kind: rest, baseUrl: "http://127.0.0.1:PORT" } }
capabilities:
  pay:
    inputSchema: { type: object, required: [to], properties: { to: { type: string } } }
    executor: { kind: rest, connection: shop, method: POST, path: /pay, body: { to: "$.arguments.to" } }
proxy: { expose: [{ capability: pay }] }
`.replace('PORT', String((shop.address() as AddressInfo).port)),
  )
  const target = { config, data: join(folder, 'data') }
  const open = async () => {
    const gateway = await startGateway(target)
    const token = (await readFile(gateway.ready.tokenFile, 'utf8')).trim()
    return { gateway, agent: await connectHttp(gateway.ready.mcp, token, '2025', 'payer') }
  }

  const first = await open()
  // Whether and when it notices is up to the client.
  const payTo = (to: string) => ({
    definitionId: 'proxy_default',
    input: { capability: 'pay', arguments: { to } },
  })
  for (const to of ['cleo', 'anna']) void first.agent.call('workflow.start', payTo(to)).catch(() => {})
  await expect.poll(() => paid).toHaveLength(2)
  await first.gateway.kill()

  const { gateway, agent } = await open()
  try {
    const home = (await agent.call('gateway.home', {})).structuredContent
    const links = home.links.filter(({ rel }) => rel === 'interrupted')
    const link = links[0]
    expect(link).toMatchObject({
      title: '‘pay’ was cut off while it ran. A person at the desk must say whether it happened.',
      method: 'workflow.get',
    })
    const led: unknown[] = []
    // However many were cut off, each is found.
    for (const to of ['anna', 'cleo']) {
      const again = await agent.call('workflow.start', payTo(to))
      expect(again).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'WORKFLOW_INTERRUPTED' } },
      })
      expect(again.structuredContent.links[0]).toMatchObject({ rel: 'self', method: 'workflow.get' })
      led.push(again.structuredContent.workflowId)
    }
    expect(led.toSorted()).toEqual(links.map(({ args }) => args.workflowId).toSorted())
    const session = (await agent.call('workflow.start', { definitionId: 'proxy_default' })).structuredContent
    const { workflowId, version: expectedVersion } = session
    const there = { workflowId, expectedVersion, transition: 'pay', arguments: { to: 'cleo' } }
    const inSession = await agent.call('workflow.submit', there)
    expect(inSession.structuredContent).toMatchObject({ error: { code: 'WORKFLOW_INTERRUPTED' } })
    expect(led).toContain(inSession.structuredContent.workflowId)
    expect(paid).toHaveLength(2)
    void agent.call('workflow.start', payTo('bo')).catch(() => {})
    await expect.poll(() => paid).toHaveLength(3)
  } finally {
    await gateway.kill()
    await agent.close().catch(() => {})
    await first.agent.close().catch(() => {})
    shop.closeAllConnections()
    shop.close()
  }
})
