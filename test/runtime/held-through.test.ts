import { expect, it } from 'vitest'
import { follow, openTestGateway, pending, press, start, type TestGateway } from '../support/gateway.ts'
import { onlyItem, until } from './gated.ts'

const DAY = `
approvals: { holdMs: 20000 }
workflows:
  ask:
    initialState: asking
    states:
      asking: { transitions: { yes: { target: answered, actor: human } } }
      answered: {}
  apply:
    initialState: ready
    states:
      ready:
        transitions:
          go: { target: asked, approval: { required: true }, executor: { kind: workflow, definitionId: ask } }
      asked:
        transitions:
          pay: { target: paid, actor: deterministic, approval: { required: true }, executor: { kind: noop } }
      paid:
        transitions:
          file: { target: done, actor: deterministic }
      done: {}
`

it('a call is held from a gate to the run behind it and on to the next gate, and answered once with all that ran [runtime.holds-through] [R4.6]', async () => {
  const gateway = await openTestGateway(DAY)
  const began = await start(gateway, 'apply')
  const call = follow(gateway, began, 'go')
  expect(await decideNext(gateway, 'approve')).toBe('gate')
  expect(await decideNext(gateway, 'yes')).toBe('transition')
  expect(await decideNext(gateway, 'approve')).toBe('gate')
  const answered = await call
  expect(answered).toMatchObject({ state: 'done', terminal: true, result: { status: 'completed' } })
  expect(answered.chain?.map(({ transition }) => transition)).toEqual(['pay', 'file'])
  await gateway.close()
})

/** Presses a button of the one item that waits; answers with its kind. */
async function decideNext(gateway: TestGateway, outcome: string): Promise<string> {
  await until(gateway, async () => (await pending(gateway)).length === 1)
  const { id, kind } = await onlyItem(gateway)
  await press(gateway, id, outcome)
  return kind
}
