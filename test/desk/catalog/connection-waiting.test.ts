import { expect, it, onTestFinished } from 'vitest'
import { type InboxItem, SUBJECT_KINDS } from '../../../src/main/model/item.ts'
import { openTestGateway } from '../../support/gateway.ts'
import { SAMPLES, SUBJECTS } from '../../support/items.ts'
import { ask, openTestDesk } from '../fixture.ts'

it('a server says what waits for a person about it, of whatever kind, and of no other server [screens.connection-tools]', async () => {
  const gateway = await openTestGateway(
    'connections: { shop: { kind: cli, command: pay }, other: { kind: cli, command: look } }\n',
  )
  onTestFinished(() => gateway.close())
  const asked = SUBJECT_KINDS.map((kind) => ({ ...SAMPLES[kind], id: `ap_${kind}`, key: kind }))
  const decided: InboxItem = { ...SAMPLES.elicitation, id: 'ap_old', key: 'old', status: 'refused' }
  const approvals = [...asked, decided]
  await gateway.store.commit({ expect: [], approvals, audit: [] })
  const desk = openTestDesk(gateway)
  onTestFinished(() => desk.close())
  const session = await desk.openSession('window')
  const views = await ask(desk, session, 'connections.list', {})
  const waiting = Object.fromEntries(views.map((view) => [view.name, view.waiting]))
  const about = SUBJECT_KINDS.filter((kind) => 'connection' in SUBJECTS[kind])
  expect(about.length).toBeGreaterThan(1)
  expect(waiting.shop?.map(({ approvalId }) => approvalId).toSorted()).toEqual(
    about.map((kind) => `ap_${kind}`).toSorted(),
  )
  expect(waiting.shop?.find(({ approvalId }) => approvalId === 'ap_elicitation')?.title).toBe(
    'Question from a server',
  )
  expect(waiting.other).toEqual([])
})
