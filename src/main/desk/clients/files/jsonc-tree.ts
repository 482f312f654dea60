/**
 * JSON with or without comments as a tree that knows where everything stands, so that one place can be changed and
 * every other byte left alone. May import: nothing of ours.
 */
export interface JsonMember {
  key: string
  /** Offset of the key's quotation mark. */
  start: number
  value: JsonNode
  /** Offset of the comma behind it; null: there is none. */
  comma: number | null
}

export type JsonNode = { start: number; end: number } & (
  | { kind: 'object'; members: JsonMember[] }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'scalar'; value: string | number | boolean | null }
)

export type ParsedJson = { ok: true; root: JsonNode } | { ok: false; offset: number }

/** Deeper than any configuration, and far from what the stack holds. */
const DEEPEST = 200
const BLANK = /[ \t\r\n]*/y
const COMMENT = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y
// biome-ignore lint/suspicious/noControlCharactersInRegex: a string of JSON holds none, and is refused with one
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

class Misfit extends Error {
  readonly offset: number
  constructor(offset: number) {
    super('not JSON')
    this.offset = offset
  }
}

/** `comments`: comments and a comma before a closing bracket are allowed, as editors allow them. Pure. */
export function parseJson(text: string, { comments }: { comments: boolean }): ParsedJson {
  let at = 0
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) return null
    at = pattern.lastIndex
    return match[0]
  }
  const skip = (): void => {
    do take(BLANK)
    while (comments && text[at] === '/' && take(COMMENT) !== null)
  }
  const expect = (character: string): void => {
    if (text[at] !== character) throw new Misfit(at)
    at += 1
  }

  function readNode(depth: number): JsonNode {
    skip()
    if (depth > DEEPEST) throw new Misfit(at)
    const start = at
    if (text[at] === '{') {
      const members = readList('}', () => readMember(depth)).map(({ item, comma }) => ({ ...item, comma }))
      return { kind: 'object', start, end: at, members }
    }
    if (text[at] === '[') {
      const items = readList(']', () => readNode(depth + 1)).map(({ item }) => item)
      return { kind: 'array', start, end: at, items }
    }
    const token = text[at] === '"' ? take(STRING) : take(WORD)
    if (!token) throw new Misfit(at)
    return { kind: 'scalar', start, end: at, value: JSON.parse(token) }
  }

  function readMember(depth: number): Omit<JsonMember, 'comma'> {
    const start = at
    const key = take(STRING)
    if (key === null) throw new Misfit(at)
    skip()
    expect(':')
    return { key: JSON.parse(key), start, value: readNode(depth + 1) }
  }

  function readList<Item>(close: string, read: () => Item): { item: Item; comma: number | null }[] {
    const found: { item: Item; comma: number | null }[] = []
    at += 1
    skip()
    while (text[at] !== close) {
      const item = read()
      skip()
      const comma = text[at] === ',' ? at : null
      found.push({ item, comma })
      if (comma === null) break
      at += 1
      skip()
      if (text[at] === close && !comments) throw new Misfit(at)
    }
    expect(close)
    return found
  }

  try {
    const root = readNode(0)
    skip()
    if (at < text.length) throw new Misfit(at)
    return { ok: true, root }
  } catch (error) {
    if (error instanceof Misfit) return { ok: false, offset: error.offset }
    throw error
  }
}

export function jsonValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.items.map(jsonValue)
  return Object.fromEntries(node.members.map(({ key, value }) => [key, jsonValue(value)]))
}
