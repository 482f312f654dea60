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

/** Of a fallback, what is to be weighed first: it may be the second time. */
export function gateBecause({ held, queue }: HeldItem): string {
  const where = queue === null ? '' : ` (queue ${queue})`
  if (held.from === 0)
    return `The settings file says that this call runs only after people have approved it${where}.`
  const before =
    held.tried?.uncertain === true
      ? 'What was tried before has failed, but may have taken effect all the same. What'
      : 'What was tried before has failed, and what'
  return `${before} comes instead runs only after people have approved it${where}.`
}
