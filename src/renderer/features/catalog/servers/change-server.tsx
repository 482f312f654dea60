import { useMemo, useRef, useState } from 'react'
import type { SandboxMode, ServerDraft } from '../../../../preload/contract.ts'
import { ActionDialog } from '../../../action-dialog.tsx'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { useSettled } from '../../../lists/use-settled.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Examined } from './examined.tsx'
import { FillIn } from './fill-in.tsx'
import { useStoredSecrets } from './save-step.tsx'
import { type FormReading, formOf, missingIn, type ServerForm } from './server-form.ts'
import { useDraft } from './use-draft.ts'
import { serverWords as words } from './words.ts'

interface Props {
  name: string
  title: string
  onClose: () => void
}

/** What is typed is looked at when it stands still for so long. */
const PAUSE_MS = 300

/** The same form as for a new server; then what would start, and the change of the file. */
export function ChangeServer({ name, title, onClose }: Props) {
  const declared = useCall('servers.declared', { name })
  if (declared.data === undefined) {
    return declared.error === null ? null : (
      <Dialog onClose={onClose} title={words.change.title(title)}>
        <Notice tone="failed">{declared.error.message}</Notice>
      </Dialog>
    )
  }
  return <ChangeForm name={name} title={title} connection={declared.data.connection} onClose={onClose} />
}

function ChangeForm({ name, title, connection, onClose }: Props & { connection: ServerDraft['connection'] }) {
  const field = useRef<HTMLTextAreaElement | HTMLInputElement>(null)
  // What is filled in is about the server as it was then: another one is not written over.
  const [from] = useState(connection)
  const [form, setForm] = useState<ServerForm>(() => formOfDeclared(name, connection))
  const [final, setFinal] = useState<FormReading | null>(null)
  const reading = useDraft(form)
  const draft = useMemo(() => ({ ...reading.draft, tools: null }), [reading])
  const settled = useSettled(draft, PAUSE_MS)
  const { data: examination } = useCall(
    'servers.examine',
    { draft: settled, candidate: null },
    { keepPrevious: true, keptMs: 0 },
  )
  const missing = missingIn(form, [], words.missing)
  if (final !== null) {
    return (
      <SaveChange
        name={name}
        title={title}
        from={from}
        reading={final}
        onBack={() => setFinal(null)}
        onClose={onClose}
      />
    )
  }
  return (
    <ActionDialog
      wide
      onClose={onClose}
      title={words.change.title(title)}
      description={words.change.text}
      field={field}
      isReady={missing === null}
      confirm={words.next}
      onConfirm={() => setFinal(reading)}
    >
      <FillIn form={form} taken={[]} field={field} fixed onChange={setForm} />
      {missing === null ? null : <Notice tone="failed">{missing}</Notice>}
      {examination === undefined ? null : (
        <Examined
          examination={examination}
          sandbox={form.sandbox}
          onSandbox={(sandbox: SandboxMode) => setForm({ ...form, sandbox })}
        />
      )}
    </ActionDialog>
  )
}

/** What stands in the file stays there as it is, unless a person says otherwise. */
function formOfDeclared(name: string, connection: ServerDraft['connection']): ServerForm {
  const form = formOf(name, connection)
  return { ...form, ask: 'never', rows: form.rows.map((row) => ({ ...row, isSecret: false })) }
}

function SaveChange({
  name,
  title,
  from,
  reading: { draft, secrets },
  onBack,
  onClose,
}: Props & { from: ServerDraft['connection']; reading: FormReading; onBack: () => void }) {
  const { isStored, error, follow, names } = useStoredSecrets(secrets, name)
  return (
    <EditDialog
      title={words.change.title(title)}
      description={words.changeText}
      edit={isStored ? { kind: 'changeServer', name, from, connection: draft.connection } : null}
      more={<Button onClick={onBack}>{words.back}</Button>}
      secrets={names}
      onSaving={follow}
      onClose={onClose}
    >
      {error === null ? null : <Notice tone="failed">{error}</Notice>}
    </EditDialog>
  )
}
