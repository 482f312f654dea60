import { useEffect, useRef, useState } from 'react'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { messageOf } from '../../../gateway.ts'
import { sendCall, useGateway } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import type { FormReading } from './server-form.ts'
import { StepList } from './step-list.tsx'
import { serverWords as words } from './words.ts'

/** The change of the file as a difference. What it names as secrets is stored first, and goes again where nothing is saved. */
export function SaveStep({
  reading: { draft, secrets },
  candidate,
  onBack,
  onSaved,
  onClose,
}: {
  reading: FormReading
  /** The id of what the draft began with. */
  candidate: string | null
  onBack: () => void
  onSaved: () => void
  onClose: () => void
}) {
  const { isStored, error, follow, names } = useStoredSecrets(secrets)
  return (
    <EditDialog
      title={words.titleOf(draft.name)}
      description={words.changeText}
      edit={isStored ? { kind: 'addServer', draft, candidate } : null}
      confirm={words.save}
      secrets={names}
      onSaving={follow}
      onSaved={onSaved}
      onClose={onClose}
      more={<Button onClick={onBack}>{words.back}</Button>}
    >
      <StepList step="change" />
      {error === null ? null : <Notice tone="failed">{error}</Notice>}
      {isStored || error !== null ? null : <p className="text-ink-muted">{words.storing}</p>}
    </EditDialog>
  )
}

/** Stored as long as this is shown, and for good once what `follow` was told of has saved what names them. `of`: the server that hides such a value. */
export function useStoredSecrets(secrets: Readonly<Record<string, string>>, of?: string) {
  const gateway = useGateway()
  const [isStored, setStored] = useState(Object.keys(secrets).length === 0)
  const [error, setError] = useState<string | null>(null)
  const saved = useRef<Promise<boolean>>(Promise.resolve(false))
  const given = useRef(secrets)
  useEffect(() => {
    let isOver = false
    const names: string[] = []
    async function store(): Promise<void> {
      for (const [name, value] of Object.entries(given.current)) {
        if (isOver) return
        await sendCall(gateway, 'secrets.set', { name, value, ...(of === undefined ? {} : { of }) })
        names.push(name)
      }
      if (!isOver) setStored(true)
    }
    const stored = store().catch((fault: unknown) => setError(messageOf(fault)))
    return () => {
      isOver = true
      void stored.then(async () => {
        // It may be closed while it is being saved.
        if (await saved.current) return
        for (const name of names) await sendCall(gateway, 'secrets.delete', { name }).catch(() => undefined)
      })
    }
  }, [gateway, of])
  return {
    isStored,
    error,
    names: Object.keys(given.current),
    follow(saving: Promise<unknown>) {
      saved.current = saving.then(
        () => true,
        () => false,
      )
    },
  }
}
