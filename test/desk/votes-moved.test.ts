import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { agent, pending, person, press } from '../support/gateway.ts'
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
  expect(await approve('bo')).toMatchObject({ kind: 'voted', missing: 1 })
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
