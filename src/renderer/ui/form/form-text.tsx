import { Revealed } from '../text/quote-chip.tsx'
import { revealText } from '../text/visible-text.ts'

/** Words of a schema, which a server may have written: whatever they hold changes nothing beside them (R5.9). */
export function FormText({ text }: { text: string }) {
  return (
    <bdi className="[overflow-wrap:anywhere]">
      <Revealed pieces={revealText(text, true)} />
    </bdi>
  )
}
