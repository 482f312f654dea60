/**
 * What the `smart` ranking prepares of a catalog, once: which words stand where, how often, in how long a text.
 * It holds no setting, so that settings can change while they are tried.
 */
import { SEARCH_FIELDS } from '../model/search-profile.ts'
import { COMMON_WORDS } from '../workflow/search-words.ts'
import type { CatalogEntry } from './catalog.ts'
import { type Cells, createCellCollector, MOST_COUNTED, makeCell } from './smart-cells.ts'
import { searchedTexts } from './smart-fields.ts'
import { createNameCollector, type NameIndex } from './smart-names.ts'
import { readSources, type SourceIndex } from './smart-sources.ts'
import { keyOfToken, readToken, readTokens } from './smart-text.ts'
import { createTitleIndex, type TitleIndex } from './smart-titles.ts'
import { createWordCollector, type SmartVocabulary } from './smart-vocabulary.ts'
import { sortIds } from './sorted.ts'

export const FIELD_COUNT = SEARCH_FIELDS.length
const LONGEST_LENGTH = 0xffff
const LONGEST_TITLE = 200

export interface SmartData {
  entries: readonly CatalogEntry[]
  vocabulary: SmartVocabulary
  cells: Cells
  /** How many words each field of each entry has, common ones left out: item × FIELD_COUNT + field. */
  lengths: Uint16Array
  /** Of the entries that have the field at all. */
  meanLengths: Float64Array
  longest: Uint16Array
  /** Each entry's place in the order of ids. */
  ranks: Uint32Array
  /** Entries in the order of ids. */
  byId: Uint32Array
  names: NameIndex
  titles: TitleIndex
  sources: SourceIndex
  scratch: Scratch
}

/** By entry, all zero between searches, and lists of entries. Rankings of one catalog share them, since a search is one piece. */
export interface Scratch {
  /** While one word is looked up. */
  weights: Float64Array
  best: Float64Array
  shares: Float32Array
  touched: Uint32Array
  items: Uint32Array
  /** Of the whole query. */
  totals: Float64Array
  fits: Float32Array
  found: Uint32Array
  /** Of its sentences. */
  scores: Float64Array
  matched: Float32Array
  bonuses: Float64Array
}

interface KnownToken {
  words: Uint32Array
  whole: number
  key: string
}

const NO_WHOLE = -1
/** Tokens that are remembered while the index is built. */
const REMEMBERED = 30_000

/** Yields after each entry, and in what follows at least every few milliseconds. */
export function* readCatalog(entries: readonly CatalogEntry[]): Generator<void, SmartData> {
  const collector = createWordCollector()
  const cells = createCellCollector()
  const names = createNameCollector(entries, (token) => know(token).key)
  const lengths = new Uint16Array(entries.length * FIELD_COUNT)
  const isCommon = new Set(COMMON_WORDS.map((word) => collector.add(word)))
  const known = new Map<string, KnownToken>()
  /** Of the field that is being read, by word: how often it stands by itself, and as a part of a name. */
  let counts = new Uint8Array(0x1000)
  let splitCounts = new Uint8Array(0x1000)
  const touched: number[] = []
  const titles = { words: [] as number[], starts: new Uint32Array(entries.length + 1) }

  function know(token: string): KnownToken {
    const remembered = known.get(token)
    if (remembered !== undefined) return remembered
    const read = readToken(token)
    const { words, whole } = read
    const result = {
      words: Uint32Array.from(words, (word) => collector.add(keepAlone(word))),
      whole: whole === null ? NO_WHOLE : collector.add(keepAlone(whole)),
      key: keepAlone(keyOfToken(read)),
    }
    if (known.size >= REMEMBERED) known.clear()
    known.set(keepAlone(token), result)
    return result
  }

  function count(word: number, split: boolean): void {
    if (word >= counts.length) {
      counts = enlarge(counts, word)
      splitCounts = enlarge(splitCounts, word)
    }
    if (counts[word] === 0 && splitCounts[word] === 0) touched.push(word)
    const into = split ? splitCounts : counts
    into[word] = Math.min(MOST_COUNTED, (into[word] ?? 0) + 1)
  }

  function readField(item: number, field: number, text: string): void {
    let length = 0
    readTokens(text, (token) => {
      const { words, whole } = know(token)
      for (const word of words) {
        count(word, whole !== NO_WHOLE)
        if (!isCommon.has(word)) length++
      }
      if (whole !== NO_WHOLE) count(whole, false)
    })
    lengths[item * FIELD_COUNT + field] = Math.min(length, LONGEST_LENGTH)
    for (const word of touched) {
      const alone = counts[word] ?? 0
      const split = splitCounts[word] ?? 0
      if (alone > 0) cells.add(word, makeCell(item, field, false, alone), length)
      if (split > 0) cells.add(word, makeCell(item, field, true, split), length)
      counts[word] = 0
      splitCounts[word] = 0
    }
    touched.length = 0
  }

  function readTitle(item: number, title: string): void {
    const start = titles.words.length
    readTokens(title.slice(0, LONGEST_TITLE), (token) => {
      for (const word of know(token).words) if (titles.words.indexOf(word, start) < 0) titles.words.push(word)
    })
    titles.starts[item + 1] = titles.words.length
  }

  for (const [item, entry] of entries.entries()) {
    readTitle(item, entry.title)
    for (const [field, text] of searchedTexts(entry).entries()) if (text !== '') readField(item, field, text)
    names.add(item)
    yield
  }
  known.clear()
  const vocabulary = yield* collector.close()
  const packed = yield* cells.pack(vocabulary.words.length)
  const byId = yield* sortIds(entries.map(({ id }) => id))
  const ranks = new Uint32Array(entries.length)
  for (const [rank, item] of byId.entries()) ranks[item] = rank
  yield
  return {
    entries,
    vocabulary,
    cells: packed,
    lengths,
    ...measureLengths(lengths),
    ranks,
    byId,
    names: names.close(),
    titles: createTitleIndex({ all: Uint32Array.from(titles.words), starts: titles.starts }, packed),
    sources: yield* readSources(entries),
    scratch: createScratch(entries.length),
  }
}

function measureLengths(lengths: Uint16Array): { meanLengths: Float64Array; longest: Uint16Array } {
  const sums = new Float64Array(FIELD_COUNT)
  const having = new Uint32Array(FIELD_COUNT)
  const longest = new Uint16Array(FIELD_COUNT)
  for (let at = 0; at < lengths.length; at++) {
    const length = lengths[at] ?? 0
    const field = at % FIELD_COUNT
    if (length === 0) continue
    sums[field] = (sums[field] ?? 0) + length
    having[field] = (having[field] ?? 0) + 1
    if (length > (longest[field] ?? 0)) longest[field] = length
  }
  return { meanLengths: sums.map((sum, field) => sum / (having[field] || 1) || 1), longest }
}

function createScratch(count: number): Scratch {
  return {
    weights: new Float64Array(count),
    best: new Float64Array(count),
    shares: new Float32Array(count),
    touched: new Uint32Array(count),
    items: new Uint32Array(count),
    totals: new Float64Array(count),
    fits: new Float32Array(count),
    found: new Uint32Array(count),
    scores: new Float64Array(count),
    matched: new Float32Array(count),
    bonuses: new Float64Array(count),
  }
}

function enlarge(counts: Uint8Array<ArrayBuffer>, word: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(word * 2)
  larger.set(counts)
  return larger
}

/** A piece of a text keeps the whole text in memory; this is a text of its own. */
function keepAlone(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
