/** Reads the JSON body of a request, once, within a bound. */
import type { IncomingMessage } from 'node:http'

/** Room for an argument that is a whole file; nothing legitimate is larger. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024

export type Body =
  | { kind: 'json'; value: unknown; text: string }
  | { kind: 'too_large' }
  | { kind: 'not_json' }
  /** Others of the same client take the room that it would need. */
  | { kind: 'no_room' }

/** @param take whether there is room for so many more bytes */
export async function readJsonBody(
  request: IncomingMessage,
  take: (bytes: number) => boolean,
): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return { kind: 'too_large' }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) return { kind: 'too_large' }
    if (!take(chunk.byteLength)) return { kind: 'no_room' }
    chunks.push(chunk)
  }
  try {
    const text = Buffer.concat(chunks).toString('utf8')
    return { kind: 'json', value: JSON.parse(text), text }
  } catch {
    return { kind: 'not_json' }
  }
}
