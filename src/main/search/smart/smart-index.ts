/**
 * What the `smart` ranking prepares of a catalog, once: which words stand where, how often, in how long a text.
 * It holds no setting, so that settings can change while they are tried.
 */

import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts'
import { SEARCH_FIELDS, type SearchField } from '../../model/search-profile.ts'
import { COMMON_WORDS } from '../../workflow/search-profile/search-words.ts'
import type { CatalogEntry } from '../catalog.ts'
import { sortIds } from '../words.ts'
import { createNameCollector, type NameIndex, readSources, type SourceIndex } from './names.ts'
import { createTokenReader, LONGEST_FIELD, NO_WHOLE, type TokenReader } from './tokens.ts'
import { createWordCollector, type SmartVocabulary } from './vocabulary.ts'

export const FIELD_COUNT = SEARCH_FIELDS.length
/** Entries that are scored at a time: so much fits the processor's nearest memory. */
export const BLOCK = 1024
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

// What is searched of an entry, field by field.

const MOST_PARAMETERS = 200
const DEEPEST_PARAMETER = 4

/** The texts of an entry in the order of SEARCH_FIELDS. */
function searchedTexts(entry: CatalogEntry): string[] {
  const texts: Record<SearchField, string> = {
    title: entry.title,
    id: entry.id,
    tags: entry.tags.join(' '),
    aliases: entry.aliases.join(' '),
    examples: entry.examples.join(' '),
    description: entry.description,
    text: entry.text,
    parameters: describeParameters(entry.inputSchema),
  }
  return SEARCH_FIELDS.map((field) => texts[field].slice(0, LONGEST_FIELD))
}

/** Names and descriptions of the properties of a schema, and of what they hold. */
function describeParameters(schema: JsonSchema | undefined): string {
  if (schema === undefined) return ''
  const texts: string[] = []
  let left = MOST_PARAMETERS
  const visit = (value: JsonValue | undefined, depth: number): void => {
    if (!isJsonObject(value) || depth > DEEPEST_PARAMETER) return
    visit(value.items, depth + 1)
    if (!isJsonObject(value.properties)) return
    for (const [name, property] of Object.entries(value.properties)) {
      if (left-- <= 0) return
      texts.push(name)
      if (!isJsonObject(property)) continue
      if (typeof property.description === 'string') texts.push(property.description)
      visit(property, depth + 1)
    }
  }
  visit(schema, 0)
  return texts.join(' ')
}

/** How often each word stands in one field: by itself, and as a part of a name. */
interface WordCounter {
  /** Counts the words of the first tokens of `reader`, so many. */
  count(reader: TokenReader, tokens: number): void
  /** How many words were counted, common ones and whole names left out. */
  length(): number
  /** Calls `found` for each word of the field; then all is zero again. */
  take(found: (word: number, split: boolean, times: number) => void): void
}

/** By number of a word: 1 where it is one of these. */
function markWords(words: readonly number[]): Uint8Array {
  const marks = new Uint8Array(Math.max(0, ...words) + 1)
  for (const word of words) marks[word] = 1
  return marks
}

/** `isCommon`: see markWords. */
function createWordCounter(isCommon: Uint8Array): WordCounter {
  /** By word, by itself and as a part of a name: at 2 × word, and after it. */
  let counts = new Uint8Array(0x2000)
  const touched: number[] = []
  let different = 0
  let length = 0

  function add(word: number, split: 0 | 1): void {
    const at = 2 * word + split
    if (at >= counts.length) counts = enlarge(counts, at)
    const before = counts[at] ?? 0
    if (before === 0 && (counts[at ^ 1] ?? 0) === 0) touched[different++] = word
    if (before < MOST_COUNTED) counts[at] = before + 1
  }

  return {
    count({ tokens, parts }, count) {
      const { words, starts, wholes } = parts()
      length = 0
      for (let at = 0; at < count; at++) {
        const token = tokens[at] ?? 0
        const whole = wholes[token] ?? 0
        const split = whole === NO_WHOLE ? 0 : 1
        const end = starts[token + 1] ?? 0
        for (let part = starts[token] ?? 0; part < end; part++) {
          const word = words[part] ?? 0
          add(word, split)
          if (isCommon[word] !== 1) length++
        }
        if (split === 1) add(whole, 0)
      }
    },
    length: () => length,
    take(found) {
      for (let at = 0; at < different; at++) {
        const word = touched[at] ?? 0
        const alone = counts[2 * word] ?? 0
        const split = counts[2 * word + 1] ?? 0
        if (alone > 0) found(word, false, alone)
        if (split > 0) found(word, true, split)
        counts[2 * word] = 0
        counts[2 * word + 1] = 0
      }
      different = 0
    },
  }
}

function enlarge(counts: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(at * 2)
  larger.set(counts)
  return larger
}

/*
 * Where each word stands: a cell is one number of an item, a field and a count. Collected in chunks, for a growing
 * array is copied in one piece, then packed word by word in the order of items and fields.
 */

/** Of each count, at most this is kept: a word that stands so often gains nothing by more. */
export const MOST_COUNTED = 16
/** An item's number has the bits above it. */
export const ITEM_SHIFT = 8
const FIELD_SHIFT = 5
/** The word is a part of a name such as getWeather. */
export const SPLIT_FLAG = 0x10
/** Eight fields. */
const FIELD_MASK = 0x7
const CHUNK = 0x1_0000
const PACKED_AT_ONCE = 0x4000

function makeCell(item: number, field: number, split: boolean, count: number): number {
  return ((item << ITEM_SHIFT) | (field << FIELD_SHIFT) | (split ? SPLIT_FLAG : 0) | (count - 1)) >>> 0
}

export function fieldOfCell(cell: number): number {
  return (cell >>> FIELD_SHIFT) & FIELD_MASK
}

/** A field's length as it stands beside each cell, so that scoring does not jump about in memory; longer ones are looked up. */
export const MOST_LENGTH = 0xff

export interface Cells {
  all: Uint32Array
  /** At the same positions: the length of the cell's field, at most MOST_LENGTH. */
  lengths: Uint8Array
  /** Cells of word w: from starts[w] to starts[w + 1], by item, then by field. */
  starts: Uint32Array
}

interface CellCollector {
  /** `length` is that of the field. */
  add(word: number, cell: number, length: number): void
  /** Yields often. */
  pack(words: number): Generator<void, Cells>
}

function createCellCollector(): CellCollector {
  let chunks: { words: Uint32Array; cells: Uint32Array; lengths: Uint8Array }[] = []
  let free = 0
  return {
    add(word, cell, length) {
      let chunk = chunks.at(-1)
      if (chunk === undefined || free === CHUNK) {
        chunk = {
          words: new Uint32Array(CHUNK),
          cells: new Uint32Array(CHUNK),
          lengths: new Uint8Array(CHUNK),
        }
        chunks.push(chunk)
        free = 0
      }
      chunk.words[free] = word
      chunk.cells[free] = cell
      chunk.lengths[free] = Math.min(length, MOST_LENGTH)
      free++
    },

    *pack(words) {
      const lengthOf = (position: number): number => (position === chunks.length - 1 ? free : CHUNK)
      const starts = new Uint32Array(words + 2)
      for (const [position, chunk] of chunks.entries()) {
        for (let at = 0, end = lengthOf(position); at < end; at++) {
          const place = (chunk.words[at] ?? 0) + 2
          starts[place] = (starts[place] ?? 0) + 1
        }
        yield
      }
      for (let word = 0; word < words; word++)
        starts[word + 2] = (starts[word + 2] ?? 0) + (starts[word + 1] ?? 0)
      yield
      const all = new Uint32Array(starts[words + 1] ?? 0)
      const lengths = new Uint8Array(all.length)
      for (const [position, chunk] of chunks.entries()) {
        for (let at = 0, end = lengthOf(position); at < end; at++) {
          const place = (chunk.words[at] ?? 0) + 1
          const next = starts[place] ?? 0
          all[next] = chunk.cells[at] ?? 0
          lengths[next] = chunk.lengths[at] ?? 0
          starts[place] = next + 1
          if (at % PACKED_AT_ONCE === 0) yield
        }
      }
      chunks = []
      return { all, lengths, starts }
    },
  }
}
