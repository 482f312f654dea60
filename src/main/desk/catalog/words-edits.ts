/** Aliases and tags that a person gives an item, as changes of the configuration. */
import type { ItemWords } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { ownOf } from '../../model/json.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { viewOf } from '../lab/search-handlers.ts'

type Edits = Parameters<Gateway['editor']['preview']>[0]
type Entry = NonNullable<ReturnType<Gateway['discovery']['entry']>>

const MOST_WORDS = 50
const LONGEST_WORD = 80

/** @throws DeskFault INVALID_REQUEST, NOT_FOUND, or REJECTED where they cannot be written from here */
export async function wordsEdits(gateway: Gateway, words: ItemWords): Promise<Edits> {
  const { item, field, words: list } = readWords(words)
  const found = await gateway.words.edits(requireEntry(gateway, item), field, list)
  if (!found.ok) throw new DeskFault('REJECTED', found.message)
  return found.edits
}

/** Trimmed, and each once. */
function readWords({ item, field, words }: ItemWords): ItemWords {
  if (words.length > MOST_WORDS)
    throw new DeskFault('INVALID_REQUEST', `An item has at most ${MOST_WORDS} ${field}.`)
  const read = words.map((word) => word.trim())
  if (read.some((word) => word === '' || word.length > LONGEST_WORD || /\p{Cc}/u.test(word)))
    throw new DeskFault('INVALID_REQUEST', `A word has 1 to ${LONGEST_WORD} characters, on one line.`)
  return { item, field, words: [...new Set(read)] }
}

function requireEntry({ discovery }: Pick<Gateway, 'discovery'>, item: string): Entry {
  const entry = discovery.entry(item)
  if (entry === null) throw new DeskFault('NOT_FOUND', `The catalog has no item ‘${item}’.`)
  return entry
}

/** Why the configuration would not have exactly these words, as a sentence; null: it has. */
export function missedWords(after: ReturnType<Gateway['configuration']>, words: ItemWords): string | null {
  const { item, field, words: wanted } = readWords(words)
  const workflow = ownOf(after.workflows, item)
  const found = workflow ?? after.capabilities.find(({ id }) => id === item)
  // Words of an imported tool stand beside its name in one rule, and nowhere else.
  if (found === undefined) return null
  // Two files may list the same one.
  const left = found[field].filter((word) => !wanted.includes(word))
  if (left.length === 0 && wanted.every((word) => found[field].includes(word))) return null
  if (left.length > 0)
    return `‘${item}’ would keep ${left.map((word) => `‘${word}’`).join(', ')}, written elsewhere too: in another file, or in what it shows or wraps. Change it there by hand.`
  return `‘${item}’ stands in more than one file, which are put together. Change the others by hand.`
}

// ── Aliases and tags of an item, and what others would change.

export function createWordsHandlers({ gateway }: Pick<DeskOptions, 'gateway'>): HandlersOf<'words'> {
  return {
    async 'words.get'(_, { item }) {
      const entry = requireEntry(gateway, item)
      return {
        aliases: entry.aliases,
        tags: entry.tags,
        fixed: await gateway.words.fixed(entry, 'aliases'),
      }
    },
    async 'words.effect'(_, { words: given, query }) {
      const { item, field, words } = readWords(given)
      const entry = requireEntry(gateway, item)
      const fixed = await gateway.words.fixed(entry, field)
      if (fixed !== null) throw new DeskFault('REJECTED', fixed)
      const { before, after, compared } = await gateway.tuning.effect({ ...entry, [field]: words }, query)
      return { query, before, after, evaluation: viewOf(compared, 'As it is', 'With these words') }
    },
  }
}
