/** A call that the configuration holds back: it runs only after people have approved it (R5.1). */
import type { HeldItem } from '../../model/item.ts'
import { executor } from './executor.ts'
import { interruptedStep } from './interrupted.ts'
import { askedTransition, author, type ItemView } from './kind.ts'

export const gate: ItemView<HeldItem> = {
  ...executor,
  attention: 'suggests',
  sentence(item, known) {
    if (known === null || askedTransition(item, known.definition) !== null)
      return executor.sentence(item, known)
    return [...interruptedStep(item, known.definition), author(' must be approved before it runs.')]
  },
  asked: (step) => `to approve ${step('a call')} before it runs`,
  because: (item, definition) =>
    definition === null ? executor.because(item, definition) : gateBecause(item),
}

function gateBecause({ held, queue }: HeldItem): string {
  const where = queue === null ? '' : ` (queue ${queue})`
  return held.from === 0
    ? `The configuration says that this call runs only after people have approved it${where}.`
    : `What was tried before has failed, and what comes instead runs only after people have approved it${where}.`
}
