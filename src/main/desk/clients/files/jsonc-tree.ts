/**
 * JSON with or without comments as a tree that knows where everything stands, so that one place can be changed and
 * every other byte left alone. May import: nothing of ours.
 */
import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser'

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

/** `comments`: comments and a comma before a closing bracket are allowed, as editors allow them. Pure. */
export function parseJson(text: string, { comments }: { comments: boolean }): ParsedJson {
  const errors: ParseError[] = []
  try {
    const tree = parseTree(text, errors, { disallowComments: !comments, allowTrailingComma: comments })
    const [first] = errors
    return tree === undefined || first !== undefined
      ? { ok: false, offset: first?.offset ?? 0 }
      : { ok: true, root: readNode(text, tree) }
  } catch (error) {
    // Nested deeper than the stack holds.
    if (error instanceof RangeError) return { ok: false, offset: 0 }
    throw error
  }
}

function readNode(text: string, { type, offset, length, children = [], value }: Node): JsonNode {
  const place = { start: offset, end: offset + length }
  if (type === 'array')
    return { ...place, kind: 'array', items: children.map((item) => readNode(text, item)) }
  if (type !== 'object') return { ...place, kind: 'scalar', value }
  const members = children.flatMap(({ children: [key, content] = [] }): JsonMember[] => {
    if (key === undefined || content === undefined) return []
    const node = readNode(text, content)
    return [{ key: key.value, start: key.offset, value: node, comma: findComma(text, node.end) }]
  })
  return { ...place, kind: 'object', members }
}

function findComma(text: string, from: number): number | null {
  const scanner = createScanner(text, true)
  scanner.setPosition(from)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return text[at] === ',' ? at : null
}

export function jsonValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.items.map(jsonValue)
  return Object.fromEntries(node.members.map(({ key, value }) => [key, jsonValue(value)]))
}
