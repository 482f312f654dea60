import { createElement } from 'react'
import { showToast } from '../../ui/toast.tsx'
import { UndoButton } from './undo-button.tsx'
import { toastOf, type Undoable } from './undoable.ts'

/** Says what was decided, with the way back as long as there is one. */
export function offerUndo({ id, decidedAt, runsAt, told }: Undoable): void {
  if (told === null) return
  showToast(told.label, {
    id: toastOf(id),
    detail: told.message,
    action: createElement(UndoButton, { id, decidedAt, runsAt }),
    until: Date.parse(runsAt),
  })
}
