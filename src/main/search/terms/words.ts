/**
 * How the specified ranking sees text: words of letters and digits, trigrams and order by UTF-8 bytes
 *. Rust's `char::is_alphanumeric` is the class `Alphabetic` or `N`.
 */
const SEPARATORS = /[^\p{Alphabetic}\p{N}]+/u

/** The words of a text that is lower-cased already: lower-casing word by word would lose the final sigma. */
export function splitWords(lowered: string): string[] {
  return lowered.split(SEPARATORS).filter((word) => word !== '')
}

export function tokenize(query: string): string[] {
  return splitWords(query.toLowerCase())
}

/** The distinct trigrams of the word's UTF-8 bytes, each as one number; none for less than three bytes. */
export function trigramsOf(word: string): Set<number> {
  const bytes = Buffer.from(word, 'utf8')
  const trigrams = new Set<number>()
  for (let at = 0; at + 2 < bytes.length; at++) trigrams.add(bytes.readUIntBE(at, 3))
  return trigrams
}

/** Order of the UTF-8 encodings. JavaScript's `<` differs from it for characters beyond U+FFFF. */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const difference = rankOfUnit(left.charCodeAt(at)) - rankOfUnit(right.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** UTF-16 puts surrogates below U+E000–U+FFFF, UTF-8 puts the characters that they encode above. */
function rankOfUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
