import { useState } from 'react'
import type { SecretsView } from '../../../../preload/contract.ts'
import { ActionDialog } from '../../../action-dialog.tsx'
import { useSend } from '../../../queries.ts'
import { TextField } from '../../../ui/controls/field.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { secretWords as words } from './change-words.ts'

/** Takes a value and lets go of it; `name` null: the person chooses one. */
export function StoreSecretDialog({
  name: given,
  replaces,
  known,
  onClose,
  onChanged,
}: {
  name: string | null
  replaces: boolean
  known: string[]
  onClose: () => void
  onChanged: () => void
}) {
  const [name, setName] = useState(given ?? '')
  const [value, setValue] = useState('')
  const store = useSend('secrets.set')
  const replacing = replaces || (given === null && known.includes(name.trim()))
  function send(): void {
    store.mutate(
      { name: name.trim(), value },
      {
        onSuccess: () => {
          showToast(words.stored(name.trim()))
          onChanged()
          onClose()
        },
      },
    )
  }
  const title =
    given === null ? words.addTitle : replaces ? words.replaceTitle(given) : words.storeTitle(given)
  return (
    <ActionDialog
      onClose={onClose}
      title={title}
      description={replacing ? words.replaceText : words.storeText}
      form
      send={store}
      isReady={name.trim() !== '' && value !== ''}
      confirm={words.confirmStore}
      onConfirm={send}
    >
      {given === null ? (
        <TextField
          label={words.name}
          hint={words.nameHint}
          value={name}
          onType={setName}
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      ) : null}
      <TextField
        label={words.value}
        hint={words.valueHint}
        type="password"
        value={value}
        onType={setValue}
        autoComplete="new-password"
        spellCheck={false}
      />
    </ActionDialog>
  )
}

export function DeleteSecretDialog({
  secret: { name, usedBy, signIn },
  onClose,
  onChanged,
}: {
  secret: SecretsView['names'][number]
  onClose: () => void
  onChanged: () => void
}) {
  const remove = useSend('secrets.delete')
  function send(): void {
    remove.mutate(
      { name },
      {
        onSuccess: () => {
          showToast(words.deleted(name))
          onChanged()
          onClose()
        },
      },
    )
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={words.deleteTitle(name)}
      description={words.deleteText}
      danger
      send={remove}
      confirm={words.confirmDelete}
      onConfirm={send}
    >
      {usedBy.length > 0 ? <p>{words.deleteUsed(usedBy.join(', '))}</p> : null}
      {signIn ? <p>{words.deleteSignIn}</p> : null}
    </ActionDialog>
  )
}
