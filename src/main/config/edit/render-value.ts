/** Values as text of a configuration file, in the style that our own files have. Pure. */
import { stringify } from 'yaml'
import type { JsonValue } from '../../model/json.ts'

export interface Style {
  /** The file is JSON, so what is written into it is, too. */
  json: boolean
  /** Of one level. */
  indent: string
  lineEnd: string
}

/** A list or a map of plain values stays on one line up to so many characters. */
const LONGEST_LINE = 100
const LINE_END = /[\n\r\u0085\u2028\u2029]/u

/** On one line, wherever it stands. */
export function renderInline(value: JsonValue, style: Pick<Style, 'json'>): string {
  if (style.json) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => renderInline(item, style)).join(', ')}]`
  if (value === null || typeof value !== 'object') return scalar(value)
  const pairs = Object.entries(value).map(([name, each]) => `${scalar(name)}: ${renderInline(each, style)}`)
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

/** `name: value`; a value of several lines stands below it, one level deeper than `indent`. */
export function renderPair(name: string, value: JsonValue, indent: string, style: Style): string {
  return `${renderKey(name, style)}:${renderAfterColon(value, indent, style)}`
}

export function renderKey(name: string, style: Pick<Style, 'json'>): string {
  return style.json ? JSON.stringify(name) : scalar(name)
}

/** An item of a list whose dashes stand at `indent`; on one line where it fits. */
export function renderItem(value: JsonValue, indent: string, style: Style): string {
  if (typeof value === 'string' && !style.json) return `${indent}- ${blockScalar(value)}`
  const line = `${indent}- ${renderInline(value, style)}`
  if (line.length <= LONGEST_LINE) return line
  const [first = '', ...others] = renderBlock(value, `${indent}  `, style)
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...others].join(style.lineEnd)
}

/** What follows the colon of a name that stands at `indent`, from the space or the line end on. */
export function renderAfterColon(value: JsonValue, indent: string, style: Style): string {
  if (style.json) {
    const [first, ...lines] = JSON.stringify(value, null, style.indent).split('\n')
    return ` ${[first, ...lines.map((line) => indent + line)].join(style.lineEnd)}`
  }
  if (typeof value === 'string') return ` ${blockScalar(value)}`
  if (isShort(value, style)) return ` ${renderInline(value, style)}`
  return style.lineEnd + renderBlock(value, indent + style.indent, style).join(style.lineEnd)
}

/** Its lines, each with its indentation. */
function renderBlock(value: JsonValue, indent: string, style: Style): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => renderItem(item, indent, style).split(style.lineEnd))
  }
  if (value === null || typeof value !== 'object') return [indent + renderInline(value, style)]
  return Object.entries(value).flatMap(([name, each]) =>
    (indent + renderPair(name, each, indent, style)).split(style.lineEnd),
  )
}

function isShort(value: JsonValue, style: Style): boolean {
  if (value === null || typeof value !== 'object') return true
  if (!Array.isArray(value)) return Object.keys(value).length === 0
  return value.every(isScalar) && renderInline(value, style).length <= LONGEST_LINE
}

function isScalar(value: JsonValue): boolean {
  return value === null || typeof value !== 'object'
}

/** Outside of braces: quoted only where it could be read as something else there. */
function blockScalar(value: string): string {
  if (LINE_END.test(value)) return JSON.stringify(value)
  return stringify(value, { lineWidth: 0 }).trimEnd()
}

/** Quoted wherever it could be read as something else, inside braces too. */
function scalar(value: string | number | boolean | null): string {
  // As YAML writes it, it would go over several lines, which no key and no line of a list can.
  if (typeof value === 'string' && LINE_END.test(value)) return JSON.stringify(value)
  return stringify([value], { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false })
    .trimEnd()
    .slice(1, -1)
}
