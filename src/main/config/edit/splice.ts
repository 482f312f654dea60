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
import {
  renderAfterColon,
  renderInline,
  renderItem,
  renderKey,
  renderPair,
  type Style,
} from './render-value.ts'
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

export interface ValueEdit {
  path: Path
  /** Undefined removes it. */
  value: JsonValue | undefined
}

/** Each as if it were the only one; none for what is so already. @throws Uneditable */
export function findSplices(text: string, edits: readonly ValueEdit[]): Splice[] {
  const document = parseDocument(text, { keepSourceTokens: true, uniqueKeys: false, logLevel: 'error' })
  const editor = createEditor(text, styleOf(text, document.contents))
  return edits.flatMap((edit) => findSplice(editor, document.contents, edit) ?? [])
}

function findSplice(
  editor: ReturnType<typeof createEditor>,
  contents: Node | null,
  { path, value }: ValueEdit,
): Splice | null {
  let node: Node | null = contents
  let holder: Holder = { kind: 'whole' }
  const trail: Holder[] = []
  for (const [depth, step] of path.entries()) {
    if (isAlias(node)) throw sharedBy(node.source, path.slice(0, depth))
    const found = stepInto(node, step)
    if (found === null) {
      if (value === undefined) return null
      return insertAt(editor, node, holder, path.slice(depth), value)
    }
    ;({ holder, node } = found)
    trail.push(holder)
  }
  if (value !== undefined) return editor.replace(holder, value)
  return editor.remove(holder, trail.at(-2) ?? { kind: 'whole' })
}

function sharedBy(alias: string, path: Path): Uneditable {
  return new Uneditable(
    `‘${pathText(path)}’ repeats something through the alias ‘*${alias}’, which a change would reach, too. Change the file by hand.`,
  )
}

/** What stands there by that name, or at that place of a list; null: nothing yet. */
function stepInto(node: Node | null, step: Path[number]): { holder: Holder; node: Node | null } | null {
  if (isMap(node)) {
    const index = node.items.findIndex(({ key }) => isScalar(key) && String(key.value) === String(step))
    if (index < 0) return null
    return { holder: { kind: 'pair', map: node, index }, node: node.items[index]?.value as Node | null }
  }
  if (!isSeq(node) || Number(step) >= node.items.length) return null
  const index = Number(step)
  return { holder: { kind: 'item', list: node, index }, node: node.items[index] as Node | null }
}

/** `path` begins with what the node, which `holder` holds, has not got. */
function insertAt(
  editor: ReturnType<typeof createEditor>,
  node: Node | null,
  holder: Holder,
  path: Path,
  value: JsonValue,
): Splice {
  const [step, ...rest] = path
  const inner = nest(rest, value)
  if (isMap(node))
    return isBare(node, holder, editor.style)
      ? editor.replace(holder, { [String(step)]: inner })
      : editor.insertPair(node, String(step), inner)
  if (isSeq(node))
    return isBare(node, holder, editor.style)
      ? editor.replace(holder, [inner])
      : editor.insertItem(node, inner)
  return editor.replace(holder, nest(path, value))
}

/** `name: {}` or `name: []`, which says nothing of how what comes into it is to be written. */
function isBare(node: YAMLMap | YAMLSeq, holder: Holder, style: Style): boolean {
  const isBlock = holder.kind === 'pair' && holder.map.flow !== true
  return node.items.length === 0 && isBlock && !style.json && node.anchor === undefined
}

/** @throws Uneditable */
export function findKeySplice(text: string, path: Path, key: string): Splice | null {
  const document = parseDocument(text, { keepSourceTokens: true, uniqueKeys: false, logLevel: 'error' })
  const style = styleOf(text, document.contents)
  const map = document.getIn(path.slice(0, -1), true)
  const name = String(path.at(-1))
  const pair = isMap(map)
    ? map.items.find((each) => isScalar(each.key) && String(each.key.value) === name)
    : undefined
  const range = isScalar(pair?.key) ? pair.key.range : undefined
  if (range == null)
    throw new Uneditable(`‘${pathText(path)}’ cannot be renamed here. Change the file by hand.`)
  return { from: range[0], to: range[1], insert: renderKey(key, style) }
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

  /** A new line behind what ends at `at`, and behind the comments that stand further in and belong to that. */
  function lineAfter(at: number, line: string): Splice {
    const from = commentsWithin(lineEnd(at), line.length - line.trimStart().length)
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
    if (last === undefined)
      return { from: startOf(list), to: endOf(list), insert: `[${renderInline(value, style)}]` }
    const at = endOf(last)
    if (list.flow === true) {
      const own = startOf(last)
      if (!isAlone(own)) return { from: at, to: at, insert: `, ${renderInline(value, style)}` }
      const indent = text.slice(lineStart(own), own)
      const item = style.json
        ? renderAfterColon(value, indent, style).trimStart()
        : renderInline(value, style)
      return { from: at, to: at, insert: `,${style.lineEnd}${indent}${item}` }
    }
    const dash = /^(\s*)- /.exec(text.slice(lineStart(startOf(last))))
    return lineAfter(at, renderItem(value, dash?.[1] ?? '', style))
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
    const braced = isMap(pair.value) && pair.value.flow === true && pair.value.items.length > 0 && !style.json
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
    const start = startOf(items[holder.index])
    const end =
      holder.kind === 'pair' ? pairEnd(holder.map.items[holder.index] as Pair) : endOf(items[holder.index])
    const next = items[holder.index + 1]
    const own = ownLines(collection, start, end)
    if (items.length === 1) return empty(collection, above, own)
    if (own !== null) {
      const isFirst = holder.index === 0
      // Above the first may stand what is said of all, unless something is said of the next as well.
      const isOfAll =
        isFirst && (above.kind === 'whole' || commentsAbove(startOf(next)) === lineStart(startOf(next)))
      return { ...(isOfAll ? { ...own, from: lineStart(start) } : own), insert: '' }
    }
    if (next !== undefined) return { from: start, to: startOf(next), insert: '' }
    const before = holder.index - 1
    const from = holder.kind === 'pair' ? pairEnd(holder.map.items[before] as Pair) : endOf(items[before])
    return { from, to: end, insert: '' }
  }

  /** The lines on which an entry stands with all that is said of it; null: something else stands there, too. */
  function ownLines(
    collection: YAMLMap | YAMLSeq,
    start: number,
    end: number,
  ): Omit<Splice, 'insert'> | null {
    const lead = text.slice(lineStart(start), start).trim()
    if (collection.flow !== true) {
      if (lead !== '' && (isMap(collection) || lead !== '-')) return null
      return { from: commentsAbove(start), to: commentsWithin(lineEnd(end), indentOf(lineStart(start))) }
    }
    const isAlone = lead === '' && /^[ \t]*,?[ \t]*(#[^\r\n]*)?\r?(\n|$)/.test(text.slice(end))
    return style.json || !isAlone ? null : { from: commentsAbove(start), to: lineEnd(end) }
  }

  const indentOf = (at: number) => text.slice(at).search(/[^ ]/)

  /** Where the comments begin that stand right above an entry, as far in as it does. What looks like an entry that is switched off is none. */
  function commentsAbove(start: number): number {
    const own = indentOf(lineStart(start))
    let from = lineStart(start)
    while (from > textStart) {
      const above = lineStart(from - 1)
      const line = text.slice(above, from)
      if (!/^ *#/.test(line) || indentOf(above) !== own) break
      if (/^ *# *(- )?[\w.-]+:(\s|$)/.test(line)) return lineStart(start)
      from = above
    }
    return from
  }

  /** Behind the comments that stand further in. */
  function commentsWithin(at: number, own: number): number {
    let to = at
    for (;;) {
      const end = lineEnd(to + 1)
      const comment = text.slice(to, end)
      if (end === to || !/^ *#/.test(comment) || comment.indexOf('#') <= own) return to
      to = end
    }
  }

  function empty(collection: YAMLMap | YAMLSeq, above: Holder, own: Omit<Splice, 'insert'> | null): Splice {
    const nothing = isMap(collection) ? {} : []
    if (own !== null && collection.flow !== true && above.kind === 'pair') {
      const colon = colonOf(above.map.items[above.index] as Pair)
      const before = text.slice(colon, own.from)
      if (before.split(/\r?\n/).every((line) => /^[ \t]*(#.*)?$/.test(line)))
        return { from: colon, to: own.to, insert: ` ${renderInline(nothing, style)}${before}` }
    }
    if (collection.flow === true || above.kind === 'whole')
      return { from: startOf(collection), to: endOf(collection), insert: renderInline(nothing, style) }
    return replace(above, nothing)
  }

  return { insertPair, insertItem, replace, remove, style }
}
