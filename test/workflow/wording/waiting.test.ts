import { expect, it } from 'vitest'
import type { ItemKind, SubjectKind } from '../../../src/main/model/item.ts'
import { RESTING } from '../../../src/main/model/run.ts'
import { describeWaiting, duration } from '../../../src/main/workflow/wording/waiting.ts'
import { at, claim, run } from '../../store/samples.ts'
import { SAMPLES } from '../../support/items.ts'

type KindOfRun = Exclude<ItemKind, SubjectKind>

const FIRST = 'It is the first in the inbox. There is no deadline.'

/** By the kind of item about which people are asked. */
const TOLD: { readonly [Kind in KindOfRun]: string } = {
  transition: `Waiting for a person at the desk for 2 minutes. ${FIRST}`,
  executor: `Waiting for a person at the desk for 2 minutes. ${FIRST}`,
  gate: `Waiting for a person at the desk for 2 minutes to approve ‘submit’. ${FIRST}`,
  definition: `Waiting for a person at the desk for 2 minutes. ${FIRST}`,
  interrupted: '‘submit’ was cut off while it ran; a person at the desk must say whether it happened.',
}

it.each(Object.entries(TOLD) as [KindOfRun, string][])(
  'an agent that asks about a run is told what people are to decide, of the kind %s [gate.told-kinds]',
  (kind, text) => {
    const isCutOff = kind === 'interrupted'
    const told = describeWaiting({
      run: run({ activity: isCutOff ? { kind: 'interrupted', claim: claim() } : RESTING }),
      pending: [SAMPLES[kind]],
      ...{ ahead: 0, queues: {}, people: {}, away: [], noDesk: null, unwritten: null, pauses: [] },
      unsavedUndo: () => null,
      now: Date.parse(at(120)),
    })
    expect(told).toBe(text)
  },
)

it.each([
  [0, '0 seconds'],
  [1000, '1 second'],
  [2000, '2 seconds'],
  [59_400, '59 seconds'],
  [59_500, '1 minute'],
  [5 * 60_000, '5 minutes'],
  [3_599_000, '59 minutes'],
  [3_600_000, '1 hour'],
  [7_200_000, '2 hours'],
  [86_400_000, '1 day'],
  [3 * 86_400_000 - 1000, '2 days'],
])('%i ms of waiting are told as %s [gate.words]', (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words)
})
