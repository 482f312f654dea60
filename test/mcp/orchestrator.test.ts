import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test as it } from '../support/fixtures.ts'
import { pending, press } from '../support/gateway.ts'
import { connectHttp, eventually, openWithDoors } from './support.ts'

const YAML = `
approvals: { holdMs: 30000 }
connections:
  node: { kind: cli, command: ${JSON.stringify(process.execPath)} }
workflows:
  outer:
    title: Outer
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: { kind: workflow, definitionId: inner }, output: { said: "$.output.said" } } } }
      done: {}
  inner:
    title: Inner
    steps:
      - name: say
        executor: { kind: cli, connection: node, args: ["-e", "console.log(JSON.stringify({word: 'hello'}))"] }
        output: { said: "$.output.json.word" }
      - name: sure
        approve: { title: Go on, summary: "Say {said}" }
`
const CALL = { definitionId: 'proxy_default' }

it.for(['2025', '2026'] as const)(
  'an agent finds the orchestrator, proposes a workflow, runs it and cancels it (%s) [orchestrator.found] [orchestrator.create]',
  async (era, { folder }) => {
    const open = await openWithDoors(YAML, { folder })
    const client = await connectHttp(open.doors.mcpUrl, open.token, era)
    const call = async (action: string, args: object) => {
      const input = { capability: `orchestrator.${action}`, arguments: args }
      const result = await client.call('workflow.start', { ...CALL, input })
      const context = result.structuredContent.context as Record<string, Record<string, unknown>>
      return context.lastResult ?? {}
    }
    expect(await client.tools()).toHaveLength(7)
    const found = await client.call('gateway.search', { query: 'cancel workflow' })
    expect(JSON.stringify(found.structuredContent)).toContain('orchestrator.cancel_workflow')

    const definition = {
      title: 'Both',
      steps: [{ name: 'one', executor: { kind: 'workflow', definitionId: 'inner' } }],
    }
    const creating = call('create_workflow', { name: 'both', definition })
    const item = await eventually(async () => (await pending(open.gateway))[0])
    await press(open.gateway, item.id, 'approve')
    expect(await creating).toMatchObject({ status: 'created', workflow_path: 'workflows/both.yaml' })
    expect(await readFile(join(folder, 'workflows/both.yaml'), 'utf8')).toContain('title: Both')

    const run = await call('run_workflow', { workflow_name: 'both' })
    expect(run).toMatchObject({ status: 'partial', steps_completed: 0, steps_total: 1 })
    expect(run.error_message).toContain('Waiting for a person')
    expect(await call('cancel_workflow', { workflow_id: run.workflow_id, reason: 'Enough' })).toMatchObject({
      status: 'cancelled',
      steps_completed: 0,
    })
    await expect.poll(async () => await pending(open.gateway)).toEqual([])
    await client.close()
    await open.close()
  },
)

it('an agent’s call is held until the run of its step has ended [child.output] [child.parked]', async () => {
  const open = await openWithDoors(YAML)
  const client = await connectHttp(open.doors.mcpUrl, open.token, '2026')
  const started = await client.call('workflow.start', { definitionId: 'outer', input: {} })
  const { workflowId } = started.structuredContent
  const going = client.call('workflow.submit', {
    workflowId,
    expectedVersion: 1,
    transition: 'go',
    arguments: {},
  })
  const item = await eventually(async () => (await pending(open.gateway))[0])
  const looked = await client.call('workflow.get', { workflowId })
  expect(looked.structuredContent.result.message).toContain('waits for workflow ‘inner’')
  await press(open.gateway, item.id, 'approve')
  expect((await going).structuredContent).toMatchObject({
    state: 'done',
    version: 2,
    result: { status: 'completed' },
    context: { said: 'hello' },
  })
  await client.close()
  await open.close()
})
