import { useState } from 'react'
import type { RegistryView } from '../../../../preload/contract.ts'
import { ActionDialog, CallDialog } from '../../../action-dialog.tsx'
import { useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { HairlineList } from '../../../ui/list.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { words as shared } from '../../../words.ts'
import { plainLabel } from './plain-label.ts'
import { sourceWords } from './source-words.ts'

const words = sourceWords.registries

/** Which registries there are to search in. */
export function RegistriesDialog({ onClose }: { onClose: () => void }) {
  // Another window may have changed them: each look asks.
  const { data, error, refetch } = useCall('registries.list', {}, { keptMs: 0 })
  const save = useSend('registries.save')
  const [editing, setEditing] = useState<RegistryView | 'new' | null>(null)
  const [removing, setRemoving] = useState<RegistryView | null>(null)
  const changed = () => void refetch()
  const lacksOfficial = data?.registries.every(({ address }) => address !== data.official.address) === true
  if (editing !== null) {
    return (
      <RegistryForm
        registry={editing === 'new' ? null : editing}
        onClose={() => setEditing(null)}
        onSaved={() => {
          changed()
          setEditing(null)
        }}
      />
    )
  }
  if (removing !== null) {
    return (
      <CallDialog
        onClose={() => setRemoving(null)}
        title={words.removeTitle(removing.title)}
        description={words.removeText(removing.hasToken)}
        danger
        confirm={words.removeConfirm}
        call="registries.remove"
        request={{ id: removing.id }}
        onDone={() => showToast(words.removed)}
        onSettled={changed}
      />
    )
  }
  const fault = error ?? save.error
  return (
    <Dialog
      wide
      onClose={onClose}
      title={words.title}
      description={words.text}
      actions={
        <>
          {lacksOfficial ? (
            <Button
              onClick={() => data && save.mutate({ id: null, ...data.official }, { onSuccess: changed })}
            >
              {words.addOfficial}
            </Button>
          ) : null}
          <Button onClick={() => setEditing('new')}>{words.add}</Button>
          <Button look="solid" onClick={onClose}>
            {shared.common.close}
          </Button>
        </>
      }
    >
      {fault ? <Notice tone="failed">{fault.message}</Notice> : null}
      <HairlineList aria-label={words.title}>
        {data?.registries.map((registry) => (
          <li key={registry.id} className="row-padding flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="min-w-52 flex-1">
              <p className="font-medium [overflow-wrap:anywhere]">
                <OneLine text={registry.title} />
              </p>
              <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">
                <OneLine text={registry.address} />
                {registry.hasToken ? ` · ${words.hasToken}` : ''}
              </p>
            </div>
            <Button
              size="small"
              aria-label={words.editOf(plainLabel(registry.title))}
              onClick={() => setEditing(registry)}
            >
              {words.edit}
            </Button>
            <Button
              size="small"
              aria-label={words.removeOf(plainLabel(registry.title))}
              onClick={() => setRemoving(registry)}
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </HairlineList>
    </Dialog>
  )
}

function RegistryForm({
  registry,
  onClose,
  onSaved,
}: {
  registry: RegistryView | null
  onClose: () => void
  onSaved: () => void
}) {
  const [title, setTitle] = useState(registry?.title ?? '')
  const [address, setAddress] = useState(registry?.address ?? '')
  const [token, setToken] = useState('')
  const save = useSend('registries.save')
  const isComplete = title.trim() !== '' && address.trim() !== ''
  function send(given: { token?: string | null }): void {
    save.mutate(
      { id: registry?.id ?? null, title: title.trim(), address: address.trim(), ...given },
      {
        onSuccess: () => {
          showToast(words.saved)
          onSaved()
        },
      },
    )
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={registry === null ? words.add : words.editTitle(registry.title)}
      form
      send={save}
      isReady={isComplete}
      confirm={words.save}
      onConfirm={() => send(token === '' ? {} : { token })}
      more={
        registry?.hasToken === true ? (
          <Button disabled={!isComplete || save.isPending} onClick={() => send({ token: null })}>
            {words.dropToken}
          </Button>
        ) : null
      }
    >
      <TextField label={words.name} value={title} maxLength={80} onType={setTitle} />
      <TextField
        label={words.address}
        hint={words.addressHint}
        value={address}
        maxLength={2000}
        spellCheck={false}
        onType={setAddress}
        className="font-mono"
      />
      <TextField
        label={words.token}
        hint={registry?.hasToken === true ? words.tokenKept : words.tokenHint}
        type="password"
        value={token}
        maxLength={8192}
        autoComplete="off"
        spellCheck={false}
        onType={setToken}
        className="font-mono"
      />
    </ActionDialog>
  )
}
