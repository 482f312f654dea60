/**
 * The specified ranking, literally: the definition that the index must equal to the last bit (* seeds 000 and 002). Every step is rounded to a 32-bit float, lengths are counted in UTF-8 bytes.
 */
import type { CatalogEntry } from '../catalog.ts'
import { splitWords, tokenize, trigramsOf } from '../words.ts'

/** In the order in which their points are added: the order decides the last bit of the sum. */
export const FIELDS = ['title', 'id', 'tags', 'aliases', 'description', 'text'] as const
export type Field = (typeof FIELDS)[number]

export const WEIGHTS: Record<Field, number> = {
  title: 6,
  id: 5,
  tags: 3,
  aliases: 3,
  description: 2,
  text: 1,
}

const PREFIX_SHARE = Math.fround(0.7)
/** A similarity must be above it: three tenths, as a 32-bit float, are not. */
export const FUZZY_THRESHOLD = Math.fround(0.3)
const PREFIX_MIN_BYTES = 2
export const FUZZY_MIN_BYTES = 4

export interface Hit {
  entry: CatalogEntry
  score: number
}

/** Why a term gave points to a field of an entry. */
export interface Explanation {
  term: string
  field: Field
  strategy: 'exact' | 'prefix' | 'fuzzy'
  /** The word of the field that hit. */
  word: string
  points: number
}

/** The fields as they are compared: in the order of FIELDS, lower-cased, lists joined with a space. */
export function comparedFields(entry: CatalogEntry): string[] {
  const { title, id, tags, aliases, description, text } = entry
  return [title, id, tags.join(' '), aliases.join(' '), description, text].map((field) => field.toLowerCase())
}

/**
 * Each hit of the query in the entry, in the order in which the points are added. They sum to the score;
 * a query without terms has no explanation, and every entry the score 1.
 */
export function explainClassic(entry: CatalogEntry, query: string): Explanation[] {
  const texts = comparedFields(entry)
  return tokenize(query).flatMap((term) =>
    FIELDS.flatMap((field, position) => {
      const match = matchField(texts[position] ?? '', term, WEIGHTS[field])
      return match === null ? [] : [{ term, field, ...match }]
    }),
  )
}

export function similarityOf(shared: number, left: number, right: number): number {
  return Math.fround(shared / (left + right - shared))
}

export function fuzzyPoints(weight: number, similarity: number): number {
  return Math.fround(Math.fround(weight * similarity) * 0.5)
}

type Match = Pick<Explanation, 'strategy' | 'word' | 'points'>

function matchField(text: string, term: string, weight: number): Match | null {
  const words = splitWords(text)
  if (text.includes(term)) {
    // A term holds letters and digits only, so that what contains it is always one word.
    const word = words.find((candidate) => candidate.includes(term)) ?? term
    return { strategy: 'exact', word, points: weight }
  }
  const bytes = Buffer.byteLength(term, 'utf8')
  if (bytes >= PREFIX_MIN_BYTES) {
    // Never reached: a word that begins with the term contains it. Kept because the specification has it.
    const word = words.find((candidate) => candidate.startsWith(term))
    if (word !== undefined) return { strategy: 'prefix', word, points: Math.fround(weight * PREFIX_SHARE) }
  }
  return bytes >= FUZZY_MIN_BYTES ? matchFuzzily(words, term, weight) : null
}

function matchFuzzily(words: string[], term: string, weight: number): Match | null {
  const wanted = trigramsOf(term)
  let best = { word: '', similarity: 0 }
  for (const word of words) {
    const similarity = compareTrigrams(wanted, trigramsOf(word))
    if (similarity > best.similarity) best = { word, similarity }
  }
  if (best.similarity <= FUZZY_THRESHOLD) return null
  return { strategy: 'fuzzy', word: best.word, points: fuzzyPoints(weight, best.similarity) }
}

function compareTrigrams(left: Set<number>, right: Set<number>): number {
  let shared = 0
  for (const trigram of left) if (right.has(trigram)) shared++
  return similarityOf(shared, left.size, right.size)
}
