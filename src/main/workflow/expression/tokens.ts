/** Cuts the text of an expression into tokens. One pass, no backtracking. */
import type { JsonValue } from '../../model/json.ts'
import { isRounded } from '../../model/json-text.ts'
import { type ComparisonOperator, isOperator } from './comparison.ts'

export type Token = { text: string; column: number } & (
  | { kind: 'path' }
  | { kind: 'literal'; value: JsonValue }
  | { kind: 'operator'; operator: ComparisonOperator }
  | { kind: 'symbol' }
)

type Tokens = { ok: true; tokens: Token[] } | { ok: false; message: string; column: number }

const SPACE = /\s+/y
const PATH = /\$(?:[\p{L}\p{N}_.-]|\[[^[\]\s,]*\])*/uy
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.])/uy
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy
const SYMBOL = /==|!=|<=|>=|&&|\|\||[<>!()[\],]/y

const CONSTANTS: Record<string, JsonValue> = { true: true, false: false, null: null }

export function tokenize(text: string): Tokens {
  const tokens: Token[] = []
  let position = 0
  while (position < text.length) {
    const space = matchAt(SPACE, text, position)
    if (space !== null) {
      position += space.length
      continue
    }
    const token = tokenAt(text, position)
    if (!('kind' in token)) return { ok: false, message: token.message, column: position + 1 }
    tokens.push(token)
    position += token.text.length
  }
  return { ok: true, tokens }
}

function tokenAt(text: string, position: number): Token | { message: string } {
  const column = position + 1
  const first = text.charAt(position)
  if (first === '"' || first === "'") return quotedAt(text, position)
  const path = matchAt(PATH, text, position)
  if (path !== null) return { kind: 'path', text: path, column }
  const number = matchAt(NUMBER, text, position)
  if (number !== null) return numberToken(number, column)
  const word = matchAt(WORD, text, position)
  if (word !== null) return wordToken(word, column)
  const symbol = matchAt(SYMBOL, text, position)
  if (symbol === null) return { message: unexpected(first, text.charAt(position + 1)) }
  return isOperator(symbol)
    ? { kind: 'operator', text: symbol, column, operator: symbol }
    : { kind: 'symbol', text: symbol, column }
}

/** What is not finite has no place in JSON, where it would be written as null. */
function numberToken(text: string, column: number): Token | { message: string } {
  const value = Number(text)
  if (!Number.isFinite(value)) return { message: 'This number is not finite; write an ordinary number.' }
  if (isRounded(text))
    return { message: `This number is too long to be kept exactly: it would become ${value}.` }
  return { kind: 'literal', text, column, value }
}

function wordToken(word: string, column: number): Token | { message: string } {
  if (Object.hasOwn(CONSTANTS, word)) {
    return { kind: 'literal', text: word, column, value: CONSTANTS[word] ?? null }
  }
  if (isOperator(word)) return { kind: 'operator', text: word, column, operator: word }
  return {
    message: `‘${word}’ means nothing here. Texts stand in quotes, and paths begin with $., as in $.context.${word}.`,
  }
}

/** In a quoted text a backslash keeps the next character if it is a quote or a backslash, else it stays. */
function quotedAt(text: string, position: number): Token | { message: string } {
  const quote = text.charAt(position)
  let value = ''
  for (let index = position + 1; index < text.length; index += 1) {
    const character = text.charAt(index)
    const next = text.charAt(index + 1)
    if (character === '\\' && (next === quote || next === '\\')) {
      value += next
      index += 1
    } else if (character === quote) {
      return { kind: 'literal', text: text.slice(position, index + 1), column: position + 1, value }
    } else value += character
  }
  return { message: 'This quotation mark is never closed.' }
}

function unexpected(character: string, next: string): string {
  if (character === '=' && /[<>]/.test(next)) return `‘=${next}’ is written ‘${next}=’.`
  if (character === '=') return 'Equality is written with two signs: ==.'
  if (character === '&') return '‘And’ is written with two signs: &&.'
  if (character === '|') return '‘Or’ is written with two signs: ||.'
  return `‘${character}’ is not part of an expression.`
}

function matchAt(pattern: RegExp, text: string, position: number): string | null {
  pattern.lastIndex = position
  return pattern.exec(text)?.[0] ?? null
}
