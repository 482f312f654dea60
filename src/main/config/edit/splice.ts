/** Where in the text of a file a value is put in, replaced or taken out. Pure. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { JsonValue } from '../../model/json.ts'
import { type Path, pathText } from '../read/tree.ts'
import { renderAfterColon, renderInline, renderPair, type Style } from './render-value.ts'
import { Uneditable } from './uneditable.ts'

export interface Splice {
  from: number
  to: number
  insert: string
}

/** What some editors put before the first line; it is no column of it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** What holds the value: a pair of a map, an item of a list, or the whole file. */
type Holder =
  | { kind: 'pair'; map: YAMLMap; index: number }
  | { kind: 'item'; list: YAMLSeq; index: number }
  | { kind: 'whole' }

/** Null: there is nothing to do. @throws Uneditable */
export function findSplice(text: string, path: Path, value: JsonValue | undefined): Splice | null {
  const document = parseDocument(text, { keepSourceTokens: true, uniqueKeys: false, logLevel: 'error' })
  const style = styleOf(text, document.contents)
  const editor = createEditor(text, style)
  let node: Node | null = document.contents
  let holder: Holder = { kind: 'whole' }
  const trail: Holder[] = []
  for (const [depth, step] of path.entries()) {
    if (isAlias(node)) {
      const shared = pathText(path.slice(0, depth))
      throw new Uneditable(
        `‘${shared}’ repeats something through the alias ‘*${node.source}’, which a change would reach, too. Change the file by hand.`,
      )
    }
    const rest = path.slice(depth + 1)
    if (isMap(node)) {
      const index: number = node.items.findIndex(
        (pair) => isScalar(pair.key) && String(pair.key.value) === String(step),
      )
      if (index < 0)
        return value === undefined ? null : editor.insertPair(node, String(step), nest(rest, value))
      holder = { kind: 'pair', map: node, index }
      node = node.items[index]?.value as Node | null
    } else if (isSeq(node)) {
      const index = Number(step)
      if (index >= node.items.length)
        return value === undefined ? null : editor.insertItem(node, nest(rest, value))
      holder = { kind: 'item', list: node, index }
      node = node.items[index] as Node | null
    } else {
      if (value === undefined) return null
      return editor.replace(holder, nest(path.slice(depth), value))
    }
    trail.push(holder)
  }
  if (value !== undefined) return editor.replace(holder, value)
  return editor.remove(holder, trail.at(-2) ?? { kind: 'whole' })
}

function nest(path: Path, value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  )
}

function styleOf(text: string, contents: Node | null): Style {
  const json = isMap(contents) && contents.flow === true && isJson(text)
  const nested = /^( +)\S/m.exec(text)?.[1] ?? '  '
  return { json, indent: nested.length > 8 ? '  ' : nested, lineEnd: text.includes('\r\n') ? '\r\n' : '\n' }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
    return true
  } catch {
    return false
  }
}

function createEditor(text: string, style: Style) {
  const textStart = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0
  const lineStart = (at: number) => Math.max(textStart, text.lastIndexOf('\n', at - 1) + 1)
  /** Behind the end of the line; behind the text if it is the last one. */
  const lineEnd = (at: number) => {
    if (text[at - 1] === '\n') return at
    const end = text.indexOf('\n', at)
    return end < 0 ? text.length : end + 1
  }
  const isAlone = (at: number) => text.slice(lineStart(at), at).trim() === ''
  const columnOf = (at: number) => at - lineStart(at)

  const startOf = (node: unknown) => (node as Node | null)?.range?.[0] ?? 0
  function endOf(node: unknown): number {
    const range = (node as Node | null)?.range
    if ((isMap(node) || isSeq(node)) && node.flow !== true) {
      const last = node.items.at(-1)
      return isMap(node) ? pairEnd(last as Pair) : Math.max(endOf(last), 0)
    }
    return range?.[1] ?? 0
  }
  /** Behind the colon, or behind the name where there is none. */
  function colonOf(pair: Pair): number {
    const colon = pair.srcToken?.sep?.find(({ type }) => type === 'map-value-ind')
    return colon === undefined ? endOf(pair.key) : colon.offset + 1
  }
  const pairEnd = (pair: Pair) => Math.max(colonOf(pair), endOf(pair.value))
  const hasText = (node: unknown) => endOf(node) > startOf(node)

  /** A new line behind what ends at `at`. */
  function lineAfter(at: number, line: string): Splice {
    const from = lineEnd(at)
    const isOpen = from > 0 && text[from - 1] !== '\n'
    return { from, to: from, insert: isOpen ? style.lineEnd + line : line + style.lineEnd }
  }

  function insertPair(map: YAMLMap, name: string, value: JsonValue): Splice {
    const last = map.items.at(-1)
    if (last === undefined) {
      const insert = style.json
        ? `{ ${renderPair(name, value, '', style)} }`
        : renderInline({ [name]: value }, style)
      return { from: startOf(map), to: endOf(map), insert }
    }
    const start = startOf(map.items[0]?.key)
    const indent = ' '.repeat(columnOf(start))
    if (map.flow !== true) return lineAfter(pairEnd(last), indent + renderPair(name, value, indent, style))
    const at = pairEnd(last)
    const own = startOf(last.key)
    const onLine = isAlone(own) ? text.slice(lineStart(own), own) : null
    const pair = style.json
      ? renderPair(name, value, onLine ?? '', style)
      : renderInline({ [name]: value }, style).slice(2, -2)
    return { from: at, to: at, insert: onLine === null ? `, ${pair}` : `,${style.lineEnd}${onLine}${pair}` }
  }

  function insertItem(list: YAMLSeq, value: JsonValue): Splice {
    const last = list.items.at(-1)
    const item = renderInline(value, style)
    if (last === undefined) return { from: startOf(list), to: endOf(list), insert: `[${item}]` }
    if (list.flow === true) return { from: endOf(last), to: endOf(last), insert: `, ${item}` }
    const dash = /^(\s*)- /.exec(text.slice(lineStart(startOf(last))))
    return lineAfter(endOf(last), `${dash?.[1] ?? ''}- ${item}`)
  }

  function replace(holder: Holder, value: JsonValue): Splice {
    if (holder.kind === 'whole') {
      const lines = Object.entries(value ?? {}).map(([name, each]) =>
        renderPair(name, each as JsonValue, '', style),
      )
      return lineAfter(text.length, lines.join(style.lineEnd))
    }
    if (holder.kind === 'item') {
      const node = holder.list.items[holder.index]
      return { from: startOf(node), to: endOf(node), insert: renderInline(value, style) + tail(endOf(node)) }
    }
    const pair = holder.map.items[holder.index] as Pair
    const to = pairEnd(pair)
    const from = colonOf(pair)
    if (holder.map.flow === true && !style.json) return { from, to, insert: ` ${renderInline(value, style)}` }
    const key = startOf(pair.key)
    const indent = text.slice(lineStart(key), key).replace(/[^ ]/g, ' ')
    // A map in braces stays in braces.
    const braced = isMap(pair.value) && pair.value.flow === true && !style.json
    const insert = braced ? ` ${renderInline(value, style)}` : renderAfterColon(value, indent, style)
    // What is said behind a value of one line stays on that line, and not behind the last of many.
    const said = text.slice(from, to).includes('\n') ? null : /^[ \t]+#[^\r\n]*/.exec(text.slice(to))
    if (said !== null && insert.startsWith(style.lineEnd))
      return { from, to: to + said[0].length, insert: said[0] + insert }
    // An anchor or a comment behind the colon stays.
    const head = hasText(pair.value) ? text.slice(from, startOf(pair.value)) : ''
    if (head.trim() === '' || insert.includes('\n')) return { from, to, insert: insert + tail(to) }
    return { from: startOf(pair.value), to, insert: insert.trimStart() + tail(to) }
  }
  /** A text in block form ends with its line. */
  const tail = (end: number) => (text[end - 1] === '\n' ? style.lineEnd : '')

  function remove(holder: Holder, above: Holder): Splice {
    if (holder.kind === 'whole') return { from: 0, to: text.length, insert: '{}' }
    const collection = holder.kind === 'pair' ? holder.map : holder.list
    const items = holder.kind === 'pair' ? holder.map.items.map(({ key }) => key) : holder.list.items
    if (items.length === 1) return empty(collection, above)
    const start = startOf(items[holder.index])
    const end =
      holder.kind === 'pair' ? pairEnd(holder.map.items[holder.index] as Pair) : endOf(items[holder.index])
    const next = items[holder.index + 1]
    if (collection.flow !== true) {
      const lead = text.slice(lineStart(start), start)
      if (lead.trim() === '' || (holder.kind === 'item' && lead.trim() === '-'))
        return { from: lineStart(start), to: lineEnd(end), insert: '' }
      if (next !== undefined) return { from: start, to: startOf(next), insert: '' }
    }
    if (next !== undefined) return { from: start, to: startOf(next), insert: '' }
    const before = holder.index - 1
    const from = holder.kind === 'pair' ? pairEnd(holder.map.items[before] as Pair) : endOf(items[before])
    return { from, to: end, insert: '' }
  }

  function empty(collection: YAMLMap | YAMLSeq, above: Holder): Splice {
    const nothing = isMap(collection) ? {} : []
    if (collection.flow === true || above.kind === 'whole')
      return { from: startOf(collection), to: endOf(collection), insert: renderInline(nothing, style) }
    return replace(above, nothing)
  }

  return { insertPair, insertItem, replace, remove }
}
