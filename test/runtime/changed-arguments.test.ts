import { describe, expect, it } from 'vitest'
import type { HeldItem } from '../../src/main/model/item.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import { agent, openTestGateway, pending, person, press, type TestGateway } from '../support/gateway.ts'
import { getRun, onlyItem, until } from './gated.ts'

const YAML = `
people: { anna: {}, ben: {} }
proxy:
  expose:
    - name: pay
      inputSchema: { type: object, properties: { to: { type: string }, euros: { type: number }, note: { type: string } } }
      executor: { kind: noop }
      approval: { required: true }
    - name: pay_together
      inputSchema: { type: object, properties: { to: { type: string } } }
      executor: { kind: noop }
      approval: { required: true, quorum: 2 }
    - name: fail
      inputSchema: { type: object, properties: { to: { type: string } } }
      executor: { kind: cli, command: sh, args: ["-c", "exit 3"] }
      approval: { required: true }
`
const ASKED = { to: 'Anna', euros: 10, note: 'Thanks' }
const EDITED = { to: 'Ben', euros: 10 }
const TOLD =
  'A person changed the arguments before it ran: ‘pay’ was called with to: "Ben", and without note, not as you asked.'

function call(gateway: TestGateway, capability: string, args: JsonObject, holdMs: number) {
  const request = { definitionId: 'proxy_default', input: { capability, arguments: args } }
  return gateway.runtime.start(agent(), request, { holdMs })
}

async function held(gateway: TestGateway, capability: string, args: JsonObject) {
  const answer = call(gateway, capability, args, 30_000)
  await until(gateway, async () => (await pending(gateway)).length === 1)
  return { answer, item: await onlyItem(gateway) }
}

describe('an agent whose arguments a person has changed', () => {
  it('is told what ran instead, in the answer of its call [gate.changes-told]', async () => {
    const gateway = await openTestGateway(YAML)
    const { answer, item } = await held(gateway, 'pay', ASKED)
    await press(gateway, item.id, 'approve', { arguments: EDITED, comment: 'To him' })
    const { response } = await answer
    expect(response.result).toEqual({
      status: 'executed',
      message: `anna chose ‘approve’ and said: “To him”. ${TOLD}`,
    })
    expect(response.context?.lastResult).toEqual(EDITED)
    await gateway.close()
  })

  it('is told when what ran instead has failed, so that it looks for no mistake of its own [gate.changes-told]', async () => {
    const gateway = await openTestGateway(YAML)
    const { answer, item } = await held(gateway, 'fail', { to: 'Anna' })
    await press(gateway, item.id, 'approve', { arguments: { to: 'Ben' } })
    const { result, error } = (await answer).response
    expect(error?.code).toBe('EXECUTOR_FAILED')
    expect(result.message).toMatch(/^anna chose .* ‘fail’ was called with to: "Ben", .* exited with code 3/)
    await gateway.close()
  })

  it('is told when it asks later [gate.changes-told]', async () => {
    const gateway = await openTestGateway(YAML)
    const { workflowId } = (await call(gateway, 'pay', ASKED, 0)).response
    await press(gateway, (await onlyItem(gateway)).id, 'approve', { arguments: EDITED })
    expect((await getRun(gateway, workflowId)).result.message).toBe(`anna chose ‘approve’. ${TOLD}`)
    await gateway.close()
  })

  it('is told of each, where a person changed several calls of a session [gate.changes-told]', async () => {
    const gateway = await openTestGateway(YAML)
    const session = { definitionId: 'proxy_default', input: {} }
    const { workflowId = '', version: expectedVersion = 0 } = (await gateway.runtime.start(agent(), session))
      .response
    for (const transition of ['pay', 'pay_together']) {
      const request = { workflowId, expectedVersion, transition, arguments: { to: 'Anna' } }
      await gateway.runtime.submit(agent(), request, { holdMs: 0 })
    }
    const [first, second] = await pending(gateway)
    await press(gateway, first?.id ?? '', 'approve', { arguments: { to: 'Ben' } })
    await press(gateway, second?.id ?? '', 'approve', { arguments: { to: 'Carl' } })
    await press(gateway, second?.id ?? '', 'approve', { arguments: { to: 'Carl' }, who: person('ben') })
    expect((await getRun(gateway, workflowId)).result.message).toBe(
      'ben chose ‘approve’. A person changed the arguments before it ran: ‘pay’ was called with to: "Ben", not as you asked. ' +
        'A person changed the arguments before it ran: ‘pay_together’ was called with to: "Carl", not as you asked.',
    )
    await gateway.close()
  })

  it('is told of no change where none was made, or the next person took it back [gate.changes-told]', async () => {
    const gateway = await openTestGateway(YAML)
    const same = (await call(gateway, 'pay', ASKED, 0)).response
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    expect((await getRun(gateway, same.workflowId)).result.message).toBe('anna chose ‘approve’.')
    const { workflowId } = (await call(gateway, 'pay_together', { to: 'Anna' }, 0)).response
    const item = await onlyItem(gateway)
    await press(gateway, item.id, 'approve', { arguments: { to: 'Ben' } })
    const who = person('ben')
    await press(gateway, item.id, 'approve', { arguments: { to: 'Anna' }, who })
    await press(gateway, item.id, 'approve')
    const after = await getRun(gateway, workflowId)
    expect(after).toMatchObject({ context: { lastResult: { to: 'Anna' } } })
    expect(after.result.message).toBe('anna chose ‘approve’.')
    await gateway.close()
  })
})

describe('an agent with several calls in one session', () => {
  it('is told of a change in the answer of the call that was changed alone, and when it looks at the session [gate.changes-told]', async () => {
    const gateway = await openTestGateway(YAML)
    const first = call(gateway, 'pay', ASKED, 30_000)
    await until(gateway, async () => (await pending(gateway)).length === 1)
    const { workflowId, id } = (await onlyItem(gateway)) as HeldItem
    const other = { to: 'Carl', euros: 5 }
    const submit = { workflowId, expectedVersion: 1, transition: 'pay', arguments: other }
    const second = gateway.runtime.submit(agent(), submit, { holdMs: 30_000 })
    await until(gateway, async () => (await pending(gateway)).length === 2)
    const next = (await pending(gateway)).find((item) => item.id !== id)
    await press(gateway, id, 'approve', { arguments: EDITED })
    await press(gateway, next?.id ?? '', 'approve')
    expect((await first).response.result.message).toBe(`anna chose ‘approve’. ${TOLD}`)
    expect((await second).response.result).toEqual({ status: 'executed' })
    expect((await getRun(gateway, workflowId)).result.message).toBe(`anna chose ‘approve’. ${TOLD}`)
    await gateway.close()
  })
})
