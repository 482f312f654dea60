const NOTHING = 0x811c_9dc5

/**
 * FNV-1a of the UTF-16 units, 32 bits: tells texts apart where there is nothing to protect from forgery. `before` is the
 * hash of a text that stands before this one.
 */
export function hashOf(text: string, before = NOTHING): number {
  let hash = before
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193)
  return hash >>> 0
}
