/** Words of the configuration's schema that its parts share. */
import Type, { type Static, type TSchema } from 'typebox'
import type { JsonObject, JsonSchema, JsonValue } from '../../model/json.ts'

/** Names that people choose: of connections, workflows, states, transitions, clients, people. */
export const NAME_PATTERN = '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$'

export const strict = { additionalProperties: false } as const

export const text = (description: string) => Type.String({ description, maxLength: 20_000 })
export const word = (description: string) => Type.String({ description, minLength: 1, maxLength: 400 })
export const flag = (description: string) => Type.Boolean({ description })
export const words = (description: string) => Type.Array(bareWord, { description })

/** Of one line, for people. */
export const line = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: 300, pattern: '^[^\\n\\r]*$' })
/** A name that people choose. */
export const chosenName = (description: string) => Type.String({ description, pattern: NAME_PATTERN })
/** One of several words, which says nothing of itself. */
export const bareWord = Type.String({ minLength: 1, maxLength: 400 })

export function whole(description: string, minimum: number, maximum: number) {
  return Type.Integer({ description, minimum, maximum })
}

export const milliseconds = (description: string, minimum = 1) =>
  whole(`${description} In milliseconds.`, minimum, 10 * 365 * 86_400_000)

export function choice<Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description })
}

/** A map whose keys are names that people choose. */
export function named<Value extends TSchema>(value: Value, description: string) {
  return Type.Unsafe<Record<string, Static<Value>>>({
    type: 'object',
    description,
    propertyNames: { pattern: NAME_PATTERN },
    additionalProperties: value,
  })
}

/** A part of this schema that has a name in `$defs`. */
export function part<Value>(name: string, description?: string) {
  return Type.Unsafe<Value>({ $ref: `#/$defs/${name}`, ...(description ? { description } : {}) })
}

/** One of several shapes, told apart by `kind`. */
export function byKind<Variants extends TSchema[]>(description: string, variants: [...Variants]) {
  return Type.Unsafe<Static<Variants[number]>>({
    type: 'object',
    description,
    required: ['kind'],
    properties: { kind: { description: 'Which of them it is: it decides which other keys there are.' } },
    discriminator: { propertyName: 'kind' },
    oneOf: variants,
  })
}

/** A map whose keys are names that others have chosen. */
export function byName<Value extends TSchema>(description: string, value: Value) {
  return Type.Unsafe<Record<string, Static<Value>>>({
    type: 'object',
    description,
    additionalProperties: value,
  })
}

export const strings = (description: string) => byName(description, Type.String())

export const jsonSchema = (description: string) =>
  Type.Unsafe<JsonSchema>({ type: 'object', description: `${description} A JSON Schema, draft 2020-12.` })

export const jsonObject = (description: string) => Type.Unsafe<JsonObject>({ type: 'object', description })

export const anything = (description: string) => Type.Unsafe<JsonValue>({ description })

/** Where values with paths and operators stand. */
export const MAPPING =
  'A string that begins with `$.` is a path; `add`, `subtract`, `multiply`, `divide`, `set`, `concat` compute.'

/** What search and people read. */
export const wording = {
  title: Type.Optional(word('A short name for people and models. Without one it is made from the id.')),
  description: Type.Optional(text('What it does, in a sentence or two.')),
  tags: Type.Optional(words('Categories, for search and for limiting what a client sees.')),
  aliases: Type.Optional(words('Other words that people use for it; search finds them.')),
  examples: Type.Optional(words('Requests, in words, that this answers.')),
}
