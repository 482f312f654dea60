import { describe, expect, it } from 'vitest'
import type { ExecutionOutcome } from '../../src/main/model/call.ts'
import { calm } from '../simulation/scheduler.ts'
import { agent, person } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { createMeanwhile } from './meanwhile.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

const HOUR = 3_600_000
const WINDOW_MS = 8000

async function decide({ runtime }: SmallWorld, approvalId: string) {
  const request = { approvalId, outcome: 'ship', arguments: {} }
  const preview = await runtime.previewDecision(person(), request)
  return await runtime.decide(person(), { ...request, comment: '', hash: preview?.hash ?? '' })
}

describe('a decision that is about to run', () => {
  it('and is taken back and made anew at that moment, has all its time again [R5.6]', async () => {
    const flow = declareWorkflow({
      ready: declareState({
        ship: declareTransition('done', { actor: 'human', risk: 'high', executor: declareProgram('ship') }),
      }),
      done: declareState(),
    })
    let again = 0
    let looked = 0
    for (let at = 0; looked === at; at += 1) {
      const meanwhile = createMeanwhile()
      const world = openSmallWorld(flow, () => ({}), { ...meanwhile, undoMs: WINDOW_MS })
      const { runtime, store, clock, ran } = world
      await runtime.recover()
      await runtime.start(agent(), { definitionId: 'flow', input: {} })
      const [item] = (await store.approvals({ status: ['pending'] }, { limit: 5 })).items
      const approvalId = item?.id ?? ''
      expect(await decide(world, approvalId)).toMatchObject({ kind: 'scheduled' })
      await calm()
      const decidedAgain = Promise.withResolvers<boolean>()
      meanwhile.at(at, async () => {
        looked += 1
        const undone = await runtime.undo(person('ben'), { approvalId })
        decidedAgain.resolve(undone.kind === 'undone')
        if (undone.kind === 'undone')
          expect(await decide(world, approvalId)).toMatchObject({ kind: 'scheduled' })
      })
      while (ran.length === 0 && clock.latest() < Date.parse('2026-01-01T00:00:08Z') && clock.fire())
        await calm()
      await calm()
      if (looked > at && (await decidedAgain.promise)) {
        again += 1
        expect({ at, ran: ran.length }).toEqual({ at, ran: 0 })
        expect(await store.approval(approvalId)).toMatchObject({
          status: 'scheduled',
          decision: { runsAt: '2026-01-01T00:00:16.000Z' },
        })
      }
      for (let turn = 0; ran.length === 0 && turn < 10 && clock.fire(); turn += 1) await calm()
      await calm()
      expect({ at, ran: ran.length, faults: world.faults }).toEqual({ at, ran: 1, faults: [] })
      expect(await store.approval(approvalId)).toMatchObject({ status: 'approved' })
      await runtime.close(0)
    }
    expect(again).toBeGreaterThan(3)
  })
})

describe('a clock that is set back while a run is ended because its time is up', () => {
  it('does not leave behind what was stopped for it [engine.clock-jumps]', async () => {
    const flow = declareWorkflow(
      {
        ready: declareState({
          go: declareTransition('next', {
            actor: 'deterministic',
            executor: declareProgram('endless'),
            onFailure: { target: 'next' },
          }),
        }),
        next: declareState({
          on: declareTransition('done', { actor: 'deterministic', executor: declareProgram('more') }),
        }),
        done: declareState(),
      },
      { timeoutMs: 60_000 },
    )
    const stopped: ExecutionOutcome = {
      ok: false,
      errorClass: 'timeout',
      message: 'It was stopped.',
      content: [],
      uncertain: true,
    }
    const untilStopped = (signal: AbortSignal) =>
      new Promise<ExecutionOutcome>((resolve) => {
        signal.addEventListener('abort', () => resolve(stopped))
      })
    let looked = 0
    for (let at = 0; looked === at; at += 1) {
      const meanwhile = createMeanwhile()
      const world = openSmallWorld(flow, (_, signal) => untilStopped(signal), meanwhile)
      const { runtime, store, clock } = world
      await runtime.recover()
      void runtime.start(agent(), { definitionId: 'flow', input: {} })
      await calm()
      const [run] = (await store.runs({}, { limit: 1 })).items
      meanwhile.at(at, () => {
        looked += 1
        clock.jump(-HOUR)
      })
      for (let turn = 0; turn < 400 && clock.fire(); turn += 1) await calm()
      const ended = await store.run(run?.id ?? '')
      expect({ at, status: ended?.status, faults: world.faults }).toEqual({
        at,
        status: 'timed_out',
        faults: [],
      })
      expect(world.ran).toHaveLength(1)
      await runtime.close(0)
    }
    expect(looked).toBeGreaterThan(3)
  })
})
