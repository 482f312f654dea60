/** What a tool answered. It did its work, so an answer of an odd shape is still an answer, never a failed call. */

import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import type { CallToolResult, ImportedTool, SchemaRules, ToolResult } from './connection.ts'

const MOST_NAMED = 3
/** What servers write for "no error" where MCP has `false` or nothing. */
const NO_ERROR: readonly unknown[] = [undefined, null, false, 0, '', 'false']

/** @param answer as it came over the wire: only that it is an object is known */
export function readToolResult(answer: JsonObject): ToolResult {
  const { content, structuredContent, isError } = answer
  const parts = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content]
  return {
    content: parts.map((part) => (isJsonObject(part) ? part : { type: 'text', text: writeText(part) })),
    isError: !NO_ERROR.includes(isError),
    ...(structuredContent === undefined ? {} : { structuredContent }),
  }
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
