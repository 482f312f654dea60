/** Which bases of words have the same root; kept as chains of numbers by hash, since most have none. */
import { baseOf, rootOf } from './word-forms.ts'

export interface Families {
  /** Numbers of the other bases that have the word's root. */
  of(word: string): number[]
}

/** Words of one step of the preparation. */
const SLICE = 2000

export function* createFamilies(
  words: readonly string[],
  isBase: (word: number) => boolean,
): Generator<void, Families> {
  const heads = new Uint32Array(2 ** Math.ceil(Math.log2(words.length + 1)))
  /** One more than the word before it in the same chain; 0: there is none. */
  const nexts = new Uint32Array(words.length)
  const bucketOf = (root: string): number => hashOf(root) & (heads.length - 1)
  for (const [word, text] of words.entries()) {
    if (word % SLICE === 0) yield
    if (!isBase(word)) continue
    const bucket = bucketOf(rootOf(text))
    nexts[word] = heads[bucket] ?? 0
    heads[bucket] = word + 1
  }
  return {
    of(word) {
      const root = rootOf(word)
      const base = baseOf(word)
      const others: number[] = []
      for (let next = heads[bucketOf(root)] ?? 0; next > 0; next = nexts[next - 1] ?? 0) {
        const other = words[next - 1] ?? ''
        // A root is the beginning of its word; to look is far cheaper than to find the root.
        if (other !== base && other.startsWith(root) && rootOf(other) === root) others.push(next - 1)
      }
      return others
    },
  }
}

const NOTHING = 0x811c_9dc5

/** FNV-1a of the UTF-16 units; `before` is the hash of a text that stands before this one. */
export function hashOf(text: string, before = NOTHING): number {
  let hash = before
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193)
  return hash >>> 0
}
