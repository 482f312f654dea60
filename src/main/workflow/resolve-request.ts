/** From a `rest` declaration to the literal request (R2.6, R7.1). Pure. */
import type { ResolvedCall } from '../model/call.ts'
import type { ExecutorDeclaration, Mapping } from '../model/definition.ts'
import type { JsonValue } from '../model/json.ts'
import { isHeaderName, isOwnHeader } from './headers.ts'
import { interpolate, isWholePath, lookup, mapField, splitTemplate, toText, valueOfPlace } from './mapping.ts'
import { quoteText } from './quote.ts'
import type { Scope } from './scope.ts'

type Request = Extract<ExecutorDeclaration, { kind: 'rest' }>

/** A sentence that says why the request cannot be made. */
class Refusal extends Error {}

export function resolveRequest(
  declaration: Request,
  scope: Scope,
  connections: { restConnection(name: string): { baseUrl: string } | null },
): { ok: true; call: ResolvedCall } | { ok: false; message: string } {
  const { connection: name, method } = declaration
  const connection = connections.restConnection(name)
  if (connection === null) {
    return { ok: false, message: `There is no rest connection ‘${name}’ in the configuration.` }
  }
  try {
    const body = resolveBody(declaration, scope)
    const call: ResolvedCall = {
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
    if (error instanceof Refusal) return { ok: false, message: error.message }
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
  const [beforeQuery = ''] = path.split('?', 1)
  // An address is read with `%2e%2e` as `..`, so that no way of writing these would keep them apart.
  const dots = beforeQuery.split(/[/\\]/).find((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
  if (dots !== undefined) {
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

function encodeSegment(value: JsonValue | undefined, place: string, path: string): string {
  if (typeof value === 'object' && value !== null) {
    throw new Refusal(
      `‘${place}’ in the path ${quoteText(path)} is ${Array.isArray(value) ? 'a list' : 'an object'}; a text, a number or a truth value is needed.`,
    )
  }
  const text = toText(value)
  if (text !== '') return encode(text)
  throw new Refusal(
    `‘${place}’ in the path ${quoteText(path)} has no value: it is in neither the arguments, the context nor the input.`,
  )
}

/** A list repeats its parameter; what is missing is left out. */
function withQuery(path: string, query: Mapping, scope: Scope): string {
  const parameters = Object.entries(query).flatMap(([name, declared]) => {
    const value = mapField(declared, scope)
    const values = Array.isArray(value) ? value : [value]
    return values.filter((each) => each !== null).map((each) => `${encode(name)}=${encode(toText(each))}`)
  })
  if (parameters.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${parameters.join('&')}`
}

/**
 * Every character but letters, digits and `- . _ ~`, so that what is shown is what is sent; and the quotes of a
 * place in a preview, which stay legible and are encoded when the address is read.
 */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
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

function resolveBody({ method, body }: Request, scope: Scope): JsonValue | undefined {
  if (body === undefined) return undefined
  if (method === 'GET' || method === 'HEAD') {
    throw new Refusal(`A ${method} request has no body. Use ‘query’, or another method.`)
  }
  if (typeof body === 'string' && isWholePath(body)) return lookup(body, scope)
  return mapField(body, scope)
}
