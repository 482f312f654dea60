/**
 * Items about no step of a workflow: a changed tool, a changed configuration, a question of a server. The runtime
 * keeps and decides them; what a decision means belongs to whoever asks. May import: model.
 */
import type { ToldEvent } from '../../model/audit-event.ts'
import type { Decision, ItemSubject, ItemSubjects, SubjectItem, SubjectKind } from '../../model/item.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'

/** Of what a question is asked once at a time: among those of its kind. */
export interface SubjectKey {
  kind: SubjectKind
  /** While one of this kind with this key is pending, asking again only brings its subject up to date. */
  key: string
}

export interface AskRequest extends SubjectKey {
  subject: ItemSubject
  /** ISO time after which it is refused. Absent: it waits. */
  deadlineAt?: string
  /** Principal id, and client identity, of who caused it; the limits of that client count it, and the engine has none (R1.8). */
  requestedBy: string
  client: string
  /** Written with the item where that is new. */
  tells?: Pick<ToldEvent<'capability.changed'>, 'eventType' | 'payload'>
  /** Of the newest of this kind with this key, where none is pending: true, and nobody is asked. */
  unless?(last: SubjectItem): boolean
}

export interface Items {
  /** The pending item, or the one of which `unless` is true; null: too many of this client wait already. */
  ask(request: AskRequest): Promise<SubjectItem | null>
  /** Closes what is pending under this key; nothing happens if nothing is. */
  withdraw(key: SubjectKey, because: string): Promise<void>
  /** Whether there is still something to decide. */
  isOpen(approval: SubjectItem): boolean
}

/** The items of one kind, for the part of the gateway that asks for them. */
export interface ItemAsking<Kind extends SubjectKind> {
  /** The newest item with this key; null: there was none. */
  latest(key: string): Promise<SubjectItem | null>
  pending(): Promise<SubjectItem[]>
  /** Keys of which the newest item waits, or was refused. */
  unaccepted(): Promise<string[]>
  /**
   * Answers the item that waits; the one that somebody has decided, while that is about to be carried out: nobody is asked the
   * same meanwhile, unless `anew`; null where too many wait already. `client`: whose items are counted together (R1.8); left
   * out: the engine's, which have no limit. `tells`: of what is asked, in the log as soon as that is.
   */
  ask(
    key: string,
    subject: ItemSubjects[Kind],
    more?: { client?: string; anew?: boolean } & Pick<AskRequest, 'tells'>,
  ): Promise<SubjectItem | null>
  withdraw(key: string, because: string): Promise<void>
}

export interface ItemProblem {
  path: string
  message: string
  expected: string
}

export interface ItemHandler {
  /** At once: what a decision is bound to, as it is now (R5.2); null: there is nothing to decide any more. */
  seen(approval: SubjectItem): JsonValue | null
  /** Why this button cannot be pressed with the arguments that a person gave. Absent: each can, and none may be given. */
  validate?(approval: SubjectItem, outcome: string, given: JsonObject): ItemProblem[]
  /**
   * Carries out what a person has let through, by the first button; the item is durable already. Called again at the next start
   * if the process ended before it resolved, as the next two are: it must bear repetition, for which its state is a setting of the store.
   */
  approved(approval: SubjectItem, decision: Decision): Promise<Unheard>
  /** A person has pressed any other button. Absent: nothing follows from that. */
  refused?(approval: SubjectItem, decision: Decision): Promise<Unheard>
  /** It expired or was withdrawn: nobody has decided. Absent: nothing follows from that. */
  ended?(approval: SubjectItem): Promise<void>
}

/** Why nobody heard it, as a sentence: whoever asked was gone in that moment, and the item is withdrawn. Undefined: it is carried out. */
type Unheard = string | undefined

/** Complete, or it does not compile. */
export type ItemHandlers = { readonly [Kind in SubjectKind]: ItemHandler }
