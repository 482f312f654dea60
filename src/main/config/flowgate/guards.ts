/** Guards: what flowgate read of an expression, and which kinds exist here. */
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import type { Path } from '../read/tree.ts'
import { type ConversionContext, listAt, schemaOf } from './notes.ts'

/** Under `not` it matters most that a missing value held nothing back there. */
interface Use {
  negated: boolean
}

type ConvertGuard = (guard: JsonObject, path: Path, context: ConversionContext, use: Use) => JsonValue

export function convertGuards(guards: JsonValue, path: Path, context: ConversionContext): JsonValue {
  if (!Array.isArray(guards)) return guards
  return guards.map((guard, index) => convertGuard(guard, [...path, index], context))
}

export function convertGuard(
  guard: JsonValue,
  path: Path,
  context: ConversionContext,
  use: Use = { negated: false },
): JsonValue {
  if (!isJsonObject(guard)) return guard
  const kind = String(guard.kind)
  const convert = ownOf(KINDS, kind)
  if (convert !== undefined) return convert(guard, path, context, use)
  context.note('unknown-guard', path, kind)
  return guard
}

const rights: ConvertGuard = (guard, path, context) => {
  context.note('rights', path, String(guard.role ?? guard.permission))
  return guard
}

const all: ConvertGuard = (guard, path, context, use) => ({
  ...guard,
  guards: listAt(guard, 'guards').map((part, index) =>
    convertGuard(part, [...path, 'guards', index], context, use),
  ),
})

const KINDS: Record<string, ConvertGuard> = {
  permission: rights,
  role: rights,
  expr: convertExpression,
  jsonpath(guard, path, context, use) {
    context.note('jsonpath', path)
    return convertExpression(guard, path, context, use)
  },
  all_of: all,
  any_of: all,
  not: (guard, path, context, { negated }) => ({
    ...guard,
    guard: convertGuard(guard.guard ?? null, [...path, 'guard'], context, { negated: !negated }),
  }),
  evidence(guard, path, context) {
    const { requires = [] } = guard
    if (!Array.isArray(requires)) {
      // Only a list was looked at there.
      context.note('evidence-required', path)
      return { ...guard, requires: convertRequirement(requires, [...path, 'requires'], context) }
    }
    return {
      ...guard,
      requires: requires.map((requirement, index) =>
        convertRequirement(requirement, [...path, 'requires', index], context),
      ),
    }
  },
}

const EVIDENCE_NAMES: Record<string, string> = { mcp_tool_result: 'tool_result', rest_call: 'http_response' }

/** A kind of evidence, or a map with `kind` and `count`. */
export function convertRequirement(
  requirement: JsonValue,
  path: Path,
  context: ConversionContext,
): JsonValue {
  const kind = isJsonObject(requirement) ? requirement.kind : requirement
  if (typeof kind !== 'string') return requirement
  const name = EVIDENCE_NAMES[kind] ?? kind
  if (name !== kind) context.note('evidence-names', path, kind)
  if (kind === 'human_request') context.note('human-evidence', path)
  if (!isJsonObject(requirement)) return name
  if ('min_confidence' in requirement || requirement.require_digest === true)
    context.note('evidence-filters', path, kind)
  const { min_confidence: _, require_digest: __, ...others } = requirement
  return { ...others, kind: name }
}

const OPERAND = String.raw`(\$\.[\w.\-[\]]+|-?\d+(?:\.\d+)?|"[^"]*"|'[^']*'|true|false|null)`
const COMPARISON = new RegExp(
  `^\\s*${OPERAND}\\s*(==|!=|<=|>=|<|>|\\bstarts_with\\b|\\bcontains\\b)\\s*${OPERAND}\\s*$`,
)
/** What a guard could read there. */
const READ = /^\$\.(?:(?:context|arguments|workflow\.input)\..+|workflow\.(?:id|state|version))$/
/** The first of these was taken for the operator, even within a name. */
const WORD_OPERATOR = /starts_with|contains/

function convertExpression(
  guard: JsonObject,
  path: Path,
  context: ConversionContext,
  { negated }: Use,
): JsonObject {
  const text = String(guard.expr ?? '')
  const at = [...path, 'expr']
  const converted = { ...guard, kind: 'expr' }
  const [, left = '', operator = '', right = ''] = COMPARISON.exec(text) ?? []
  const paths = [left, right].filter((operand) => operand.startsWith('$'))
  if (operator === '' || paths.some((each) => WORD_OPERATOR.test(each))) {
    context.note('one-comparison', at, text)
    return converted
  }
  for (const each of paths.filter((each) => !READ.test(each))) context.note('unread-path', at, each)
  const holdsForNull = operator === '!=' || left === 'null' || right === 'null' || negated
  if (holdsForNull && paths.some((each) => isUnset(each, context))) context.note('unset-context', at, text)
  if (comparesOtherwise(operator, left, right, context)) context.note('compared-kinds', at, text)
  return converted
}

/** A value of the context that nothing gives at the start. */
function isUnset(path: string, { initialContext }: ConversionContext): boolean {
  if (!path.startsWith('$.context.')) return false
  let value: JsonValue | undefined = initialContext
  for (const step of path.slice('$.context.'.length).split('.'))
    value = isJsonObject(value) ? value[step] : undefined
  return value === undefined
}

function comparesOtherwise(
  operator: string,
  left: string,
  right: string,
  context: ConversionContext,
): boolean {
  if (operator === 'contains') return left.startsWith('$') && typeAt(left, context) !== 'string'
  return /^[<>]/.test(operator) && [left, right].some((each) => typeAt(each, context) === 'string')
}

/** The type of an operand, as far as the file says it. */
function typeAt(operand: string, context: ConversionContext): string | null {
  if (/^["']/.test(operand)) return 'string'
  const schema = schemaOf(operand, context)
  if (isJsonObject(schema) && typeof schema.type === 'string') return schema.type
  const first = context.initialContext[operand.replace('$.context.', '')]
  return typeof first === 'string' ? 'string' : null
}
