import { expect, it } from 'vitest'
import { readNumber } from '../../src/renderer/ui/controls/read-number.ts'

it.for([
  ['5', 5],
  [' 0,5 ', 0.5],
  ['0.125', 0.125],
  ['1000', 1000],
  ['1000.125', 1000.125],
  ['1,000', null],
  ['12.000', null],
  ['1,000,000', null],
  ['1e3', null],
  ['0x10', null],
  ['-1', null],
  ['', null],
  ['5 min', null],
  ['2000.5', null],
] as const)('reads %j as %j, or asks for it in another way [settings.number]', ([text, value]) => {
  expect(readNumber(text, 0, 2000)).toBe(value)
})
