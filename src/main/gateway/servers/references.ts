/** Where the files name a connection: the places that a new name has to reach, and what would be left hanging. Pure. */

import type { Path } from '../../config/read/tree.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { evaluateExpression, parseExpression } from '../../workflow/expression/expression.ts'
import { type Token, tokenize } from '../../workflow/expression/tokens.ts'
import { EMPTY_SCOPE } from '../../workflow/scope.ts'

export interface Reference {
  /** Of the text that names it. */
  path: Path
  /** What that text would be under another name. */
  renamed: (name: string) => string
  /** `mention`: words of a rule, which nothing hangs on. */
  kind: 'call' | 'import' | 'mention'
  /** The workflow, the capability, or the place in `proxy.expose` or `proxy.import`. */
  holder: Path
}

/** Those that hold one thing under each name. */
const SECTIONS = ['workflows', 'capabilities', 'connections']
/** Keys that do, too. A name says nothing of what stands under it. */
const NAMED = new Set(['states', 'transitions'])
/** Values that are data of a call or of a run: a name in them is no connection. */
const DATA = new Set([
  ...['arguments', 'map', 'output', 'body', 'query', 'headers', 'env', 'inputSchema', 'outputSchema'],
  ...['prefill', 'input', 'initialContext', 'examples'],
])
const KINDS: readonly JsonValue[] = ['mcp', 'cli', 'rest']

export function findReferences(document: JsonObject, name: string): Reference[] {
  const found: Reference[] = []
  walkRules(document, (value, path) => {
    if (typeof value === 'string') {
      if (renameCompared(value, name, name) !== null)
        found.push({
          path,
          renamed: (to) => renameCompared(value, name, to) ?? value,
          kind: 'mention',
          holder: holderOf(path),
        })
    } else if (isJsonObject(value)) {
      const isImport = path[0] === 'proxy' && path[1] === 'import' && path.length === 3
      if (value.connection === name && (isImport || KINDS.includes(value.kind ?? null)))
        found.push({
          path: [...path, 'connection'],
          renamed: (to) => to,
          kind: isImport ? 'import' : 'call',
          holder: holderOf(path),
        })
    }
  })
  return found
}

/** The first rule that would say something else under the other name, such as one about a part of it; null: none. */
export function findTurned(document: JsonObject, name: string, to: string): string | null {
  const found: string[] = []
  walkRules(document, (value) => {
    if (typeof value === 'string' && changesMeaning(value, name, to)) found.push(value)
  })
  return found[0] ?? null
}

/** Whatever is no data, from the outside in. */
function walkRules(document: JsonObject, look: (value: JsonValue, path: Path) => void): void {
  const walk = (value: JsonValue, path: Path, isNamed: boolean) => {
    look(value, path)
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, [...path, index], false)
    } else if (isJsonObject(value))
      for (const [key, inner] of Object.entries(value))
        if (isNamed || !DATA.has(key)) walk(inner, [...path, key], !isNamed && NAMED.has(key))
  }
  for (const section of SECTIONS) walk(document[section] ?? null, [section], true)
  walk(document.proxy ?? null, ['proxy'], false)
}

/** Texts that name one of these ids, such as a guidance that tells an agent which tool to use. */
export function findIds(document: JsonObject, renames: ReadonlyMap<string, string>): Reference[] {
  if (renames.size === 0) return []
  const any = [...renames.keys()].map((id) => id.replace(/[.]/g, '\\.')).join('|')
  const pattern = new RegExp(`(?<![\\w.-])(?:${any})(?![\\w-]|\\.\\w)`, 'g')
  const found: Reference[] = []
  const walk = (value: JsonValue, path: Path) => {
    if (typeof value === 'string') {
      const text = value.replace(pattern, (id) => renames.get(id) ?? id)
      if (text !== value) found.push({ path, renamed: () => text, kind: 'mention', holder: holderOf(path) })
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, [...path, index])
    } else if (isJsonObject(value))
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key])
  }
  for (const section of ['workflows', 'capabilities', 'proxy']) walk(document[section] ?? null, [section])
  return found
}

function holderOf(path: Path): Path {
  return path.slice(0, path[0] === 'proxy' ? 3 : 2)
}

// ── Expressions that compare which connection is called with a name: what another name does to them.

const PATH = '$.call.connection'

/** Null: nothing in the text is compared with this name. */
function renameCompared(text: string, name: string, to: string): string | null {
  const places = findComparisons(text)
    .flatMap(({ tokens }) => tokens)
    .filter((token) => isName(token, name))
  if (places.length === 0) return null
  let renamed = ''
  let end = 0
  for (const token of places) {
    const at = token.column - 1
    const quote = token.text.charAt(0)
    renamed += text.slice(end, at) + quote + to + quote
    end = at + token.text.length
  }
  return renamed + text.slice(end)
}

/** Whether something in the text is so for the old name and otherwise for the new one, although each name in it is changed. */
function changesMeaning(text: string, name: string, to: string): boolean {
  return findComparisons(text).some(({ words }) => {
    const renamed = renameCompared(words, name, to) ?? words
    return holdsOf(words, name) !== holdsOf(renamed, to)
  })
}

interface Comparison {
  /** As it is written, without what stands round it. */
  words: string
  tokens: Token[]
}

function findComparisons(text: string): Comparison[] {
  const read = text.includes(PATH) ? tokenize(text) : null
  if (read?.ok !== true) return []
  const { tokens } = read
  return tokens.flatMap(({ kind }, index): Comparison[] => {
    if (kind !== 'operator') return []
    const own = tokens.slice(startOfOperand(tokens, index - 1), endOfOperand(tokens, index + 1) + 1)
    const [first, last] = [own[0], own.at(-1)]
    const isMeant = own.some((token) => token.kind === 'path' && token.text === PATH)
    if (!isMeant || first === undefined || last === undefined) return []
    return [{ words: text.slice(first.column - 1, last.column - 1 + last.text.length), tokens: own }]
  })
}

function startOfOperand(tokens: readonly Token[], last: number): number {
  if (tokens[last]?.text !== ']') return Math.max(0, last)
  return Math.max(
    0,
    tokens.findLastIndex(({ text }, index) => index < last && text === '['),
  )
}

function endOfOperand(tokens: readonly Token[], first: number): number {
  if (tokens[first]?.text !== '[') return first
  const end = tokens.findIndex(({ text }, index) => index > first && text === ']')
  return end < 0 ? tokens.length : end
}

function isName(token: Token, name: string): boolean {
  return token.kind === 'literal' && token.value === name
}

function holdsOf(words: string, connection: string): boolean {
  const parsed = parseExpression(words)
  return parsed.ok && evaluateExpression(parsed.expression, { ...EMPTY_SCOPE, call: { connection } })
}
