/** A call that people must approve because its executor asks them: the step is held back until then. */
import type { Outcome } from '../../../preload/contract.ts'
import type { Definition, Transition } from '../../model/definition.ts'
import type { HeldItem, RunItem } from '../../model/item.ts'
import { isJsonObject, type JsonSchema } from '../../model/json.ts'
import { humanTransitions, transitionOf } from '../../workflow/advance.ts'
import { isOfHighRisk } from '../../workflow/gates/gates.ts'
import { isSingleCall, proxyDefinition } from '../../workflow/proxy.ts'
import { scopeOf } from '../../workflow/scope.ts'
import { composeBecause, composeSentence, titleOf, transitionTitle } from '../../workflow/wording/sentence.ts'
import { judgeOutcome, judgeRisk, needsConfirmation, RISKY_GATE } from '../rules/risk.ts'
import {
  alikeSteps,
  askedTransition,
  GONE,
  type ItemView,
  PLAIN,
  RUN_WENT_ON,
  type RunFacts,
  runSentence,
  toDecide,
} from './kind.ts'

export const executor: ItemView<HeldItem> = {
  ...PLAIN,
  title: runTitle,
  sentence(item, known) {
    if (known === null) return runSentence(item)
    const { definition, run, serverTitle } = known
    return composeSentence({
      definition,
      state: item.state,
      transition: askedTransition(item, definition),
      transitionName: item.step.transition,
      scope: scopeOf(run, item.step.arguments),
      serverTitle,
    })
  },
  asked: toDecide,
  because: (item, definition) =>
    definition === null
      ? 'Its workflow asked for a person.'
      : composeBecause({
          definition,
          state: item.state,
          transition: askedTransition(item, definition),
          transitionName: item.step.transition,
        }),
  risk(item, known) {
    if (known === null) return GONE
    const { definition, gatesBefore } = known
    const asked = askedTransition(item, definition)
    const outcomes =
      asked === null ? humanTransitions(definition, item.state).map(([, each]) => each) : [asked]
    return judgeRisk(definition, outcomes, (step) => [...item.held.gates, ...gatesBefore(step)])
  },
  outcomes: (item, known) => (known === null ? [] : approveOrRefuse(item, known)),
  alike: alikeSteps,
  withdrawn: RUN_WENT_ON,
  isCompared: true,
  hasRowValues: true,
  attention: 'counts',
}

/** A session of calls is named by nobody: a server's title of its tool must not stand for it (R5.9). */
export function runTitle(item: RunItem, known: { definition: Definition } | null): string {
  if (known === null) return item.definitionId
  const { definition } = known
  return titleOf(isSingleCall(definition.id) ? proxyDefinition(null) : definition)
}

/** As it was asked, or with other arguments that its schema allows. */
export function approveOrRefuse(
  approval: HeldItem,
  { definition, run, serverTitle, gatesBefore }: RunFacts,
): Outcome[] {
  const name = approval.step.transition
  const transition = transitionOf(definition, approval.state, name)
  // The title of a call may be a server's own words (R5.9), and entering a state has none.
  const untitled = isSingleCall(definition.id) || transition === null
  const title = transitionTitle(transition, name)
  const proposed = approval.held.edited?.arguments ?? approval.step.arguments
  const common = { description: null, inputSchema: null, arguments: proposed }
  const asked = composeSentence({
    definition,
    state: approval.state,
    transition,
    transitionName: name,
    scope: scopeOf(run, approval.step.arguments),
    serverTitle,
  })
  const { gates } = approval.held
  const judged =
    transition === null
      ? isOfHighRisk(gates)
        ? RISKY_GATE
        : { risk: 'medium' as const, riskReason: 'What was asked is not known at present.' }
      : judgeOutcome(definition, transition, [...gates, ...gatesBefore(transition)])
  const refusal = {
    sentence: [{ kind: 'author' as const, text: 'Nothing runs; the agent is told that it was refused.' }],
    risk: 'low' as const,
    riskReason: 'The decision itself runs nothing.',
  }
  return [
    {
      name: 'approve',
      label: untitled ? 'Approve' : `Approve: ${title}`,
      tone: 'approve',
      sentence: asked,
      ...judged,
      confirm: needsConfirmation(transition, judged),
      ...common,
      description: untitled ? null : (transition.description ?? null),
      inputSchema: editableSchema(transition),
    },
    // A refusal sends nothing back, however large the item is.
    {
      name: 'refuse',
      label: 'Refuse',
      tone: 'refuse',
      ...refusal,
      confirm: false,
      ...common,
      arguments: {},
    },
  ]
}

/** A form is for what may be filled in. */
function editableSchema(transition: Transition | null): JsonSchema | null {
  const { inputSchema } = transition ?? {}
  const properties = inputSchema?.properties
  return isJsonObject(properties) && Object.keys(properties).length > 0 ? (inputSchema ?? null) : null
}
