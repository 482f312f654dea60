/**
 * Letters that are written from right to left turn round what stands between them: a path, a number, the order of
 * two arguments. Such a text is drawn in the order of its characters, each of these words by itself. Pure.
 */
const BLOCKS =
  '\\u{590}-\\u{8ff}\\u{fb1d}-\\u{fdff}\\u{fe70}-\\u{fefc}\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}'
const LETTER = `(?!\\p{N})[${BLOCKS}]`
const TURNS = new RegExp(`[${BLOCKS}]`, 'u')
/** Nothing but words, and what parts them: whoever can read it reads it in one way. */
const PROSE = new RegExp(`^(?:${LETTER}|[\\s.,!?:;'"()]|\\p{M})*$`, 'u')
const WORD = new RegExp(`${LETTER}(?:${LETTER}|\\p{M})*`, 'gu')

/** `prose` may be drawn from right to left as it is; in a `mixed` one that would change what it says. */
export type TextOrder = 'plain' | 'prose' | 'mixed'

export function orderOf(text: string): TextOrder {
  if (!TURNS.test(text)) return 'plain'
  return PROSE.test(text) ? 'prose' : 'mixed'
}

export interface OrderedPart {
  text: string
  at: number
  /** A word that is drawn from right to left. */
  turned: boolean
}

/** Of a mixed text, in the order in which its parts are drawn from left to right. */
export function splitTurned(text: string): OrderedPart[] {
  const parts: OrderedPart[] = []
  let end = 0
  const addPlain = (to: number) => {
    if (to > end) parts.push({ text: text.slice(end, to), at: end, turned: false })
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    addPlain(index)
    parts.push({ text: word, at: index, turned: true })
    end = index + word.length
  }
  addPlain(text.length)
  return parts
}
