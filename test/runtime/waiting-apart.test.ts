/** Calls that wait for people: what each of them costs when something else moves, told by what is read. */
import { expect, it, vi } from 'vitest'
import { REVIEW } from '../desk/fixture.ts'
import { agent, follow, openTestGateway, pending, press, start } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'

it('a decision has only those calls look again that wait for it [runtime.waits-apart]', async () => {
  const gateway = await openTestGateway(REVIEW)
  const submitted = async () => {
    const draft = await start(gateway, 'content_review')
    return await follow(gateway, draft, 'submit_draft', { content: 'words' })
  }
  const one = await submitted()
  const other = await submitted()
  const reads = vi.spyOn(gateway.store, 'run')
  const readsOf = (id: string | undefined) => reads.mock.calls.filter(([read]) => read === id).length
  const wait = ({ workflowId = '' }) => gateway.runtime.get(agent(), { workflowId, waitMs: 50_000 })
  const waitingForOne = wait(one)
  const waitingForOther = wait(other)
  // Each looks when it comes, before it waits, and once more when it listens.
  await expect.poll(() => [readsOf(one.workflowId), readsOf(other.workflowId)]).toEqual([3, 3])

  const items = await pending(gateway)
  const itemOf = (id: string | undefined) => items.find((item) => contentOf(item).workflowId === id)?.id ?? ''
  expect(await press(gateway, itemOf(one.workflowId), 'approve')).toMatchObject({ kind: 'decided' })
  expect((await waitingForOne).response.state).toBe('published')
  expect(readsOf(other.workflowId)).toBe(3)

  await press(gateway, itemOf(other.workflowId), 'approve')
  expect((await waitingForOther).response.state).toBe('published')
  await gateway.close()
})
