/** What a tool's answer is to the workflow: JSON, with images and files as references. */
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import type { ContentBlock } from '../model/response.ts'
import { parseJson } from './parse-json.ts'

/** `structuredContent`; else a single text that is JSON; else `{text}`, and `{attachments}` if there are any. */
export function toOutput(result: { structuredContent?: JsonValue; content: ContentBlock[] }): JsonValue {
  if (result.structuredContent !== undefined && result.structuredContent !== null)
    return result.structuredContent
  const text = toText(result.content)
  const attachments = result.content.filter((block) => block.type !== 'text').map(toReference)
  if (attachments.length > 0) return { text, attachments }
  return result.content.length === 1 ? (parseJson(text) ?? { text }) : { text }
}

/** The text blocks, one below the other. */
export function toText(content: ContentBlock[]): string {
  return content
    .map((block) => (block.type === 'text' ? block.text : undefined))
    .filter((text) => typeof text === 'string')
    .join('\n')
}

/** Everything but the bytes or the text that it carries. */
function toReference(block: ContentBlock): JsonObject {
  const { data, resource, ...reference } = block
  return {
    ...reference,
    ...(typeof data === 'string' ? { bytes: countBase64Bytes(data) } : {}),
    ...(isJsonObject(resource) ? describeResource(resource) : {}),
  }
}

function describeResource({ text, blob, ...reference }: JsonObject): JsonObject {
  if (typeof blob === 'string') return { ...reference, bytes: countBase64Bytes(blob) }
  return typeof text === 'string' ? { ...reference, bytes: Buffer.byteLength(text) } : reference
}

function countBase64Bytes(data: string): number {
  return Buffer.byteLength(data, 'base64')
}
