import { expect, it } from 'vitest'
import { createSystemClock } from '../../src/main/runtime/system.ts'
import { agent, openTestGateway, start } from '../support/gateway.ts'

/** Read as often as needed to notice soon that it was set. */
function settableClock() {
  const system = createSystemClock()
  let jump = 0
  const now = () => Date.now() + jump
  const wakeAt = (at: number, callback: () => void) => {
    const timer = setInterval(() => {
      if (now() < at) return
      clearInterval(timer)
      callback()
    }, 20)
    timer.unref()
    return { cancel: () => clearInterval(timer) }
  }
  return { ...system, now, wakeAt, setBack: (milliseconds: number) => (jump -= milliseconds) }
}

it('answers an agent that waits after the time that it asked for, when the clock is set back [engine.clock-jumps]', async () => {
  const clock = settableClock()
  const yaml =
    'workflows: { w: { initialState: a, states: { a: { transitions: { go: { target: b } } }, b: {} } } }'
  const gateway = await openTestGateway(yaml, { clock })
  const { workflowId = '' } = await start(gateway, 'w')
  const told: number[] = []
  const progress = (update: { progress: number }) => told.push(update.progress)
  const waiting = gateway.runtime.get(agent(), { workflowId, waitMs: 300 }, { progress })
  await expect.poll(() => told.length).toBe(1)
  clock.setBack(3_600_000)
  expect((await waiting).response.result.status).toBe('waiting_for_action')
  await gateway.close()
})
