/** What holds of every kind of executor and of each of its fields: all are asked, so that none can be forgotten. */
import { describe, expect, it } from 'vitest'
import type { ExecutorDeclaration } from '../../src/main/model/executor.ts'
import type { JsonObject, JsonValue } from '../../src/main/model/json.ts'
import {
  branchesOf,
  connectionOf,
  effectOf,
  resolveCall,
  templateFields,
  throughRenamed,
  toolOf,
} from '../../src/main/workflow/executors/executors.ts'
import { readFields } from '../../src/main/workflow/executors/fields.ts'
import type { FieldPath } from '../../src/main/workflow/executors/kind.ts'
import { declaredInFull, describeExecutor } from '../../src/main/workflow/executors/wording.ts'
import { scopeWith } from './declarations.ts'
import { CONNECTIONS, EXECUTOR_FORMS, EACH_EXECUTOR as kinds, placesIn, withValue } from './each-executor.ts'

function other(value: JsonValue): JsonValue {
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : `${value}x`
}

/** The places whose value `read` does not read, by kind. */
function unread(read: (executor: ExecutorDeclaration) => unknown): string[] {
  return kinds.flatMap(([kind, executor]) => {
    const before = JSON.stringify(read(executor))
    return placesIn(executor as unknown as JsonObject)
      .filter((at) => JSON.stringify(read(withValue(executor, at, other))) === before)
      .map((at) => `${kind}: ${at.join('.')}`)
  })
}

/** Values of environments and headers, which may be secret. */
const SECRET = /^(?:cli: env|rest: headers)\./
/** How often it may run, and when, and what becomes of it then: nothing of what it does. */
const ROUND_IT = /\b(?:idempotent|idempotencyKey|treatNonZeroAsFailure|timeoutMs|limit|onFailure|when\.expr)$/
/** Nobody is called. */
const CALLS_NOTHING = /^(?:noop|human): /

describe('each field of an executor', () => {
  it('is read by whoever decides whether it may run [kinds.fields]', () => {
    const left = unread(declaredInFull)
    const allowed = [SECRET, ROUND_IT, CALLS_NOTHING]
    expect(left.filter((place) => !allowed.some((pattern) => pattern.test(place)))).toEqual([])
    for (const pattern of allowed) expect(left.some((place) => pattern.test(place))).toBe(true)
  })

  it('is explained, in the spelling of the configuration [kinds.fields]', () => {
    expect(unread(describeExecutor).filter((place) => !SECRET.test(place))).toEqual([])
    for (const [kind, executor] of kinds) {
      const form = EXECUTOR_FORMS.find(({ title }) => title === kind)
      if (form === undefined) continue
      const strange = Object.keys(describeExecutor(executor)).filter((key) => !(key in form.properties))
      // A `noop` gets what a capability maps to it.
      expect(strange).toEqual(kind === 'noop' ? ['map'] : [])
    }
  })

  it.each(kinds)('is known as one that is filled in where it is: %s [kinds.fields]', (_, executor) => {
    const unknown: string[] = []
    for (const at of placesIn(executor as unknown as JsonObject))
      for (const written of ['$.arguments.given', '/{given}']) {
        const filled = withValue(executor, at, () => written)
        if (countGiven(filled) > countGiven(executor) && !seenAt(filled, written, at))
          unknown.push(`${at.join('.')}: ${written}`)
      }
    expect(unknown).toEqual([])
  })

  it('is listed where names are filled in, as one of its kind [R2.6]', () => {
    const not = () => {}
    for (const [, executor] of kinds) {
      const template = (_: string, at: FieldPath) => expect(templateFields()).toContain(at.at(-1))
      readFields(executor, { text: not, value: not, header: not, template, mapping: not, when: not }, [])
    }
  })
})

it.each(kinds)('an executor says what happens where something runs: %s [kinds.fields]', (_, executor) => {
  const runs = declaredInFull(executor) !== null && Object.keys(branchesOf(executor)).length === 0
  expect(effectOf(executor) !== null).toBe(runs)
})

it.each(kinds)('an executor goes through what its call goes through: %s [kinds.fields]', (_, executor) => {
  const resolved = resolveCall(executor, scopeWith({ arguments: {} }), CONNECTIONS)
  const call = resolved.ok ? resolved.call : executor
  expect(throughOf(executor)).toEqual(throughOf(call))
  const renamed = throughRenamed(executor, (name) => `${name}, renamed`)
  const names = throughOf(executor).map((name) => name && `${name}, renamed`)
  expect(throughOf(renamed)).toEqual(names)
  expect(throughRenamed(renamed, (name) => name.replace(', renamed', ''))).toEqual(executor)
})

function throughOf(subject: Parameters<typeof connectionOf>[0]): (string | null)[] {
  const tool = toolOf(subject)
  return [connectionOf(subject), ...(tool === null ? [] : [tool.connection])]
}

/** How often the value is in what runs. */
function countGiven(executor: ExecutorDeclaration): number {
  const scope = scopeWith({ arguments: { given: '«value»' } })
  return decodeURIComponent(JSON.stringify(resolveCall(executor, scope, CONNECTIONS))).split('«value»').length
}

/** Whether whoever edits or checks its fields is shown the text, at its place or at one that holds it. */
function seenAt(executor: ExecutorDeclaration, written: string, at: FieldPath): boolean {
  let seen = false
  const look = (value: unknown, place: FieldPath) => {
    const holds = place.every((key, index) => key === at[index])
    seen ||= holds && JSON.stringify(value ?? null).includes(written)
  }
  readFields(
    executor,
    { text: look, value: look, header: look, template: look, mapping: look, when: look },
    [],
  )
  return seen
}
