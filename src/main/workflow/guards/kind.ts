/** What every kind of guard says of itself. Pure. May import: model, workflow, but no table of kinds. */

import type { Guard, GuardKinds, GuardOf, StoredFacts } from '../../model/guard.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Requester } from '../../model/run.ts'
import type { Moment } from '../scope.ts'

/** It is not known on which transition the guard stands. */
export interface GuardFacts {
  scope: Moment
  principal: Requester
  stored: StoredFacts
  /** What is not known yet, where a guard is looked at before its time; absent: everything is known. */
  unknown?: {
    /** Whether the value at a path is still to come. */
    reads(path: string): boolean
    /** Whether what is stored may still change before it counts, as when evidence is recorded. */
    stored: boolean
    /** Whether the moment may be another when it counts; not where links are filtered as of now. */
    time: boolean
  }
}

export interface Verdict {
  /** Null: it depends on what is not known yet. */
  passed: boolean | null
  /** A sentence for a model and a person. */
  reason: string
  /** Each path that was read and its value (null: missing; long values are cut short). */
  saw: JsonObject
  /** Holds an expression that cannot be read or computed: the guard fails as a whole, even inside `not`. */
  broken: boolean
}

/** A guard inside another one. */
export interface InnerGuard {
  /** Where it stands in the guard round it, as written in a configuration. */
  at: readonly (string | number)[]
  guard: Guard
  /** It must not hold where the guard round it must. */
  isDenied?: boolean
}

/** `inner` does the same for a guard inside this one. */
export interface GuardKind<Kind extends keyof GuardKinds> {
  /**
   * In one line and without a full stop, as answers, `explain` and problems name it by itself: `role deployer`. It also goes on
   * after “no longer checks ” and “is left out until … where ” in a difference, “It checks ” on a card, “Refused unless this holds: ” and
   * “it does not ask where ” among rules, and “nobody is asked until … where ” in a preview.
   */
  text(guard: GuardOf<Kind>, inner: (guard: Guard) => string): string
  /**
   * Null, passed or not, where that depends on what `unknown` says is still to come, or on a stored fact that nobody has looked up.
   * Nobody asks again when time alone changes the verdict: no step of the engine's may wait for it, and the reason names times absolutely.
   */
  evaluate(guard: GuardOf<Kind>, facts: GuardFacts, inner: (guard: Guard) => Verdict): Verdict
  /** The guards directly inside it. */
  children(guard: GuardOf<Kind>): readonly InnerGuard[]
  /** The paths that it reads itself; null: that cannot be said, since its expression cannot be read. */
  reads(guard: GuardOf<Kind>): readonly string[] | null
  /**
   * The steps of the run on which it rests, by name: what the run keeps of them is in `stored.fired`, `check` finds those that cannot
   * come before, and where definitions are compared their names are more than names.
   */
  steps(guard: GuardOf<Kind>): readonly string[]
  /** The same guard with other guards inside and another expression: `expression` gives the new text for an old one. */
  rewrite(
    guard: GuardOf<Kind>,
    inner: (guard: Guard) => Guard,
    expression: (text: string) => string,
  ): GuardOf<Kind>
  /** What must hold for it to hold: what is inside it where all of that must, else itself. */
  demands(guard: GuardOf<Kind>, inner: (guard: Guard) => Guard[]): Guard[]
  /**
   * Whether whatever passes it passes the other one, too, whose values are others: then a change from that one to it takes nothing
   * away, and is not named among what gets weaker.
   */
  implies(guard: GuardOf<Kind>, other: GuardOf<Kind>): boolean
  /**
   * Whether it asks what rights the caller has. The engine has none (R1.7): no timeout and no exception may rest on it, and the inbox
   * sorts by it.
   */
  asksCaller: boolean
  /** Whether it rests on a stored fact itself: it cannot stand where only values are known, as in a branch of `parallel`. */
  asksStore: boolean
  /** Whether it can only pass after a person has approved something: no timeout may pass it by a way of its own then. */
  needsApproval(guard: GuardOf<Kind>, inner: (guard: Guard) => boolean): boolean
}

/** What holds of a kind without guards and expressions in it. Whom it asks, and for what, each kind says itself. */
export const PLAIN = {
  children: () => [],
  reads: () => [],
  steps: () => [],
  rewrite: <Any extends Guard>(guard: Any) => guard,
  demands: (guard: Guard): Guard[] => [guard],
  implies: () => false,
} as const

export function verdictOf(passed: boolean | null, reason: string, saw: JsonObject = {}): Verdict {
  return { passed, reason, saw, broken: false }
}
