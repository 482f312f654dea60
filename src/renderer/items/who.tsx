import type { TimelineEntry } from '../../preload/contract.ts'
import { QuoteChip } from '../ui/text/quote-chip.tsx'
import { words } from '../words.ts'

type Who = { kind: 'person' | 'agent' | 'server'; name: string } | { kind: 'gateway' }

/** Reads the identifier of a principal: `human:anna`, `agent:claude-code`, `engine`. Pure. */
export function readWho(principal: string): Who {
  const name = principal.slice(principal.indexOf(':') + 1)
  if (principal.startsWith('human:')) return { kind: 'person', name }
  if (principal.startsWith('agent:')) return { kind: 'agent', name }
  if (principal.startsWith('server:')) return { kind: 'server', name }
  return { kind: 'gateway' }
}

/** For a caption: the bare name. Pure. */
export function speakWho(principal: string): string {
  const who = readWho(principal)
  return who.kind === 'gateway' ? words.who.gateway : who.name
}

/** Whose words the quotation of an event is, for its caption. Pure. */
export function speakQuote({ actor, quoteBy }: Pick<TimelineEntry, 'actor' | 'quoteBy'>): string {
  return quoteBy === 'actor' ? speakWho(actor) : words.who[quoteBy]
}

/** Who did it. What an agent calls itself is a quotation (R5.9). */
export function WhoName({ id }: { id: string }) {
  const who = readWho(id)
  if (who.kind === 'person') return <span>{who.name}</span>
  if (who.kind === 'gateway') return <span>{words.who.gateway}</span>
  if (who.kind === 'server') return <span>{words.who.server(who.name)}</span>
  return (
    <span>
      {words.who.agent} <QuoteChip text={who.name} />
    </span>
  )
}
