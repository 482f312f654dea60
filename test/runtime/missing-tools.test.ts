import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { saidOfTool } from '../../src/main/desk/inbox/inbox-handlers.ts'
import { test as it } from '../support/fixtures.ts'
import { agent, openTestGateway, pending, start } from '../support/gateway.ts'
import { CONNECTED, SERVER, writeTools } from './changing-server.ts'

const step = (tool: string, more = '') =>
  `{ target: b, executor: { kind: mcp, connection: db, tool: ${tool} }${more} }`
const WORKFLOW = `${CONNECTED}
approvals: { holdMs: 0 }
workflows:
  w:
    initialState: a
    states:
      a:
        transitions:
          good: ${step('read')}
          wrong: ${step('raed', ', approval: { required: true }')}
      b: {}
`

describe('a tool that its server does not list', () => {
  it('is named where somebody would call it or is asked, and once it is there waits to be accepted [workflow.explain-now] [card.said]', async ({
    folder,
  }) => {
    await writeFile(join(folder, 'server.cjs'), SERVER)
    await writeTools(folder, [{ name: 'read', readOnly: true }])
    const configuration = join(folder, 'countersign.yaml')
    await writeFile(configuration, `version: "1.0.0"\n${WORKFLOW}`)
    const gateway = await openTestGateway('', { folder, configuration })
    await gateway.connections.settled(20_000)
    const { workflowId = '', version = 0 } = await start(gateway, 'w')
    const explain = async (id = workflowId) =>
      (await gateway.runtime.explain(agent(), { workflowId: id, transition: 'wrong' })).answer.now
    const message = expect.stringMatching(/^Available now\. The server ‘db’ lists no tool “?raed/)
    expect(await explain()).toMatchObject({ allowed: true, because: message })
    const good = (await gateway.runtime.explain(agent(), { workflowId, transition: 'good' })).answer.now
    expect(good).toMatchObject({ allowed: true, because: 'Available now.' })
    const request = { workflowId, transition: 'wrong', expectedVersion: version, arguments: {} }
    await gateway.runtime.submit(agent(), request)
    const [item] = await pending(gateway)
    const definition = gateway.catalog.workflow('w')
    expect(item && saidOfTool(gateway, item, definition)).toEqual({
      connection: 'db',
      tool: 'raed',
      description: null,
    })
    const second = await start(gateway, 'w')
    await writeTools(folder, [{ name: 'read', readOnly: true }, { name: 'raed' }])
    await gateway.connections.restart('db')
    // New since its server was accepted: a person is asked about the tool itself.
    expect(await explain(second.workflowId)).toMatchObject({
      allowed: false,
      because: expect.stringContaining('No person has accepted'),
    })
    await gateway.close()
  })
})
