import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { agent, follow, pending, person, press, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const yaml = (bot: string) => `version: "1.0.0"
approvals: { holdMs: 0 }
store: { kind: memory }
clients: { ${bot}other: { roles: [payer] } }
workflows:
  below:
    initialState: ready
    guards: [{ kind: role, role: payer }]
    states:
      ready: { terminal: true }
  waiting:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, actor: human } } }
      done: { terminal: true }
  payment:
    initialState: ready
    states:
      ready:
        transitions:
          pay: { target: paid, guards: [{ kind: role, role: payer }], executor: { kind: noop }, approval: { required: true } }
          free: { target: paid, executor: { kind: noop }, approval: { required: true } }
          below: { target: paid, executor: { kind: workflow, definitionId: below }, approval: { required: true } }
          instead:
            target: paid
            executor: { kind: workflow, definitionId: waiting }
            reliability: { fallback: { executors: [{ kind: workflow, definitionId: below }] } }
          either:
            target: free
            executor: { kind: workflow, definitionId: waiting }
            branches: [{ when: { kind: role, role: payer }, target: paid }]
      paid: { terminal: true }
      free: { terminal: true }
`
const PAYER = 'bot: { roles: [payer, cashier] }, '

const it = test.extend('opened', async ({ folder, openGateway }) => {
  const configuration = join(folder, 'countersign.yaml')
  await writeFile(configuration, yaml(PAYER))
  const gateway = await openGateway('', { folder, configuration })
  const declared = gateway.declarations().clients.bot ?? ''
  const BOT = agent('bot', { roles: ['payer', 'cashier'], declared })
  const begun = await start(gateway, 'payment', {}, BOT)
  return {
    gateway,
    ask: (transition: string, who = BOT) => follow(gateway, begun, transition, {}, who),
    async declare(bot: string) {
      await writeFile(configuration, yaml(bot))
      await gateway.live.consider()
      const change = (await pending(gateway)).find(({ kind }) => kind === 'configuration')
      if (change !== undefined) await press(gateway, change.id, 'approve')
    },
    async approve() {
      const item = (await pending(gateway)).find(({ kind }) => kind === 'gate')
      return await press(gateway, item?.id ?? '', 'approve')
    },
    state: async () => (await gateway.store.run(begun.workflowId ?? ''))?.state,
  }
})

it.for([
  ['pay', '', 'rejected', 'ready'],
  ['pay', 'bot: { roles: [cashier] }, ', 'rejected', 'ready'],
  ['pay', 'bot: { roles: [payer] }, ', 'decided', 'paid'],
  ['free', '', 'decided', 'paid'],
  ['below', 'bot: { roles: [payer] }, ', 'decided', 'paid'],
  ['below', 'bot: { roles: [cashier] }, ', 'decided', 'ready'],
] as const)(
  'what waited while its client changed from payer and cashier: ‘%s’ of ‘%s’ is %s, and it is %s [client.of-now]',
  async ([transition, bot, kind, after], { opened: { ask, declare, approve, state } }) => {
    await ask(transition)
    await declare(bot)
    const result = await approve()
    expect(result.kind).toBe(kind)
    if (result.kind === 'rejected')
      expect(result.message).toContain('‘bot’ may do less than when it asked for this. ')
    // What goes on after a workflow of its own does so a moment later.
    await expect.poll(state).toBe(after)
  },
)

it('what a client asked for is not let through once it was removed, also when one of that name is declared again [client.again]', async ({
  opened: { ask, declare, approve, state },
}) => {
  await ask('pay')
  await declare('')
  await declare(PAYER)
  const result = await approve()
  expect(result.kind).toBe('rejected')
  if (result.kind === 'rejected')
    expect(result.message).toContain('‘bot’ may do less than when it asked for this. ')
  expect(await state()).toBe('ready')
})

it('a client that is declared again and asks for the same is asked for anew, and that is let through [client.again]', async ({
  opened: { gateway, ask, declare, state },
}) => {
  await ask('pay')
  await declare('')
  await declare(PAYER)
  const declared = gateway.declarations().clients.bot ?? ''
  const again = agent('bot', { roles: ['payer', 'cashier'], declared })
  const before = (await pending(gateway)).map(({ id }) => id)
  await ask('pay', again)
  await ask('pay', again)
  const [asked, ...others] = (await pending(gateway)).filter(({ id }) => !before.includes(id))
  expect(others).toEqual([])
  expect(await press(gateway, asked?.id ?? '', 'approve')).toMatchObject({ kind: 'decided' })
  expect(await state()).toBe('paid')
  expect(await pending(gateway)).toEqual([])
})

it('the card says that the client has been removed since [who.removed]', async ({
  opened: { gateway, ask: submit, declare },
}) => {
  await submit('free')
  const desk = openTestDesk(gateway)
  const session = await desk.openSession('window')
  const item = (await pending(gateway)).find(({ kind }) => kind === 'gate')
  const look = async () =>
    (await ask(desk, session, 'inbox.item', { id: item?.id ?? '' })).clientRemoved ?? false
  expect(await look()).toBe(false)
  await declare('bot: {}, ')
  expect(await look()).toBe(false)
  await declare('')
  expect(await look()).toBe(true)
  await declare(PAYER)
  expect(await look()).toBe(true)
  await desk.close()
})

it.for([
  ['instead', 'bot: { roles: [payer] }, ', 'cancel', 'paid'],
  ['instead', 'bot: { roles: [cashier] }, ', 'cancel', 'ready'],
  ['instead', '', 'cancel', 'ready'],
  ['either', 'bot: { roles: [payer] }, ', 'go', 'paid'],
  ['either', 'bot: { roles: [cashier] }, ', 'go', 'free'],
] as const)(
  'what goes on after a workflow of its own, while its client changed: ‘%s’ of ‘%s’ after ‘%s’ is %s [client.of-now]',
  async ([transition, bot, how, after], { opened: { gateway, ask: submit, declare, state } }) => {
    await submit(transition)
    const [item] = await pending(gateway)
    if (item === undefined || !('workflowId' in item)) throw new Error('Nobody was asked.')
    await declare(bot)
    const { workflowId } = item
    if (how === 'go') await press(gateway, item.id, 'go')
    else await gateway.runtime.cancel(person(), { workflowId, reason: '' })
    await expect.poll(async () => (await gateway.store.unfinished()).length).toBe(0)
    expect(await state()).toBe(after)
  },
)
