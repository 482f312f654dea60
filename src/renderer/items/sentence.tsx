import type { SentencePart } from '../../preload/contract.ts'
import { QuoteChip } from '../ui/text/quote-chip.tsx'
import { foldPieces, revealText, speakPieces } from '../ui/text/visible-text.ts'

/** The author's words as text, everybody else's as chips: the two never become one text (R5.9). */
export function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  let at = 0
  return parts.map((part) => {
    at += part.text.length + 1
    return part.kind === 'author' ? part.text : <QuoteChip key={at} text={part.text} />
  })
}

/** For a title or a screen reader: chips become folded words in quotation marks. Pure. */
export function speakSentence(parts: readonly SentencePart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'author') return part.text
      const { pieces, folded } = foldPieces(revealText(part.text, true), 60)
      return `“${speakPieces(pieces)}${folded ? '…' : ''}”`
    })
    .join('')
}
