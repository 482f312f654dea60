/** What events of the settings say to a person. May import: model. */
import type { AuditEventType } from '../../model/audit-event.ts'
import { type EventTexts, name, subject } from './words.ts'

type SettingsEvent = Extract<
  AuditEventType,
  | 'client.connected'
  | 'client.disconnected'
  | `secret.${string}`
  | `data.${string}`
  | `workspace.${string}`
  | `traffic.${string}`
>

export const SETTINGS_TEXTS: EventTexts<SettingsEvent> = {
  'client.connected': (event) => ({
    text: `${subject(event.actor)} wrote this gateway into the configuration of ${name(event, 'client', 'a client')}.`,
    tone: 'person',
  }),
  'client.disconnected': (event) => ({
    text: `${subject(event.actor)} took this gateway out of the configuration of ${name(event, 'client', 'a client')}.`,
    tone: 'person',
  }),
  'secret.stored': (event) => ({
    text: `${subject(event.actor)} stored the secret ${name(event, 'name', 'that was named')}.`,
    tone: 'person',
  }),
  'secret.deleted': (event) => ({
    text: `${subject(event.actor)} deleted the secret ${name(event, 'name', 'that was named')}.`,
    tone: 'person',
  }),
  'data.backed_up': (event) => ({
    text: `${subject(event.actor)} made a backup of the database.`,
    tone: 'person',
  }),
  'traffic.keeping': (event) => ({
    text:
      event.payload.keep === true
        ? `${subject(event.actor)} had the searches of agents kept again.`
        : `${subject(event.actor)} had the searches of agents kept no more.`,
    tone: 'person',
  }),
  'traffic.forgotten': (event) => ({
    text: `${subject(event.actor)} had ${Number(event.payload.searches)} kept searches of agents forgotten.`,
    tone: 'person',
  }),
  'workspace.created': (event) => ({
    text: `${subject(event.actor)} created a workspace: ${name(event, 'configuration', 'a new folder')}.`,
    tone: 'person',
  }),
}
