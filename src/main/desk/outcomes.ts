/** The buttons of an item: one for each way in which a person can decide it (gateway.md §4.6). */
import type { Outcome } from '../../preload/contract.ts'
import type { Approval } from '../model/approval.ts'
import { type Definition, PROXY_DEFINITION, type Transition } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import { isJsonObject, type JsonSchema } from '../model/json.ts'
import { RETRY_ON_ENTER, stateOf, transitionOf } from '../workflow/advance.ts'
import { prefillOf } from '../workflow/links.ts'
import { scopeOf } from '../workflow/scope.ts'
import { composeSentence, outcomeTone, transitionTitle } from '../workflow/sentence.ts'
import { undoWindowOf } from '../workflow/undo-window.ts'
import { humanTransitions } from './loaded-run.ts'
import { judgeOutcome } from './risk.ts'

export interface OutcomeFacts {
  /** How long a decision of high risk can be taken back. */
  riskyMs: number
  /** What the configuration calls a connection. */
  serverTitle(connection: string): string
}

export function listOutcomes(
  approval: Approval,
  definition: Definition,
  instance: Instance,
  facts: OutcomeFacts,
): Outcome[] {
  switch (approval.kind) {
    case 'transition':
      return listTransitions(approval, definition, instance, facts)
    case 'interrupted':
      return verdicts(approval, definition)
    default:
      return approveOrRefuse(approval, definition, instance, facts)
  }
}

function listTransitions(
  approval: Approval,
  definition: Definition,
  instance: Instance,
  facts: OutcomeFacts,
): Outcome[] {
  const names = Object.keys(stateOf(definition, approval.state)?.transitions ?? {})
  return humanTransitions(definition, approval.state).map(([name, transition]) => ({
    name,
    label: transitionTitle(transition, name),
    description: transition.description ?? null,
    tone: outcomeTone(name, names.indexOf(name)),
    sentence: composeSentence({
      definition,
      state: approval.state,
      transition,
      transitionName: name,
      scope: scopeOf(instance, prefillOf(instance, transition)),
      serverTitle: facts.serverTitle,
    }),
    ...judgeOutcome(definition, transition),
    confirm: needsConfirmation(transition),
    undoMs: undoWindowOf(transition, facts.riskyMs),
    inputSchema: transition.inputSchema ?? null,
    arguments: prefillOf(instance, transition),
  }))
}

/** As it was asked, or with other arguments that its schema allows. */
function approveOrRefuse(
  approval: Approval,
  definition: Definition,
  instance: Instance,
  facts: OutcomeFacts,
): Outcome[] {
  const name = approval.transition ?? ''
  const transition = transitionOf(definition, approval.state, name)
  // The title of a call may be a server's own words (R5.9), and entering a state has none.
  const untitled = definition.id === PROXY_DEFINITION || transition === null
  const title = transitionTitle(transition, name)
  const proposed = approval.held?.edited?.arguments ?? approval.arguments
  const common = { description: null, inputSchema: null, arguments: proposed }
  const asked = composeSentence({
    definition,
    state: approval.state,
    transition,
    transitionName: name,
    scope: scopeOf(instance, approval.arguments),
    serverTitle: facts.serverTitle,
  })
  const judged =
    transition === null
      ? { risk: 'medium' as const, riskReason: 'What was asked is not known at present.' }
      : judgeOutcome(definition, transition)
  const refusal = {
    sentence: [{ kind: 'author' as const, text: 'Nothing runs; the agent is told that it was refused.' }],
    risk: 'low' as const,
    riskReason: 'The decision itself runs nothing.',
  }
  const proposes = approval.kind === 'definition'
  const confirm = proposes || (transition !== null && needsConfirmation(transition))
  const label = untitled ? 'Approve' : `Approve: ${title}`
  return [
    {
      name: 'approve',
      label: proposes ? 'Accept the workflow' : label,
      tone: 'approve',
      sentence: asked,
      ...(proposes ? PROPOSAL : judged),
      confirm,
      undoMs: undoWindowOf(transition, facts.riskyMs),
      ...common,
      // A proposal is accepted as it stands, or not at all: nobody would have seen what another one does.
      inputSchema: proposes ? null : editableSchema(transition),
    },
    // A refusal sends nothing back, however large the item is.
    {
      name: 'refuse',
      label: 'Refuse',
      tone: 'refuse',
      ...refusal,
      confirm: false,
      undoMs: 0,
      ...common,
      arguments: {},
    },
  ]
}

const PROPOSAL = { risk: 'high' as const, riskReason: 'It decides what agents may do later.' }

/** A form is for what may be filled in. */
function editableSchema(transition: Transition | null): JsonSchema | null {
  const { inputSchema } = transition ?? {}
  const properties = inputSchema?.properties
  return isJsonObject(properties) && Object.keys(properties).length > 0 ? (inputSchema ?? null) : null
}

function verdicts(approval: Approval, definition: Definition): Outcome[] {
  const name = approval.transition ?? ''
  // The title of a call may be a server's own words (R5.9), and entering a state has none.
  const untitled = definition.id === PROXY_DEFINITION || name.startsWith('$')
  const title = transitionTitle(transitionOf(definition, approval.state, name), name)
  const common = {
    // What each leads to is worked out, and said by the preview.
    description: null,
    inputSchema: null,
    arguments: {},
    confirm: true,
    undoMs: 0,
    risk: 'high' as const,
    riskReason: 'A wrong answer repeats the step, or leaves it out.',
  }
  const says = (text: string) => [{ kind: 'author' as const, text }]
  return [
    {
      name: 'happened',
      label: untitled ? 'It happened' : `It happened: ${title}`,
      sentence: says('Say that the step happened'),
      tone: 'approve',
      ...common,
      inputSchema: answeredForm(approval, definition),
    },
    {
      name: 'did_not_happen',
      label: 'It did not happen',
      sentence: says('Say that the step did not happen'),
      tone: 'neutral',
      ...common,
    },
    {
      name: 'cancel',
      label: 'Cancel the run',
      sentence: says('End the run here'),
      tone: 'refuse',
      ...common,
    },
  ]
}

/** What the run keeps of the step's answer, for whoever knows it (R4.7); null: it keeps nothing. */
function answeredForm({ state, transition: name }: Approval, definition: Definition): JsonSchema | null {
  if (definition.id === PROXY_DEFINITION || name === null) return null
  const declared =
    name === RETRY_ON_ENTER ? stateOf(definition, state)?.onEnter : transitionOf(definition, state, name)
  const names = Object.keys(declared?.output ?? {})
  return names.length === 0
    ? null
    : { type: 'object', properties: Object.fromEntries(names.map((key) => [key, { title: key }])) }
}

/** `risk: high` and `confirm` each ask for a second gesture (desk.md, principle 5). */
function needsConfirmation({ confirm, risk }: Transition): boolean {
  return confirm === true || risk === 'high'
}
