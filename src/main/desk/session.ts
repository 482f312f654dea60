/**
 * A person at the desk, or nobody. The only place that makes a human principal, and only for a session that its door
 * has authenticated: the app's window, or a browser with its one-time link (R1.1). May import: gateway.ts (types), model.
 */
import type { Gateway } from '../gateway.ts'
import { declarationOf } from '../model/configuration.ts'
import { ownOf } from '../model/json.ts'
import { type HumanPrincipal, humanId } from '../model/principal.ts'
import { DeskFault } from './fault.ts'

export interface DeskSession {
  readonly id: string
  readonly origin: 'window' | 'browser'
  /** ISO time. */
  readonly since: string
  /** Null: the desk is locked. */
  person(): string | null
  /**
   * With the roles and permissions that the configuration gives this person now (R2.4).
   * @throws DeskFault LOCKED
   */
  principal(): HumanPrincipal
}

/** A moment in milliseconds: since 1970, and by the clock that nobody can set. */
interface Reading {
  now: number
  elapsed: number
}

/** Who sits at one desk. Only `seats.ts` writes it. */
export interface Seat {
  readonly id: string
  readonly origin: DeskSession['origin']
  readonly since: string
  person: string | null
  /** In which declaration of the name they came; absent: it was not among `people`. */
  declared?: string | undefined
  /** This person's PIN was asked for when they came. */
  proven: boolean
  /** A PIN was entered since it was last locked: whoever did lets people without one sit here (R1.4). */
  opened: boolean
  /** Good for one decision, until then; milliseconds since 1970. */
  proofUntil: number | null
  /** When whoever sits here last touched a key, the mouse or the screen. */
  touched: Reading
}

/** Whoever the configuration does not know any more, and who is not the system's user, sits nowhere. */
export function sessionOf(
  seat: Seat,
  systemUser: string,
  { configuration, declarations }: Pick<Gateway, 'configuration' | 'declarations'>,
): DeskSession {
  const declaredNow = (name: string) => declarationOf(name, declarations().people)
  function person(): string | null {
    const known =
      seat.person === systemUser ||
      (seat.person !== null && seat.declared !== undefined && declaredNow(seat.person) === seat.declared)
    // For good: whoever is declared under this name later has not come to this desk.
    if (!known) Object.assign(seat, { person: null, proven: false, opened: false, proofUntil: null })
    return seat.person
  }
  return {
    id: seat.id,
    origin: seat.origin,
    since: seat.since,
    person,
    principal() {
      const name = person()
      if (name === null) throw new DeskFault('LOCKED', 'This desk is locked. Choose who you are.')
      const { people } = configuration()
      const rights = ownOf(people, name)
      const declared = declaredNow(name)
      return {
        kind: 'human',
        id: humanId(name),
        name,
        roles: [...(rights?.roles ?? [])],
        permissions: [...(rights?.permissions ?? [])],
        session: seat.id,
        proven: seat.proven,
        ...(declared === undefined ? {} : { declared }),
      }
    },
  }
}
