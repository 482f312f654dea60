/**
 * Validation for forms by an interpreter: the usual validator compiles code, which the content security policy
 * forbids. The gateway validates again; this one only helps to fill in the form.
 */
import { type Schema, Validator } from '@cfworker/json-schema'
import type { ErrorSchema, RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils'
import { toErrorSchema } from '@rjsf/utils'
import { holdsRounded } from '../../../main/model/json-text.ts'

export interface FormProblem {
  /** JSON pointer of the value; empty for the whole. */
  path: string
  message: string
}

/** These say only that something inside is wrong, which has an entry of its own. */
const CONTAINERS = new Set([
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  '$ref',
  'allOf',
  'dependentSchemas',
])

/** What of `value` does not satisfy `schema`; empty if nothing. A schema that cannot be read reports itself. Pure. */
export function findProblems(schema: object, value: unknown): FormProblem[] {
  try {
    const { valid, errors } = new Validator(schema as Schema, '2020-12', false).validate(value)
    if (valid) return []
    const own = errors.filter((error) => !CONTAINERS.has(error.keyword))
    const telling = own.length > 0 ? own : errors
    return telling.map((error) => ({
      path: locate(error),
      message: isRoundedNumber(error, value)
        ? 'This number has more digits than can be kept exactly. Enter a shorter one.'
        : rephrase(error.keyword, error.error),
    }))
  } catch (fault) {
    return [{ path: '', message: fault instanceof Error ? fault.message : String(fault) }]
  }
}

interface Violation {
  keyword: string
  instanceLocation: string
  error: string
}

/** A number that would become another one stays the text that was typed. */
function isRoundedNumber({ keyword, instanceLocation, error }: Violation, value: unknown): boolean {
  if (keyword !== 'type' || !/"(?:number|integer)"/.test(error)) return false
  const typed = toPath(instanceLocation).reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  )
  return typeof typed === 'string' && holdsRounded(typed)
}

function locate(error: Violation): string {
  const base = error.instanceLocation.replace(/^#/, '')
  const missing = error.keyword === 'required' ? /"([^"]+)"/.exec(error.error)?.[1] : undefined
  return missing === undefined ? base : `${base}/${missing.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** What of a keyword's own message is said to people, who know neither strings nor instances; `limit` is what it asks for. */
const WORDS: Readonly<Record<string, (limit: string) => string>> = {
  required: () => 'This is needed.',
  minLength: (limit) => (limit === '1' ? 'This must not be empty.' : `Enter at least ${limit} characters.`),
  maxLength: (limit) => `Enter at most ${limit} ${limit === '1' ? 'character' : 'characters'}.`,
  minimum: (limit) => `Enter ${limit} or more.`,
  maximum: (limit) => `Enter ${limit} or less.`,
  exclusiveMinimum: (limit) => `Enter more than ${limit}.`,
  exclusiveMaximum: (limit) => `Enter less than ${limit}.`,
  multipleOf: (limit) => `Enter a multiple of ${limit}.`,
  minItems: (limit) => `Add at least ${limit}.`,
  maxItems: (limit) => `At most ${limit} fit here.`,
  uniqueItems: () => 'The same stands here twice.',
  enum: () => 'Choose one of the values.',
  pattern: () => 'This has not the form that is asked for.',
  format: (format) => `Enter ${FORMATS[format] ?? `a value of the form ‘${format}’`}.`,
}

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  string: 'text',
  boolean: 'yes or no',
  array: 'a list',
  object: 'several values',
  null: 'nothing',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address, such as name@example.org',
  uri: 'a web address with its https://',
  date: 'a date, such as 2026-03-31',
  time: 'a time with its zone, such as 14:30:00Z',
  'date-time': 'a date and time, such as 2026-03-31T14:30:00Z',
}

function rephrase(keyword: string, message: string): string {
  if (keyword === 'type') {
    const [, ...expected] = [...message.matchAll(/"(\w+)"/g)].map(([, type = '']) => TYPES[type] ?? type)
    return `Enter ${expected.join(' or ')}.`
  }
  const limit = /"([^"]+)"\.$/.exec(message)?.[1] ?? /(-?[\d.e+-]*\d)\)?\.$/.exec(message)?.[1] ?? ''
  return WORDS[keyword]?.(limit) ?? message
}

function toPath(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function toFormErrors(schema: object, value: unknown): RJSFValidationError[] {
  return findProblems(schema, value).map(({ path, message }) => ({
    name: 'invalid',
    message,
    stack: message,
    // The path in the dotted notation of the form library.
    property: toPath(path)
      .map((part) => `.${part}`)
      .join(''),
  }))
}

export const formValidator: ValidatorType = {
  validateFormData(formData, schema) {
    const errors = toFormErrors(schema, formData)
    return { errors, errorSchema: toErrorSchema(errors) as ErrorSchema }
  },
  isValid(schema, formData, rootSchema) {
    return findProblems(withDefinitions(schema, rootSchema), formData).length === 0
  },
  rawValidation<Result>(schema: RJSFSchema, formData?: unknown) {
    return { errors: findProblems(schema, formData) as Result[] }
  },
}

/** A part of a schema still refers to the definitions of the whole. */
function withDefinitions(schema: RJSFSchema, root: RJSFSchema): RJSFSchema {
  return {
    ...(root.$defs ? { $defs: root.$defs } : {}),
    ...(root.definitions ? { definitions: root.definitions } : {}),
    ...schema,
  }
}
