import { describe, expect } from 'vitest'
import type { InboxItem } from '../../src/main/model/item.ts'
import { test as it } from '../support/fixtures.ts'
import { follow, pending, person, press, start } from '../support/gateway.ts'

const YAML = (url: string) => `
approvals: { holdMs: 0 }
connections: { api: { kind: rest, baseUrl: "${url}" } }
workflows:
  flow:
    initialState: ready
    timeoutMs: 10000
    onTimeout: { target: late }
    states:
      ready:
        transitions:
          ship: { target: done, actor: human, undoMs: 20000 }
          ask: { target: done, executor: { kind: human } }
          look: { target: ready, executor: { kind: rest, connection: api, method: POST, path: /look } }
      done: {}
      late: {}
`

describe('while a decision can be taken back [R4.8] [time.given-back]', () => {
  it('what waits for people in the same run ends with that run, whose time stands still', async ({
    openGateway,
    clock,
    service,
  }) => {
    const gateway = await openGateway(YAML(service.base), { clock })
    const began = await start(gateway, 'flow')
    await follow(gateway, began, 'ask')
    const [choice, asked] = (await pending(gateway)).toSorted((one, other) =>
      other.kind < one.kind ? -1 : 1,
    )
    const now = async (item: InboxItem | undefined) => await gateway.store.approval(item?.id ?? '')
    clock.advance(5000)
    expect(await press(gateway, choice?.id ?? '', 'ship')).toMatchObject({ kind: 'scheduled' })
    clock.advance(7000)
    // Whoever looks finds that it is due.
    await gateway.runtime.get(person(), { workflowId: began.workflowId ?? '' })
    expect(await now(asked)).toMatchObject({ kind: 'executor', status: 'pending' })
    const id = choice?.id ?? ''
    expect(await gateway.runtime.undo(person(), { approvalId: id })).toMatchObject({ kind: 'undone' })
    const deadlineAt = new Date(clock.now() + 5000).toISOString()
    expect(await gateway.store.run(began.workflowId ?? '')).toMatchObject({ deadlineAt })
    expect(await now(choice)).toMatchObject({ deadlineAt })
    expect(await now(asked)).toMatchObject({ deadlineAt })
    clock.advance(4000)
    expect(await press(gateway, asked?.id ?? '', 'approve')).toMatchObject({ kind: 'decided' })
    expect(await gateway.store.run(began.workflowId ?? '')).toMatchObject({ state: 'done' })
  })

  it('a step that runs meanwhile does not take that time from its run again', async ({
    openGateway,
    clock,
    service,
  }) => {
    const answer = Promise.withResolvers<void>()
    service.script('/look', { status: 500, when: answer.promise })
    const gateway = await openGateway(YAML(service.base), { clock })
    const began = await start(gateway, 'flow')
    const [choice] = await pending(gateway)
    clock.advance(5000)
    expect(await press(gateway, choice?.id ?? '', 'ship')).toMatchObject({ kind: 'scheduled' })
    const looking = follow(gateway, began, 'look')
    await service.reached('/look', 1)
    clock.advance(2000)
    const id = choice?.id ?? ''
    expect(await gateway.runtime.undo(person(), { approvalId: id })).toMatchObject({ kind: 'undone' })
    const deadlineAt = new Date(clock.now() + 5000).toISOString()
    expect(await gateway.store.run(began.workflowId ?? '')).toMatchObject({ deadlineAt })
    answer.resolve()
    await looking
    expect(await gateway.store.run(began.workflowId ?? '')).toMatchObject({ deadlineAt })
  })
})
