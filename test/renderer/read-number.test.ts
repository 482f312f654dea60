import { expect, it } from 'vitest'
import { readNumber } from '../../src/renderer/ui/controls/read-number.ts'
import { readTyped } from '../../src/renderer/ui/form/read-typed.ts'

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

it.for([
  ['1000', '.', 1000],
  [' -1.50 ', '.', -1.5],
  ['52.520', '.', 52.52],
  ['.5', '.', 0.5],
  ['1e3', '.', 1000],
  ['1,000', '.', '1,000'],
  ['1,5', '.', '1,5'],
  ['1e999', '.', '1e999'],
  ['9007199254740992', '.', 9007199254740992],
  ['9007199254740993', '.', '9007199254740993'],
  ['-9007199254740993', '.', '-9007199254740993'],
  // It would be sent as 1152921504606847000.
  ['1152921504606846976', '.', '1152921504606846976'],
  ['9007199254740993.5', '.', '9007199254740993.5'],
  ['9007199254740993e1', '.', '9007199254740993e1'],
  ['12e20', '.', 12e20],
  [`1${'0'.repeat(400)}`, '.', `1${'0'.repeat(400)}`],
  ['+12', '.', 12],
  ['3.', '.', '3.'],
  ['1,5', ',', 1.5],
  ['1.5', ',', 1.5],
  ['0.125', ',', 0.125],
  ['1.000', ',', '1.000'],
  ['12.500', ',', '12.500'],
  ['1.000,50', ',', '1.000,50'],
] as const)('a form takes %j with ‘%s’ before a fraction as %j [form.number]', ([text, separator, value]) => {
  expect(readTyped(text, separator)).toBe(value)
})
