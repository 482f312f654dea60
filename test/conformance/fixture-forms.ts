/** Forms that the suite wants to see in elicitations. */

export const FORM_WITH_DEFAULTS = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  required: [],
}

const OPTIONS = ['option1', 'option2', 'option3']
const titled = (word: string) => [
  { const: 'value1', title: `First ${word}` },
  { const: 'value2', title: `Second ${word}` },
  { const: 'value3', title: `Third ${word}` },
]

export const ENUM_FORM = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: OPTIONS },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
  required: [],
}

export const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
  if: { properties: { name: { const: 'special' } }, required: ['name'] },
  // biome-ignore lint/suspicious/noThenProperty: the word is JSON Schema's
  then: { required: ['address'] },
  else: {},
  additionalProperties: false,
}
