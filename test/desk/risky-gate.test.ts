import { describe, expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { pending, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const it = test.extend('opened', async ({ service, clock, openGateway }, { onCleanup }) => {
  const gateway = await openGateway(
    `
approvals: { holdMs: 0, proof: highRisk }
people: { kim: {} }
connections:
  bank: { kind: rest, baseUrl: "${service.base}", approval: { risk: high } }
proxy:
  expose:
    - { name: pay, executor: { kind: rest, connection: bank, method: POST, path: /pay } }
workflows:
  wire:
    initialState: ready
    states:
      ready:
        transitions:
          send: { target: done, actor: human, undoMs: 0, executor: { kind: rest, connection: bank, method: POST, path: /wire } }
          leave: { target: done, actor: human }
      done: {}
  entering:
    initialState: ready
    states:
      ready:
        onEnter: { executor: { kind: rest, connection: bank, method: POST, path: /enter } }
        transitions: { on: { target: done } }
      done: {}
`,
    { clock },
  )
  const desk = openTestDesk(gateway, { person: 'kim' })
  onCleanup(() => desk.close())
  const session = await desk.openSession('window')
  await ask(desk, session, 'people.setPin', { current: null, next: '4711' })
  const previewed = async (id: string, outcome: string) => {
    const choice = { id, outcome, arguments: {} }
    return { choice, ...(await ask(desk, session, 'inbox.preview', choice)) }
  }
  return {
    gateway,
    previewed,
    card: (id: string) => ask(desk, session, 'inbox.item', { id }),
    async waiting() {
      const [item] = (await ask(desk, session, 'inbox.list', {})).items
      if (item === undefined) throw new Error('Nothing waits.')
      return item
    },
    prove: () => ask(desk, session, 'people.prove', { pin: '4711' }),
    async press(id: string, outcome: string) {
      const { choice, hash } = await previewed(id, outcome)
      return await desk.dispatch(session, 'inbox.decide', { ...choice, comment: '', hash })
    },
    /** When the time to take it back is over, what is called. */
    async runs(path: string) {
      clock.advance(7999)
      expect(service.received).toEqual([])
      clock.advance(1)
      await service.reached(path, 1)
      return service.received.map((request) => `${request.method} ${request.path}`)
    },
  }
})

describe('an approval that is declared as of high risk [gate.risk]', () => {
  it('is one for a single call: a second gesture, proof, and a time to take it back', async ({
    opened: { gateway, waiting, card, previewed, prove, press, runs },
  }) => {
    await start(gateway, 'proxy_default', { capability: 'pay', arguments: {} })
    const { id, ...row } = await waiting()
    const risk = { risk: 'high', riskReason: 'The rule that asks for an approval says so.' }
    expect(row).toMatchObject(risk)
    expect((await card(id)).outcomes).toMatchObject([
      { name: 'approve', ...risk, confirm: true },
      { name: 'refuse', risk: 'low', confirm: false },
    ])
    expect((await previewed(id, 'approve')).undoMs).toBe(8000)
    expect(await press(id, 'approve')).toMatchObject({ ok: false, error: { code: 'NEEDS_PROOF' } })
    await prove()
    expect(await press(id, 'approve')).toMatchObject({ ok: true, value: { item: { status: 'scheduled' } } })
    expect(await runs('/pay')).toEqual(['POST /pay'])
  })

  it('is one for a person’s step that makes the call, whose own time to take back does not shorten it', async ({
    opened: { gateway, waiting, card, previewed, prove, press, runs },
  }) => {
    await start(gateway, 'wire')
    const { id } = await waiting()
    expect((await card(id)).outcomes).toMatchObject([
      { name: 'send', risk: 'high', confirm: true },
      { name: 'leave', risk: 'low', confirm: false },
    ])
    expect((await previewed(id, 'send')).undoMs).toBe(8000)
    expect(await press(id, 'send')).toMatchObject({ ok: false, error: { code: 'NEEDS_PROOF' } })
    await prove()
    expect(await press(id, 'send')).toMatchObject({ ok: true, value: { item: { status: 'scheduled' } } })
    expect(await runs('/wire')).toEqual(['POST /wire'])
    expect(await pending(gateway)).toEqual([])
  })

  it('is one for a call that a state makes by itself', async ({
    opened: { gateway, waiting, card, prove, press, runs },
  }) => {
    await start(gateway, 'entering')
    const { id } = await waiting()
    expect((await card(id)).outcomes).toMatchObject([{ risk: 'high', confirm: true }, { risk: 'low' }])
    expect(await press(id, 'approve')).toMatchObject({ ok: false, error: { code: 'NEEDS_PROOF' } })
    await prove()
    expect(await press(id, 'approve')).toMatchObject({ ok: true, value: { item: { status: 'scheduled' } } })
    expect(await runs('/enter')).toEqual(['POST /enter'])
  })
})
