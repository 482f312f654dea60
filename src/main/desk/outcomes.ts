/** The buttons of an item: one for each way in which a person can decide it (gateway.md §4.6). May import: model. */
import type { Outcome } from '../../preload/contract.ts'
import type { Approval } from '../model/approval.ts'
import type { Definition } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import { findState, findTransition, humanTransitions } from './loaded-run.ts'
import type { DeskRules } from './rules.ts'

type Words = Pick<DeskRules, 'transitionTitle' | 'outcomeTone' | 'prefillOf'>

export function listOutcomes(
  rules: Words,
  approval: Approval,
  definition: Definition,
  instance: Instance,
): Outcome[] {
  switch (approval.kind) {
    case 'transition':
      return listTransitions(rules, approval, definition, instance)
    case 'interrupted':
      return verdicts(rules, approval, definition)
    default:
      return approveOrRefuse(rules, approval, definition)
  }
}

function listTransitions(
  rules: Words,
  approval: Approval,
  definition: Definition,
  instance: Instance,
): Outcome[] {
  const names = Object.keys(findState(definition, approval.state)?.transitions ?? {})
  return humanTransitions(definition, approval.state).map(([name, transition]) => ({
    name,
    label: rules.transitionTitle(transition, name),
    description: transition.description ?? null,
    tone: rules.outcomeTone(name, names.indexOf(name)),
    confirm: transition.confirm ?? transition.risk === 'high',
    inputSchema: transition.inputSchema ?? null,
    arguments: rules.prefillOf(instance, transition),
  }))
}

/** What was asked runs as it was asked: it has no form. */
function approveOrRefuse(rules: Words, approval: Approval, definition: Definition): Outcome[] {
  const name = approval.transition ?? ''
  const transition = findTransition(definition, approval.state, name)
  const title = rules.transitionTitle(transition, name)
  const common = { description: null, inputSchema: null, arguments: {} }
  const confirm = transition?.confirm ?? transition?.risk === 'high'
  return [
    { name: 'approve', label: `Approve: ${title}`, tone: 'approve', confirm, ...common },
    { name: 'refuse', label: 'Refuse', tone: 'refuse', confirm: false, ...common },
  ]
}

function verdicts(rules: Words, approval: Approval, definition: Definition): Outcome[] {
  const name = approval.transition ?? ''
  const title = rules.transitionTitle(findTransition(definition, approval.state, name), name)
  const common = { inputSchema: null, arguments: {}, confirm: true }
  return [
    {
      name: 'happened',
      label: `It happened: ${title}`,
      description: 'The run goes on as if the step had succeeded; its results stay empty.',
      tone: 'approve',
      ...common,
    },
    {
      name: 'did_not_happen',
      label: 'It did not happen',
      description: 'The run is as it was before the step, which may be tried again.',
      tone: 'neutral',
      ...common,
    },
    {
      name: 'cancel',
      label: 'Cancel the run',
      description: 'The run ends here.',
      tone: 'refuse',
      ...common,
    },
  ]
}
