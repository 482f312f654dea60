/** Forms of one English word, such as singular and plural, have one base. Other words are their own base. */
const PLAIN_WORD = /^[a-z]{4,}$/

export function baseOf(word: string): string {
  if (!PLAIN_WORD.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}
