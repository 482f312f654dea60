/** Values with paths in them: `output`, `prefill`, `map`, and the fields of programs and requests. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { isPath, isWholePath, operationOf, pathsIn, pathsInText } from '../../workflow/scope.ts'
import type { Path } from '../read/tree.ts'
import { type ConversionContext, isRequired } from './notes.ts'

/** The paths that were filled in there: no brackets, and these beginnings only. */
const READ = /^\$\.(?:output$|(?:arguments|context|workflow\.input|output)\.[^[\]]+$)/

/** `output` and `prefill`. `readResult` says what becomes of a path into the result. */
export function convertMapping(
  mapping: JsonValue,
  path: Path,
  context: ConversionContext,
  readResult: ReadResult = (text) => text,
): JsonValue {
  if (!isJsonObject(mapping)) return mapping
  const result: JsonObject = {}
  for (const [name, value] of Object.entries(mapping))
    result[name] = convertValue(value, [...path, name], context, readResult)
  return result
}

/** What a path that begins with `$.output` is here. */
export type ReadResult = (text: string, path: Path) => string

function convertValue(
  value: JsonValue,
  path: Path,
  context: ConversionContext,
  readResult: ReadResult,
): JsonValue {
  if (typeof value === 'string') return convertPath(value, path, context, readResult)
  const operation = isJsonObject(value) ? operationOf(value) : null
  if (operation === null || operation.operator === 'set') {
    if (pathsIn(value).length > 0) context.note('deep-values', path)
    return value
  }
  const { operator, operands } = operation
  if (operator !== 'concat' && (operands.length !== 2 || operands.some(isJsonObject)))
    context.note('arithmetic', path)
  const unsure = operands.filter(
    (operand) => typeof operand === 'string' && isPath(operand) && !isRequired(operand, context),
  )
  if (operator === 'concat' && unsure.length > 0)
    context.note('concat-missing', path, unsure.map(String).join(', '))
  return {
    [operator]: operands.map((operand, index) =>
      convertValue(operand, [...path, operator, index], context, readResult),
    ),
  }
}

function convertPath(
  text: string,
  path: Path,
  context: Pick<ConversionContext, 'note'>,
  readResult: ReadResult,
): string {
  if (text === '$') {
    context.note('whole-output', path)
    return readResult('$.output', path)
  }
  if (!isPath(text)) return text
  if (text.includes('[*]')) {
    context.note('projection', path, text)
    return text
  }
  const read = readResult(text, path)
  if (read === text && !READ.test(text)) context.note('unread-path', path, text)
  return read
}

/** `map`: texts that are paths were sent, and nothing else. */
export function convertMap(map: JsonValue, path: Path, context: Pick<ConversionContext, 'note'>): JsonValue {
  if (!isJsonObject(map)) return map
  for (const [name, value] of Object.entries(map)) {
    const at = [...path, name]
    if (typeof value !== 'string' || !isPath(value)) context.note('map-literal', at)
    else convertPath(value, at, context, (text) => text)
  }
  return map
}

/** A field of a program or a request in which a whole text may be a path, at any depth. */
export function convertField(
  value: JsonValue,
  path: Path,
  context: Pick<ConversionContext, 'note'>,
): JsonValue {
  if (typeof value === 'string') {
    if (isWholePath(value)) convertPath(value, path, context, (text) => text)
    else if (pathsInText(value).length > 0) context.note('embedded-path', path, value)
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) convertField(item, [...path, index], context)
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) convertField(item, [...path, name], context)
  }
  return value
}

/** Headers and variables, in which no path was filled in. */
export function convertLiterals(
  values: JsonValue,
  path: Path,
  context: Pick<ConversionContext, 'note'>,
): JsonValue {
  for (const [name, value] of Object.entries(isJsonObject(values) ? values : {})) {
    if (typeof value === 'string' && pathsInText(value).length > 0)
      context.note('embedded-path', [...path, name], value)
  }
  return values
}
