import { describe, expect, it } from 'vitest'
import type { Gate } from '../../src/main/model/definition.ts'
import { calm } from '../simulation/scheduler.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { createMeanwhile } from './meanwhile.ts'
import { type Known, openSmallWorld } from './small-world.ts'

const LEAD = { roles: ['lead'], permissions: [] }
const NONE = { roles: [], permissions: [] }
const GATE: Gate = { required: true, quorum: 1, notRequester: false, by: { role: 'lead' } }
const BOT = agent('bot', { ...LEAD, declared: 'bot' })
const executor = declareProgram('run')
const WINDOW_MS = 8000

const known = (kim: Known['people'][string] | null, bot: typeof LEAD | null = LEAD, suffix = ''): Known => ({
  people: { ...(kim === null ? {} : { kim }), bo: LEAD },
  clients: bot === null ? {} : { bot: { ...bot, sees: 'own' } },
  declarations: {
    people: { ...(kim === null ? {} : { kim: `kim${suffix}` }), bo: 'bo' },
    clients: bot === null ? {} : { bot: `bot${suffix}` },
  },
})
const CHANGES: Record<string, Known> = {
  'is removed': known(null, null),
  'loses the role': known(NONE, NONE),
  'is declared anew': known(LEAD, LEAD, '-2'),
}
const as = (name: string) => person(name, { ...LEAD, declared: name })
const lead = { kind: 'role', role: 'lead' } as const

interface Way {
  name: string
  transition: Parameters<typeof declareTransition>[1]
  /** Whose approvals come before the one that is looked at. */
  before?: string[]
  by: string
  outcome?: string
}

const WAYS: Way[] = [
  {
    name: 'who approved first',
    transition: { executor, gates: [{ ...GATE, quorum: 2 }] },
    before: ['kim'],
    by: 'bo',
  },
  {
    name: 'who approved first what does nothing',
    transition: { gates: [{ ...GATE, quorum: 2 }] },
    before: ['kim'],
    by: 'bo',
  },
  {
    name: 'who approves last',
    transition: { executor, gates: [{ ...GATE, quorum: 2 }] },
    before: ['bo'],
    by: 'kim',
  },
  { name: 'who approves alone', transition: { executor, gates: [GATE] }, by: 'kim' },
  { name: 'who chooses', transition: { executor, actor: 'human', guards: [lead] }, by: 'kim', outcome: 'go' },
  {
    name: 'who chooses what has a gate',
    transition: { executor, actor: 'human', gates: [GATE] },
    by: 'kim',
    outcome: 'go',
  },
  { name: 'the client that asked', transition: { executor, gates: [GATE], guards: [lead] }, by: 'bo' },
]

describe.each(WAYS)('$name', ({ transition, before = [], by, outcome = 'approve' }) => {
  it.each(
    Object.keys(CHANGES).flatMap((change) => [0, WINDOW_MS].map((undoMs) => [change, undoMs] as const)),
  )(
    '%s at any moment of the press: nothing is begun with it afterwards, undo time %i [people.at-press]',
    async (change, undoMs) => {
      const flow = declareWorkflow({
        ready: declareState({ go: declareTransition('done', { ...transition, undoMs }) }),
        done: declareState(),
      })
      let looked = 0
      for (let at = 0; looked === at; at += 1) {
        let current = known(LEAD)
        const wrong: string[] = []
        const meanwhile = createMeanwhile(({ approvals = [], runs = [] }) => {
          const begins = runs.some(({ version, activity }) => version > 1 || activity.kind === 'claimed')
          if (looked > at && begins && approvals.some(({ status }) => status === 'approved'))
            wrong.push(`approved after call ${at}`)
        })
        const world = openSmallWorld(flow, () => ({}), { ...meanwhile, known: () => current })
        const { runtime, store, clock, ran } = world
        await runtime.recover()
        const { response } = await runtime.start(BOT, { definitionId: 'flow', input: {} })
        const workflowId = response.workflowId ?? ''
        if (outcome === 'approve')
          void runtime.submit(BOT, { workflowId, expectedVersion: 1, transition: 'go', arguments: {} })
        await calm()
        const [item] = (await store.approvals({ status: ['pending'] }, { limit: 5 })).items
        const press = async (name: string) => {
          const request = { approvalId: item?.id ?? '', outcome, arguments: {} }
          const preview = await runtime.previewDecision(as(name), request)
          if (name === by)
            meanwhile.at(at, () => {
              looked += 1
              current = CHANGES[change] ?? current
            })
          return await runtime.decide(as(name), { ...request, comment: '', hash: preview?.hash ?? '' })
        }
        for (const name of before) await press(name)
        await press(by)
        await calm()
        for (
          let turn = 0;
          ran.length === 0 &&
          turn < 10 &&
          clock.latest() < Date.parse('2026-01-01T00:00:30Z') &&
          clock.fire();
          turn += 1
        )
          await calm()
        expect({ at, wrong, faults: world.faults }).toEqual({ at, wrong: [], faults: [] })
        await runtime.close(0)
      }
      expect(looked).toBeGreaterThan(1)
    },
  )
})
