/** From a schema validator's errors to sentences with a place, one for each thing that is wrong. */
import type { ErrorObject } from 'ajv'
import { isJsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import { shorten } from '../../model/shorten.ts'
import { parseExpression } from '../../workflow/expression/expression.ts'
import { namesSecret } from '../../workflow/wording/key-like.ts'
import { didYouMean, listNames, nearestName } from '../check/nearest.ts'
import type { Path } from './tree.ts'

export interface Complaint {
  path: Path
  /** Shown at the name, not at the value. */
  atKey: boolean
  message: string
  /** What to leave out so that the rest fits. */
  remove: Path
  /** The key that is not there, at `path`; absent: something is, and does not fit. */
  missing?: string
}

/** `isJson`: how the file is written. */
export function describeShapeErrors(
  errors: readonly ErrorObject[],
  document: unknown,
  isJson: boolean,
): Complaint[] {
  const complaints = new Map<string, Complaint>()
  const meant = resolveAlternatives(errors)
  for (const error of meant) {
    if (isMisspelt(error, meant)) continue
    const complaint = describe(error, pathIn(error.instancePath, document), isJson)
    if (!complaint) continue
    const key = JSON.stringify([complaint.path, complaint.message])
    if (!complaints.has(key)) complaints.set(key, complaint)
  }
  return [...complaints.values()]
}

/** A required key that is there, with a letter wrong or by a foreign name: that is reported. */
function isMisspelt(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (error.keyword !== 'required') return false
  const wanted = String(error.params.missingProperty)
  return errors.some((other) => {
    if (other.keyword !== 'additionalProperties' || other.instancePath !== error.instancePath) return false
    const key = String(other.params.additionalProperty)
    const isForeign = Object.hasOwn(FOREIGN, key) && FOREIGN[key]?.includes(wanted)
    return (
      isForeign || nearestName(key, knownKeys(other)) === wanted || (isComment(key) && key.includes(wanted))
    )
  })
}

/** Of another language: it is read as the beginning of the name that follows. */
function isComment(key: string): boolean {
  return /^\/[/*]/.test(key)
}

function oddBeginning(key: string): string | null {
  if (isComment(key))
    return `‘${key.slice(0, 2)}’ begins no comment here: write ‘#’ in its place, or leave the comment out.`
  return /^[^\S \t]/.test(key)
    ? 'This line is indented with blanks that only look like spaces; write ordinary ones.'
    : null
}

function knownKeys(error: ErrorObject): string[] {
  return Object.keys(error.parentSchema?.properties ?? {})
}

/**
 * `anyOf` reports the errors of every alternative. The alternative that was meant is the one whose type fits;
 * where none fits, one error names them all.
 */
function resolveAlternatives(errors: readonly ErrorObject[]): ErrorObject[] {
  const outer = errors.findIndex((error) => error.keyword === 'anyOf')
  const union = errors[outer]
  if (!union) return [...errors]
  // Hundreds of unions may fail, each among thousands of errors: this is one pass for each.
  const within = `${union.schemaPath}/`
  const others: ErrorObject[] = []
  const groups = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    if (error === union) continue
    // `/10` is no part of `/1`.
    if (
      !error.schemaPath.startsWith(within) ||
      !`${error.instancePath}/`.startsWith(`${union.instancePath}/`)
    ) {
      others.push(error)
      continue
    }
    const [branch = ''] = error.schemaPath.slice(within.length).split('/')
    const group = groups.get(branch)
    if (group === undefined) groups.set(branch, [error])
    else group.push(error)
  }
  const isWrongType = (error: ErrorObject) =>
    error.keyword === 'type' && error.instancePath === union.instancePath
  const meant = [...groups.values()].filter((group) => !group.some(isWrongType))
  const kept =
    meant.length > 0 ? meant.flat() : [wrongTypes(union, [...groups.values()].flat().filter(isWrongType))]
  return resolveAlternatives([...others, ...kept])
}

function wrongTypes(union: ErrorObject, errors: ErrorObject[]): ErrorObject {
  const types = errors.flatMap((error) => error.params.type as string | string[])
  return { ...union, keyword: 'type', params: { type: [...new Set(types)] } }
}

function describe(error: ErrorObject, path: Path, isJson: boolean): Complaint | null {
  const { params, data } = error
  const about = (message: string): Complaint => ({ path, atKey: false, message, remove: path })
  const aboutKey = (key: string, message: string): Complaint => {
    const place = [...path, key]
    return { path: place, atKey: true, message, remove: place }
  }
  const name = subject(path)
  switch (error.keyword) {
    case 'if':
    case 'propertyNames':
      return null
    case 'required':
      return {
        ...about(`${name} needs ‘${params.missingProperty}’${neededHint(error, path, isJson)}`),
        missing: String(params.missingProperty),
      }
    case 'additionalProperties': {
      const key = String(params.additionalProperty)
      const known = knownKeys(error)
      const odd = oddBeginning(key)
      if (odd !== null) return aboutKey(key, odd)
      const near = foreignHint(key, known, data) ?? didYouMean(key, known)
      const hint = near === '' && known.length > 0 ? ` It can have ${listNames(known, 'and')}.` : near
      return aboutKey(key, `${name} takes no ‘${key}’.${hint}`)
    }
    case 'type':
      return about(
        `${name} must be ${typeNames(params.type)}, not ${isKey(data, path) ? 'a number' : kindOf(data)}.${typeHint(params.type, data, path)}`,
      )
    case 'enum':
    case 'const': {
      const allowed = (error.keyword === 'enum' ? params.allowedValues : [params.allowedValue]) as unknown[]
      const near = typeof data === 'string' ? didYouMean(data, allowed.map(String)) : ''
      return about(`${name} must be ${listNames(allowed.map(String))}, not ${shown(data)}.${near}`)
    }
    case 'discriminator': {
      if (params.error === 'tag')
        return data && isJsonObject(data) && 'kind' in data
          ? about(`The kind of ${lower(name)} must be a text.`)
          : null
      const kinds = kindsOf(error)
      const tag = String(params.tagValue)
      const near = didYouMean(tag, kinds) || ` The kinds are ${listNames(kinds, 'and')}.`
      return { ...about(`There is no kind ‘${tag}’ here.${near}`), path: [...path, 'kind'] }
    }
    case 'pattern': {
      if (error.propertyName === undefined) return about(patternSentence(name, path, data))
      return aboutKey(
        error.propertyName,
        `‘${error.propertyName}’ is not a name: use letters from a to z, digits, ‘_’, ‘-’ and ‘.’, at most 128 of them.`,
      )
    }
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return about(`${name} must not be empty.`)
    case 'maxLength':
      return about(`${name} must not be longer than ${params.limit} characters.`)
    case 'minimum':
      return about(`${name} must be at least ${params.limit}.`)
    case 'maximum':
      return about(`${name} must be at most ${params.limit}.`)
    default:
      return about(`${name} is wrong: it ${error.message ?? 'does not fit the schema'}.`)
  }
}

function patternSentence(name: string, path: Path, data: unknown): string {
  if (path.length === 1 && path[0] === 'version') {
    return `The version must be written like "1.0.0", not ${shown(data)}.`
  }
  if (path.at(-1) === 'summary') return `${name} must be a single line.`
  return `${name} must be a name of letters from a to z, digits, ‘_’, ‘-’ and ‘.’, not ${shown(data)}.`
}

/** What a path stands for, in words, to begin a sentence with. */
function subject(path: Path): string {
  const last = path.at(-1)
  if (last === undefined) return 'The configuration'
  const before = path.at(-2)
  const singular: Partial<Record<string, string>> = {
    connections: 'The connection',
    capabilities: 'The capability',
    workflows: 'The workflow',
    states: 'The state',
    transitions: 'The transition',
    clients: 'The client',
    people: 'The person',
  }
  const noun = typeof before === 'string' ? singular[before] : undefined
  if (noun) return `${noun} ‘${last}’`
  if (typeof last === 'number') return `Entry ${last + 1} of ‘${String(before)}’`
  return `‘${last}’`
}

function lower(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1)
}

const TYPE_NAMES: Partial<Record<string, string>> = {
  string: 'a text',
  object: 'a map',
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
}

function typeNames(type: unknown): string {
  const types: unknown[] = Array.isArray(type) ? type : [type]
  return types.map((each) => TYPE_NAMES[String(each)] ?? String(each)).join(' or ')
}

function kindOf(data: unknown): string {
  if (data === null) return 'nothing'
  if (Array.isArray(data)) return 'a list'
  if (typeof data === 'object') return 'a map'
  return typeof data === 'string' ? `the text ${shown(data)}` : shown(data)
}

/** A key that happens to be a number, as in `env`. */
function isKey(data: unknown, path: Path): boolean {
  return typeof data === 'number' && namesSecret(String(path.at(-1)))
}

/** How one who writes it in short is to write it, by the name of the place. */
function wholeForm(data: unknown, path: Path): string | null {
  const last = path.at(-1)
  const place = typeof last === 'number' || path.at(-2) === 'transitions' ? path.at(-2) : last
  const isEntry = place !== last
  switch (place) {
    case 'guards': {
      const guard = wholeGuard(data)
      return isEntry || guard === null ? guard : `[${guard}]`
    }
    case 'transitions':
      return isEntry && typeof data === 'string' ? `{ target: ${data} }` : null
    case 'expose':
      return isEntry && typeof data === 'string' ? `{ capability: ${data} }` : null
    case 'import':
      return isEntry && typeof data === 'string' ? `{ connection: ${data} }` : null
    case 'approval':
      if (data === 'unlessReadOnly') return '{ required: unlessReadOnly }'
      return data === true || (typeof data === 'string' && !/^(no|off|never|none)$/.test(data))
        ? '{ required: true }'
        : null
    case 'env':
    case 'headers':
      return Array.isArray(data) ? '{ NAME: "value" }' : null
    case 'states':
    case 'clients':
    case 'people':
      return Array.isArray(data) && data.length > 0 && data.every((name) => /^\w+$/.test(String(name)))
        ? `{ ${data.map((name) => `${name}: {}`).join(', ')} }`
        : null
    default:
      return null
  }
}

/** What is neither an expression nor names a right is said to be nothing: it would be the next mistake. */
function wholeGuard(data: unknown): string | null {
  const [key, right] = rightNamed(data)
  if (key !== undefined) return `{ kind: ${key}, ${key}: ${right} }`
  if (typeof data !== 'string' || !parseExpression(data).ok) return null
  const text = JSON.stringify(data)
  return `{ kind: expr, expr: ${shown(data) === text ? text : '…'} }`
}

/** `role: lead`, as a text or as a map. */
function rightNamed(data: unknown): (string | undefined)[] {
  const text = isJsonObject(data)
    ? Object.entries(data)
        .map(([key, value]) => `${key}:${String(value)}`)
        .join()
    : String(data)
  return /^(role|permission): *([\w.-]+)$/.exec(text)?.slice(1) ?? []
}

/** What those who know it from other programs call something, where that is known here by the other name. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  cmd: ['command'],
  cwd: ['workingDirectory'],
  timeout: ['timeoutMs'],
  tools: ['include'],
  type: ['kind'],
  url: ['baseUrl', 'path'],
}

/** What other programs call the list of their servers. */
const FOREIGN_SERVERS = ['mcpServers', 'servers', 'mcp_servers', 'context_servers']

function foreignHint(key: string, known: readonly string[], data: unknown): string | null {
  if (FOREIGN_SERVERS.includes(key) && known.includes('connections'))
    return ' Write it as ‘connections’, and ‘kind: mcp’ into each of them.'
  const own = Object.hasOwn(FOREIGN, key) ? FOREIGN[key]?.find((name) => known.includes(name)) : undefined
  if (own === undefined) return null
  return isJsonObject(data) && Object.hasOwn(data, own)
    ? ` Leave it out: ‘${own}’ is there.`
    : ` Here it is called ‘${own}’.`
}

/** Goes on after the name of what is missing. */
function neededHint(error: ErrorObject, path: Path, isJson: boolean): string {
  const { missingProperty } = error.params
  if (missingProperty === 'version' && path.length === 0)
    return isJson
      ? '. Write ‘"version": "1.0.0",’ behind its first brace.'
      : '. Write ‘version: "1.0.0"’ as its first line.'
  const { data } = error
  if (missingProperty === 'initialState' && isJsonObject(data) && isJsonObject(data.states))
    return `: the name of the state in which it begins. Write ‘initialState: ${Object.keys(data.states)[0] ?? 'NAME'}’.`
  const whole = missingProperty === 'kind' ? wholeForm(data, path) : null
  if (whole !== null) return `. Write ${whole}.`
  const kinds = missingProperty === 'kind' ? kindsOf(error) : []
  return kinds.length === 0 ? '.' : `: ${listNames(kinds)}.`
}

function typeHint(type: unknown, data: unknown, path: Path): string {
  const whole = wholeForm(data, path)
  if (whole !== null) return ` Write ${whole}${whole.includes('…') ? ' around it' : ''}.`
  const types: unknown[] = Array.isArray(type) ? type : [type]
  if (
    types.length === 1 &&
    types[0] === 'string' &&
    (typeof data === 'number' || typeof data === 'boolean')
  ) {
    return isKey(data, path) ? ' Put it in quotes.' : ` Put it in quotes: "${data}".`
  }
  if (types.includes('array') && typeof data === 'string') return listHint(data, path.at(-1) === 'args')
  if (types.includes('object') && Array.isArray(data) && data.length > 0 && data.every(isJsonObject))
    return ' Write each entry under a name of its own.'
  const milliseconds = String(path.at(-1)).endsWith('Ms') ? millisecondsOf(data) : null
  return milliseconds === null ? '' : ` Write it in milliseconds: ${milliseconds}.`
}

/** Of arguments, each is an entry; where one of them holds blanks, nobody knows which. */
function listHint(text: string, isArguments: boolean): string {
  if (isArguments && /["'\\]/.test(text))
    return ' Write it as a list, with each argument in quotes of its own.'
  const parts = isArguments ? text.trim().split(/\s+/) : [text]
  return ` Write it as a list: [${parts.map(shown).join(', ')}].`
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 }

function millisecondsOf(data: unknown): number | null {
  const [, count, unit = ''] = /^(\d+) ?([a-z]+)$/.exec(String(data)) ?? []
  const factor = ownOf(UNITS, unit)
  return count === undefined || factor === undefined ? null : Number(count) * factor
}

/** A value, short enough for a sentence. */
function shown(data: unknown): string {
  return shorten(JSON.stringify(data) ?? String(data), 60)
}

function kindsOf(error: ErrorObject): string[] {
  const variants = (error.parentSchema?.oneOf ?? []) as { properties?: { kind?: JsonValue } }[]
  return variants.flatMap((variant) => {
    const kind = variant.properties?.kind
    if (!isJsonObject(kind)) return []
    const values = Array.isArray(kind.enum) ? kind.enum : [kind.const]
    return values.filter((value) => typeof value === 'string')
  })
}

/** A JSON pointer as a path, list positions as numbers. */
function pathIn(pointer: string, document: unknown): Path {
  if (pointer === '') return []
  const steps: (string | number)[] = []
  let here: unknown = document
  for (const part of pointer.slice(1).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(here)) {
      steps.push(Number(name))
      here = here[Number(name)]
    } else {
      steps.push(name)
      here = isJsonObject(here) ? here[name] : undefined
    }
  }
  return steps
}
