/** What a gateway finds at its start, however much of it there is: more than is read at once. */
import { expect, it } from 'vitest'
import type { SubjectItem } from '../../../src/main/model/item.ts'
import { subjectItem } from '../../store/samples.ts'
import { agent } from '../../support/gateway.ts'
import { declareState, declareTransition, declareWorkflow } from '../../workflow/declarations.ts'
import { openSmallWorld } from '../small-world.ts'

const FLOW = declareWorkflow(
  { a: declareState({ go: declareTransition('b', { actor: 'human' }) }), b: declareState() },
  { id: 'flow' },
)
const MANY = 250

const time = (minute: number) => new Date(Date.UTC(2020, 0, 1) + minute * 60_000).toISOString()
const decidedAt = (at: string): SubjectItem['decision'] => ({
  by: 'human:anna',
  at,
  outcome: 'accept',
  comment: '',
  arguments: {},
  seen: '',
  runsAt: null,
})

it('a decision that nobody was told of before a crash is told, however long ago it was asked [items.told]', async () => {
  const world = openSmallWorld(FLOW, () => ({}))
  const others = Array.from({ length: MANY }, (_, index) =>
    subjectItem({
      ...{ id: `ap_${index}`, key: `tool ${index}`, status: 'approved' },
      ...{ requestedAt: time(index + 10), decision: decidedAt(time(index + 11)) },
    }),
  )
  const left = [
    subjectItem({
      ...{ id: 'ap_old', key: 'old', status: 'approved', untold: true },
      ...{ requestedAt: time(1), decision: decidedAt(time(1000)) },
    }),
    subjectItem({ id: 'ap_gone', key: 'gone', status: 'withdrawn', untold: true, requestedAt: time(2) }),
  ]
  await world.store.commit({ expect: [], approvals: [...others, ...left], audit: [] })
  await world.runtime.recover()
  for (const { id } of left) expect(await world.store.approval(id)).not.toHaveProperty('untold')
  // What has been told already is not told, and so not done, again.
  for (const item of others) expect(await world.store.approval(item.id)).toEqual(item)
})

it('questions of calls that are gone are all taken back [items.told]', async () => {
  const world = openSmallWorld(FLOW, () => ({}))
  const questions = Array.from({ length: MANY }, (_, index) =>
    subjectItem({ id: `ap_${index}`, kind: 'elicitation', key: `q ${index}`, requestedAt: time(index) }),
  )
  await world.store.commit({ expect: [], approvals: questions, audit: [] })
  await world.runtime.recover()
  const waiting = await world.store.approvals({ status: ['pending'] }, { limit: 1 })
  expect(waiting.total).toBe(0)
})

it('an agent is told how many wait before it, also where there are a thousand [message.place]', async () => {
  const world = openSmallWorld(FLOW, () => ({}))
  const before = Array.from({ length: 1000 }, (_, index) =>
    subjectItem({ id: `ap_${index}`, key: `tool ${index}`, client: 'db', requestedAt: time(index) }),
  )
  await world.store.commit({ expect: [], approvals: before, audit: [] })
  const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
  const { response: now } = await world.runtime.get(agent(), { workflowId: response.workflowId ?? '' })
  expect(now.result.message).toContain('1000 items are ahead of it')
})
