import type { PlayView } from '../../../preload/contract.ts'

export type StepState = 'done' | 'now' | 'later'

/** Which of the three steps is done and which comes now, from what the gateway knows. Pure. */
export function judgeSteps(known: {
  clients: number
  play: Pick<PlayView, 'running' | 'lines'> | undefined
  waiting: number
  decided: number
}): [StepState, StepState, StepState] {
  const played = known.play?.running === true || (known.play?.lines.length ?? 0) > 0
  const decided = known.decided > 0
  const arrived = known.waiting > 0 || decided
  const connected = known.clients > 0 || played || arrived
  const done = [connected, arrived, decided && known.waiting === 0]
  const now = done.indexOf(false)
  const stateOf = (step: number): StepState => (done[step] ? 'done' : step === now ? 'now' : 'later')
  return [stateOf(0), stateOf(1), stateOf(2)]
}
