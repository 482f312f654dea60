/**
 * What the `smart` ranking prepares of a catalog, once: which words stand where, how often, in how long a text.
 * It holds no setting, so that settings can change while they are tried.
 */

import { SEARCH_FIELDS } from '../../model/search-profile.ts'
import { COMMON_WORDS } from '../../workflow/search-profile/search-words.ts'
import type { CatalogEntry } from '../catalog.ts'
import { plainName } from '../closeness.ts'
import { sortIds } from '../words.ts'
import { type Cells, createCellCollector, makeCell } from './cells.ts'
import { createWordCounter, markWords } from './counts.ts'
import { searchedTexts } from './fields.ts'
import { createNameCollector, type NameIndex } from './names.ts'
import { createReadings, type Readings } from './readings.ts'
import { createScratch, type Scratch } from './scratch.ts'
import { createWordCollector, type SmartVocabulary } from './smart-vocabulary.ts'
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

/** What a query names before a colon, dot, slash or double underscore: where the item is to come from. */
interface SourceIndex {
  /** Null: the query begins with no source of this catalog. */
  read(query: string): { source: string; rest: string; has: (item: number) => boolean } | null
}

/** `mcp__github__create_issue`, `github: create issue`, `github.create_issue`, `github/create_issue`. */
const FORMS = [
  /^\s*mcp__([^\s:/.]+?)__(\S.*)$/su,
  /^\s*([^\s:/.]+)\s*[:/]\s*(\S.*)$/su,
  /^\s*([^\s:/.]+)\.(\S.*)$/su,
  /^\s*([^\s:/.]+?)__(\S.*)$/su,
]
const LONGEST_SOURCE = 200
/** Entries of one step of the preparation. */
const SLICE = 1000
/** Where it comes from is no server. */
const CONFIGURATION = 'configuration'

/** Yields often. */
function* readSources(entries: readonly CatalogEntry[]): Generator<void, SourceIndex> {
  const numbers = new Map<string, number>([['', 0]])
  const number = (name: string): number => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, numbers.size)
    return numbers.size - 1
  }
  const plain = new Map<string, string>()
  const plainOf = (name: string): string => {
    const known = plain.get(name) ?? plainName(name)
    plain.set(name, known)
    return known
  }
  const sources = new Uint32Array(entries.length)
  const prefixes = new Uint32Array(entries.length)
  for (const [item, { id, source }] of entries.entries()) {
    if (source !== CONFIGURATION) sources[item] = number(plainOf(source))
    prefixes[item] = number(plainOf(/^([^./:]+?)(?:[./:]|__)/su.exec(id)?.[1] ?? ''))
    if (item % SLICE === 0) yield
  }
  return {
    read(query) {
      for (const form of FORMS) {
        const [, name = '', rest = ''] = form.exec(query) ?? []
        if (name === '' || name.length > LONGEST_SOURCE) continue
        const wanted = numbers.get(plainName(name)) ?? 0
        if (wanted === 0) continue
        return { source: name, rest, has: (item) => sources[item] === wanted || prefixes[item] === wanted }
      }
      return null
    },
  }
}

/** How much of an entry's title a text has: the words of each title, and what each of them tells. */
interface TitleIndex {
  /** Remembers words of the catalog as those of a text, whose number is below 32; until `unmark`. */
  mark(words: readonly Uint32Array[], text: number): void
  /** Of all texts. */
  unmark(words: readonly Uint32Array[]): void
  /** From 0 to 1: what the marked words of the text tell of the title, in relation to all of its words. */
  shareOf(item: number, text: number): number
}

/** `all` has the different words of each title, those of entry i from starts[i] to starts[i + 1]. */
function createTitleIndex(
  { all, starts }: { all: Uint32Array; starts: Uint32Array },
  cells: Cells,
): TitleIndex {
  const items = starts.length - 1
  /** As the rarity of a word, whatever the settings; where it stands more often in one entry, a little less. */
  const tells = Float32Array.from({ length: cells.starts.length - 1 }, (_, word) => {
    const count = (cells.starts[word + 1] ?? 0) - (cells.starts[word] ?? 0)
    return Math.log(1 + (items + 0.5) / (count + 0.5))
  })
  /** By word, a bit for each text: quicker than a set where thousands of titles are compared. */
  const marks = new Int32Array(tells.length)
  return {
    mark(words, text) {
      for (const list of words) for (const word of list) marks[word] = (marks[word] ?? 0) | (1 << text)
    },

    unmark(words) {
      for (const list of words) for (const word of list) marks[word] = 0
    },

    shareOf(item, text) {
      let had = 0
      let sum = 0
      for (let at = starts[item] ?? 0, end = starts[item + 1] ?? 0; at < end; at++) {
        const word = all[at] ?? 0
        const worth = tells[word] ?? 0
        sum += worth
        if ((((marks[word] ?? 0) >>> text) & 1) === 1) had += worth
      }
      return sum === 0 ? 0 : had / sum
    },
  }
}
