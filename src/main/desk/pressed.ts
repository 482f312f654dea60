/** The button that was pressed, as it was called. May import: model, workflow. */
import type { Approval } from '../model/approval.ts'
import type { Definition } from '../model/definition.ts'
import { stateOf, transitionOf } from '../workflow/advance.ts'
import { outcomeTone, transitionTitle } from '../workflow/sentence.ts'

export interface Pressed {
  label: string
  tone: 'approve' | 'refuse' | 'neutral'
}

export function pressedOf(approval: Approval, definition: Definition | null): Pressed {
  const name = approval.decision?.outcome ?? ''
  if (approval.kind !== 'transition' || definition === null) {
    const label = { approve: 'Approve', refuse: 'Refuse' }[name] ?? name
    return { label, tone: name === 'approve' ? 'approve' : name === 'refuse' ? 'refuse' : 'neutral' }
  }
  const names = Object.keys(stateOf(definition, approval.state)?.transitions ?? {})
  const transition = transitionOf(definition, approval.state, name)
  return { label: transitionTitle(transition, name), tone: outcomeTone(name, names.indexOf(name)) }
}
