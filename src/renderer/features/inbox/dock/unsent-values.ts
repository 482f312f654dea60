/** What a person has typed into the forms of an item, as it is kept beside their comment. Pure. */
import type { InboxDetail, Outcome } from '../../../../preload/contract.ts'
import { isObject, isSame, type Json, own } from '../../../values/typed-fields.ts'
import { nameField } from '../card/sections/field-name.ts'

type Values = InboxDetail['input']

/** A field that is not as it was offered. */
export interface UnsentValue {
  name: string
  /** Null: it looks like a secret, and was not kept. */
  text: string | null
}

/** What was typed for one outcome. */
export interface KeptAnswer {
  /** Without what looks like a secret. */
  values: Values
  /** Names of the fields that were not kept. */
  secret: string[]
  unsent: UnsentValue[]
}

type FormOf = Pick<Outcome, 'inputSchema' | 'arguments'>

/** A name that says so is taken at its word, as in the questions of servers. */
const SECRET =
  /pass(word|phrase|code|wd)|secret|credential|\bpin\b|(api|access|private|auth)[ _-]?(key|token)|^token$/i

export function keepAnswer({ inputSchema, arguments: offered }: FormOf, values: Values): KeptAnswer {
  const secret = Object.keys(values).filter((key) => isSecret(inputSchema, key, own(values, key)))
  const unsent = Object.entries(values).flatMap(([key, value]): UnsentValue[] => {
    if (value === undefined || value === '' || isSame(own(offered, key), value)) return []
    const name = nameField(inputSchema, key)
    return [{ name, text: secret.includes(key) ? null : writeOut(value) }]
  })
  const open = Object.entries(values).filter(([key]) => !secret.includes(key))
  return { values: Object.fromEntries(open), secret, unsent }
}

/** What was kept, in its form again; what was not kept is as it is offered. */
export function restoreAnswer(
  { arguments: offered }: Pick<Outcome, 'arguments'>,
  { values, secret }: KeptAnswer,
): Values {
  const asOffered = Object.entries(offered).filter(([key]) => secret.includes(key))
  return { ...Object.fromEntries(asOffered), ...values }
}

/** By outcome; what cannot be read is as if it had never been kept. */
export function readKeptAnswers(text: string | null): Record<string, KeptAnswer> {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (!isObject(kept)) return {}
    return Object.fromEntries(
      Object.entries(kept).flatMap(([outcome, answer]): [string, KeptAnswer][] =>
        isKept(answer) ? [[outcome, answer]] : [],
      ),
    )
  } catch {
    return {}
  }
}

function isKept(answer: unknown): answer is KeptAnswer {
  if (!isObject(answer) || !isObject(answer.values)) return false
  if (!Array.isArray(answer.unsent) || !Array.isArray(answer.secret)) return false
  return answer.unsent.every(
    (value) =>
      isObject(value) &&
      typeof value.name === 'string' &&
      (value.text === null || typeof value.text === 'string'),
  )
}

/** Whether the field, or anything inside it, is called or declared a secret. */
function isSecret(schema: Outcome['inputSchema'], key: string, value: Json | undefined): boolean {
  const properties = isObject(schema) ? schema.properties : undefined
  const field = isObject(properties) ? own(properties, key) : undefined
  return SECRET.test(key) || holdsSecret(value) || declaresSecret(field, schema, new Set())
}

function holdsSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsSecret)
  return (
    isObject(value) && Object.entries(value).some(([key, inner]) => SECRET.test(key) || holdsSecret(inner))
  )
}

function declaresSecret(schema: unknown, whole: unknown, seen: Set<unknown>): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false
  seen.add(schema)
  if (Array.isArray(schema)) return schema.some((part) => declaresSecret(part, whole, seen))
  if (!isObject(schema)) return false
  const { format, writeOnly, title, properties, $ref } = schema
  if (format === 'password' || writeOnly === true || schema['x-secret'] === true) return true
  if (isObject(properties) && Object.keys(properties).some((name) => SECRET.test(name))) return true
  if (typeof title === 'string' && SECRET.test(title)) return true
  if (typeof $ref === 'string' && declaresSecret(follow($ref, whole), whole, seen)) return true
  return Object.values(schema).some((part) => declaresSecret(part, whole, seen))
}

/** The part of the schema that a reference inside it names. */
function follow(reference: string, whole: unknown): unknown {
  return reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '')
    .reduce<unknown>((here, step) => {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      return isObject(here) ? own(here, name) : undefined
    }, whole)
}

function writeOut(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
