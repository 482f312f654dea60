/** What events of the settings say to a person. May import: model. */
import type { AuditEventType } from '../../model/audit-event.ts'
import { type EventTexts, name, subject } from './words.ts'

type SettingsEvent = Extract<
  AuditEventType,
  | 'client.connected'
  | 'client.disconnected'
  | `registry.${string}`
  | `secret.${string}`
  | `trial.${string}`
  | `data.${string}`
  | `workspace.${string}`
  | `traffic.${string}`
>

export const SETTINGS_TEXTS: EventTexts<SettingsEvent> = {
  'client.connected': (event) => ({
    text: `${subject(event.actor)} added Countersign to the settings of ${name(event, 'client', 'a client')}.`,
    tone: 'person',
  }),
  'client.disconnected': (event) => ({
    text: `${subject(event.actor)} removed Countersign from the settings of ${name(event, 'client', 'a client')}.`,
    tone: 'person',
  }),
  'trial.started': (event) => ({
    text: `${subject(event.actor)} tried the server ${name(event, 'server', 'that was named')} before adding it.`,
    ...(event.payload.target === undefined ? {} : { quote: event.payload.target }),
    tone: 'person',
  }),
  'trial.ended': (event) => ({
    text: `The server ${name(event, 'server', 'that was tried')} ${sayTrial(event.payload)}, and was ended.`,
    quiet: true,
  }),
  'registry.saved': (event) => ({
    text: `${subject(event.actor)} saved the registry ${name(event, 'title', 'of servers')} at ${name(event, 'address', 'its address')}.`,
    tone: 'person',
  }),
  'registry.removed': (event) => ({
    text: `${subject(event.actor)} removed the registry ${name(event, 'title', 'of servers')}.`,
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
        ? `${subject(event.actor)} turned the search history on.`
        : `${subject(event.actor)} turned the search history off.`,
    tone: 'person',
  }),
  'traffic.forgotten': (event) => ({
    text: `${subject(event.actor)} deleted the search history (${Number(event.payload.searches)}).`,
    tone: 'person',
  }),
  'workspace.left': (event) => ({
    text: `${subject(event.actor)} opened another workspace instead of this one: ${name(event, 'configuration', 'another')}.`,
    tone: 'person',
  }),
  'workspace.created': (event) => ({
    text: `${subject(event.actor)} created a workspace: ${name(event, 'configuration', 'a new folder')}.`,
    tone: 'person',
  }),
}

function sayTrial({
  outcome,
  tools = 0,
}: {
  outcome?: string | undefined
  tools?: number | undefined
}): string {
  switch (outcome) {
    case 'answered':
      return `answered with ${tools === 1 ? '1 tool' : `${tools} tools`}`
    case 'signIn':
      return 'asked for a sign-in'
    case 'stopped':
      return 'was stopped by a person'
    default:
      return 'did not answer as it should'
  }
}
