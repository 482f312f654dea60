import { type FormEvent, type ReactNode, useId } from 'react'
import type { CallName, ReplyOf, RequestOf } from '../preload/contract.ts'
import { useSend } from './queries.ts'
import { Button } from './ui/controls/button.tsx'
import { Dialog, type DialogProps } from './ui/feedback/dialog.tsx'
import { Notice } from './ui/feedback/error-state.tsx'
import { words } from './words.ts'

interface ActionDialogProps extends Omit<DialogProps, 'open' | 'actions'> {
  /** The button that does it; null: there is nothing to do. */
  confirm: string | null
  onConfirm: () => void
  danger?: boolean
  /** Whether all that it needs is there. */
  isReady?: boolean
  /** The call that does it: on its way it is not asked for again, and why it was refused stands above everything. */
  send?: { isPending: boolean; error: Error | null }
  /** The way back. */
  keep?: string
  /** What must be said before it counts: above both buttons. */
  tick?: ReactNode
  /** Between the two buttons. */
  more?: ReactNode
  /** Enter in a field does it, too; the first of its fields takes the focus. */
  form?: boolean
}

/** Something that can be done, and the way back without it. */
export function ActionDialog({
  confirm,
  onConfirm,
  danger = false,
  isReady = true,
  send,
  keep = words.common.cancel,
  tick,
  more,
  form = false,
  children,
  ...rest
}: ActionDialogProps) {
  const id = useId()
  const first: DialogProps['field'] = {
    get current() {
      return document.getElementById(id)?.querySelector<HTMLElement>('input, textarea') ?? null
    },
  }
  const isOpen = isReady && send?.isPending !== true
  function submit(event: FormEvent): void {
    event.preventDefault()
    // A dialog within a form of the screen is none of that form's fields.
    event.stopPropagation()
    if (isOpen) onConfirm()
  }
  const body = (
    <>
      {send?.error ? <Notice tone="failed">{send.error.message}</Notice> : null}
      {children}
    </>
  )
  const isEmpty = !send?.error && !children
  return (
    <Dialog
      {...(form ? { field: first } : {})}
      {...rest}
      actions={
        <>
          {tick}
          <Button onClick={rest.onClose}>{keep}</Button>
          {more}
          {confirm === null ? null : (
            <Button
              look={danger ? 'danger' : 'solid'}
              disabled={!isOpen}
              {...(form ? { type: 'submit', form: id } : { onClick: onConfirm })}
            >
              {confirm}
            </Button>
          )}
        </>
      }
    >
      {form ? (
        <form id={id} onSubmit={submit} autoComplete="off" className="flex flex-col gap-3 py-1">
          {body}
        </form>
      ) : isEmpty ? null : (
        <div className="flex flex-col gap-3 py-1">{body}</div>
      )}
    </Dialog>
  )
}

/** Something that one call does: once it is done the dialog goes. */
export function CallDialog<Name extends CallName>({
  call,
  request,
  onDone,
  onSettled,
  ...rest
}: Omit<ActionDialogProps, 'send' | 'onConfirm'> & {
  call: Name
  request: RequestOf<Name>
  /** Says so. */
  onDone: (reply: ReplyOf<Name>) => void
  /** Also where it was refused. */
  onSettled?: () => void
}) {
  const send = useSend(call)
  function confirm(): void {
    send.mutate(request, {
      onSuccess: (reply) => {
        onDone(reply)
        rest.onClose()
      },
      onSettled: () => onSettled?.(),
    })
  }
  return <ActionDialog {...rest} send={send} onConfirm={confirm} />
}
