import { useState } from 'react'
import { ActionDialog } from '../../../action-dialog.tsx'
import { useProof } from '../../../proof/proof-dialog.tsx'
import { useSend } from '../../../queries.ts'
import { TextField } from '../../../ui/controls/field.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useTuning } from '../tuning/tuning.ts'
import { tuningWords as words } from '../tuning/tuning-words.ts'
import { useProfiles } from '../tuning/use-tuning.ts'
import type { Profile } from './profile-settings.ts'

/** Keeps what is tried under a name. */
export function KeepDialog({
  name,
  profile,
  onClose,
}: {
  name: string
  profile: Profile
  onClose: () => void
}) {
  const tryOut = useTuning((tuning) => tuning.tryOut)
  const { profiles } = useProfiles()
  const send = useSend('profiles.save')
  const [typed, setTyped] = useState(name)
  const proof = useProof(words.keepButton, keep)
  const given = typed.trim()
  const taken = profiles?.saved.find((kept) => kept.name === given)
  function keep(): void {
    send.mutate(
      { name: given, profile, replaces: taken?.profile ?? null },
      {
        onSuccess: () => {
          tryOut(profile, given)
          showToast(words.kept(given))
          onClose()
        },
        onError: proof.isNeeded,
      },
    )
  }
  if (proof.dialog !== null) return proof.dialog
  return (
    <ActionDialog
      onClose={onClose}
      title={words.keepTitle}
      description={words.keepText}
      form
      isReady={given !== '' && !send.isPending}
      confirm={words.keepButton}
      onConfirm={keep}
    >
      <TextField
        label={words.keepName}
        hint={taken ? words.replaces : undefined}
        error={send.error?.message}
        value={typed}
        maxLength={60}
        onType={setTyped}
      />
    </ActionDialog>
  )
}
