import { cp } from 'node:fs/promises'
import { expect } from 'vitest'
import { createManualClock } from '../../support/clock.ts'
import { test as it } from '../../support/fixtures.ts'
import { follow, openTestGateway, person, press, start } from '../../support/gateway.ts'
import { contentOf } from '../../support/items.ts'
import { openService } from '../../support/service.ts'
import { getRun, onlyItem } from '../gated.ts'

it('a decision that can be taken back does not run after a crash, where the workflow that its run was a step of has ended [child.crash] [child.cascade] [R5.6]', async ({
  folder,
}) => {
  const service = await openService()
  const clock = createManualClock()
  const yaml = `
store: { kind: sqlite }
approvals: { holdMs: 0 }
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  above:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: { kind: workflow, definitionId: below } } } }
      done: {}
  below:
    initialState: ready
    states:
      ready:
        transitions:
          ship: { target: done, actor: human, risk: high, executor: { kind: rest, connection: api, method: POST, path: /ship } }
      done: {}
`
  const crashed = await openTestGateway(yaml, {
    clock,
    crashPoint: (name) => {
      if (name === 'cancelled.committed') throw new Error('crashed')
    },
  })
  const began = await follow(crashed, await start(crashed, 'above'), 'go')
  const item = await onlyItem(crashed)
  expect(await press(crashed, item.id, 'ship')).toMatchObject({ kind: 'scheduled' })
  const cancelled = crashed.runtime.cancel(person(), { workflowId: began.workflowId ?? '', reason: 'No.' })
  await expect(cancelled).rejects.toThrow('crashed')
  await crashed.connections.close()
  await crashed.store.close()
  await cp(crashed.folder, folder, { recursive: true })
  clock.advance(9000)
  const gateway = await openTestGateway(yaml, { folder, acceptsPath: true, clock })
  await expect.poll(async () => (await gateway.store.approval(item.id))?.status).not.toBe('scheduled')
  expect(await gateway.store.approval(item.id)).toMatchObject({ status: 'withdrawn' })
  expect(service.received).toEqual([])
  expect(await getRun(gateway, contentOf(item).workflowId)).toMatchObject({ result: { status: 'cancelled' } })
  await gateway.close()
  await service.close()
})
