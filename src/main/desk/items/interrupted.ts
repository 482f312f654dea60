/** A step that was cut off: nobody knows whether it took effect, and a person says what happened (R4.7). */
import type { Outcome, SentencePart } from '../../../preload/contract.ts'
import type { Definition } from '../../model/definition.ts'
import type { HeldItem, ItemOf, OutcomeOf } from '../../model/item.ts'
import type { JsonSchema } from '../../model/json.ts'
import { RETRY_ON_ENTER, RETRY_ON_TIMEOUT, stateOf, transitionOf } from '../../workflow/advance.ts'
import { declaredCall } from '../../workflow/executors/wording.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { stateTitle, titleOf, transitionTitle } from '../../workflow/wording/sentence.ts'
import { runTitle } from './executor.ts'
import {
  askedTransition,
  author,
  type Button,
  type ItemView,
  PLAIN,
  RUN_WENT_ON,
  runSentence,
} from './kind.ts'

const RISK = { risk: 'high', riskReason: 'A wrong answer repeats the step, or leaves it out.' } as const

const BUTTONS = {
  happened: { label: 'It happened', tone: 'approve', done: 'Noted that it happened.' },
  did_not_happen: { label: 'It did not happen', tone: 'neutral', done: 'Noted that it did not happen.' },
  cancel: { label: 'Cancel the run', tone: 'refuse', done: 'Cancelled.' },
} as const satisfies Record<OutcomeOf<'interrupted'>, Button>

export const interrupted: ItemView<ItemOf<'interrupted'>> = {
  ...PLAIN,
  title: runTitle,
  sentence: (item, known) =>
    known === null
      ? runSentence(item)
      : [...interruptedStep(item, known.definition), author(' was cut off while it ran. Did it happen?')],
  asked: (step) => `whether ${step('a step')} happened`,
  because: () => 'The step was cut off while it ran, and nothing shows whether it took effect.',
  risk: () => RISK,
  outcomes: (item, known) => (known === null ? [] : verdicts(item, known.definition)),
  buttons: BUTTONS,
  withdrawn: RUN_WENT_ON,
  hasRowValues: true,
}

export function interruptedStep(
  approval: ItemOf<'interrupted'> | HeldItem,
  definition: Definition,
): SentencePart[] {
  const name = approval.step.transition
  const transition = askedTransition(approval, definition)
  if (isSingleCall(definition.id)) {
    return [author('The call '), { kind: 'name', text: declaredCall(transition?.executor) ?? name }]
  }
  const workflow = titleOf(definition)
  if (name === RETRY_ON_TIMEOUT) return [author(`What ${workflow} does when its time is up`)]
  return name === RETRY_ON_ENTER
    ? [author(`What entering ‘${stateTitle(definition, approval.state)}’ does in ${workflow}`)]
    : [author(`${transitionTitle(transition, name)} in ${workflow}`)]
}

function verdicts(approval: ItemOf<'interrupted'>, definition: Definition): Outcome[] {
  const name = approval.step.transition
  // The title of a call may be a server's own words (R5.9), and entering a state has none.
  const untitled = isSingleCall(definition.id) || name.startsWith('$')
  const title = transitionTitle(transitionOf(definition, approval.state, name), name)
  const common = {
    // What each leads to is worked out, and said by the preview.
    description: null,
    inputSchema: null,
    arguments: {},
    confirm: true,
    ...RISK,
  }
  const says = (text: string) => [author(text)]
  return [
    {
      name: 'happened',
      ...labelled(BUTTONS.happened),
      ...(untitled ? {} : { label: `It happened: ${title}` }),
      sentence: says('Say that the step happened'),
      ...common,
      inputSchema: answeredForm(approval, definition),
    },
    {
      name: 'did_not_happen',
      ...labelled(BUTTONS.did_not_happen),
      sentence: says('Say that the step did not happen'),
      ...common,
    },
    {
      name: 'cancel',
      ...labelled(BUTTONS.cancel),
      sentence: says('End the run here'),
      ...common,
    },
  ]
}

const labelled = ({ label, tone }: Button) => ({ label, tone })

/** What the run keeps of the step's answer, for whoever knows it (R4.7); null: it keeps nothing. */
function answeredForm(
  { state, step: { transition: name } }: ItemOf<'interrupted'>,
  definition: Definition,
): JsonSchema | null {
  if (isSingleCall(definition.id)) return null
  const declared =
    name === RETRY_ON_ENTER ? stateOf(definition, state)?.onEnter : transitionOf(definition, state, name)
  const names = Object.keys(declared?.output ?? {})
  return names.length === 0
    ? null
    : { type: 'object', properties: Object.fromEntries(names.map((key) => [key, { title: key }])) }
}
