import { type FormEvent, useRef, useState } from 'react'
import { ActionDialog } from '../../../action-dialog.tsx'
import { callGateway } from '../../../gateway.ts'
import { useBridge } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
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
  const bridge = useBridge()
  const [typed, setTyped] = useState(name)
  const [failure, setFailure] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const given = typed.trim()
  const isTaken = given !== name && taken.includes(given)
  async function rename(): Promise<void> {
    try {
      await callGateway(bridge, 'profiles.save', {
        name: given,
        profile,
        replaces: null,
        renames: { name, profile },
      })
      showToast(words.renamed(given))
      onClose()
    } catch (fault) {
      setFailure(fault instanceof Error ? fault.message : String(fault))
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (given !== '' && given !== name && !isTaken) void rename()
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={words.renameTitle}
      field={field}
      actions={
        <Button
          type="submit"
          form="rename-profile"
          look="solid"
          disabled={given === '' || given === name || isTaken}
        >
          {words.rename}
        </Button>
      }
    >
      <form id="rename-profile" onSubmit={submit} className="py-1">
        <TextField
          label={words.newName}
          error={isTaken ? words.taken : (failure ?? undefined)}
          ref={field}
          value={typed}
          maxLength={60}
          onType={setTyped}
        />
      </form>
    </ActionDialog>
  )
}
