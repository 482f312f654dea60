/** What executors read, held against what can be read where they stand. */

import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import type { JsonValue } from '../../model/json.ts'
import { type FieldReader, readFields, templateFields } from '../../workflow/executors/executors.ts'
import { splitTemplate } from '../../workflow/mapping.ts'
import { listWith } from '../../workflow/wording/listing.ts'
import { checkGuardReads } from '../guards/guards.ts'
import type { Path } from '../read/tree.ts'
import type { Readable } from './known-keys.ts'
import { didYouMean } from './nearest.ts'
import { checkOperator, checkText, checkValue, isReadAt } from './reads.ts'
import type { Subject } from './subject.ts'

export function checkExecutorReads(
  subject: Subject,
  executor: ExecutorDeclaration,
  path: Path,
  readable: Readable,
): void {
  /** Of programs and requests: texts are filled in everywhere (R2.6). */
  const field = (value: JsonValue, at: Path): void => {
    if (typeof value === 'string') {
      checkText(subject, value, at, readable)
      checkBraces(subject, value, at, readable)
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) field(item, [...at, index])
    } else if (typeof value === 'object' && value !== null) {
      checkOperator(subject, value, at, readable)
      for (const [key, item] of Object.entries(value)) field(item, [...at, key])
    }
  }
  const reader: FieldReader = {
    text: field,
    value: field,
    header: field,
    template(text, at, { of }) {
      checkText(subject, text, at, readable)
      checkPlaces(subject, text, at, readable, of)
    },
    mapping(mapping, at) {
      if (mapping) checkValue(subject, mapping, at, readable)
    },
    when: (guard, at) => checkGuardReads(subject, guard, at, readable),
  }
  readFields(executor, reader, path)
}

export function checkFallbackReads(
  subject: Subject,
  reliability: Reliability | undefined,
  path: Path,
  readable: Readable,
): void {
  for (const [index, executor] of (reliability?.fallback ?? []).entries()) {
    checkExecutorReads(subject, executor, [...path, 'fallback', 'executors', index], readable)
  }
}

/** `{name}` of a template: without a value the call is not made; `of`: what it is, as a noun. */
function checkPlaces(subject: Subject, template: string, path: Path, readable: Readable, of: string): void {
  for (const { place } of splitTemplate(template)) {
    if (place === null) continue
    if (isReadAt(place, readable)) {
      checkUndeclared(subject, place, path, readable, of)
      continue
    }
    const known = [readable.arguments, readable.context, readable.input].flatMap((keys) => [...(keys ?? [])])
    const message = `‘{${place}}’ never has a value, and without one the ${of} is refused: neither arguments nor context nor input have it.`
    subject.findings.warning(path, message + didYouMean(place, known))
  }
}

/** Of a capability that takes anything: nobody who reads its schema would know that the call needs it. */
function checkUndeclared(
  subject: Subject,
  place: string,
  path: Path,
  { declared = null, context }: Readable,
  of: string,
): void {
  const [name = ''] = place.replace(/^arguments\./, '').split(/[.[]/)
  const isElsewhere = /^(?:context|input|workflow)\./.test(place) || context?.has(name)
  if (declared === null || isElsewhere || declared.has(name)) return
  const message = `‘{${place}}’ has no value unless an agent happens to give an argument ‘${name}’, and without one the ${of} is refused. Declare ‘${name}’ in the ‘inputSchema’, and require it.`
  subject.findings.warning(path, message + didYouMean(name, declared))
}

const FILLED_IN = [...templateFields(), 'idempotencyKey', 'summary'].map((field) => `‘${field}’`)

/** R2.6: `{name}` is filled in in few fields only. */
function checkBraces(subject: Subject, text: string, path: Path, readable: Readable): void {
  for (const { place } of splitTemplate(text)) {
    if (place === null) continue
    const [root = '', ...rest] = place.split('.')
    const named = ['arguments', 'context', 'input', 'workflow'].includes(root) && rest.length > 0
    const known = [readable.arguments, readable.context, readable.input].some((keys) => keys?.has(root))
    if (!named && !known) continue
    const instead = named ? `$.${place}` : `$.arguments.${place}`
    subject.findings.warning(
      path,
      `‘{${place}}’ is not filled in here; only ${listWith('and', FILLED_IN)} have such places. Write ‘${instead}’.`,
    )
    return
  }
}
