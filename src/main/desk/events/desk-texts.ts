/** What people did at the desk itself: who came, who went, whose PIN. May import: model. */

import type { AuditEventType } from '../../model/audit-event.ts'
import { humanId, isHumanId } from '../../model/principal.ts'
import { type EventTexts, field, subject } from './words.ts'

export type DeskEvent = Extract<AuditEventType, `session.${string}` | `person.${string}`>

export const DESK_TEXTS: EventTexts<DeskEvent> = {
  'session.opened': (event) => ({
    text:
      event.payload.person === null
        ? `A desk was opened${where(event)}, locked: nobody has said who they are.`
        : `${subject(event.actor)} signed in to the desk${where(event)}.`,
    tone: 'person',
  }),
  'session.switched': (event) => ({
    text: `${person(event)} came to the desk${where(event)}, ${event.payload.proven === true ? 'with' : 'without'} a PIN.`,
    tone: 'person',
  }),
  'session.locked': (event) => ({
    text: `The desk of ${person(event)} was locked${where(event)}.`,
    quote: field(event, 'because'),
    tone: 'person',
  }),
  'session.refused': (event) => ({
    text: `A wrong PIN was entered for ${person(event)}${where(event)}.`,
    tone: 'bad',
  }),
  'person.pin_set': (event) => ({ text: `${subject(event.actor)} set a PIN.`, tone: 'person' }),
  'person.pin_removed': (event) => ({
    text: isHumanId(event.actor)
      ? `${subject(event.actor)} removed their PIN.`
      : `The PIN of ${person(event)} was removed on the command line.`,
    tone: 'person',
  }),
  'person.proved': (event) => ({
    text: `${subject(event.actor)} proved who they are, for one decision.`,
    tone: 'person',
  }),
}

function person(event: { payload: { person?: string | null | undefined } }): string {
  const who = field(event, 'person')
  return who === '' ? 'somebody' : subject(humanId(who))
}

function where(event: { payload: { origin?: string | undefined } }): string {
  return field(event, 'origin') === 'browser' ? ' in a browser' : ''
}
