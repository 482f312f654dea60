import { createElement } from 'react'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { UndoButton } from './undo-button.tsx'
import { endOf, type Press, toastOf } from './undoable.ts'

/** Says what was decided, with the way back as long as there is one. */
export function offerUndo(press: Press): void {
  const { key, told, items } = press
  if (told === null) return
  showToast(told.label, {
    id: toastOf(key),
    detail: told.message,
    action: createElement(UndoButton, { items }),
    until: endOf(press),
  })
}
