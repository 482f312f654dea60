import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSchemas, listInputs } from '../../../src/main/desk/catalog/schema-changes.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'

const speak = (changes: ReturnType<typeof compareSchemas>) =>
  changes.map((parts) => parts.map(({ kind, text }) => (kind === 'quote' ? `“${text}”` : text)).join(''))
const form = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
})

describe('what a form of a tool asks for', () => {
  it('is told where it differs, in words, the names as quotations [card.tool]', () => {
    const before = form(
      {
        path: { type: 'string', maxLength: 20 },
        mode: { type: 'string', enum: ['read', 'list'] },
        count: { type: 'integer' },
        old: { type: 'boolean' },
        filter: form({ tag: { type: 'string' } }),
      },
      ['path', 'count'],
    )
    const after = form(
      {
        path: { type: 'string', maxLength: 2000 },
        mode: { type: 'string', enum: ['read', 'delete'] },
        count: { type: ['integer', 'null'] },
        filter: form({ tag: { type: 'string' }, owner: { type: 'string' } }, ['owner']),
        recipients: { type: 'array', items: { type: 'string' } },
      },
      ['path', 'mode', 'recipients'],
    )
    expect(speak(compareSchemas(before, after))).toEqual([
      '“path”: its greatest length was “20”, is “2000”.',
      '“mode” is required now.',
      '“mode” also takes “delete”.',
      '“mode” no longer takes “list”.',
      '“count” is no longer required.',
      '“count” takes a whole number or nothing instead of a whole number.',
      'New field “filter” › “owner”: text, and it is required.',
      'New field “recipients”: a list, and it is required.',
      'Field “old” is gone.',
    ])
  })

  it('is listed where nobody has seen it yet [card.tool]', () => {
    expect(speak(listInputs(form({ to: { type: 'string' }, cc: {} }, ['to'])))).toEqual([
      '“to” text, required',
      '“cc” any value',
    ])
    expect(listInputs(undefined)).toEqual([])
  })

  it('says nothing where both ask for the same, and something where they do not [card.tool]', () => {
    const part = fc.record(
      {
        type: fc.constantFrom('string', 'number', 'array'),
        enum: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
        minimum: fc.nat(3),
        anyOf: fc.constantFrom([{ type: 'string' }], [{ type: 'number' }]),
        items: fc.constantFrom({ type: 'string' }, { type: 'number' }),
      },
      { requiredKeys: [] },
    )
    const schemas = fc
      .dictionary(fc.constantFrom('one', 'two', '__proto__'), part)
      .map((properties) => form(properties as JsonObject))
    fc.assert(
      fc.property(schemas, schemas, (before, after) => {
        const same = JSON.stringify(before) === JSON.stringify(after)
        const sorted = (schema: JsonObject) =>
          JSON.stringify(
            Object.entries(schema.properties as JsonObject)
              .map(([key, value]) => [key, Object.entries(value as JsonObject).toSorted()])
              .toSorted(),
          )
        if (same) expect(compareSchemas(before, after)).toEqual([])
        else if (sorted(before) !== sorted(after) && !sorted(before).includes('enum'))
          expect(compareSchemas(before, after)).not.toEqual([])
      }),
    )
  })

  it('stays readable where everything differs, and where it is nested without end', () => {
    const many = form(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, {}])))
    expect(compareSchemas(form({}), many)).toHaveLength(61)
    const deep = (leaf: string): JsonObject =>
      Array.from({ length: 40 }).reduce<JsonObject>((inner) => form({ in: inner }), { type: leaf })
    expect(speak(compareSchemas(deep('string'), deep('number'))).join()).toContain('differs further inside')
  })
})
