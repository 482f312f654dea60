import { OneLine } from '../text/quote-chip.tsx'

/** Words of a schema, which a server may have written: whatever they hold changes nothing beside them (R5.9). */
export function FormText({ text }: { text: string }) {
  return <OneLine text={text} className="[overflow-wrap:anywhere]" />
}
