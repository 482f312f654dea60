/** All distinct words of a catalog, the words of one base, and the words that contain or resemble a given one. */
import { remember } from '../remembered.ts'
import { createFamilies } from '../terms/word-families.ts'
import { baseOf } from '../terms/word-forms.ts'
import { createGrams } from './smart-grams.ts'

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
/** Enough for the longest query, which comes again under other settings. */
const REMEMBERED = 150

const itself = (word: string): string => word

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
      containing: remember(REMEMBERED, itself, (word) => grams.containing(word, MOST_CONTAINING)),
      similar: remember(REMEMBERED, itself, grams.similar),
    }
  }

  return { add, close }
}
