/** What a value, an expression or a template reads, held against what can be read there. */
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { pathsIn, pathsInText } from '../../workflow/mapping.ts'
import type { KnownKeys } from '../../workflow/schema/schema.ts'
import { pathProblem, splitPath } from '../../workflow/scope.ts'
import type { Path } from '../read/tree.ts'
import type { CheckContext } from './checking.ts'
import { partOfPlain } from './comparisons.ts'
import { outputProblem, type Readable } from './known-keys.ts'
import { didYouMean } from './nearest.ts'
import { operatorProblem } from './operators.ts'

/** Strings that are a path as a whole, at any depth. */
export function checkValue(checking: CheckContext, value: JsonValue, path: Path, readable: Readable): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkValue(checking, item, [...path, index], readable)
  } else if (typeof value === 'object' && value !== null) {
    checkOperator(checking, value, path, readable)
    for (const [key, item] of Object.entries(value)) checkValue(checking, item, [...path, key], readable)
  } else if (typeof value === 'string') {
    const [whole] = pathsIn(value)
    if (whole !== undefined) checkPath(checking, whole, path, readable)
    else checkEmbedded(checking, value, path)
  }
}

/** The result of a step is only ever read where it is kept. */
export function checkOperator(
  checking: CheckContext,
  value: JsonObject,
  path: Path,
  { output }: Pick<Readable, 'output'>,
): void {
  const message = operatorProblem(value, output)
  if (message !== null) checking.findings.warning(path, message)
}

/** R2.6: only in the fields of `cli` and `rest` is a path filled in inside a longer text. */
function checkEmbedded(checking: CheckContext, text: string, path: Path): void {
  const [inside] = pathsInText(text)
  if (inside === undefined) return
  const message = `‘${inside}’ is not filled in here, because the text goes on round it. Write { concat: [ … ] } with the text and the path.`
  checking.findings.warning(path, message)
}

/** A name after `$.`, and then more of a path or nothing: what would be a path if it began with a known name. */
const PATH_FROM_NOWHERE = /^\$\.[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_-]+|\[\d+\])*$/u

/** Text in which every path is filled in. What is none is handed on as it stands, which is seldom meant. */
export function checkText(checking: CheckContext, text: string, path: Path, readable: Readable): void {
  const paths = pathsInText(text)
  for (const inside of paths) checkPath(checking, inside, path, readable)
  const problem = paths.length === 0 && PATH_FROM_NOWHERE.test(text) ? pathProblem(text) : null
  if (problem !== null) checking.findings.warning(path, `${problem} It is handed on as it stands.`)
}

const PLACE = /\{([\p{L}_][\p{L}\p{N}_]*)((?:\.[\p{L}\p{N}_-]+|\[\d+\])*)\}/gu

/** `{name}` of a summary: looked for in the arguments, the context and the input. */
export function checkTemplate(
  checking: CheckContext,
  template: string,
  path: Path,
  readable: Readable,
): void {
  for (const [place, name = '', rest = ''] of template.matchAll(PLACE)) {
    if (/^(?:arguments|context|input|workflow)$/.test(name) && rest !== '') {
      checkPath(checking, `$.${name}${rest}`, path, readable)
      continue
    }
    const sources = [readable.arguments, readable.context, readable.input]
    if (sources.some((keys) => keys === null || keys.has(name))) continue
    const known = sources.flatMap((keys) => [...(keys ?? [])])
    const message = `‘${place}’ is shown as “(not given)”: neither arguments nor context nor input have a ‘${name}’.`
    checking.findings.warning(path, message + didYouMean(name, known))
  }
}

/** Whether a `{place}` of a path can have a value. */
export function isReadAt(place: string, readable: Readable): boolean {
  const [name = ''] = place.split(/[.[]/)
  if (/^(?:arguments|context|input|workflow)\./.test(place)) return unwritten(`$.${place}`, readable) === null
  const given = readable.noArguments === undefined ? readable.arguments : new Set<string>()
  return [given, readable.context, readable.input].some((keys) => keys === null || keys.has(name))
}

export function checkPath(checking: CheckContext, read: string, path: Path, readable: Readable): void {
  const message = pathProblem(read) ?? unwritten(read, readable) ?? partOfPlain(read, readable)
  if (message !== null) checking.findings.warning(path, message)
}

/** Why there is never anything at a path, or null. */
function unwritten(read: string, readable: Readable): string | null {
  const [root, second, third] = splitPath(read) ?? []
  if (root === 'call') {
    return readable.call === true
      ? null
      : `‘${read}’ is empty here: the call itself can be read in the ‘except’ of a gate only.`
  }
  if (root === 'output') {
    if (readable.output) return readable.result ? outputProblem(read, readable.result) : null
    return `‘${read}’ is empty here: a result can be read in ‘output’ and in ‘branches’ only. Write it into the context there, and read it from there.`
  }
  if (root === 'arguments') {
    if (readable.noArguments !== undefined) return `‘${read}’ is empty here: ${readable.noArguments}.`
    return missing(read, second, readable.arguments, 'the ‘inputSchema’ of the arguments does not declare')
  }
  if (root === 'context') {
    if (second === 'steps' && readable.steps) return missing(read, third, readable.steps, 'there is no step')
    return missing(read, second, readable.context, 'nothing writes into the context')
  }
  const input = root === 'workflow' && second === 'input' ? third : root === 'input' ? second : undefined
  return missing(read, input, readable.input, "the workflow's ‘inputSchema’ does not declare")
}

function missing(read: string, key: string | undefined, keys: KnownKeys, why: string): string | null {
  if (key === undefined || keys === null || keys.has(key)) return null
  return `‘${read}’ is read here, but ${why} ‘${key}’.${didYouMean(key, keys)}`
}
