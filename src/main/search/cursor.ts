/**
 * Where the next page of a list begins. Opaque to callers; carries a check value over everything that the list
 * depends on, so that a cursor of another query, another client or an older catalog is refused, never misread.
 */
export interface Position {
  /** `ranked`: the order of search. `home`: the order of the home page, whose rest is read page by page. */
  order: 'ranked' | 'home'
  offset: number
}

const PATTERN = /^([rh])([0-9a-z]{1,8})-[0-9a-z]{1,7}$/

export function writeCursor(position: Position, scope: string): string {
  const body = `${position.order === 'home' ? 'h' : 'r'}${position.offset.toString(36)}`
  return `${body}-${digest(`${body}|${scope}`).toString(36)}`
}

/** Null if this is no cursor of that scope. */
export function readCursor(cursor: string, scope: string): Position | null {
  const [, order, offset] = PATTERN.exec(cursor) ?? []
  if (order === undefined || offset === undefined) return null
  const position: Position = { order: order === 'h' ? 'home' : 'ranked', offset: Number.parseInt(offset, 36) }
  return writeCursor(position, scope) === cursor ? position : null
}

/** Whether it says that it is of the rest of the home page; `readCursor` tells whether that is so. */
export function isHomeCursor(cursor: unknown): boolean {
  return typeof cursor === 'string' && cursor.startsWith('h')
}

/** Numbers lists, so that a cursor can name the one that it belongs to. */
export function createEditions(): (list: object) => number {
  const known = new WeakMap<object, number>()
  let last = 0
  return (list) => {
    const edition = known.get(list) ?? ++last
    known.set(list, edition)
    return edition
  }
}

/** FNV-1a, 32 bits: tells mistakes apart; there is nothing to protect from forgery. */
export function digest(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
