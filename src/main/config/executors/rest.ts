/**
 * `rest` in a configuration: a path below the base address, headers that can be sent, a body only where there can be one
 * (R7.1).
 */
import Type, { type Static } from 'typebox'
import { type ExecutorOf, HTTP_METHODS, isReadingMethod } from '../../model/executor.ts'
import { present } from '../../model/json.ts'
import { hasDotSegment, isHeaderName, isOwnHeader } from '../../workflow/executors/rest.ts'
import { splitTemplate } from '../../workflow/scope.ts'
import type { CheckContext } from '../check/checking.ts'
import { leaves } from '../check/reads.ts'
import type { Path } from '../read/tree.ts'
import { anything, choice, jsonObject, MAPPING, strict, strings, text, word } from '../schema/terms.ts'
import { type ExecutorForm, expectConnection, repetition, repetitionOf } from './kind.ts'

const schema = Type.Object(
  {
    kind: Type.Literal('rest'),
    connection: word('The `rest` connection.'),
    method: Type.Optional(choice(HTTP_METHODS, 'The HTTP method. Default: GET.')),
    path: Type.Optional(
      text(
        'The path below the base address. `{name}` is filled in from arguments, context and input, `$.path` as everywhere, both encoded. Default: the base address itself.',
      ),
    ),
    query: Type.Optional(jsonObject(`Query parameters. ${MAPPING}`)),
    headers: Type.Optional(strings('Headers of this request. `$.path` is filled in.')),
    body: Type.Optional(anything(`The body, sent as JSON. ${MAPPING}`)),
    ...repetition,
  },
  { title: 'rest', description: 'Makes an HTTP request.', ...strict },
)

export type RestDocument = Static<typeof schema>

const RESPONSE = leaves(['status', 'ok', 'headers', 'body', 'note'])

export const rest: ExecutorForm<'rest', RestDocument> = {
  schema,
  compile: (document) => ({
    kind: 'rest',
    connection: document.connection,
    method: document.method ?? 'GET',
    path: document.path ?? '',
    query: document.query ?? {},
    headers: document.headers ?? {},
    ...present({ body: document.body }),
    ...repetitionOf(document),
  }),
  check(checking, executor, { path }) {
    expectConnection(checking, executor.connection, 'rest', [...path, 'connection'])
    checkRequest(checking, executor, path)
  },
  output: () => RESPONSE,
}

function checkRequest(checking: CheckContext, request: ExecutorOf<'rest'>, path: Path): void {
  const { findings } = checking
  const at = [...path, 'path']
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(request.path) || request.path.startsWith('//')) {
    findings.error(
      at,
      `‘${request.path}’ is an address of its own; here stands the path below the connection's ‘baseUrl’.`,
    )
  } else {
    const words = splitTemplate(request.path).map((part) => part.words)
    const stray = words.map((text) => /[{}#\s]/.exec(text)?.[0]).find((found) => found !== undefined)
    if (stray !== undefined) {
      const shown = stray.trim() === '' ? 'a space' : `‘${stray}’`
      findings.error(
        at,
        `A path cannot hold ${shown}. A value is filled in as {name}, with letters, digits and ‘_’ in its name.`,
      )
    }
  }
  if (hasDotSegment(request.path)) {
    findings.warning(
      at,
      'A part of a path that is only dots leads to another address than the one declared, so this request is always refused. Write the address itself.',
    )
  }
  checkHeaders(checking, request.headers, [...path, 'headers'])
  if (request.body !== undefined && isReadingMethod(request.method)) {
    findings.error(
      [...path, 'body'],
      `A ${request.method} request has no body. Use ‘query’, or another ‘method’.`,
    )
  }
}

export function checkHeaders(checking: CheckContext, headers: Record<string, string>, path: Path): void {
  const names = Object.keys(headers)
  for (const [index, [name, value]] of Object.entries(headers).entries()) {
    const at = [...path, name]
    const same = names.slice(0, index).find((each) => each.toLowerCase() === name.toLowerCase())
    if (same !== undefined) {
      checking.findings.errorAtKey(
        at,
        `‘${name}’ and ‘${same}’ are one header: no server tells capitals in its name apart. Keep one of them.`,
      )
    }
    if (!isHeaderName(name)) {
      checking.findings.errorAtKey(
        at,
        `‘${name}’ cannot be the name of a header: use letters from a to z, digits and ‘-’.`,
      )
    } else if (isOwnHeader(name)) {
      checking.findings.errorAtKey(at, `The header ‘${name}’ is set by Countersign itself. Remove it.`)
    }
    if (/[\r\n\0]/.test(value)) {
      checking.findings.error(at, `The header ‘${name}’ must be one line.`)
    }
  }
}
