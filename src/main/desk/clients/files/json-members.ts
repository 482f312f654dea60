/** Puts a member into an object of a JSON text, or takes one out, as somebody would who writes it by hand. Pure. */
import type { JsonMember, JsonNode } from './jsonc-tree.ts'
import { indentBefore, lineEndOf, type Splice } from './splice.ts'

export type JsonObjectNode = Extract<JsonNode, { kind: 'object' }>

/** What may stand behind a value on its line, up to the end of it. */
const REST_OF_LINE = /[ \t]*(?:\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=\r?\n)/y

/** The indentation of one level: that of the first line which is indented. */
function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
}

/** As JSON, each line after the first indented; on one line where the text has no lines, or `indent` is null. */
export function writeJson(text: string, value: unknown, indent: string | null): string {
  if (indent === null || !text.includes('\n')) return JSON.stringify(value)
  return JSON.stringify(value, null, indentUnit(text))
    .split('\n')
    .join(`${lineEndOf(text)}${indent}`)
}

/** At the end of the object. */
export function insertMember(text: string, object: JsonObjectNode, key: string, value: unknown): Splice[] {
  const name = JSON.stringify(key)
  const last = object.members.at(-1)
  const isFlat = !text.includes('\n')
  if (last === undefined) {
    const member = (indent: string) => `${name}:${isFlat ? '' : ' '}${writeJson(text, value, indent)}`
    if (isFlat) return [insertion(object.start + 1, member(''))]
    const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', object.start) + 1))?.[0] ?? ''
    const indent = outer + indentUnit(text)
    const end = lineEndOf(text)
    const closes = text.slice(object.start, object.end).includes('\n') ? '' : end + outer
    // What only filled the line up to the closing bracket would be left at its end.
    const blank = /[ \t]*/y
    blank.lastIndex = object.start + 1
    blank.exec(text)
    const start = object.start + 1
    const stop = closes === '' ? start : Math.min(blank.lastIndex, object.end - 1)
    return [{ start, end: stop, text: `${end}${indent}${member(indent)}${closes}` }]
  }
  const indent = indentBefore(text, last.start)
  if (indent === null || isFlat) {
    const gap = isFlat ? '' : ' '
    const member = `${name}:${gap}${JSON.stringify(value)}`
    return last.comma === null
      ? [insertion(last.value.end, `,${gap}${member}`)]
      : [insertion(last.comma + 1, `${gap}${member},`)]
  }
  const line = `${lineEndOf(text)}${indent}${name}: ${writeJson(text, value, indent)}`
  if (last.comma !== null) return [insertion(endOfLine(text, last.comma + 1), `${line},`)]
  const place = endOfLine(text, last.value.end)
  return place === last.value.end
    ? [insertion(place, `,${line}`)]
    : [insertion(last.value.end, ','), insertion(place, line)]
}

/** With its line, where it has one for itself, and with the comma that is left over. */
export function removeMember(text: string, object: JsonObjectNode, member: JsonMember): Splice[] {
  const index = object.members.indexOf(member)
  const previous = object.members[index - 1]
  const indent = indentBefore(text, member.start)
  const lineStart = indent === null ? member.start : member.start - indent.length
  const newLine = text.slice(0, lineStart).endsWith('\r\n') ? 2 : 1
  const start = indent === null || lineStart === 0 ? member.start : lineStart - newLine
  const end = member.comma === null ? member.value.end : member.comma + 1
  const splices = [{ start, end, text: '' }]
  if (member.comma === null && previous?.comma !== null && previous !== undefined) {
    splices.push({ start: previous.comma, end: previous.comma + 1, text: '' })
    // On one line, what parted the two goes with the second.
    if (indent === null) splices[0] = { start: previous.comma + 1, end, text: '' }
  }
  return splices
}

function insertion(at: number, text: string): Splice {
  return { start: at, end: at, text }
}

/** Behind what stands after `offset` on its line, if that is only a comment; `offset` itself otherwise. */
function endOfLine(text: string, offset: number): number {
  REST_OF_LINE.lastIndex = offset
  return REST_OF_LINE.exec(text) === null ? offset : REST_OF_LINE.lastIndex
}
