/** `rest`: makes an HTTP request below the base address of a connection (R2.6, R7.1). Pure. */
import type { CallOf, ResolvedCall } from '../../model/call.ts'
import { KIND_WORDS } from '../../model/configuration.ts'
import { type ExecutorOf, isReadingMethod, type Mapping } from '../../model/executor.ts'
import { type JsonValue, mapEntries, ownOf, present } from '../../model/json.ts'
import { canBecome, canBecomeObject, isOpen } from '../can-become.ts'
import {
  EMPTY_SCOPE,
  followPath,
  interpolate,
  isWholePath,
  mapField,
  type Scope,
  splitTemplate,
  toText,
  valueOfPlace,
} from '../scope.ts'
import { jsonText, quoteText, showInvisible } from '../wording/quote.ts'
import {
  type CallIdentity,
  type ConnectionLookup,
  declaredRepetition,
  type ExecutorKind,
  givenAs,
  gone,
  keyOf,
  OVER_CONNECTION,
  quoted,
  type Resolution,
  SINGLE,
  type TemplateForm,
} from './kind.ts'

export const rest: ExecutorKind<'rest'> = {
  ...SINGLE,
  ...OVER_CONNECTION,
  does: 'acts',
  noun: 'request',
  effect: (request) =>
    onlyReads(request) ? 'reads from a server over HTTP' : 'sends a request that may change something',
  readsOnly: onlyReads,
  records: ['http_response'],
  proposed: 'byConnection',
  inline: ['baseUrl', 'url'],
  repeats: 'declared',
  tool: () => null,
  own: {
    program: () => undefined,
    areGiven: ({ headers }) => Object.keys(headers).length > 0,
    without: (executor) => ({ ...executor, headers: {} }),
  },
  withPath: (executor, edit) => ({ ...executor, path: edit(executor.path) }),
  // No server tells the names of headers apart by their letters' size.
  respell(executor) {
    const small = Object.entries(executor.headers).map(([name, text]) => [name.toLowerCase(), text])
    return { ...executor, headers: Object.fromEntries(small) }
  },
  templates: ['path'],
  edit(executor, edit, at) {
    const { path, query, headers, body } = executor
    return {
      ...executor,
      path: edit.template(path, [...at, 'path'], ADDRESS),
      query: mapEntries(query, (value, name) => edit.value(value, [...at, 'query', name])),
      headers: mapEntries(headers, (text, name) => edit.header(text, [...at, 'headers', name])),
      ...(body === undefined ? {} : { body: edit.value(body, [...at, 'body']) }),
    }
  },
  resolve: resolveRequest,
  sketch: ({ connection, method, path, query, headers, body }) => ({
    kind: 'rest',
    connection,
    method,
    baseUrl: '',
    path: withParameters(
      path,
      Object.entries(query).flatMap(([name, value]) => parametersOf(name, value)),
    ),
    headers,
    ...present({ body }),
  }),
  identity: (executor) => ({
    keys: [keyOf('rest', executor.connection, executor.method)],
    ...requestsAlike(executor),
  }),
  keys: ({ connection, method }) => [keyOf('rest', connection, method)],
  declare: (executor) =>
    present({
      kind: 'rest',
      connection: executor.connection,
      method: executor.method,
      path: executor.path,
      query: Object.keys(executor.query).length === 0 ? undefined : executor.query,
      headers: Object.keys(executor.headers).length === 0 ? undefined : Object.keys(executor.headers),
      body: executor.body,
      ...declaredRepetition(executor),
    }),
  write: ({ connection, method, path, query, headers, body }) => ({
    call: `${method} ${connection}: ${path}`,
    given: `${givenAs('query', query)}${givenAs('headers', Object.keys(headers))}${givenAs('body', body)}`,
  }),
  text: requestText,
  told: ({ method, url }) => `sends ${quoted(method)} to ${quoted(url)}`,
  describe({ kind, connection, method, baseUrl, path, headers, body }) {
    return {
      kind,
      connection,
      method,
      url: `${baseUrl}${path}`,
      ...(Object.keys(headers).length === 0 ? {} : { headers: Object.keys(headers) }),
      ...(body === undefined ? {} : { body }),
    }
  },
  restore: ({ url, ...described }) =>
    ({ ...described, headers: {}, baseUrl: url ?? '', path: '' }) as unknown as CallOf<'rest'>,
  named: ['connection', 'method', 'baseUrl'],
  maps: ['headers'],
  sends: { name: 'body', takesMore: false, template: ({ body }) => body ?? null },
}

function onlyReads({ method, headers }: Pick<CallOf<'rest'>, 'method' | 'headers'>): boolean {
  return isReadingMethod(method) && !Object.keys(headers).some(isOfMethod)
}

/** A value in an address fills a part of it, and cannot leave it. */
const ADDRESS: TemplateForm = { write: (value) => encodeURIComponent(value.toWellFormed()), of: 'request' }

/** A sentence that says why the request cannot be made. */
class Refusal extends Error {
  /** As `missing` of `ResolutionRefusal`. */
  readonly missing: string | undefined

  constructor(message: string, missing?: string) {
    super(message)
    this.missing = missing
  }
}

function resolveRequest(
  declaration: ExecutorOf<'rest'>,
  scope: Scope,
  connections: Pick<ConnectionLookup, 'restConnection'>,
): Resolution<CallOf<'rest'>> {
  const { connection: name, method } = declaration
  const connection = connections.restConnection(name)
  if (connection === null) {
    return gone(`There is no ${KIND_WORDS.rest} ‘${name}’ in the configuration.`)
  }
  try {
    const body = resolveBody(declaration, scope)
    const call: CallOf<'rest'> = {
      kind: 'rest',
      connection: name,
      method,
      baseUrl: connection.baseUrl.replace(/\/+$/, ''),
      path: withQuery(resolvePath(declaration.path, scope), declaration.query, scope),
      headers: resolveHeaders(declaration.headers, scope),
      ...(body === undefined ? {} : { body }),
    }
    return { ok: true, call }
  } catch (error) {
    if (error instanceof Refusal)
      return { ok: false, ...present({ missing: error.missing }), message: error.message }
    throw error
  }
}

/** Begins with `/`. A value fills one segment, or a part of one, and cannot leave it. */
function resolvePath(declared: string, scope: Scope): string {
  const encode = (value: JsonValue | undefined, place: string) => encodeSegment(value, place, declared)
  const filled = splitTemplate(declared).map(({ words, place }) => {
    const text = interpolate(words, scope, encode)
    return place === null ? text : text + encode(valueOfPlace(place, scope), `{${place}}`)
  })
  const path = `/${filled.join('').replace(/^\/+/, '')}`
  if (hasDotSegment(path)) {
    throw new Refusal(
      `The path ${quoteText(declared)} became ${quoteText(path)}. A part that is only dots leads to another address than the one declared, so it is refused.`,
    )
  }
  const stray = /[#{}\s\p{Cc}]/u.exec(path)
  if (stray !== null) {
    throw new Refusal(
      `The path ${quoteText(declared)} holds ${quoteText(stray[0])}, which has no place in an address. A value is written {name}, with letters, digits and _ in its name.`,
    )
  }
  return path
}

/** An address is read with `%2e%2e` as `..`, so that no way of writing these would keep them apart. */
export function hasDotSegment(path: string): boolean {
  return pathOf(path)
    .split(/[/\\]/)
    .some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
}

function encodeSegment(value: JsonValue | undefined, place: string, path: string): string {
  if (typeof value === 'object' && value !== null) {
    throw new Refusal(
      `‘${place}’ in the path ${quoteText(path)} is ${Array.isArray(value) ? 'a list' : 'an object'}; a text, a number or a truth value is needed.`,
    )
  }
  const text = toText(value)
  if (text !== '') return encode(text)
  throw new Refusal(
    `‘${place}’ in the path ${quoteText(path)} has no value.`,
    place.replace(/^\{(.*)\}$/s, '$1'),
  )
}

/** A list repeats its parameter; what is missing is left out. */
function withQuery(path: string, query: Mapping, scope: Scope): string {
  return withParameters(
    path,
    Object.entries(query).flatMap(([name, declared]) => parametersOf(name, mapField(declared, scope))),
  )
}

function parametersOf(name: string, value: JsonValue): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter((each) => each !== null).map((each) => `${encode(name)}=${encode(toText(each))}`)
}

function withParameters(path: string, parameters: string[]): string {
  if (parameters.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${parameters.join('&')}`
}

/**
 * Every character but letters, digits and `- . _ ~`, so that what is shown is what is sent; and the quotes of a
 * place in a preview, which stay legible and are encoded when the address is read.
 */
function encode(text: string): string {
  return ADDRESS.write(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%E2%80%B9', '‹')
    .replaceAll('%E2%80%BA', '›')
}

function resolveHeaders(declared: Record<string, string>, scope: Scope): Record<string, string> {
  const headers = Object.entries(declared).map(([name, text]) => {
    if (!isHeaderName(name) || isOwnHeader(name)) {
      throw new Refusal(`A request cannot declare the header ${quoteText(name)}.`)
    }
    const value = interpolate(text, scope)
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new Refusal(
        `The header ‘${name}’ became ${quoteText(value.slice(0, 60))}. Line breaks, NUL and characters that no header can carry are refused.`,
      )
    }
    return [name, value.trim()] as const
  })
  return Object.fromEntries(headers)
}

function resolveBody({ method, body }: ExecutorOf<'rest'>, scope: Scope): JsonValue | undefined {
  if (body === undefined) return undefined
  if (isReadingMethod(method)) {
    throw new Refusal(`A ${method} request has no body. Use ‘query’, or another method.`)
  }
  if (typeof body === 'string' && isWholePath(body)) return followPath(body, scope)
  return mapField(body, scope)
}

function requestText(call: CallOf<'rest'>): string {
  const address = `${call.baseUrl}${call.path}`
  const shown = /^[^\s"\p{C}]+$/u.test(address) ? showInvisible(address) : quoteText(address)
  const body = call.body === undefined ? '' : ` ${jsonText(call.body)}`
  const headers = Object.entries(call.headers).map(([name, value]) => `${name}: ${quoteText(value)}`)
  return `${call.method} ${shown}${body}${headers.length === 0 ? '' : ` (${headers.join(', ')})`}`
}

function requestsAlike(declared: ExecutorOf<'rest'>): Pick<CallIdentity, 'reaches' | 'makes'> {
  const segments = segmentsOf(pathOf(withMarks(declared.path))).map(
    (segment) => new RegExp(`^${segment.split(MARK).map(escapeText).join('.+')}$`, 'su'),
  )
  const reaches = (call: ResolvedCall): call is CallOf<'rest'> => {
    if (call.kind !== 'rest') return false
    const actual = segmentsOf(pathOf(call.path))
    return (
      actual.length === segments.length && segments.every((part, index) => part.test(actual[index] ?? ''))
    )
  }
  return { reaches, makes: (call) => reaches(call) && isMadeBy(declared, call) }
}

/** With another body, query or header it may do something else: what is declared of this request is said of no other. */
function isMadeBy({ path, query, headers, body }: ExecutorOf<'rest'>, call: CallOf<'rest'>): boolean {
  const lower = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([name, text]) => [name.toLowerCase(), text.trim()]))
  return (
    isAskedFor(withMarks(path), query, queryOf(call.path)) &&
    Object.keys(headers).length === Object.keys(call.headers).length &&
    canBecomeObject(lower(headers), lower(call.headers), 'field') &&
    (body === undefined ? call.body === undefined : canBecome(body, call.body, 'field'))
  )
}

/** No other parameters than those that are declared; of each, the values that are fixed, in their order. */
function isAskedFor(path: string, query: Mapping, asked: URLSearchParams): boolean {
  const inPath = queryOf(path)
  const names = [...inPath.keys(), ...Object.keys(query)]
  return (
    [...asked.keys()].every((name) => names.includes(name)) &&
    names.every((name) => {
      const declared = ownOf(query, name) ?? null
      const texts = inPath.getAll(name)
      if (texts.some((text) => text.includes(MARK))) return true
      if (typeof declared === 'string' && texts.length === 0)
        return asked.getAll(name).every((text) => canBecome(declared, text, 'field'))
      if (isOpen(declared, 'field')) return true
      const fixed = mapField(declared, EMPTY_SCOPE)
      const values = (Array.isArray(fixed) ? fixed : [fixed]).filter((each) => each !== null)
      return jsonText([...texts, ...values.map(toText)]) === jsonText(asked.getAll(name))
    })
  )
}

/** Stands for a value; cannot be part of an address. */
const MARK = '\0'

function withMarks(template: string): string {
  return splitTemplate(template)
    .map(({ words }) => interpolate(words, EMPTY_SCOPE, () => MARK))
    .join(MARK)
}

function pathOf(path: string): string {
  return path.split('?', 1)[0] ?? ''
}

function queryOf(path: string): URLSearchParams {
  return new URLSearchParams(path.includes('?') ? path.slice(path.indexOf('?')) : '')
}

/** Decoded: `%61` and `a` are one address, an encoded slash is none. */
function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return decodeURIComponent(segment)
      } catch {
        return segment
      }
    })
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

// ── Which headers a declaration may give a request (R7.1): one rule for `check` and for what runs.

/** Where a request goes and where it ends follows from the rest of it. */
const OWN = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
}

/** By which a server takes a request for one of another method. */
export function isOfMethod(name: string): boolean {
  return /^x-(?:http-)?method(?:-override)?$/i.test(name)
}

/** The request's own business, whoever declares it. */
export function isOwnHeader(name: string): boolean {
  return OWN.has(name.toLowerCase())
}
