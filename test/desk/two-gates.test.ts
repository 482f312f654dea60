import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { agent, follow, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const PEOPLE = 'people: { kim: { roles: [lead] }, bo: { roles: [ops] } }'
const YAML = `
approvals: { holdMs: 0 }
${PEOPLE}
connections:
  things: { kind: cli, command: "true", approval: { by: { role: ops } } }
workflows:
  payment:
    initialState: ready
    states:
      ready:
        transitions:
          pay: { target: paid, executor: { kind: cli, connection: things, args: [] }, approval: { by: { role: lead } } }
      paid: { terminal: true }
`

const it = test.extend('opened', async ({ openGateway }, { onCleanup }) => {
  const gateway = await openGateway(YAML)
  const desk = openTestDesk(gateway, { person: 'kim' })
  onCleanup(() => desk.close())
  const session = await desk.openSession('window')
  const begun = await start(gateway, 'payment')
  await follow(gateway, begun, 'pay')
  const list = async () => (await ask(desk, session, 'inbox.list', { status: 'you' })).items
  const [waiting] = await list()
  const id = waiting?.id ?? ''
  const choice = { id, outcome: 'approve', arguments: {} }
  return {
    gateway,
    list,
    card: () => ask(desk, session, 'inbox.item', { id }),
    preview: () => ask(desk, session, 'inbox.preview', choice),
    async approve() {
      const { hash } = await ask(desk, session, 'inbox.preview', choice)
      return await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
    },
    sit: (name: string) => ask(desk, session, 'people.switch', { name, pin: null }),
    async declare(people: string) {
      const { path } = gateway.configuration()
      const text = await readFile(path, 'utf8')
      await gateway.live.saveFile(path, text.replace(PEOPLE, `people: { ${people} }`), 'human:kim')
    },
    async told() {
      const { response } = await gateway.runtime.get(agent(), { workflowId: begun.workflowId ?? '' })
      return response.result.message ?? ''
    },
    state: async () => (await gateway.store.run(begun.workflowId ?? ''))?.state,
  }
})

it('a step with two gates that different people open needs both, on its card, in its preview and for the agent [people.count]', async ({
  opened: { card, preview, approve, told, sit, state },
}) => {
  expect((await card()).votes).toEqual({ needed: 2, given: [] })
  expect((await preview()).stopsAt).toContain('Nothing runs yet: one other person must approve this as well.')
  expect(await told()).toContain('(role lead)')
  expect(await told()).toContain('0 of 2 people have approved.')
  expect((await approve()).message).toContain('One more person is needed before anything runs.')
  expect((await card()).votes).toMatchObject({ needed: 2, given: [{ by: 'human:kim' }] })
  expect(await told()).toContain('(role ops)')
  expect(await told()).toContain('1 of 2 people have approved.')
  await sit('bo')
  await approve()
  await expect.poll(state).toBe('paid')
})

it('where one may open both gates and others one each, its card says how many it takes at least [people.count]', async ({
  opened: { card, approve, declare, told },
}) => {
  await declare('kim: { roles: [lead] }, bo: { roles: [ops] }, zoe: { roles: [lead, ops] }')
  expect((await card()).votes).toEqual({ needed: 1, atLeast: true, given: [] })
  expect(await told()).toContain('0 of at least 1 people have approved.')
  await approve()
  expect((await card()).votes).toMatchObject({ needed: 2, given: [{ by: 'human:kim' }] })
})

it('who approved at one gate, and is given the role of the other one afterwards, opens that one, too [people.second-gate]', async ({
  opened: { card, list, preview, approve, declare, state },
}) => {
  await approve()
  expect((await preview()).problems).toMatchObject([
    { message: 'You approved this. One more person is needed.' },
  ])
  expect(await list()).toEqual([])
  await declare('kim: { roles: [lead, ops] }, bo: { roles: [ops] }')
  expect(await list()).toHaveLength(1)
  expect((await preview()).problems).toEqual([])
  expect((await card()).votes).toMatchObject({ needed: 2, given: [{ by: 'human:kim' }] })
  await approve()
  await expect.poll(state).toBe('paid')
})
