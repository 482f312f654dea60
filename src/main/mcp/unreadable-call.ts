/**
 * Calls that would not arrive as they were written, refused before anything reads them: a number that is rounded, so that
 * a person would approve another one, and arguments that are no object or nested too deep, which the SDK would answer in
 * words for programmers. May import: model.
 */
import { DEEPEST, isJsonObject, type JsonObject } from '../model/json.ts'
import { surveyJson } from '../model/json-text.ts'

/**
 * The answer to a `tools/call` that cannot be taken as it is. Null: it can, or is none.
 *
 * @param text what `message` was read from
 */
export function refuseUnreadable(message: JsonObject, text: string): JsonObject | null {
  const { method, id, params } = message
  if (method !== 'tools/call' || id === undefined || !isJsonObject(params)) return null
  const why = whyUnreadable(params, text)
  if (why === null) return null
  return answerCall(message, {
    result: { status: 'rejected' },
    error: { code: 'INVALID_ARGUMENTS', message: `${why} Nothing was done.`, details: [] },
    links: [{ rel: 'home', method: 'gateway.home', args: {} }],
  })
}

/** What a tool would answer, made where no tool is called. */
export function answerCall(request: JsonObject, answer: JsonObject): JsonObject {
  return {
    jsonrpc: '2.0',
    id: request.id ?? null,
    result: {
      ...(saysRevision(request.params) && { resultType: 'complete' }),
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer,
      isError: true,
    },
  }
}

/** From 2026-07-28 on each request names its revision, and each result its type. */
function saysRevision(params: unknown): boolean {
  return (
    isJsonObject(params) &&
    isJsonObject(params._meta) &&
    'io.modelcontextprotocol/protocolVersion' in params._meta
  )
}

function whyUnreadable(params: JsonObject, text: string): string | null {
  if (params.arguments !== undefined && !isJsonObject(params.arguments))
    return 'The arguments of a tool must be an object; leave them out where there are none.'
  const { depth, rounded } = surveyJson(text)
  if (depth > DEEPEST) return `The call is nested deeper than ${DEEPEST} levels.`
  if (rounded === null) return null
  const becomes = Number.isFinite(Number(rounded)) ? `become ${Number(rounded)}` : 'be lost'
  const shown = rounded.length > LONGEST_NUMBER ? `${rounded.slice(0, LONGEST_NUMBER)}…` : rounded
  return `The number ${shown} is too long to be kept exactly: it would ${becomes}. Write it as a text, in quotation marks, where the tool takes one, or as a number of at most 15 digits.`
}

const LONGEST_NUMBER = 40
