import { describe, expect, it } from 'vitest'
import { nameField } from '../../src/renderer/features/inbox/card/sections/field-name.ts'

const schema = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    tags: { type: 'array', title: 'Labels', items: { type: 'string' } },
    owner: { type: 'object', properties: { mail: { type: 'string', title: 'Mail address' } } },
  },
}

describe('the name of a field that is missing', () => {
  it('is whole, and the one that the form shows [window.forms]', () => {
    expect(nameField(schema, 'count')).toBe('count')
    expect(nameField(schema, 'tags[0]')).toBe('Labels › 1')
    expect(nameField(schema, 'owner.mail')).toBe('owner › Mail address')
  })

  it('is the path where the schema says nothing of it [window.forms]', () => {
    expect(nameField(null, 'count')).toBe('count')
    expect(nameField(schema, 'elsewhere.constructor')).toBe('elsewhere › constructor')
    expect(nameField(schema, '')).toBe('')
  })
})

it('a name that hides something says so inside our sentence, and is cut [card.deceit]', () => {
  const schema = { properties: { a: { title: 'Approved\u202E' }, ['k'.repeat(300)]: {} } }
  expect(nameField(schema, 'a')).toBe('Approved[U+202E]')
  expect(nameField(schema, 'k'.repeat(300))).toHaveLength(60)
})
