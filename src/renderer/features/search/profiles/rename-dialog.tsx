import { useRef, useState } from 'react'
import { ActionDialog } from '../../../action-dialog.tsx'
import { useSend } from '../../../queries.ts'
import { TextField } from '../../../ui/controls/field.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import type { Profile } from './profile-settings.ts'
import { profileWords as words } from './profile-words.ts'

/** Another name for a kept profile. */
export function RenameDialog({
  name,
  profile,
  taken,
  onClose,
}: {
  name: string
  profile: Profile
  taken: string[]
  onClose: () => void
}) {
  const send = useSend('profiles.save')
  const [typed, setTyped] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  const given = typed.trim()
  const isTaken = given !== name && taken.includes(given)
  function rename(): void {
    send.mutate(
      { name: given, profile, replaces: null, renames: { name, profile } },
      {
        onSuccess: () => {
          showToast(words.renamed(given))
          onClose()
        },
      },
    )
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={words.renameTitle}
      field={field}
      form
      isReady={given !== '' && given !== name && !isTaken && !send.isPending}
      confirm={words.rename}
      onConfirm={rename}
    >
      <TextField
        label={words.newName}
        error={isTaken ? words.taken : send.error?.message}
        ref={field}
        value={typed}
        maxLength={60}
        onType={setTyped}
      />
    </ActionDialog>
  )
}
