/** Expressions that compare which connection is called with a name: what another name does to them. Pure. */
import { evaluateExpression, parseExpression } from '../../workflow/expression/expression.ts'
import { type Token, tokenize } from '../../workflow/expression/tokens.ts'

const PATH = '$.call.connection'

/** Null: nothing in the text is compared with this name. */
export function renameCompared(text: string, name: string, to: string): string | null {
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
export function changesMeaning(text: string, name: string, to: string): boolean {
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
  return (
    parsed.ok &&
    evaluateExpression(parsed.expression, {
      ...{ arguments: {}, context: {}, input: {}, workflow: { id: '', state: '' } },
      call: { connection },
    })
  )
}
