/**
 * Clients on a pipe read no line of more than ten million bytes or so: the SDK drops the whole connection, and with it every
 * call that is open. What is longer is passed on in part, and says so. Pure.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { cutToBytes } from '../../model/shorten.ts'

/** Of a line. The SDK’s clients read 10 MiB, with what they have read of the next one. */
const MOST_BYTES = 9 * 1024 * 1024
/** For the answer of a call, which stands in it as a text, too, and for the parts beside it; less where signs are written as several. */
const ROOM = 2 * 1024 * 1024
const LEAST_ROOM = 1024

/** @param message what the line says, if it is one message */
export function fitLine(line: Buffer, message: JsonObject | null): Buffer {
  const result = message?.result
  if (line.length <= MOST_BYTES || !isJsonObject(result) || !Array.isArray(result.content)) return line
  for (let room = ROOM; room >= LEAST_ROOM; room /= 2) {
    const fitting = { ...message, result: cutResult(result, result.content, room, line.length) }
    const shorter = Buffer.from(`${JSON.stringify(fitting)}\n`)
    if (shorter.length <= MOST_BYTES) return shorter
  }
  return line
}

/** The first part of the answer of every tool is the same as `structuredContent`, as a text. */
function cutResult(result: JsonObject, content: JsonValue[], room: number, length: number): JsonObject {
  const { structuredContent = null } = result
  const answer = cutValue(structuredContent, room)
  const first = { type: 'text', text: JSON.stringify(answer) }
  const text = `[The call is done: do not repeat it for this. Its answer has ${Math.round(length / 1024 / 1024)} MiB, and clients on a pipe read no more than 10; long parts of it are left out. Ask for less: a part, a page, a file.]`
  const parts = structuredContent === null ? content : content.slice(1)
  return {
    ...result,
    content: [
      ...(structuredContent === null ? [] : [first]),
      ...cutParts(parts, 2 * room),
      { type: 'text', text },
    ],
    ...(structuredContent === null ? {} : { structuredContent: answer }),
  }
}

function cutParts(parts: readonly JsonValue[], most: number): JsonValue[] {
  let room = most
  return parts.flatMap((part) => {
    const size = sizeOf(part)
    const text = isJsonObject(part) && part.type === 'text' ? part.text : null
    const kept =
      size <= room ? part : typeof text === 'string' ? { type: 'text', text: cutText(text, room) } : null
    room = Math.max(0, room - size)
    return kept === null ? [] : [kept]
  })
}

/** Of a record every name stays, and what is short stays whole; the others share the room. */
function cutValue(value: JsonValue, room: number): JsonValue {
  const size = sizeOf(value)
  if (size <= room) return value
  if (typeof value === 'string') return cutText(value, room)
  if (Array.isArray(value)) return cutList(value, room)
  if (!isJsonObject(value)) return value
  let left = room
  const entries = Object.entries(value).map(([name, held]) => ({ name, held, size: sizeOf(held) }))
  const cut: JsonObject = { ...value }
  for (const [place, { name, held, size }] of entries
    .toSorted((one, other) => one.size - other.size)
    .entries()) {
    const share = left / (entries.length - place)
    cut[name] = cutValue(held, share)
    left -= Math.min(size, share)
  }
  return cut
}

function cutList(list: readonly JsonValue[], room: number): JsonValue[] {
  let left = room
  const kept: JsonValue[] = []
  for (const item of list) {
    left -= sizeOf(item) + 1
    if (left < 0) break
    kept.push(item)
  }
  const [first] = list
  if (kept.length === 0 && first !== undefined) kept.push(cutValue(first, room))
  const more = list.length - kept.length
  return more === 0 ? kept : [...kept, `[${more} more are left out]`]
}

function cutText(text: string, room: number): string {
  const kept = cutToBytes(text, room)
  return `${kept}… [${text.length - kept.length} more characters are left out]`
}

function sizeOf(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value))
}
