import { TriangleAlert } from 'lucide-react'
import { TONE_TEXT } from '../../../ui/feedback/status.tsx'
import { Said } from '../../../ui/text/said.tsx'

/** One sentence of a list of what to look at, with its mark on the first line however long it is. */
export function Warning({ tone, text }: { tone: 'risky' | 'needs'; text: string }) {
  return (
    <li className={`flex gap-1.5 ${TONE_TEXT[tone]}`}>
      <TriangleAlert aria-hidden size={13} strokeWidth={2.25} className="mt-[3.5px] shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Said text={text} />
      </span>
    </li>
  )
}
