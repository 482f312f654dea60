/**
 * A person at the desk. The only place that makes a human principal, and only for a session that its door has
 * authenticated: the app's window, or a browser with its one-time link (R1.1).
 * May import: gateway.ts (types), model.
 */
import type { Gateway } from '../gateway.ts'
import type { HumanPrincipal } from '../model/principal.ts'

export interface DeskSession {
  readonly id: string
  readonly origin: 'window' | 'browser'
  /** ISO time. */
  readonly since: string
  /** With the roles and permissions that the configuration gives this person now (R2.4). */
  principal(): HumanPrincipal
}

/** Resolves when the sign-in is in the audit log (R1.4). `person` is the name of a configured person or of the system user. */
export async function openSession(
  gateway: Pick<Gateway, 'ids' | 'clock' | 'configuration' | 'record'>,
  person: string,
  origin: DeskSession['origin'],
): Promise<DeskSession> {
  const id = gateway.ids.next('se')
  const since = new Date(gateway.clock.now()).toISOString()
  await gateway.record({
    actor: `human:${person}`,
    eventType: 'session.opened',
    payload: { session: id, person, origin },
  })
  return {
    id,
    origin,
    since,
    principal() {
      const { people } = gateway.configuration()
      const rights = Object.hasOwn(people, person) ? people[person] : undefined
      return {
        kind: 'human',
        id: `human:${person}`,
        name: person,
        roles: [...(rights?.roles ?? [])],
        permissions: [...(rights?.permissions ?? [])],
        session: id,
      }
    },
  }
}
