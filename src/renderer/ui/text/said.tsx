import type { ReactNode } from 'react'
import { QuoteChip } from './quote-chip.tsx'

const QUOTATION = /“([^“”]*)”/u

/**
 * A sentence of ours as one text. What stands in it between “ and ” is a name that an outsider chose, or what they said:
 * the gateway lets none of them write these two marks, and here they become a quotation that can be seen (R5.9).
 */
export function Said({ text }: { text: string }): ReactNode {
  let at = 0
  return text.split(QUOTATION).map((part, place) => {
    at += part.length + 1
    return place % 2 === 0 ? part : <QuoteChip key={at} text={part} />
  })
}
