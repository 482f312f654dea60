/**
 * What a kind of executor says of its calls, held against the calls that it makes: what a person reads of one, what rules may
 * speak of, and whether it may run again. Of every kind, so that a new one cannot say what is not so.
 */
import { describe, expect, it } from 'vitest'
import { compileOwn } from '../../src/main/config/executors/executors.ts'
import type { ExecutorDeclaration } from '../../src/main/model/executor.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/main/model/json.ts'
import {
  argumentNames,
  asksPerson,
  branchesOf,
  effectOf,
  kindOf,
  nounOf,
  passesOn,
  readsOnly,
  repeatsFreely,
  resolveCall,
} from '../../src/main/workflow/executors/executors.ts'
import { unsaidFields } from '../../src/main/workflow/executors/fields.ts'
import { callText, describeCall } from '../../src/main/workflow/executors/wording.ts'
import { namesOfCall } from '../../src/main/workflow/gates/suggest-rule.ts'
import { follow, splitPath } from '../../src/main/workflow/scope.ts'
import { scopeWith } from './declarations.ts'
import { CONNECTIONS, EACH_EXECUTOR, EXECUTOR_FORMS, placesIn, withValue } from './each-executor.ts'

const GIVEN = '«given»'

/** Those that call something themselves. */
const CALLING = EACH_EXECUTOR.filter(
  ([, executor]) => callTextOf(executor) !== null && Object.keys(branchesOf(executor)).length === 0,
)

function callOf(executor: ExecutorDeclaration, given: JsonObject = {}) {
  const resolved = resolveCall(executor, scopeWith({ arguments: given }), CONNECTIONS)
  return resolved.ok ? resolved.call : null
}

function callTextOf(executor: ExecutorDeclaration): string | null {
  const call = callOf(executor)
  return call === null ? null : callText(call)
}

/** It with the argument `given` at each of its places, as its author may write it, and the call that this makes. */
function filledIn(executor: ExecutorDeclaration) {
  return placesIn(executor as unknown as JsonObject).flatMap((at) =>
    ['$.arguments.given', 'so $.arguments.given', '{given}'].flatMap((written) => {
      const declared = withValue(executor, at, () => written)
      const call = callOf(declared, { given: GIVEN })
      return call === null ? [] : [{ at: at.join('.'), declared, call: call as unknown as JsonObject }]
    }),
  )
}

/** It, and as it is stored where one of its keys is left out that may be. */
function withoutEach(executor: ExecutorDeclaration): ExecutorDeclaration[] {
  const form = EXECUTOR_FORMS.find(({ title }) => title === executor.kind)
  const needed = form === undefined ? Object.keys(executor) : form.required
  const written = executor as unknown as JsonObject
  const fewer = Object.keys(written)
    .filter((key) => !needed.includes(key))
    .flatMap((left) => {
      const rest = Object.fromEntries(Object.entries(written).filter(([key]) => key !== left))
      return compileOwn(rest as never, () => null) ?? []
    })
  return [executor, ...fewer]
}

describe('whether it may be run again', () => {
  it.each(EACH_EXECUTOR)(
    'is for its author to say where the kind leaves it to them: %s [kinds.repeats]',
    (_, executor) => {
      const { repeats } = kindOf(executor)
      if (repeats === 'declared') expect(executor).toHaveProperty('idempotent')
      if (readsOnly(executor)) expect(repeats).not.toBe('never')
    },
  )

  it.each(EACH_EXECUTOR)(
    'is warned of with a noun that its effect has, too: %s [kinds.said]',
    (_, executor) => {
      const noun = nounOf(executor)
      expect(noun === null).toBe(asksPerson(executor) || repeatsFreely(executor))
      if (noun !== null) expect(effectOf(executor)).toContain(noun)
    },
  )
})

describe('what a call does, in a sentence', () => {
  it.each(CALLING)(
    'quotes what the call holds, and leaves nothing open: %s [kinds.described]',
    (_, executor) => {
      const call = callOf(executor)
      const described = call === null ? {} : describeCall(call)
      const told = kindOf(executor).told(described)
      expect(told).toMatch(/^[a-z][^\n]*[^.]$/)
      expect(told).not.toMatch(/\bsomething\b|undefined|null|\[object/)
      const quotations = [...told.matchAll(/“([^”]*)”/g)].map(([, text]) => text)
      for (const quotation of quotations) expect(JSON.stringify(described)).toContain(quotation)
      expect(quotations.length > 0).toBe(nounOf(executor) !== null)
    },
  )

  it.each(EACH_EXECUTOR)(
    'is one of an entry that holds nothing else, too: %s [kinds.described]',
    (kind, executor) => {
      const told = kindOf(executor).told({ kind })
      expect(told).toMatch(/^[a-z]/)
      expect(told).not.toMatch(/undefined|null|\[object/)
    },
  )
})

describe('what a rule may say of a call', () => {
  it.each(CALLING)('calls a value by the argument that it is: %s [kinds.said]', (_, executor) => {
    const wrong: string[] = []
    for (const { at, declared, call } of filledIn(executor)) {
      const names = argumentNames(declared)
      for (const [path, name] of Object.entries(names))
        if (name !== 'given' || valueAt(call, path) !== GIVEN) wrong.push(`${at}: ${path} is not ${name}`)
      // In a list nothing else says what it is.
      for (const path of listed(call).filter((each) => valueAt(call, each) === GIVEN))
        if (names[path] !== 'given') wrong.push(`${at}: ${path} has no name`)
    }
    expect(wrong).toEqual([])
  })

  it.each(CALLING)('leaves out no value that was filled in: %s [kinds.said]', (_, executor) => {
    const wrong = filledIn(executor).flatMap(({ at, declared, call }) =>
      unsaidFields(declared)
        .filter((field) => JSON.stringify(call[field] ?? null).includes(GIVEN))
        .map((field) => `${at}: ${field}`),
    )
    expect(wrong).toEqual([])
  })

  it.each(CALLING)(
    'knows the names in each map of it, and which of them an agent chooses: %s [kinds.said]',
    (_, executor) => {
      for (const declared of withoutEach(executor)) {
        const call = callOf(declared, { given: GIVEN, unforeseen: 'x' }) as unknown as JsonObject | null
        if (call === null) continue
        const { names } = namesOfCall(declared, { properties: { given: {} }, additionalProperties: false })
        const maps = Object.entries(call).filter(([, value]) => isJsonObject(value))
        for (const [field, value] of maps) {
          expect(Object.keys(names)).toContain(`$.call.${field}`)
          const isChosen = Object.keys(value as JsonObject).includes('unforeseen')
          const { sends } = kindOf(declared)
          expect(isChosen).toBe(sends?.name === field && sends.template(declared) === undefined)
          if (isChosen) expect(sends?.takesMore).toBe(true)
        }
        expect(JSON.stringify(call).includes('unforeseen')).toBe(passesOn(declared))
      }
    },
  )
})

function valueAt(call: JsonObject, path: string): JsonValue | undefined {
  return follow({ call }, splitPath(path) ?? [])
}

/** The paths of whatever stands in a list that is a field of the call. */
function listed(call: JsonObject): string[] {
  return Object.entries(call).flatMap(([field, value]) =>
    Array.isArray(value) ? value.map((_, index) => `$.call.${field}[${index}]`) : [],
  )
}
