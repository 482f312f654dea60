import { Button } from './ui/controls/button.tsx'
import { Dialog, type DialogProps } from './ui/feedback/dialog.tsx'
import { words } from './words.ts'

/** Something that can be done, and the way back without it. */
export function ActionDialog({ actions, ...rest }: Omit<DialogProps, 'open' | 'closeLabel'>) {
  return (
    <Dialog
      open
      closeLabel={words.common.close}
      {...rest}
      actions={
        <>
          <Button onClick={rest.onClose}>{words.common.cancel}</Button>
          {actions}
        </>
      }
    />
  )
}
