import { Fragment } from 'react'
import type { ItemCard, SentencePart } from '../../preload/contract.ts'
import { OneLine, QuoteChip, Unbroken } from '../ui/text/quote-chip.tsx'
import { foldPieces, hidesSomething, revealText, speakPieces, speakText } from '../ui/text/visible-text.ts'

/** The author's words as text, everybody else's as chips: the two never become one text (R5.9). */
export function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  let at = 0
  return parts.map((part) => {
    at += part.text.length + 1
    if (part.kind !== 'author') return <QuoteChip key={at} text={part.text} />
    // Also an author's title must not turn round what stands beside it.
    if (!hidesSomething(part.text)) return <Unbroken key={at} text={part.text} />
    const [before, text, after] = withoutEdges(part.text)
    return (
      <Fragment key={at}>
        {before}
        <OneLine text={text} />
        {after}
      </Fragment>
    )
  })
}

/** The blanks that part it from what stands beside it are none of its own. */
function withoutEdges(text: string): [before: string, text: string, after: string] {
  const [, before = '', inner = '', after = ''] = /^( *)(.*?)( *)$/s.exec(text) ?? []
  return [before, inner, after]
}

/** For a title or a screen reader: chips become folded words in quotation marks. Pure. */
export function speakSentence(parts: readonly SentencePart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'author') {
        const [before, text, after] = withoutEdges(part.text)
        return hidesSomething(text) ? `${before}${speakText(text)}${after}` : part.text
      }
      const { pieces, folded } = foldPieces(revealText(part.text, true), 60)
      return `“${speakPieces(pieces)}${folded ? '…' : ''}”`
    })
    .join('')
}

/** One of several that may ask for the same: its sentence, and the values that tell it from the others. Pure. */
export function speakCard({ sentence, values }: Pick<ItemCard, 'sentence' | 'values'>): string {
  const told = values.map(({ name, text }): SentencePart => ({ kind: 'quote', text: `${name}: ${text}` }))
  return [sentence, ...told.map((part) => [part])].map(speakSentence).join(' ')
}
