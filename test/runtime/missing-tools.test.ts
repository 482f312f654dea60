import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { saidOfTool } from '../../src/main/desk/inbox/inbox-handlers.ts'
import { ask, openTestDesk } from '../desk/fixture.ts'
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

  it('wants more than a step gives it: that is said where somebody would take the step [workflow.explain-now] [screens.declared-rules]', async ({
    folder,
  }) => {
    await writeFile(join(folder, 'server.cjs'), SERVER)
    const inputSchema = { type: 'object', required: ['path', 'mode'], properties: {} }
    await writeTools(folder, [{ name: 'read', readOnly: true, inputSchema }])
    const configuration = join(folder, 'countersign.yaml')
    const call = (map: string) => `{ target: b, executor: { kind: mcp, connection: db, tool: read${map} } }`
    await writeFile(
      configuration,
      `version: "1.0.0"\n${CONNECTED}
workflows:
  w:
    initialState: a
    states:
      a:
        transitions:
          lacks: ${call(', map: { path: /tmp }')}
          whole: ${call(', map: { path: /tmp, mode: $.arguments.mode }')}
          given: ${call('')}
      b: {}
`,
    )
    const gateway = await openTestGateway('', { folder, configuration })
    await gateway.connections.settled(20_000)
    const { workflowId = '' } = await start(gateway, 'w')
    const because = async (transition: string) =>
      (await gateway.runtime.explain(agent(), { workflowId, transition })).answer.now
    const note =
      'The tool “read” of the server ‘db’ asks for ‘mode’, which this step never gives: unless it can do without, the call fails.'
    expect(await because('lacks')).toMatchObject({ allowed: true, because: `Available now. ${note}` })
    for (const transition of ['whole', 'given'])
      expect(await because(transition)).toMatchObject({ allowed: true, because: 'Available now.' })
    const desk = openTestDesk(gateway)
    const item = await ask(desk, await desk.openSession('window'), 'catalog.item', { id: 'w' })
    expect(item.transitions.map(({ rules }) => rules)).toEqual([[note], [], []])
    await desk.close()
    await gateway.close()
  })
})
