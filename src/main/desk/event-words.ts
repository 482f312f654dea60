/** The words that sentences about events are made of. */
import type { TimelineEntry } from '../../preload/contract.ts'
import type { AuditEvent } from '../model/audit-event.ts'
import type { JsonValue } from '../model/json.ts'

export interface EventText {
  text: string
  quote?: string
  tone?: TimelineEntry['tone']
  quiet?: boolean
}

const NAME_LENGTH = 60

/** Who did it, at the start of a sentence. An agent is never named without saying that it is one. */
export function subject(actor: string): string {
  if (actor.startsWith('human:')) return shorten(actor.slice('human:'.length))
  if (actor.startsWith('agent:')) {
    const name = actor.slice('agent:'.length)
    const claimed = /^says it is ‘(.*)’$/u.exec(name)?.[1]
    return claimed === undefined
      ? `The agent ${quoted(name)}`
      : `The agent that says it is ${quoted(claimed)}`
  }
  return 'The gateway'
}

/** A text of the payload; empty if it has none. */
export function field(event: AuditEvent, name: string): string {
  return asText(event.payload[name])
}

/** A name out of the payload, in quotation marks, on one line; `fallback` if it has none. */
export function name(event: AuditEvent, key: string, fallback = 'a step'): string {
  const text = field(event, key)
  return text === '' ? fallback : quoted(text)
}

/** On one line, shortened, in quotation marks. */
export function quoted(text: string): string {
  return `‘${shorten(text)}’`
}

/** What agents and servers call things must not break out of the sentence that names it. */
function shorten(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line.length > NAME_LENGTH ? `${line.slice(0, NAME_LENGTH)}…` : line
}

function asText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
