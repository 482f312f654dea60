import { useState } from 'react'
import type { SecretsView } from '../../../../preload/contract.ts'
import { CallDialog } from '../../../action-dialog.tsx'
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
  const replacing = replaces || (given === null && known.includes(name.trim()))
  const title =
    given === null ? words.addTitle : replaces ? words.replaceTitle(given) : words.storeTitle(given)
  return (
    <CallDialog
      onClose={onClose}
      title={title}
      description={replacing ? words.replaceText : words.storeText}
      form
      isReady={name.trim() !== '' && value !== ''}
      confirm={words.confirmStore}
      call="secrets.set"
      request={{ name: name.trim(), value }}
      onDone={() => {
        showToast(words.stored(name.trim()))
        onChanged()
      }}
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
    </CallDialog>
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
  return (
    <CallDialog
      onClose={onClose}
      title={words.deleteTitle(name)}
      description={words.deleteText}
      danger
      confirm={words.confirmDelete}
      call="secrets.delete"
      request={{ name }}
      onDone={() => {
        showToast(words.deleted(name))
        onChanged()
      }}
    >
      {usedBy.length > 0 ? <p>{words.deleteUsed(usedBy.join(', '))}</p> : null}
      {signIn ? <p>{words.deleteSignIn}</p> : null}
    </CallDialog>
  )
}
