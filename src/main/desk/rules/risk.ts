/** How risky a decision is, and why: as the author declared it, or from what would run. May import: model, workflow. */

import { type Definition, type Gate, type Risk, type Transition, targetsOf } from '../../model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import { wayOfEngine } from '../../workflow/advance.ts'
import { effectOf, executorsIn, readsOnly, triedBy } from '../../workflow/executors/executors.ts'
import { isOfHighRisk } from '../../workflow/gates/gates.ts'

export interface RiskView {
  risk: Risk
  riskReason: string
}

export const RISKY_GATE: RiskView = {
  risk: 'high',
  riskReason: 'The rule that asks for an approval says so.',
}

/** From the least grave. */
export const RISKS: readonly Risk[] = ['low', 'medium', 'high']

/** The highest of all outcomes that a person can choose: no outcome speaks for another. */
export function judgeRisk(
  definition: Definition,
  outcomes: readonly Transition[],
  gatesBefore: (outcome: Transition) => readonly Gate[],
): RiskView {
  const judged = outcomes.map((outcome) => judgeOutcome(definition, outcome, gatesBefore(outcome)))
  const [highest] = judged.toSorted((left, right) => RISKS.indexOf(right.risk) - RISKS.indexOf(left.risk))
  return highest ?? { risk: 'low', riskReason: 'The decision itself runs nothing.' }
}

/**
 * As its author declared it, or a gate before it, else by what it would run. `what`: what is judged, as a sentence about
 * it begins.
 */
export function judgeOutcome(
  definition: Definition,
  outcome: Transition,
  gates: readonly Gate[],
  what = 'The decision',
): RiskView {
  const { risk } = outcome
  if (risk !== 'high' && isOfHighRisk(gates)) return RISKY_GATE
  if (risk !== undefined) return { risk, riskReason: 'The author of the workflow says so.' }
  const [effect] = effectsOf(outcome)
  if (effect !== undefined) return { risk: 'medium', riskReason: `${what} ${effect}.` }
  const following = effectThatFollows(definition, outcome)
  if (following !== null) return { risk: 'medium', riskReason: `A step that follows by itself ${following}.` }
  return { risk: 'low', riskReason: `${what} itself runs nothing.` }
}

/** Of what runs by itself after the outcome, each state once: the first that does something, in words; null: none does. */
function effectThatFollows(definition: Definition, outcome: Transition): string | null {
  for (const { state, own } of wayOfEngine(definition, targetsOf(outcome))) {
    const [next] = [...(state?.onEnter === undefined ? [] : [state.onEnter]), ...own].flatMap(effectsOf)
    if (next !== undefined) return next
  }
  return null
}

interface Runs {
  executor?: ExecutorDeclaration
  reliability?: Reliability
}

/** What it runs, in words, its fallbacks and branches included; what may change something before what only reads. */
function effectsOf(step: Runs): string[] {
  return triedBy(step)
    .flatMap(executorsIn)
    .toSorted((one, other) => Number(readsOnly(one)) - Number(readsOnly(other)))
    .flatMap((executor) => effectOf(executor) ?? [])
}

/** High risk and `confirm` each ask for a second gesture. */
export function needsConfirmation(outcome: Transition | null, { risk }: Pick<RiskView, 'risk'>): boolean {
  return outcome?.confirm === true || risk === 'high'
}
