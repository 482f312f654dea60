/** A choice among the transitions of a state: whoever decides fires one of them. */
import type { Outcome } from '../../../preload/contract.ts'
import type { Definition, Transition } from '../../model/definition.ts'
import type { ChoiceItem } from '../../model/item.ts'
import { humanTransitions, transitionsAt } from '../../workflow/advance.ts'
import { prefillOf } from '../../workflow/respond.ts'
import { scopeOf } from '../../workflow/scope.ts'
import {
  composeBecause,
  composeSentence,
  outcomeTone,
  transitionTitle,
} from '../../workflow/wording/sentence.ts'
import { judgeOutcome, judgeRisk, needsConfirmation } from '../rules/risk.ts'
import { runTitle } from './executor.ts'
import {
  alikeSteps,
  GONE,
  type ItemView,
  PLAIN,
  RUN_WENT_ON,
  type RunFacts,
  runSentence,
  toDecide,
} from './kind.ts'

export const transition: ItemView<ChoiceItem> = {
  ...PLAIN,
  title: runTitle,
  sentence(item, known) {
    if (known === null) return runSentence(item)
    const { definition, run, serverTitle } = known
    const [name, chosen] = leading(item, definition)
    const args = chosen === null ? {} : prefillOf(run, chosen)
    return composeSentence({
      definition,
      state: item.state,
      transition: chosen,
      transitionName: name,
      scope: scopeOf(run, args),
      serverTitle,
    })
  },
  asked: toDecide,
  because: (item, definition) =>
    definition === null
      ? 'Its workflow asked for a person.'
      : composeBecause({ definition, state: item.state, transition: null, transitionName: null }),
  risk: (item, known) =>
    known === null
      ? GONE
      : judgeRisk(
          known.definition,
          humanTransitions(known.definition, item.state).map(([, each]) => each),
          known.gatesBefore,
        ),
  outcomes: (item, known) => (known === null ? [] : listTransitions(item, known)),
  buttons: {},
  alike: alikeSteps,
  withdrawn: RUN_WENT_ON,
  isCompared: true,
  hasRowValues: true,
  attention: 'counts',
}

function listTransitions(
  approval: ChoiceItem,
  { definition, run, serverTitle, gatesBefore }: RunFacts,
): Outcome[] {
  const names = Object.keys(transitionsAt(definition, approval.state))
  return humanTransitions(definition, approval.state).map(([name, transition]) => {
    const judged = judgeOutcome(definition, transition, gatesBefore(transition))
    return {
      name,
      label: transitionTitle(transition, name),
      description: transition.description ?? null,
      tone: outcomeTone(name, names.indexOf(name)),
      sentence: composeSentence({
        definition,
        state: approval.state,
        transition,
        transitionName: name,
        scope: scopeOf(run, prefillOf(run, transition)),
        serverTitle,
      }),
      ...judged,
      confirm: needsConfirmation(transition, judged),
      inputSchema: transition.inputSchema ?? null,
      arguments: prefillOf(run, transition),
    }
  })
}

/**
 * The outcome that speaks for the item: the only one, or the one that lets it through, if its author wrote a
 * sentence for it. Never another: the sentence of the harmless button must not stand above the dangerous one.
 */
function leading(approval: ChoiceItem, definition: Definition): [string | null, Transition | null] {
  const outcomes = humanTransitions(definition, approval.state)
  const names = Object.keys(transitionsAt(definition, approval.state))
  const approving = outcomes.filter(([name]) => outcomeTone(name, names.indexOf(name)) === 'approve')
  const [name, transition] =
    (outcomes.length === 1 ? outcomes[0] : approving.find(([, { summary }]) => summary !== undefined)) ?? []
  return [name ?? null, transition ?? null]
}
