import { join } from 'node:path'
import { expect } from 'vitest'
import { test as it } from '../support/fixtures.ts'
import { agent, follow, pending, press, start } from '../support/gateway.ts'
import { programOf } from '../support/programs.ts'

const ASKING = await programOf('asking-server')

it('a run waits for no question of a server any more when its own call of that server has ended, though the question stays [R5.10]', async ({
  folder,
  service,
  openGateway,
}) => {
  service.script('/next', 'hang')
  const gateway = await openGateway(`
approvals: { holdMs: 50 }
connections:
  asking: { kind: mcp, command: ${JSON.stringify(process.execPath)}, args: ["${ASKING}", "${join(folder, 'saved')}"] }
  api: { kind: rest, baseUrl: "${service.base}" }
workflows:
  asks:
    initialState: ready
    states:
      ready: { transitions: { go: { target: asked, executor: { kind: mcp, connection: asking, tool: ask } } } }
      asked: { transitions: { next: { target: done, actor: deterministic, executor: { kind: rest, connection: api, path: /next } } } }
      done: {}
`)
  await gateway.connections.settled(20_000)
  const [one, two] = [await start(gateway, 'asks'), await start(gateway, 'asks')]
  const began = [follow(gateway, one, 'go')]
  await expect.poll(() => pending(gateway)).toHaveLength(1)
  began.push(follow(gateway, two, 'go'))
  await expect.poll(() => pending(gateway)).toHaveLength(2)
  const [first] = (await pending(gateway)).toSorted((a, b) => subjects(a) - subjects(b))
  await press(gateway, first?.id ?? '', 'answer', { arguments: { colour: 'red' } })
  await service.reached('/next', 1)
  // What was asked while both were open may be of either; the other one alone is left.
  expect(await pending(gateway)).toHaveLength(1)
  const { response } = await gateway.runtime.get(agent(), { workflowId: one.workflowId ?? '' })
  expect(response.result.message).toContain('‘next’ is running.')
  expect(response.result.message).not.toContain('asks something')
  expect(gateway.runtime.pauses.of(two.workflowId ?? '')).toMatchObject([{ kind: 'question' }])
  await Promise.all(began)
})

/** Of how many calls a question may be. */
function subjects(item: object): number {
  return (item as { subject: { calls: unknown[] } }).subject.calls.length
}
