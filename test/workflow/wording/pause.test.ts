import { expect, it } from 'vitest'
import { awaitedInPause, type Pause, sayPauses } from '../../../src/main/workflow/wording/pause.ts'

const retry = (branch: string | null, more: Partial<Extract<Pause, { kind: 'retry' }>> = {}): Pause => ({
  ...{ kind: 'retry', branch, attempt: 2, attempts: 3, at: 1000, error: 'It is down.' },
  ...more,
})
const place = (branch: string | null): Pause => ({ kind: 'place', branch, connection: 'api', since: 0 })

it('nothing is said of a step that runs [engine.pauses]', () => {
  expect([sayPauses('go', [], 0), awaitedInPause('‘go’', [])]).toEqual([null, null])
})

it('a time that is over, or nearly, is not counted in seconds [engine.pauses]', () => {
  expect(sayPauses('go', [retry(null)], 400)).toContain('by itself in less than a second (')
  expect(sayPauses('go', [retry(null)], 1000)).toContain('at any moment')
  expect(sayPauses('go', [retry(null, { at: 1000 })], 0)).toContain('in about 1 second (')
})

it('a long error is cut between two characters [engine.pauses]', () => {
  const said = sayPauses('go', [retry(null, { error: '🧯'.repeat(400) })], 0)
  expect(said).toMatch(/“(🧯){300}…”$/u)
})

it('three branches are named, and the others counted; the step itself runs [engine.pauses]', () => {
  const pauses = ['a', 'b', 'c', 'd', 'e'].map((name) => (name === 'b' ? retry(name) : place(name)))
  const said = sayPauses('go', pauses, 0)
  expect(said).toMatch(
    /^‘go’ is running\. Its branch ‘a’ waits .* Its branch ‘b’ is not running .* Its branch ‘c’/,
  )
  expect(said).toMatch(/2 more of its branches wait, too\.$/)
  expect(awaitedInPause('‘go’', pauses)).toBeNull()
})

it('a list says in one line what the run waits for [engine.pauses]', () => {
  expect(awaitedInPause('‘go’', [retry(null)])).toBe(
    'attempt 2 of 3 of ‘go’, which has failed and is tried again by itself',
  )
  expect(awaitedInPause('‘go’', [place(null)])).toBe('a free place at the server ‘api’, for ‘go’')
})
