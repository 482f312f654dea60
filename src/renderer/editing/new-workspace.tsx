/** The button that begins a workspace of one's own, with its dialog. May import: ui, queries, words. */
import { type FormEvent, useId, useRef, useState } from 'react'
import { useCall, useSend } from '../queries.ts'
import { Button } from '../ui/controls/button.tsx'
import type { ButtonLook } from '../ui/controls/button-look.ts'
import { copyAndSay } from '../ui/controls/copy-button.tsx'
import { TextField } from '../ui/controls/field.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Notice } from '../ui/feedback/error-state.tsx'
import { CodeBlock } from '../ui/text/code.tsx'
import { words as shared } from '../words.ts'

const words = shared.newWorkspace

export function NewWorkspaceButton({ look = 'outline' }: { look?: ButtonLook }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look={look}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="max-w-full max-[30rem]:h-auto max-[30rem]:min-h-8 max-[30rem]:whitespace-normal"
      >
        {words.button}
      </Button>
      {open ? <NewWorkspaceDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** First where it shall be; once it is there, how a gateway is started with it. */
function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const suggested = useCall('workspace.suggest', {})
  const create = useSend('workspace.create')
  const [typed, setTyped] = useState<string | null>(null)
  const folder = typed ?? suggested.data?.folder ?? ''
  const made = create.data
  const { data: known } = useCall('workspace.list', {})
  const look = useSend('workspace.look')
  const open = useSend('workspace.open')
  async function openMade(configuration: string): Promise<void> {
    const { hash } = await look.mutateAsync({ configuration })
    open.mutate({ configuration, hash: hash ?? '' })
  }
  function send(event: FormEvent): void {
    event.preventDefault()
    if (folder.trim() !== '') create.mutate({ folder })
  }
  return (
    <Dialog
      onClose={onClose}
      title={made ? words.madeTitle : words.title}
      description={made ? (known?.canOpen === true ? words.openText : words.madeText) : words.text}
      field={field}
      wide
      actions={
        made ? (
          <>
            <Button onClick={onClose}>{shared.common.close}</Button>
            {known?.canOpen === true ? (
              <Button
                look="solid"
                disabled={open.isPending || open.isSuccess}
                onClick={() => void openMade(made.configuration).catch(() => undefined)}
              >
                {words.open}
              </Button>
            ) : (
              <Button look="solid" onClick={() => void copyAndSay(made.command, words)}>
                {words.copy}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onClick={onClose}>{shared.common.cancel}</Button>
            <Button
              look="solid"
              type="submit"
              form={form}
              disabled={create.isPending || folder.trim() === ''}
            >
              {words.make}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div role="status">
          {(look.error ?? open.error) ? (
            <Notice tone="failed">{(look.error ?? open.error)?.message}</Notice>
          ) : null}
          {known?.canOpen === true ? (
            <CodeBlock text={made.configuration} label={words.configuration} wrap className="mt-1" />
          ) : (
            <ol className="flex list-decimal flex-col gap-3 py-1 pl-5">
              <li>
                {words.steps[0]}
                <CodeBlock text={made.command} label={words.command} wrap className="mt-1" />
              </li>
              <li>{words.steps[1]}</li>
              <li>
                {words.steps[2]}
                <CodeBlock text={made.configuration} label={words.configuration} wrap className="mt-1" />
              </li>
            </ol>
          )}
        </div>
      ) : (
        <form id={form} onSubmit={send} className="flex flex-col gap-3 py-1" autoComplete="off">
          {create.error ? <Notice tone="failed">{create.error.message}</Notice> : null}
          <TextField
            label={words.folder}
            hint={words.folderHint}
            ref={field}
            value={folder}
            onType={setTyped}
            // A suggestion that came while somebody types would stand in front of what they type.
            readOnly={suggested.isPending}
            maxLength={4096}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        </form>
      )}
    </Dialog>
  )
}
