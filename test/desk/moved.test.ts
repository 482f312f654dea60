import { afterEach, expect, it } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import { compareShown } from '../../src/renderer/features/inbox/card/preview-change.ts'
import { countRuns, openWithCounter } from '../runtime/counter.ts'
import { counting, gated, IMAGE } from '../runtime/gated.ts'
import { follow, person, press, start, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

let gateway: TestGateway | null = null
let desk: Desk | null = null
afterEach(async () => {
  await desk?.close()
  await gateway?.close()
})

it('names who has edited what a person was looking at, and what would run instead [card.moved]', async () => {
  const opened = await openWithCounter(gated('{ quorum: 2 }'))
  gateway = opened
  const over = openTestDesk(opened)
  desk = over
  const session = await over.openSession('window')
  await follow(opened, await start(opened, 'deploy', counting(opened)), 'ship', IMAGE)
  const { items } = await ask(over, session, 'inbox.list', {})
  const request = { id: items[0]?.id ?? '', outcome: 'approve', arguments: IMAGE }
  const seen = await ask(over, session, 'inbox.preview', request)
  await press(opened, request.id, 'approve', { who: person('ben'), arguments: { image: '"v2"' } })
  const card = await ask(over, session, 'inbox.item', { id: request.id })
  const proposed = card.outcomes.find(({ name }) => name === 'approve')?.arguments ?? {}
  const now = await ask(over, session, 'inbox.preview', { ...request, arguments: proposed })
  expect(compareShown(seen, now).slice(0, 2)).toEqual([
    { what: 'edited', before: '', after: 'human:ben' },
    { what: 'call', before: expect.stringContaining('v1'), after: expect.stringContaining('v2') },
  ])
  expect(await countRuns(opened)).toBe(0)
})
