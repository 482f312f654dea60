/** The buttons of an item: one for each way in which a person can decide it (gateway.md §4.6). May import: model, workflow. */
import type { Outcome } from '../../preload/contract.ts'
import type { Approval } from '../model/approval.ts'
import { type Definition, PROXY_DEFINITION } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import { RETRY_ON_ENTER, stateOf, transitionOf } from '../workflow/advance.ts'
import { prefillOf } from '../workflow/links.ts'
import { outcomeTone, transitionTitle } from '../workflow/sentence.ts'
import { humanTransitions } from './loaded-run.ts'

export function listOutcomes(approval: Approval, definition: Definition, instance: Instance): Outcome[] {
  switch (approval.kind) {
    case 'transition':
      return listTransitions(approval, definition, instance)
    case 'interrupted':
      return verdicts(approval, definition)
    default:
      return approveOrRefuse(approval, definition)
  }
}

function listTransitions(approval: Approval, definition: Definition, instance: Instance): Outcome[] {
  const names = Object.keys(stateOf(definition, approval.state)?.transitions ?? {})
  return humanTransitions(definition, approval.state).map(([name, transition]) => ({
    name,
    label: transitionTitle(transition, name),
    description: transition.description ?? null,
    tone: outcomeTone(name, names.indexOf(name)),
    confirm: transition.confirm ?? transition.risk === 'high',
    inputSchema: transition.inputSchema ?? null,
    arguments: prefillOf(instance, transition),
  }))
}

/** What was asked runs as it was asked: it has no form. */
function approveOrRefuse(approval: Approval, definition: Definition): Outcome[] {
  const name = approval.transition ?? ''
  const transition = transitionOf(definition, approval.state, name)
  const title = transitionTitle(transition, name)
  const common = { description: null, inputSchema: null, arguments: {} }
  const confirm = transition?.confirm ?? transition?.risk === 'high'
  return [
    { name: 'approve', label: `Approve: ${title}`, tone: 'approve', confirm, ...common },
    { name: 'refuse', label: 'Refuse', tone: 'refuse', confirm: false, ...common },
  ]
}

function verdicts(approval: Approval, definition: Definition): Outcome[] {
  const name = approval.transition ?? ''
  // The title of a call may be a server's own words (R5.9), and entering a state has none.
  const untitled = definition.id === PROXY_DEFINITION || name === RETRY_ON_ENTER
  const title = transitionTitle(transitionOf(definition, approval.state, name), name)
  const common = { inputSchema: null, arguments: {}, confirm: true }
  return [
    {
      name: 'happened',
      label: untitled ? 'It happened' : `It happened: ${title}`,
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
