/** The words that sentences about events are made of. */

import type { TimelineEntry } from '../../../preload/contract.ts'
import type { AuditEvent, AuditEventType, AuditPayloads } from '../../model/audit-event.ts'
import type { JsonValue } from '../../model/json.ts'
import { humanName, isHumanId } from '../../model/principal.ts'
import { toText } from '../../workflow/scope.ts'
import { quoteName } from '../../workflow/wording/quote.ts'

export interface EventText {
  text: string
  quote?: string
  tone?: TimelineEntry['tone']
  quiet?: boolean
}

/** Of this version, or of an earlier one that may have written less. */
type PartialPayload<Payload> = { [Key in keyof Payload]?: Payload[Key] | undefined }

/** An event whose payload holds the titles of its author instead of the names that `titled` lists. */
export interface TitledEvent<Type extends AuditEventType> extends Omit<AuditEvent, 'eventType' | 'payload'> {
  eventType: Type
  payload: PartialPayload<AuditPayloads[Type]>
  titled: ReadonlySet<string>
  /** The state in which the run ended stands for a no. */
  refused: boolean
}

export type EventTexts<Type extends AuditEventType> = {
  readonly [Each in Type]: (event: TitledEvent<Each>) => EventText
}

/** Who did it, at the start of a sentence. An agent is never named without saying that it is one. */
export function subject(actor: string): string {
  if (isHumanId(actor)) return personName(humanName(actor))
  if (actor.startsWith('agent:')) {
    const agent = actor.slice('agent:'.length)
    const claimed = /^says it is ‘(.*)’$/su.exec(agent)?.[1]
    return claimed === undefined
      ? `The agent ${quoteName(agent)}`
      : `The agent that says it is ${quoteName(claimed)}`
  }
  return 'Countersign'
}

/** People of a configuration have names of plain characters; a system's user is called as the system calls them. */
function personName(name: string): string {
  return /^[\p{L}\p{N}_.@ -]{1,60}$/u.test(name) ? name : quoteName(name)
}

/** A text of the payload; empty if it has none. */
export function field<Payload>(event: { payload: Payload }, name: keyof Payload): string {
  return toText(event.payload[name] as JsonValue | undefined)
}

/** A title of the author as it is, every other name out of the payload as a quotation; `fallback` if it has none. */
export function name<Payload>(
  event: { payload: Payload; titled: ReadonlySet<string> },
  key: keyof Payload & string,
  fallback = 'a step',
): string {
  const text = field(event, key)
  if (text === '') return fallback
  return event.titled.has(key) ? `‘${text}’` : quoteName(text)
}
