/** Comparisons that the schemas beside them decide: a number with a text, a value with what it can never be. Pure. */
import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts'
import type { Expression } from '../../workflow/expression/expression.ts'
import { splitPath } from '../../workflow/scope.ts'
import type { Readable } from './known-keys.ts'

type Comparison = Extract<Expression, { kind: 'compare' }>

const COMPARED: readonly string[] = ['==', '!=', '<', '<=', '>', '>=']

/** A sentence for each. */
export function comparisonProblems(expression: Expression, readable: Readable): string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap((part) => comparisonProblems(part, readable))
    case 'not':
      return comparisonProblems(expression.part, readable)
    case 'compare': {
      const problem = problemOf(expression, readable)
      return problem === null ? [] : [problem]
    }
    case 'holds':
      return []
  }
}

function problemOf({ operator, left, right }: Comparison, readable: Readable): string | null {
  if (!COMPARED.includes(operator)) return null
  const [path, value] = left.kind === 'path' ? [left, right] : [right, left]
  if (path.kind !== 'path' || value.kind !== 'literal' || value.value === null) return null
  const schema = schemaAt(splitPath(path.path) ?? [], readable)
  if (schema === null) return null
  const outcome = operator === '!=' ? 'always holds' : 'never holds'
  const shown = JSON.stringify(value.value)
  const types = typesOf(schema)
  const compared = typeOf(value.value)
  if (types !== null && !types.includes(compared)) {
    return `‘${path.path}’ is ${words(types)} and is compared with the ${compared} ${shown}: that ${outcome}.`
  }
  const isEquality = operator === '==' || operator === '!='
  if (!isEquality || !Array.isArray(schema.enum) || schema.enum.includes(value.value)) return null
  return `‘${path.path}’ is never ${shown}, says its ‘enum’: that ${outcome}.`
}

const PLAIN: readonly string[] = ['text', 'number', 'boolean']

/** A sentence where a path goes on behind something that has no parts; null: it does not, or nothing is known of it. */
export function partOfPlain(read: string, readable: Readable): string | null {
  const segments = splitPath(read) ?? []
  for (let end = 2; end < segments.length; end += 1) {
    const schema = schemaAt(segments.slice(0, end), readable)
    const types = schema && typesOf(schema)
    if (types?.every((type) => PLAIN.includes(type)) !== true) continue
    const [holder, part] = [segments[end - 1], segments[end]]
    return `‘${read}’ is empty here: ‘${holder}’ is ${words(types)}, and has no ‘${part}’. Where a text goes on behind it, write { concat: [ … ] } with the path and the text.`
  }
  return null
}

/** Null: nothing is known of it. `segments` as `splitPath` gives them. */
function schemaAt([root, ...rest]: readonly string[], { schemas }: Readable): JsonSchema | null {
  const names = root === 'workflow' && rest[0] === 'input' ? rest.slice(1) : rest
  const from = root === 'arguments' ? schemas?.arguments : schemas?.input
  if (names.length === 0 || !['arguments', 'input', 'workflow'].includes(root ?? '')) return null
  if (root === 'workflow' && rest[0] !== 'input') return null
  let schema: JsonValue | undefined = from
  for (const name of names) {
    if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return null
    schema = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
  }
  return isJsonObject(schema) ? schema : null
}

/** Names as people use them; null: any. */
function typesOf({ type }: JsonSchema): string[] | null {
  const types = Array.isArray(type) ? type : [type]
  return types.every((each) => typeof each === 'string')
    ? types.map((each) => (each === 'integer' ? 'number' : each === 'string' ? 'text' : each))
    : null
}

function typeOf(value: JsonValue): string {
  return typeof value === 'string' ? 'text' : typeof value
}

function words(types: readonly string[]): string {
  return types.map((type) => `a ${type}`).join(' or ')
}
