/** How much of an entry's title a text has: the words of each title, and what each of them tells. */
import type { Cells } from './cells.ts'

export interface TitleIndex {
  /** Remembers words of the catalog as those of a text, whose number is below 32; until `unmark`. */
  mark(words: readonly Uint32Array[], text: number): void
  /** Of all texts. */
  unmark(words: readonly Uint32Array[]): void
  /** From 0 to 1: what the marked words of the text tell of the title, in relation to all of its words. */
  shareOf(item: number, text: number): number
}

/** `all` has the different words of each title, those of entry i from starts[i] to starts[i + 1]. */
export function createTitleIndex(
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
