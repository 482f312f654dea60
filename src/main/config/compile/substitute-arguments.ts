/**
 * A capability's arguments by what a caller maps to them (`executor: {capability, map}`): every path into the
 * arguments becomes what stands in the map, so that what is compiled reads the caller's values alone. Pure.
 */

import type { ExecutorDeclaration, Mapping, Reliability } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { isJsonObject, type JsonValue, mapEntries, mapTexts, ownOf } from '../../model/json.ts'
import { editExecutor, editReliability } from '../../workflow/executors/fields.ts'
import type { FieldEdit, TemplateForm } from '../../workflow/executors/kind.ts'
import { tokenize } from '../../workflow/expression/tokens.ts'
import { rewriteExpressions } from '../../workflow/guards/guards.ts'
import {
  follow,
  isWholePath,
  operationOf,
  PATH_IN_TEXT,
  splitPath,
  splitTemplate,
  toText,
} from '../../workflow/scope.ts'

export interface Substitution {
  executor(executor: ExecutorDeclaration): ExecutorDeclaration
  guard(guard: Guard): Guard
  reliability(reliability: Reliability): Reliability
}

const UNCHANGED: Substitution = {
  executor: (executor) => executor,
  guard: (guard) => guard,
  reliability: (reliability) => reliability,
}

/** Without a map the arguments are the caller's own. `problems` gets a sentence for what cannot be filled in. */
export function substitutionOf(map: Mapping | undefined, problems: string[]): Substitution {
  if (map === undefined) return UNCHANGED

  /** What stands for a path; the path itself if it reads no argument, null where the map has nothing. */
  const mappedValue = (path: string): JsonValue => {
    const [root, name, ...rest] = splitPath(path) ?? []
    if (root !== 'arguments') return path
    if (name === undefined) return map
    const mapped = ownOf(map, name)
    if (mapped === undefined) return null
    if (rest.length === 0) return mapped
    if (typeof mapped === 'string' && isWholePath(mapped)) return `${mapped}${path.slice(prefix(name, path))}`
    if (isJsonObject(mapped) && operationOf(mapped) !== null) {
      problems.push(`‘${path}’ reads a part of what ‘map’ computes for ‘${name}’. Compute it before.`)
      return null
    }
    return follow(mapped, rest) ?? null
  }

  /** `write`: as what stands there itself, and is not read when it runs, has to be written. */
  const inText = (text: string, write = (plain: string) => plain): string => {
    const filled = (path: string, embedded: boolean) => {
      const value = mappedValue(path)
      const filledIn = asText(value, path, embedded)
      return typeof value === 'string' && value.startsWith('$.') ? filledIn : write(filledIn)
    }
    return isWholePath(text) ? filled(text, false) : text.replace(PATH_IN_TEXT, (path) => filled(path, true))
  }
  const asText = (value: JsonValue, path: string, embedded = false): string => {
    const computed = typeof value === 'object' && value !== null
    const fits = !embedded || typeof value !== 'string' || !value.startsWith('$.') || SIMPLE.test(value)
    const literal = typeof value === 'string' && !value.startsWith('$.') && value.includes('$.')
    if (computed || !fits || literal) {
      problems.push(
        `‘${path}’ stands inside a text, where ‘map’ can put a plain value or a simple path only. Compute it before.`,
      )
      return ''
    }
    return toText(value)
  }
  /** In the fields of programs and requests, texts are filled in everywhere; elsewhere a path stands alone. */
  const inValue = (value: JsonValue, texts: boolean): JsonValue =>
    mapTexts(value, (text) => (isWholePath(text) ? mappedValue(text) : texts ? inText(text) : text))
  /** An argument that the map does not give is left out, as a missing one is. */
  const inMapping = (mapping: Mapping): Mapping => {
    const given = Object.entries(mapping).filter(
      ([, value]) => typeof value !== 'string' || !isWholePath(value) || mappedValue(value) !== null,
    )
    return mapEntries(Object.fromEntries(given), (value) => inValue(value, false))
  }

  const inPlaces = (template: string, { write }: TemplateForm): string =>
    splitTemplate(template)
      .map(({ words, place }) => {
        const text = inText(words, write)
        if (place === null) return text
        const name = place.replace(/^arguments\./, '')
        const [first = ''] = name.split(/[.[]/)
        if (name === place && !Object.hasOwn(map, first)) return `${text}{${place}}`
        const value = mappedValue(`$.arguments.${name}`)
        if (typeof value === 'string' && value.startsWith('$.')) return `${text}{${value.slice(2)}}`
        return text + write(asText(value, `{${place}}`))
      })
      .join('')

  const inExpression = (expr: string): string => {
    const read = tokenize(expr)
    if (!read.ok) return expr
    let result = ''
    let end = 0
    for (const token of read.tokens) {
      if (token.kind !== 'path') continue
      result += expr.slice(end, token.column - 1) + operandText(mappedValue(token.text), token.text)
      end = token.column - 1 + token.text.length
    }
    return result + expr.slice(end)
  }
  const operandText = (value: JsonValue, path: string): string => {
    if (typeof value === 'string') {
      return value.startsWith('$.') ? value : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    }
    if (typeof value !== 'object' || value === null) return String(value)
    problems.push(`A guard reads ‘${path}’, for which ‘map’ has no plain value or path. Compute it before.`)
    return 'null'
  }

  const guard = (each: Guard): Guard => rewriteExpressions(each, inExpression)
  const edit: FieldEdit = {
    text: (text) => inText(text),
    value: (value) => inValue(value, true),
    header: (text) => inText(text),
    template: (text, _, form) => inPlaces(text, form),
    mapping: (mapping) => (mapping ? inMapping(mapping) : map),
    when: guard,
  }
  return {
    executor: (each) => editExecutor(each, edit),
    guard,
    reliability: (each) => editReliability(each, edit),
  }
}

/** What a path may be to be recognised inside a text. */
const SIMPLE = /^\$(?:\.[\p{L}\p{N}_]+|\[\d+\])+$/u

/** Where the part behind `$.arguments.name` begins. */
function prefix(name: string, path: string): number {
  return path.indexOf(name, '$.arguments'.length) + name.length
}
