/** Why an item cannot be decided at this moment, where its run does something else. */
import { expect, it } from 'vitest'
import { closedBecause } from '../../src/main/desk/items/items.ts'
import type { About } from '../../src/main/desk/items/kind.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import { type Activity, RESTING } from '../../src/main/model/run.ts'
import { claim, definition, doubtItem, heldItem, run } from '../store/samples.ts'
import { SAMPLES } from '../support/items.ts'

const cutOff: Activity = { kind: 'interrupted', claim: claim() }
const running: Activity = { kind: 'claimed', claim: claim() }

function say(item: InboxItem, activity: Activity): string | null {
  const about: About = {
    ...{
      run: run({ activity, version: heldItem().version }),
      definition: definition(),
      queues: {},
      people: {},
      isOpen: true,
    },
    ...{
      unwritten: null,
      unsavedUndo: null,
      holder: null,
      standing: null,
      serverTitle: (name: string) => name,
      gatesBefore: () => [],
    },
  }
  return closedBecause(item, about)
}

it('a step that was cut off is not told as one that runs [desk.cut-off-beside]', () => {
  expect(say(heldItem(), cutOff)).toBe(
    '‘submit’ was cut off; the item can be decided when somebody has said whether that happened.',
  )
  expect(say(heldItem(), running)).toBe('‘submit’ is running; the item can be decided when it has ended.')
  expect(say(heldItem(), RESTING)).toBeNull()
})

it('a run in doubt is decided where it stands, and not while something of it runs [desk.cut-off-beside]', () => {
  expect(say(doubtItem(), cutOff)).toBeNull()
  expect(say(doubtItem(), running)).toBe('‘submit’ is running; the item can be decided when it has ended.')
  expect(say(doubtItem({ version: 7 }), RESTING)).toBe('The run has moved on since it was asked.')
})

it('an answer that its server did not hear any more is told as such, not as something that did not run [items.elicitation-heard]', () => {
  const at = '2026-01-01T00:00:00.000Z'
  const answered = {
    by: 'human:anna',
    at,
    outcome: 'answer',
    comment: '',
    arguments: {},
    seen: 'hash',
    runsAt: null,
  }
  expect(say({ ...SAMPLES.elicitation, status: 'withdrawn', decision: answered }, RESTING)).toBe(
    'anna had decided it: ‘Send the answer’. Withdrawn: the call that the server asked for has ended.',
  )
})
