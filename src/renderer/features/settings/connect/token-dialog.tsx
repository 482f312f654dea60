import { useState } from 'react'
import { ActionDialog } from '../../../action-dialog.tsx'
import { useSend } from '../../../queries.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { settingsWords } from '../words.ts'
import { NewToken } from './new-token.tsx'

const words = settingsWords.tokens

/** Says what making the token means, makes it, and shows it this once. */
export function CreateTokenDialog({
  client,
  replaces,
  onClose,
}: {
  client: string
  replaces: boolean
  onClose: () => void
}) {
  // The list learns of the new token at once; the question is about how it was.
  const [replacing] = useState(replaces)
  const create = useSend('clients.createToken')
  // Whoever closed it meanwhile would never see the token, and the old one is void by then.
  const close = () => (create.isPending ? undefined : onClose())
  if (create.data) return <NewToken client={client} token={create.data.token} onClose={onClose} />
  return (
    <ActionDialog
      onClose={close}
      title={replacing ? words.replaceTitle(client) : words.createTitle(client)}
      description={replacing ? words.replaceText : words.createText}
      send={create}
      confirm={replacing ? words.replaceConfirm : words.createConfirm}
      onConfirm={() => create.mutate({ name: client })}
    />
  )
}

/** Says what happens to a client without its token, then takes it away. */
export function RevokeTokenDialog({ client, onClose }: { client: string; onClose: () => void }) {
  const revoke = useSend('clients.revokeToken')
  function send(): void {
    revoke.mutate(
      { name: client },
      {
        onSuccess: () => {
          showToast(words.revoked(client))
          onClose()
        },
      },
    )
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={words.revokeTitle(client)}
      description={words.revokeText}
      danger
      send={revoke}
      confirm={words.revokeConfirm}
      onConfirm={send}
    />
  )
}
