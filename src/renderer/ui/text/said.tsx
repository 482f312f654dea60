import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { QuoteChip, Revealed } from './quote-chip.tsx'

const QUOTATION = /“([^“”]*)”/u

/**
 * A sentence of ours as one text. What stands in it between “ and ” is a name that an outsider chose, or what they said:
 * the gateway lets none of them write these two marks, and here they become a quotation that can be seen (R5.9). Titles of
 * authors stand in it as they are, with what cannot be seen made visible.
 */
export function Said({ text }: { text: string }): ReactNode {
  let at = 0
  return text.split(QUOTATION).map((part, place) => {
    at += part.length + 1
    return place % 2 === 0 ? <Revealed key={at} text={part} /> : <QuoteChip key={at} text={part} />
  })
}

/** Sentences of ours below each other. */
export function SaidList({ texts, className }: { texts: readonly string[]; className?: string }) {
  return (
    <ul className={classNames('list-disc pl-5', className)}>
      {texts.map((text) => (
        <li key={text}>
          <Said text={text} />
        </li>
      ))}
    </ul>
  )
}
