import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import type { Gateway } from '../../src/main/gateway.ts'
import { test } from '../support/fixtures.ts'
import { agent, follow, pending, person, press, start } from '../support/gateway.ts'

const yaml = (kim: string) => `version: "1.0.0"
approvals: { holdMs: 0 }
store: { kind: memory }
people:
${kim}  bo: { roles: [lead] }
  zoe: { roles: [lead] }
workflows:
  payment:
    initialState: ready
    states:
      ready:
        transitions:
          pay: { target: paid, executor: { kind: noop }, approval: { quorum: 2, by: { role: lead } } }
          send: { target: paid, undoMs: 60000, executor: { kind: noop }, approval: { required: true, by: { role: lead } } }
          post: { target: paid, undoMs: 60000, executor: { kind: noop }, approval: { required: true } }
          both: { target: paid, undoMs: 60000, executor: { kind: noop }, approval: { quorum: 2 } }
          share: { target: paid, executor: { kind: noop }, approval: { quorum: 2 } }
          hand: { target: paid, undoMs: 60000, actor: human, guards: [{ kind: role, role: lead }] }
      paid: { terminal: true }
`
const CASHIER = '  kim: { roles: [cashier] }\n'
const GONE = '‘kim’ decided this, and was removed from the people afterwards.'
const LEAD = '  kim: { roles: [lead, cashier] }\n'

const it = test.extend('opened', async ({ folder, openGateway, clock }) => {
  const configuration = join(folder, 'countersign.yaml')
  await writeFile(configuration, yaml(LEAD))
  const gateway = await openGateway('', { folder, configuration, clock })
  const begun = await start(gateway, 'payment')
  return {
    gateway,
    ask: (transition: string) => follow(gateway, begun, transition, {}),
    async approve(name: string, outcome = 'approve', kind = 'gate') {
      const item = (await pending(gateway)).find((each) => each.kind === kind)
      const roles = name === 'kim' ? ['lead', 'cashier'] : ['lead']
      const declared = gateway.declarations().people[name] ?? ''
      const who = person(name, { roles, declared })
      return await press(gateway, item?.id ?? '', outcome, { who })
    },
    async declare(kim: string) {
      await writeFile(configuration, yaml(kim))
      await gateway.live.consider()
      const change = (await pending(gateway)).find(({ kind }) => kind === 'configuration')
      await press(gateway, change?.id ?? '', 'approve')
    },
    state: async () => (await gateway.store.run(begun.workflowId ?? ''))?.state,
  }
})

it.for([
  ['is removed', ''],
  ['loses the role', CASHIER],
] as const)(
  'an approval of somebody who %s afterwards counts no more [people.of-now] [R5.4]',
  async ([, kim], { opened: { ask, approve, declare, state } }) => {
    await ask('pay')
    expect(await approve('kim')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
    await declare(kim)
    expect(await approve('bo')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
    expect(await state()).toBe('ready')
    expect(await approve('zoe')).toMatchObject({ kind: 'decided' })
    expect(await state()).toBe('paid')
  },
)

it('an approval of somebody who is removed counts no more where anybody may approve [people.of-now]', async ({
  opened: { ask, approve, declare, state },
}) => {
  await ask('share')
  expect(await approve('kim')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
  await declare('')
  expect(await approve('bo')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
  expect(await state()).toBe('ready')
  expect(await approve('zoe')).toMatchObject({ kind: 'decided' })
})

it('an approval of somebody who loses a role that it does not rest on counts [people.of-now]', async ({
  opened: { ask, approve, declare, state },
}) => {
  await ask('pay')
  await approve('kim')
  await declare('  kim: { roles: [lead] }\n')
  expect(await approve('bo')).toMatchObject({ kind: 'decided' })
  expect(await state()).toBe('paid')
})

it.for([
  ['what is held back', 'send', 'gate', 'approve', '', GONE],
  ['what is held back', 'send', 'gate', 'approve', CASHIER, 'role'],
  ['what anybody may let through', 'post', 'gate', 'approve', '', GONE],
  ['a step of people', null, 'transition', 'hand', '', GONE],
  ['a step of people', null, 'transition', 'hand', CASHIER, 'role'],
] as const)(
  'a decision on %s that can be taken back is not carried out for somebody who may not any more [people.of-now] [R5.4]',
  async ([, transition, kind, outcome, kim, because], {
    opened: { gateway, ask, approve, declare, state },
    clock,
  }) => {
    if (transition !== null) await ask(transition)
    expect(await approve('kim', outcome, kind)).toMatchObject({ kind: 'scheduled' })
    await declare(kim)
    clock.advance(61_000)
    await expect.poll(async () => (await pending(gateway)).map((item) => item.kind)).toContain(kind)
    const item = (await pending(gateway)).find((each) => each.kind === kind)
    expect(item?.returned?.because).toContain(because)
    expect(await state()).toBe('ready')
  },
)

it('of two who approved one is removed while it can be taken back: the other one is not asked again [people.of-now] [R5.4]', async ({
  opened: { gateway, ask, approve, declare, state },
  clock,
}) => {
  await ask('both')
  expect(await approve('kim')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
  expect(await approve('bo')).toMatchObject({ kind: 'scheduled' })
  await declare('')
  clock.advance(61_000)
  await expect.poll(async () => (await pending(gateway)).map(({ kind }) => kind)).toContain('gate')
  const item = (await pending(gateway)).find(({ kind }) => kind === 'gate')
  expect(item?.returned?.because).toContain('One more person has to approve.')
  expect(await approve('zoe')).toMatchObject({ kind: 'scheduled' })
  clock.advance(61_000)
  await expect.poll(state).toBe('paid')
})

it.for([
  ['what anybody may let through', 'share', 'gate', 'approve', '', /^‘kim’ was removed/],
  ['what is held back', 'pay', 'gate', 'approve', CASHIER, /role/],
  ['a step of people', null, 'transition', 'hand', '', /^‘kim’ was removed/],
] as const)(
  'a press on %s that is on its way while its person loses the right does nothing [people.of-now] [R5.4]',
  async ([, transition, kind, outcome, kim, because], { opened: { ask, approve, declare, state } }) => {
    if (transition !== null) await ask(transition)
    await declare(kim)
    const pressed = await approve('kim', outcome, kind)
    expect(pressed).toMatchObject({ kind: 'not_allowed', message: expect.stringMatching(because) })
    expect(await state()).toBe('ready')
  },
)
it('an approval of somebody who was removed stays void when that name is declared again [people.again] [R5.4]', async ({
  opened: { ask, approve, declare, state },
}) => {
  await ask('pay')
  expect(await approve('kim')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
  await declare('')
  await declare(LEAD)
  expect(await approve('bo')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
  expect(await state()).toBe('ready')
  expect(await approve('kim')).toMatchObject({ kind: 'decided' })
  expect(await state()).toBe('paid')
})

/** As `openGateway`, on a file that the next one goes on with. */
const restarts = test.extend('world', async ({ folder, openGateway }) => {
  const configuration = join(folder, 'countersign.yaml')
  return {
    folder,
    async open(kim: string) {
      await writeFile(configuration, yaml(kim).replace('memory', 'sqlite'))
      return await openGateway('', { folder, configuration })
    },
    async approve(gateway: Gateway, name: string) {
      const declared = gateway.declarations().people[name] ?? ''
      const who = person(name, { roles: name === 'kim' ? ['lead', 'cashier'] : ['lead'], declared })
      const item = (await pending(gateway)).find(({ kind }) => kind === 'gate')
      return await press(gateway, item?.id ?? '', 'approve', { who })
    },
  }
})

restarts(
  'nor does it count when the gateway was started without that person in between [people.again] [R5.4]',
  async ({ world: { open, approve } }) => {
    const first = await open(LEAD)
    await follow(first, await start(first, 'payment'), 'pay', {})
    expect(await approve(first, 'kim')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
    await first.close()
    const same = await open(LEAD)
    expect(same.declarations()).toEqual(first.declarations())
    await same.close()
    await (await open('')).close()
    const again = await open(LEAD)
    expect(await approve(again, 'bo')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
    expect(await approve(again, 'kim')).toMatchObject({ kind: 'decided' })
  },
)

restarts(
  'one that an older version has stored counts as long as its person was never removed [people.of-now]',
  async ({ world: { folder, open, approve } }) => {
    const first = await open(LEAD)
    await follow(first, await start(first, 'payment'), 'pay', {})
    expect(await approve(first, 'kim')).toMatchObject({ kind: 'voted' })
    await first.close()
    // That version wrote only that there was a declaration, and kept none.
    const database = new Database(join(folder, 'data', 'countersign.db'))
    database.exec(`DELETE FROM settings WHERE key = 'declarations';
      UPDATE approvals SET body = json_set(body, '$.held.votes[0].declared', json('true'));
      PRAGMA user_version = 13`)
    database.close()
    const newer = await open(LEAD)
    expect(await approve(newer, 'bo')).toMatchObject({ kind: 'decided' })
  },
)

it.for([
  ['send', 'gate', 'approve'],
  [null, 'transition', 'hand'],
] as const)(
  'a decision on ‘%s’ of somebody who was removed is not carried out when that name is declared again [people.again] [R5.4]',
  async ([transition, kind, outcome], { opened: { gateway, ask, approve, declare, state }, clock }) => {
    if (transition !== null) await ask(transition)
    expect(await approve('kim', outcome, kind)).toMatchObject({ kind: 'scheduled' })
    await declare('')
    await declare(LEAD)
    clock.advance(61_000)
    await expect.poll(async () => (await pending(gateway)).map((item) => item.kind)).toContain(kind)
    const item = (await pending(gateway)).find((each) => each.kind === kind)
    expect(item?.returned?.because).toContain(GONE)
    expect(await state()).toBe('ready')
  },
)

it('nor is a decision in its undo time carried out after such a start [people.again] [R5.6]', async ({
  folder,
  openGateway,
  clock,
}) => {
  const configuration = join(folder, 'countersign.yaml')
  const open = async (kim: string) => {
    await writeFile(configuration, yaml(kim).replace('memory', 'sqlite'))
    return await openGateway('', { folder, configuration, clock })
  }
  const first = await open(LEAD)
  const begun = await start(first, 'payment')
  await follow(first, begun, 'send', {})
  const who = person('kim', { roles: ['lead', 'cashier'], declared: first.declarations().people.kim ?? '' })
  const id = (await pending(first)).find(({ kind }) => kind === 'gate')?.id ?? ''
  expect(await press(first, id, 'approve', { who })).toMatchObject({ kind: 'scheduled' })
  await first.close()
  await (await open('')).close()
  const again = await open(LEAD)
  clock.advance(61_000)
  await expect.poll(async () => (await again.store.approval(id))?.status).toBe('pending')
  expect((await again.store.approval(id))?.returned?.because).toContain(GONE)
  expect((await again.store.run(begun.workflowId ?? ''))?.state).toBe('ready')
})

it('an agent is not told that somebody has taken it on who was removed since, nor whoever is declared anew under that name [people.of-now]', async ({
  opened: { gateway, ask, declare },
}) => {
  const told = async () => {
    const [item] = await pending(gateway)
    const workflowId = item !== undefined && 'workflowId' in item ? item.workflowId : ''
    return (await gateway.runtime.get(agent(), { workflowId })).response.result.message
  }
  await ask('pay')
  const [item] = await pending(gateway)
  await gateway.runtime.assign(person('bo'), { approvalId: item?.id ?? '', to: 'human:kim' })
  expect(await told()).toContain('kim has taken it on')
  await declare(CASHIER)
  expect(await told()).toContain('kim has taken it on')
  await declare('')
  expect(await told()).not.toContain('kim')
  await declare(LEAD)
  expect(await told()).not.toContain('kim')
})
