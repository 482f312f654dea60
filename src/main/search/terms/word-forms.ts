/**
 * Forms of one English word, such as singular and plural, have one base; words of one family, such as translate and
 * translation, have one root. Other words are their own base and root.
 */
const PLAIN_WORD = /^[a-z]{4,}$/

export function baseOf(word: string): string {
  if (!PLAIN_WORD.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

/** Longest first; of the word at least LEAST_ROOT letters stay. */
const ENDINGS =
  'ization isation ations ation ators ator ating ated ates ate ings ing ions ion ments ment ance ence able ible ers ors ied er or ed ly al ive e y'.split(
    ' ',
  )
const LEAST_ROOT = 4

export function rootOf(word: string): string {
  const base = baseOf(word)
  if (!PLAIN_WORD.test(base)) return base
  const ending = ENDINGS.find((each) => base.endsWith(each) && base.length - each.length >= LEAST_ROOT)
  const root = ending === undefined ? base : base.slice(0, -ending.length)
  return /([bdfgklmnprt])\1$/.test(root) ? root.slice(0, -1) : root
}
