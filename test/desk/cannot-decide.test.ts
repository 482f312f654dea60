/** Why an item cannot be decided at this moment, where its run does something else. */
import { expect, it } from 'vitest'
import { closedBecause } from '../../src/main/desk/items/items.ts'
import type { About } from '../../src/main/desk/items/kind.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import { type Activity, RESTING } from '../../src/main/model/run.ts'
import { claim, definition, doubtItem, heldItem, run } from '../store/samples.ts'

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
    ...{ unwritten: null, standing: null, serverTitle: (name: string) => name, gatesBefore: () => [] },
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
