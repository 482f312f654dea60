import { expect, it } from 'vitest'
import { validateAgainst } from '../../../src/main/workflow/schema/schema.ts'

it('what does not fit: a number that would lose digits says that, and what to do [workflow.schema-violations] [form.number]', () => {
  const found = (text: string, type: string[]) =>
    validateAgainst({ properties: { n: { type } } }, { n: text }).violations
  const message = 'has more digits than a number keeps exactly: shorten it'
  expect(found('9007199254740993', ['number'])).toEqual([{ path: 'n', message, expected: 'number' }])
  expect(found('1e999', ['integer', 'null'])[0]?.message).toBe(message)
  expect(found('9007199254740992', ['number'])[0]?.message).toBe('is text, must be a number')
  expect(found('9007199254740993', ['boolean'])[0]?.message).toBe('is text, must be true or false')
})
