/** What people are told of items that have come: the author's words, and names that outsiders chose as quotations (R5.9). Pure. */
import type { ItemCard, Notice } from '../../../preload/contract.ts'
import { plainSentence } from '../../workflow/wording/quote.ts'

/** Of a desk at which nobody sits: that something waits, and nothing of what. */
export function composeLockedNotice(): Notice {
  return { title: 'A request waits', body: 'The desk is locked.', route: '#/inbox' }
}

/** @param items at least one */
export function composeNotice(items: ItemCard[]): Notice {
  const [first] = items
  if (first && items.length === 1) {
    // Values stay at the desk; names are needed to know what is asked.
    const sentence = plainSentence(
      first.sentence.map((part) => (part.kind === 'quote' ? { kind: 'author', text: '…' } : part)),
    )
    return { title: first.definitionTitle, body: sentence, route: `#/inbox/${first.id}` }
  }
  const titles = [...new Set(items.map((item) => item.definitionTitle))]
  return {
    title: `${items.length} items wait for you`,
    body: titles.slice(0, 3).join(', '),
    route: '#/inbox',
  }
}
