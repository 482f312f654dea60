/** How the `smart` ranking reads a query: which words count, which do not, and what its sentences are. */
import type { SmartSettings, WordList } from '../../model/search-profile.ts'
import { ASKING_WORDS, COMMON_WORDS } from '../../workflow/search-profile/search-words.ts'
import { readToken, readTokens } from './tokens.ts'

export interface QueryWord {
  word: string
  count: number
}

export interface QueryReader {
  /** The words that count, each once, and those that do not. If none counts, all do. */
  read(query: string): { words: QueryWord[]; ignored: string[] }
  hasWords(query: string): boolean
}

/** Words of queries that do not count. */
function collectIgnored(settings: SmartSettings): ReadonlySet<string> {
  return new Set([
    ...(settings.ignoreCommon ? withChanges(COMMON_WORDS, settings.commonWords) : []),
    ...(settings.ignoreAsking ? withChanges(ASKING_WORDS, settings.askingWords) : []),
  ])
}

export function createQueryReader(settings: SmartSettings): QueryReader {
  const ignoredWords = collectIgnored(settings)
  const counts = (word: string): boolean => !ignoredWords.has(word) && (word.length > 1 || !LETTER.test(word))

  function readAll(query: string): string[] {
    const all: string[] = []
    readTokens(query, (token) => {
      const { words, whole } = readToken(token)
      if (settings.splitNames || whole === null) all.push(...words)
      else all.push(whole)
    })
    return all
  }

  return {
    hasWords: (query) => readAll(query).length > 0,
    read(query) {
      const all = readAll(query)
      const counting = all.filter(counts)
      const used = counting.length > 0 ? counting : all
      return {
        words: countWords(used),
        ignored: counting.length > 0 ? [...new Set(all.filter((word) => !counts(word)))] : [],
      }
    },
  }
}

const LETTER = /^[a-z]$/

function withChanges(standard: readonly string[], { add, remove }: WordList): string[] {
  const removed = new Set(remove.map((word) => word.toLowerCase()))
  return [...standard, ...add.map((word) => word.toLowerCase())].filter((word) => !removed.has(word))
}

function countWords(words: readonly string[]): QueryWord[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => ({ word, count }))
}

const SENTENCE_END =
  /(?<=[.!?;])\s+|(?<=[。！？；])|\n+|,?\s+(?:and then|after that|afterwards|then|also|in addition|additionally|besides|moreover|furthermore|finally|lastly)\b/giu
const SHORTEST_SENTENCE = 9
const MOST_SENTENCES = 20

/** Empty: the query is one sentence. */
export function splitSentences(query: string): string[] {
  const sentences = query
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= SHORTEST_SENTENCE)
  return sentences.length > 1 ? sentences.slice(0, MOST_SENTENCES) : []
}
