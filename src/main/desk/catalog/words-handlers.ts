/** Aliases and tags of an item, and what others would change. May import: gateway.ts (types), preload/contract. */
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { viewOf } from '../lab/search-handlers.ts'
import { readWords, requireEntry } from './words-edits.ts'

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
