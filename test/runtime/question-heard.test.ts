import { expect, it } from 'vitest'
import type { Decision, SubjectItem } from '../../src/main/model/item.ts'
import { createElicitations } from '../../src/main/runtime/items/elicitations.ts'
import type { ItemHandler } from '../../src/main/runtime/items/item-handler.ts'
import { calm } from '../simulation/scheduler.ts'
import { person } from '../support/gateway.ts'
import { NO_HANDLERS } from '../support/items.ts'
import { declareState, declareWorkflow } from '../workflow/declarations.ts'
import { createMeanwhile } from './meanwhile.ts'
import { openSmallWorld } from './small-world.ts'

const FLOW = declareWorkflow({ a: declareState() })
const SCHEMA = { type: 'object', properties: { name: { type: 'string' } } }

/** A question of a server is put to people; `meanwhile` happens between two steps of what they do then. */
async function openQuestion() {
  const meanwhile = createMeanwhile()
  const asking: { handler?: ItemHandler } = {}
  const handler: ItemHandler = {
    seen: (item) => asking.handler?.seen(item) ?? null,
    validate: (item, outcome, given) => asking.handler?.validate?.(item, outcome, given) ?? [],
    approved: async (item: SubjectItem, decision: Decision) => await asking.handler?.approved(item, decision),
    refused: async (item: SubjectItem, decision: Decision) => await asking.handler?.refused?.(item, decision),
    ended: async (item: SubjectItem) => await asking.handler?.ended?.(item),
  }
  const { wrap } = meanwhile
  const world = openSmallWorld(FLOW, () => null, {
    wrap,
    itemHandlers: { ...NO_HANDLERS, elicitation: handler },
  })
  const { runtime, store, clock } = world
  const elicitations = createElicitations({
    items: () => runtime.items,
    pauses: () => runtime.pauses,
    begun: async () => {},
    store,
    clock,
    ids: { workflow: () => 'wf_1', next: (prefix) => `${prefix}_1` },
    timeoutMs: () => 60_000,
  })
  asking.handler = elicitations.handler
  const call = new AbortController()
  const question = { connection: 'db', message: 'Who?', schema: SCHEMA, calls: [] }
  const heard = elicitations.ask(question, call.signal)
  await calm()
  const [item = expect.fail()] = (await store.approvals({ kind: ['elicitation'] }, { limit: 1 })).items
  const press = async (outcome: string, name: string) => {
    const request = { approvalId: item.id, outcome, arguments: outcome === 'answer' ? { name } : {} }
    const hash = (await runtime.previewDecision(person(name), request))?.hash ?? ''
    return async () => await runtime.decide(person(name), { ...request, comment: '', hash })
  }
  return { ...world, meanwhile, call, heard, id: item.id, press }
}

it.each([
  ['answer', 'accept', 'approved'],
  ['decline', 'decline', 'refused'],
])(
  'a person who presses ‘%s’ at the moment at which the call ends is told it only where the server hears it [items.elicitation-heard] [R5.10]',
  async (outcome, action, status) => {
    const ends = new Set<string>()
    let looked = 0
    for (let at = 0; looked === at; at += 1) {
      const { meanwhile, call, heard, id, press, store, faults } = await openQuestion()
      const pressed = await press(outcome, 'anna')
      meanwhile.at(at, () => {
        looked += 1
        call.abort()
      })
      const { kind } = await pressed()
      call.abort()
      const isHeard = (await heard).action === action
      await calm()
      const item = await store.approval(id)
      const told = isHeard ? { kind: 'decided', status } : { kind: 'not', status: 'withdrawn' }
      const said = kind === 'decided' ? kind : 'not'
      expect({ at, kind: said, status: item?.status, faults }).toEqual({ at, ...told, faults: [] })
      ends.add(told.status)
    }
    expect([...ends].sort()).toEqual([status, 'withdrawn'].sort())
  },
)

it('of two people who answer at once the server hears one, and the other is told who was first [R5.10] [R5.2]', async () => {
  const { heard, id, press, store } = await openQuestion()
  const presses = [await press('answer', 'anna'), await press('answer', 'ben')]
  const kinds = (await Promise.all(presses.map((pressed) => pressed()))).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['closed', 'decided'])
  const { decision } = (await store.approval(id)) ?? expect.fail()
  expect((await heard).content).toEqual({ name: decision?.by.replace('human:', '') })
})
