import { expect, it } from 'vitest'
import { duration } from '../../../src/main/workflow/wording/waiting.ts'

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
