/** How a run in doubt goes on, by the kind of doubt and the button: what each would do, and what it does. */
import type { DoubtItem, DoubtKind, OutcomeOf } from '../../model/item.ts'
import { kindEntry } from '../../model/kinds.ts'
import type { Run } from '../../model/run.ts'
import { interrupted } from './resolve-interrupted.ts'
import type { Verdict } from './verdict.ts'

interface Doubt<Outcome extends string = string> {
  /** Whether the run is still as it was asked about. */
  stands(run: Run): boolean
  verdicts: Readonly<Record<Outcome, Verdict>>
}

/** Complete, or it does not compile. */
const DOUBTS: { readonly [Kind in DoubtKind]: Doubt<OutcomeOf<Kind>> } = { interrupted }

export function standsInDoubt({ kind }: DoubtItem, run: Run): boolean {
  return kindEntry(DOUBTS, kind, 'item').stands(run)
}

/** Null: it has no such button. */
export function verdictOf({ kind }: DoubtItem, outcome: string): Verdict | null {
  const { verdicts }: Doubt = kindEntry(DOUBTS, kind, 'item')
  return (Object.hasOwn(verdicts, outcome) ? verdicts[outcome] : undefined) ?? null
}
