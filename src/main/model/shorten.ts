/** Texts that have only so much room, or stand before others. Pure. */

/** At most so many characters, the last of them … where something is left out; none is cut in two. */
export function shorten(text: string, longest: number): string {
  // A character has two units at most: nobody takes a long text apart for its first words.
  const characters = [...text.slice(0, 2 * longest + 1)]
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/** As many bytes of UTF-8 as there is room for; no character is cut in two. */
export function cutToBytes(text: string, bytes: number): string {
  const kept = new TextEncoder().encode(text).subarray(0, bytes)
  // What may still go on is left out.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept, { stream: true })
}

/** Of somebody else's words, before a sentence of ours. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** At most so many units and …, cut between two words if that leaves more than half; no character is cut in two. */
export function shortenAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text
  const kept = text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')
  const lastSpace = kept.search(/\s\S*$/u)
  return `${(lastSpace > longest / 2 ? kept.slice(0, lastSpace) : kept).trimEnd()}…`
}
