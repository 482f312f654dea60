/** All distinct words of a catalog, the words of one base, and the words that contain or resemble a given one. */
import { countEdits } from '../../workflow/wording/count-edits.ts'
import { hashOf } from '../text-hash.ts'

export interface WordCollector {
  /** The word's number; a new word gets the next one. */
  add(word: string): number
  /** Prepares the look-ups; yields often. No word may be added afterwards. */
  close(): Generator<void, SmartVocabulary>
}

export interface SmartVocabulary {
  /** Bases of words count as words, even where no item has them. */
  readonly words: readonly string[]
  find(word: string): number | undefined
  wordAt(number: number): string
  /** All words of the base that this word has, whether it is known or not. */
  formsOf(word: string): Uint32Array
  /** The words of the family that this word has, as one list for each base; its own base is left out. */
  familyOf(word: string): Uint32Array[]
  /** Longer words that contain this one: the first MOST_CONTAINING. */
  containing(word: string): readonly number[]
  /** Words that resemble this one by their letters, the nearest first. */
  similar(word: string): readonly { word: number; closeness: number }[]
}

const NONE = new Uint32Array(0)
/** Nobody asks for more. */
export const MOST_CONTAINING = 64

export function createWordCollector(): WordCollector {
  const numbers = new Map<string, number>()
  const words: string[] = []
  const bases: number[] = []

  function add(word: string): number {
    const known = numbers.get(word)
    if (known !== undefined) return known
    const number = words.length
    numbers.set(word, number)
    words.push(word)
    bases.push(number)
    const base = baseOf(word)
    if (base !== word) bases[number] = add(base)
    return number
  }

  function* close(): Generator<void, SmartVocabulary> {
    const starts = new Uint32Array(words.length + 2)
    for (const base of bases) starts[base + 2] = (starts[base + 2] ?? 0) + 1
    for (let base = 0; base < words.length; base++)
      starts[base + 2] = (starts[base + 2] ?? 0) + (starts[base + 1] ?? 0)
    const forms = new Uint32Array(words.length)
    for (let word = 0; word < words.length; word++) {
      const base = bases[word] ?? 0
      forms[starts[base + 1] ?? 0] = word
      starts[base + 1] = (starts[base + 1] ?? 0) + 1
    }
    yield
    const grams = yield* createGrams(words)
    const isBase = (word: number): boolean => bases[word] === word
    const families = yield* createFamilies(words, isBase)
    return {
      words,
      find: (word) => numbers.get(word),
      wordAt: (number) => words[number] ?? '',
      formsOf(word) {
        const base = numbers.get(baseOf(word))
        return base === undefined ? NONE : forms.subarray(starts[base], starts[base + 1])
      },
      familyOf: (word) => families.of(word).map((base) => forms.subarray(starts[base], starts[base + 1])),
      containing: (word) => grams.containing(word, MOST_CONTAINING),
      similar: grams.similar,
    }
  }

  return { add, close }
}

/** Which bases of words have the same root; kept as chains of numbers by hash, since most have none. */
interface Families {
  /** Numbers of the other bases that have the word's root. */
  of(word: string): number[]
}

/** Words of one step of the preparation. */
const SLICE = 2000

function* createFamilies(
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

function rootOf(word: string): string {
  const base = baseOf(word)
  if (!PLAIN_WORD.test(base)) return base
  const ending = ENDINGS.find((each) => base.endsWith(each) && base.length - each.length >= LEAST_ROOT)
  const root = ending === undefined ? base : base.slice(0, -ending.length)
  return /([bdfgklmnprt])\1$/.test(root) ? root.slice(0, -1) : root
}

/** Three letters in a row, the borders of words included: which words have which. */
interface Grams {
  /** Numbers of longer words that contain this one: the first so many. */
  containing(word: string, most: number): number[]
  /** Words that resemble this one, the nearest first, ties by number. */
  similar(word: string): { word: number; closeness: number }[]
}

const BORDER = 0x24
/** Below it, two words share too few letters to be compared one by one. */
const LEAST_SHARED = 0.14
/** Words that share this much resemble each other, whatever their letters' order. */
const SURELY_SIMILAR = 0.5
const MOST_SIMILAR = 4

function* createGrams(words: readonly string[]): Generator<void, Grams> {
  const numbers = new Map<number, number>()
  const sizes: number[] = []
  const counts = new Uint8Array(words.length)
  for (const [word, text] of words.entries()) {
    const grams = gramsOf(text)
    counts[word] = grams.length
    for (const gram of grams) {
      const number = numbers.get(gram)
      if (number === undefined) {
        numbers.set(gram, sizes.length)
        sizes.push(1)
      } else sizes[number] = (sizes[number] ?? 0) + 1
    }
    if (word % SLICE === 0) yield
  }
  const starts = new Uint32Array(sizes.length + 1)
  for (const [number, size] of sizes.entries()) starts[number + 1] = (starts[number] ?? 0) + size
  const ends = starts.slice()
  const holders = new Uint32Array(starts[sizes.length] ?? 0)
  for (const [word, text] of words.entries()) {
    for (const gram of gramsOf(text)) {
      const number = numbers.get(gram) ?? 0
      const end = ends[number] ?? 0
      holders[end] = word
      ends[number] = end + 1
    }
    if (word % SLICE === 0) yield
  }
  /** How many grams of the word that is looked for each word has; all zero between calls. */
  const shared = new Uint8Array(words.length)

  function holdersOf(gram: number): Uint32Array {
    const number = numbers.get(gram)
    return number === undefined ? NONE : holders.subarray(starts[number], starts[number + 1])
  }

  return {
    containing(word, most) {
      const lists = gramsOf(word, false).map(holdersOf)
      const [shortest = NONE, second = shortest] = lists.sort((left, right) => left.length - right.length)
      const found: number[] = []
      let place = 0
      for (let at = 0; at < shortest.length && found.length < most; at++) {
        const number = shortest[at] ?? 0
        // Both are in order. Numbers are far cheaper to compare than words.
        while ((second[place] ?? number) < number) place++
        if (second[place] !== number) continue
        const text = words[number] ?? ''
        if (text.length > word.length && text.includes(word)) found.push(number)
      }
      return found
    },

    similar(word) {
      const grams = gramsOf(word)
      const touched: number[] = []
      for (const gram of grams) {
        const holding = holdersOf(gram)
        for (let at = 0; at < holding.length; at++) {
          const number = holding[at] ?? 0
          const count = shared[number] ?? 0
          if (count === 0) touched.push(number)
          shared[number] = count + 1
        }
      }
      const near: { word: number; closeness: number }[] = []
      for (const number of touched) {
        const count = shared[number] ?? 0
        shared[number] = 0
        const closeness = compareWords(
          word,
          words[number] ?? '',
          count / (grams.length + (counts[number] ?? 0) - count),
        )
        if (closeness > 0) near.push({ word: number, closeness })
      }
      return near
        .sort((left, right) => right.closeness - left.closeness || left.word - right.word)
        .slice(0, MOST_SIMILAR)
    },
  }
}

/** 0: they do not resemble each other. `jaccard` is of their sets of grams. */
function compareWords(left: string, right: string, jaccard: number): number {
  if (jaccard < LEAST_SHARED) return 0
  const longest = Math.max(left.length, right.length)
  // Of many it makes no difference how many.
  const edits = Math.abs(left.length - right.length) > 2 ? 9 : countEdits(left, right)
  if (edits > (left.length >= 8 ? 2 : 1) && jaccard < SURELY_SIMILAR) return 0
  return Math.max(jaccard, 1 - edits / longest)
}

/** The distinct grams of a word, which is at most 64 long; without borders, only those inside. */
function gramsOf(word: string, borders = true): number[] {
  const grams: number[] = []
  const at = (position: number): number =>
    position < 0 || position >= word.length ? BORDER : word.charCodeAt(position)
  const first = borders ? -1 : 0
  const last = word.length - (borders ? 1 : 2)
  for (let position = first; position < last; position++) {
    const gram = packUnits(at(position), at(position + 1), at(position + 2))
    if (!grams.includes(gram)) grams.push(gram)
  }
  return grams
}

/** Different units beyond ASCII may get the same number; what is found is always compared in full. */
function packUnits(first: number, second: number, third: number): number {
  if ((first | second | third) < 0x80) return (first << 14) | (second << 7) | third
  return (Math.imul(Math.imul(first, 0x9e37_79b1) ^ second, 0x85eb_ca6b) ^ third) | 0x4000_0000
}
