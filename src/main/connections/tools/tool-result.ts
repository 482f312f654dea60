/** What a tool answered. It did its work, so an answer of an odd shape is still an answer, never a failed call. */

import { DEEPEST, isJsonObject, isTooDeep, type JsonObject, type JsonValue } from '../../model/json.ts'
import { cutToBytes } from '../../model/shorten.ts'
import type { CallToolResult, ImportedTool, SchemaRules, ToolResult } from '../connection.ts'
import { redactStrings } from '../redact.ts'
import { sayDone, sayLeftOut } from '../transports/long-message.ts'

const MOST_NAMED = 3
/** Of an answer, as it is passed on. */
const MOST_BYTES = 8 * 1024 * 1024
/** What servers write for "no error" where MCP has `false` or nothing. */
const NO_ERROR: readonly unknown[] = [undefined, null, false, 0, '', 'false']

/** @param answer as it came over the wire: only that it is an object is known */
export function readToolResult(answer: JsonObject): ToolResult {
  const { content, structuredContent } = answer
  const isError = !NO_ERROR.includes(answer.isError)
  const parts = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content]
  const kept = parts.filter((part) => !isTooDeep(part))
  const isKept = structuredContent !== undefined && !isTooDeep(structuredContent)
  const isWhole = kept.length === parts.length && (isKept || structuredContent === undefined)
  return {
    content: [
      ...kept.map((part) => (isJsonObject(part) ? part : { type: 'text', text: writeText(part) })),
      ...(isWhole ? [] : [{ type: 'text', text: sayTooDeep(isError) }]),
    ],
    isError,
    ...(isKept ? { structuredContent } : {}),
  }
}

function sayTooDeep(isError: boolean): string {
  return `[${sayDone(isError)} Its answer is nested deeper than ${DEEPEST} levels; the part of it that is so is left out.]`
}

/** As it is passed on: without what nobody may see, of which no part is left where it is cut. */
export function tellableResult(
  { content, structuredContent, isError }: ToolResult,
  redact: (text: string) => string,
): ToolResult {
  return withinBounds({
    content: redactStrings(content, redact),
    isError,
    ...(structuredContent === undefined
      ? {}
      : { structuredContent: redactStrings(structuredContent, redact) }),
  })
}

/** The parts from the first on, as far as there is room for them, and a sentence that says what is left out. */
function withinBounds(result: ToolResult): ToolResult {
  const sizes = result.content.map(sizeOf)
  const structured = result.structuredContent === undefined ? 0 : sizeOf(result.structuredContent)
  const all = sizes.reduce((sum, size) => sum + size, structured)
  if (all <= MOST_BYTES) return result
  const { structuredContent: _, ...others } = result
  let room = MOST_BYTES
  const content = result.content.flatMap((part, place) => {
    const size = sizes[place] ?? 0
    const isCut = size > room
    const kept =
      isCut && part.type === 'text' && typeof part.text === 'string' ? cutToBytes(part.text, room) : null
    room = isCut ? 0 : room - size
    if (!isCut) return [part]
    return kept === null || kept === '' ? [] : [{ ...part, text: kept }]
  })
  return { ...others, content: [...content, { type: 'text', text: sayLeftOut(result.isError, all) }] }
}

/** About the bytes that it takes as JSON. */
function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2
  if (typeof value !== 'object' || value === null) return 5
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item) + 1, 2)
  return Object.entries(value).reduce((sum, [name, item]) => sum + sizeOf(name) + sizeOf(item) + 2, 2)
}

/** Adds to an answer that breaks the promise of its tool a text that says so. */
export function noteMisfits(
  tool: ImportedTool | undefined,
  answer: CallToolResult,
  rules: SchemaRules,
): CallToolResult {
  if (!answer.ok || answer.result.isError || tool?.outputSchema === undefined) return answer
  const { structuredContent, content } = answer.result
  if (structuredContent === undefined) return answer
  const misfits = rules.misfits(tool.outputSchema, structuredContent)
  if (misfits.length === 0) return answer
  const named = misfits.slice(0, MOST_NAMED).join('; ')
  const text = `The tool did its work, but its answer does not fit the output schema that its server declares: ${named}.`
  return { ok: true, result: { ...answer.result, content: [...content, { type: 'text', text }] } }
}

function writeText(part: JsonValue): string {
  return typeof part === 'string' ? part : JSON.stringify(part)
}
