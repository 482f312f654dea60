/**
 * What the `smart` ranking prepares of a catalog, once: which words stand where, how often, in how long a text.
 * It holds no setting, so that settings can change while they are tried.
 */
import { SEARCH_FIELDS } from '../../model/search-profile.ts'
import { COMMON_WORDS } from '../../workflow/search-profile/search-words.ts'
import type { CatalogEntry } from '../catalog.ts'
import { sortIds } from '../sorted.ts'
import { type Cells, createCellCollector, makeCell } from './cells.ts'
import { createWordCounter, markWords } from './counts.ts'
import { searchedTexts } from './fields.ts'
import { createNameCollector, type NameIndex } from './names.ts'
import { createReadings, type Readings } from './readings.ts'
import { createScratch, type Scratch } from './scratch.ts'
import { createWordCollector, type SmartVocabulary } from './smart-vocabulary.ts'
import { readSources, type SourceIndex } from './sources.ts'
import { createTitleIndex, type TitleIndex } from './titles.ts'
import { createTokenReader } from './tokens.ts'

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
  readings: Readings
}

/** Yields after each entry, and in what follows at least every few milliseconds. */
export function* readCatalog(entries: readonly CatalogEntry[]): Generator<void, SmartData> {
  const collector = createWordCollector()
  const cells = createCellCollector()
  const isCommon = markWords(COMMON_WORDS.map(collector.add))
  const reader = createTokenReader(collector.add)
  const names = createNameCollector(entries, reader)
  const counter = createWordCounter(isCommon)
  const lengths = new Uint16Array(entries.length * FIELD_COUNT)
  const titles = { words: [] as number[], starts: new Uint32Array(entries.length + 1) }

  function readTitle(item: number, title: string): void {
    const start = titles.words.length
    const count = reader.read(title.slice(0, LONGEST_TITLE))
    const { words, starts } = reader.parts()
    for (let at = 0; at < count; at++) {
      const token = reader.tokens[at] ?? 0
      for (let part = starts[token] ?? 0, end = starts[token + 1] ?? 0; part < end; part++) {
        const word = words[part] ?? 0
        if (titles.words.indexOf(word, start) < 0) titles.words.push(word)
      }
    }
    titles.starts[item + 1] = titles.words.length
  }

  for (const [item, entry] of entries.entries()) {
    readTitle(item, entry.title)
    for (const [field, text] of searchedTexts(entry).entries()) {
      if (text === '') continue
      counter.count(reader, reader.read(text))
      const length = counter.length()
      lengths[item * FIELD_COUNT + field] = Math.min(length, LONGEST_LENGTH)
      counter.take((word, split, times) => cells.add(word, makeCell(item, field, split, times), length))
    }
    names.add(item)
    yield
  }
  reader.close()
  const vocabulary = yield* collector.close()
  const packed = yield* cells.pack(vocabulary.words.length)
  const byId = yield* sortIds(entries.map(({ id }) => id))
  const ranks = new Uint32Array(entries.length)
  for (let rank = 0; rank < byId.length; rank++) ranks[byId[rank] ?? 0] = rank
  yield
  const scratch = createScratch(entries.length)
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
    scratch,
    readings: createReadings(packed, scratch),
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
