import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { agent, follow, pending, person, press, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const yaml = (word: string, quorum: number) => `version: "1.0.0"
approvals: { holdMs: 0 }
store: { kind: memory }
proxy:
  expose:
    - name: say
      executor: { kind: cli, command: echo, args: [${word}] }
      approval: { quorum: ${quorum} }
`

const it = test.extend('opened', async ({ folder, openGateway }, { onCleanup }) => {
  const configuration = join(folder, 'countersign.yaml')
  await writeFile(configuration, yaml('one', 2))
  const gateway = await openGateway('', { folder, configuration })
  const desk = openTestDesk(gateway)
  onCleanup(desk.close)
  const session = await desk.openSession('window')
  const input = { capability: 'say', arguments: {} }
  const asked = await gateway.runtime.start(agent(), { definitionId: 'proxy_default', input })
  const workflowId = asked.response.workflowId ?? ''
  const [item] = await pending(gateway)
  const id = item?.id ?? ''
  return {
    approve: (name: string) => press(gateway, id, 'approve', { who: person(name) }),
    card: () => ask(desk, session, 'inbox.item', { id }),
    row: async () => (await ask(desk, session, 'inbox.list', {})).items.find((each) => each.id === id),
    told: async () => (await gateway.runtime.get(agent(), { workflowId })).response.result?.message,
    async accept(word: string, quorum: number) {
      await writeFile(configuration, yaml(word, quorum))
      await gateway.live.consider()
      const change = (await pending(gateway)).find(({ kind }) => kind === 'configuration')
      if (change !== undefined) await press(gateway, change.id, 'approve')
    },
  }
})

it('an approval of what ran before a change is not counted on the card, in its row, or to the agent [people.quorum]', async ({
  opened,
}) => {
  const { approve, card, row, told, accept } = opened
  await approve('kim')
  expect((await card()).votes).toMatchObject({ needed: 2, given: [{ by: 'human:kim' }] })
  expect(await told()).toContain('1 of 2 people have approved.')
  await accept('two', 2)
  const none = { needed: 2, given: [], outdated: [{ by: 'human:kim', at: expect.any(String) }] }
  expect((await card()).votes).toEqual(none)
  expect((await row())?.votes).toEqual(none)
  expect(await told()).toContain('0 of 2 people have approved.')
  expect(await approve('bo')).toMatchObject({ kind: 'voted', missing: { people: 1 } })
  const one = await card()
  expect(one.votes).toMatchObject({ needed: 2, given: [{ by: 'human:bo' }] })
  expect(one.votes).not.toHaveProperty('outdated')
  expect(await approve('kim')).toMatchObject({ kind: 'decided' })
})

it('a card counts by the gates of now, also where nobody has approved yet [people.quorum]', async ({
  opened: { card, accept },
}) => {
  await accept('one', 3)
  expect(await card()).toMatchObject({ votes: { needed: 3, given: [] } })
  expect((await card()).deciders).toContain('3 different people')
})

const ROLES = `version: "1.0.0"
approvals: { holdMs: 0, undoMs: 9000 }
store: { kind: memory }
people: { kim: { roles: [lead] }, bo: { roles: [chief] } }
proxy:
  expose:
    - name: say
      executor: { kind: cli, command: echo, args: [one] }
      approval: { by: { role: lead } }
workflows:
  saying:
    initialState: ready
    states:
      ready:
        transitions:
          say: { target: said, risk: high, executor: { kind: cli, command: echo, args: [one] }, approval: { by: { role: chief } } }
      said: { terminal: true }
`

it('whether others are asked first, and how long it can be taken back, is said with what a press is bound to [decide.others-meanwhile] [people.quorum]', async ({
  openGateway,
  folder,
}) => {
  const configuration = join(folder, 'roles.yaml')
  await writeFile(configuration, ROLES)
  const gateway = await openGateway('', { folder: join(folder, 'roles'), configuration })
  await follow(gateway, await start(gateway, 'saying'), 'say')
  const [item] = await pending(gateway)
  const request = { approvalId: item?.id ?? '', outcome: 'approve', arguments: {} }
  // One of two people, each of whom opens a gate alone.
  const kim = person('kim', { roles: ['lead'] })
  const bo = person('bo', { roles: ['chief'] })
  expect(await gateway.runtime.previewDecision(kim, request)).toMatchObject({ asksFirst: true, undoMs: 9000 })
  expect(await press(gateway, request.approvalId, 'approve', { who: kim })).toMatchObject({ kind: 'voted' })
  const last = await gateway.runtime.previewDecision(bo, request)
  expect(last).toMatchObject({ undoMs: 9000 })
  expect(last).not.toHaveProperty('asksFirst')
  expect(await press(gateway, request.approvalId, 'approve', { who: bo })).toMatchObject({
    kind: 'scheduled',
  })
})
