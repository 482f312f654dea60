import { describe, expect, it } from 'vitest'
import { fitSchema, readJson } from '../../src/renderer/ui/form/form-schema.ts'

describe('a schema for a form', () => {
  it('has a field for a value of any type, also inside [window.forms]', () => {
    const schema = { type: 'object', properties: { any: {}, all: true, in: { properties: { x: {} } } } }
    expect(fitSchema(schema)).toEqual({
      type: 'object',
      properties: { any: { title: 'any' }, all: { title: 'all' }, in: { properties: { x: { title: 'x' } } } },
    })
  })

  it('has a field for a list of whatever, and leaves other lists alone [window.forms]', () => {
    const list = { type: 'array', items: { type: 'string' } }
    expect(fitSchema(list)).toEqual(list)
    expect(fitSchema({ type: 'array', title: 'Rest' })).toEqual({ title: 'Rest' })
    expect(fitSchema({ type: 'array' }, 'rest')).toEqual({ title: 'rest' })
  })

  it('has a field for an object whose fields nobody names, and leaves others alone [window.forms]', () => {
    const free = { type: 'object', description: 'Its input.', default: {} }
    expect(fitSchema({ type: 'object', properties: { parameters: free } })).toEqual({
      type: 'object',
      properties: { parameters: { title: 'parameters', description: 'Its input.', default: {} } },
    })
    for (const known of [{ additionalProperties: { type: 'string' } }, { properties: {} }, { $ref: '#/x' }])
      expect(fitSchema({ type: 'object', ...known }, 'known')).toEqual({ type: 'object', ...known })
    expect(fitSchema({ type: 'object' })).toEqual({ type: 'object' })
  })

  it('fills in the only value of a field by itself only where one is needed [form.formats]', () => {
    const properties = { kind: { const: 'a' }, more: { const: 'b', title: 'More' } }
    expect(fitSchema({ type: 'object', required: ['kind'], properties })).toMatchObject({
      properties: { kind: { const: 'a' }, more: { enum: ['b'], title: 'More' } },
    })
    expect(fitSchema({ properties: { more: { const: 'b' } } })).not.toHaveProperty('properties.more.const')
  })

  it('takes JSON as the value, nothing as none, and nothing else [window.forms]', () => {
    expect(readJson(' ')).toEqual({ valid: true, value: undefined })
    expect(readJson('{"a": [1]}')).toEqual({ valid: true, value: { a: [1] } })
    expect(readJson('billing')).toEqual({ valid: false, value: undefined })
    expect(readJson('{"id": 9007199254740993}')).toEqual({ valid: false, value: undefined, isTooLong: true })
    expect(readJson('{"id": "9007199254740993"}')).toMatchObject({ valid: true })
  })
})
