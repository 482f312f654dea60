/** Schemas that refer to themselves: without end where that asks the same of the same value again. */
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../src/main/model/json.ts'
import { schemaProblem, validateAgainst } from '../../../src/main/workflow/schema/schema.ts'

const SELF = { $ref: '#' }
const follows = (keyword: 'then' | 'else') => ({ [keyword]: SELF })

describe('a schema that refers to itself', () => {
  it.each<[string, JsonSchema]>([
    ['anyOf', { anyOf: [{ type: 'string' }, SELF] }],
    ['then', { if: { required: ['a'] }, ...follows('then') }],
    ['else', { if: { required: ['b'] }, ...follows('else') }],
    ['dependentSchemas', { dependentSchemas: { a: SELF } }],
    ['dependencies', { $schema: 'http://json-schema.org/draft-07/schema#', dependencies: { a: SELF } }],
    ['$dynamicRef', { $dynamicAnchor: 'x', $dynamicRef: '#x' }],
    ['anyOf in a list', { items: { $ref: '#/$defs/a' }, $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } } }],
  ])('through %s is refused when it is read [workflow.schema-usable]', (_, schema) => {
    expect(schemaProblem(schema)).toBe('The schema refers to itself without end.')
  })

  it.each<[string, JsonSchema]>([
    ...['items', 'contains', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'].map(
      (keyword): [string, JsonSchema] => [keyword, { type: ['object', 'array', 'string'], [keyword]: SELF }],
    ),
    ['prefixItems', { prefixItems: [SELF, SELF] }],
    ['patternProperties', { patternProperties: { a: SELF } }],
    ['properties, in one of several forms', { anyOf: [{ type: 'string' }, { properties: { a: SELF } }] }],
    ['then without a condition', follows('then')],
  ])('through %s is usable [workflow.schema-usable]', (_, schema) => {
    expect(schemaProblem(schema)).toBeNull()
    expect(validateAgainst(schema, { a: { a: {} } }).violations).toEqual([])
  })
})
