/** What a server answered: the output of a transition, or a failure with its class. */
import { redactStrings } from '../connections/redact.ts'
import type { ExecutionOutcome } from '../model/call.ts'
import type { ErrorClass } from '../model/error.ts'
import { isReadingMethod } from '../model/executor.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { shorten } from '../model/shorten.ts'
import { cutToLimit, isText, MARGIN_BYTES, OUTPUT_LIMIT_BYTES, sayNoText } from './captured-output.ts'
import { parseJson } from './parse-json.ts'
import { readRetryAfter } from './retry-after.ts'

/** Of what a server says about a failure, as much as fits into a sentence. */
const FIRST_WORDS = 400

export interface ReadAnswer {
  status: number
  statusText: string
  headers: Record<string, string>
  /** Secrets removed. */
  body: JsonValue
  /** What a body that is JSON cannot say of itself. */
  note?: string
  retryAfter: string | null
}

/** @throws what the connection throws if it breaks before the body is complete. */
export async function readAnswer(response: Response, redact: (text: string) => string): Promise<ReadAnswer> {
  const { status, statusText, headers } = response
  return {
    status,
    statusText: redact(statusText),
    headers: redactStrings(tellable(headers), redact),
    ...(await readBody(response, redact)),
    retryAfter: headers.get('retry-after'),
  }
}

/** @param now milliseconds since 1970. */
export function describeAnswer(
  method: string,
  name: string,
  answer: ReadAnswer,
  now: number,
): ExecutionOutcome {
  const { status, headers, body, note } = answer
  const ok = status >= 200 && status < 300
  const output: JsonObject = { status, ok, headers, body, ...(note === undefined ? {} : { note }) }
  if (ok) {
    const data = { method, status }
    return {
      ok,
      output,
      evidence: [{ kind: 'http_response', summary: `${name} answered ${status}`, data }],
      content: [],
    }
  }
  const retryAfterMs = readRetryAfter(answer.retryAfter, now)
  return {
    ok,
    errorClass: classOf(status),
    message: `${name} answered ${`${status} ${answer.statusText}`.trim()}${firstWords(body)}`,
    details: output,
    content: [],
    // 503 and what is below 500 say that it was not done.
    uncertain: status >= 500 && status !== 503 && !isReadingMethod(method),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  }
}

function classOf(status: number): ErrorClass {
  if (status === 429) return 'rate_limited'
  return status === 408 || status === 425 || status >= 500 ? 'transient_error' : 'permanent'
}

function firstWords(body: JsonValue): string {
  const text = (typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body)).trim()
  if (text === '') return '.'
  return `: ${shorten(text, FIRST_WORDS)}`
}

const TELLABLE =
  /^(?:content-(?:type|length|language|disposition|range)|etag|last-modified|location|link|retry-after|allow|cache-control|expires|age|(?:x-)?ratelimit-.*|x-.*)$/
const PRIVATE = /auth|token|secret|cookie|key|session|credential|password|signature/

/** Without what logs somebody in. */
function tellable(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => TELLABLE.test(name) && !PRIVATE.test(name)))
}

async function readBody(
  response: Response,
  redact: (text: string) => string,
): Promise<Pick<ReadAnswer, 'body' | 'note'>> {
  const { bytes, isWhole } = await readBytes(response)
  const complete = bytes.length <= OUTPUT_LIMIT_BYTES
  if (bytes.length === 0) return { body: null }
  const said = redact(response.headers.get('content-type') ?? '')
  const [type = '', ...parameters] = said.toLowerCase().split(';')
  if (!isTextType(type.trim()))
    return { body: { mimeType: type.trim(), bytes: complete ? bytes.length : null } }
  const encoding = encodingOf(parameters)
  const text = new TextDecoder(encoding).decode(bytes)
  const json = complete && isJson(type.trim()) ? parseJson(text) : undefined
  const notes = isText(bytes, encoding, complete) ? [] : [sayNoText(encoding)]
  if (json !== undefined)
    return { body: redactStrings(json, redact), ...(notes.length === 0 ? {} : { note: notes.join() }) }
  const told = complete ? [redact(text)] : [cutToLimit(redact(text), isWhole), '[cut after 1 MiB]']
  return { body: [...told, ...notes].join('\n') }
}

/** No more than the limit and its margin is read, however much comes. */
async function readBytes(response: Response): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > OUTPUT_LIMIT_BYTES + MARGIN_BYTES) return { bytes: Buffer.concat(chunks), isWhole: false }
  }
  return { bytes: Buffer.concat(chunks), isWhole: true }
}

function isJson(type: string): boolean {
  return type === '' || type === 'application/json' || type === 'text/json' || type.endsWith('+json')
}

function isTextType(type: string): boolean {
  return (
    isJson(type) ||
    type.startsWith('text/') ||
    type.endsWith('+xml') ||
    /^application\/(?:xml|javascript|x-www-form-urlencoded|x-ndjson|yaml|x-yaml|graphql)$/.test(type)
  )
}

function encodingOf(parameters: string[]): string {
  const charset = /charset="?([\w-]+)/.exec(parameters.join(';'))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return 'utf-8'
  }
}
