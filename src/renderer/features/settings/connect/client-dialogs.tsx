import type { ReactNode } from 'react'
import type { ClientFileView } from '../../../../preload/contract.ts'
import { CallDialog } from '../../../action-dialog.tsx'
import { ChangeView } from '../../../editing/change-view.tsx'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { connectWords as words } from './connect-words.ts'

interface ClientRequest {
  client: ClientFileView
  onClose: () => void
  /** Also where it was refused because the file is another by now. */
  onChanged: () => void
}

/** The change of the client's file; one press writes it. */
export function ConnectDialog({ client, onClose, onChanged }: ClientRequest) {
  return (
    <CallDialog
      wide
      title={words.connectTitle(client.title)}
      description={words.connectText(client.file)}
      onClose={onClose}
      isReady={client.patch !== null || client.missing !== null}
      confirm={words.write}
      call="clients.connect"
      request={{ id: client.id, hash: client.hash }}
      // The line itself says so, and nothing lies over it.
      onDone={() => announce(words.connected(client.title))}
      onSettled={onChanged}
    >
      {client.other === null || client.missing !== null ? null : (
        <Notice>
          {words.other} <Code>{client.other}</Code> {words.otherText}
        </Notice>
      )}
      {client.patch === null ? (
        <p>{words.putBackOnly}</p>
      ) : (
        <Change patch={client.patch} title={client.title} />
      )}
      <p className="text-ink-muted">{words.afterConnect(client.title)}</p>
    </CallDialog>
  )
}

/** The file as it was, where nobody has changed it since; otherwise only the entry goes. */
export function DisconnectDialog(asked: ClientRequest) {
  const { client } = asked
  return client.undo?.possible === true ? (
    <UndoDialog {...asked} title={words.disconnectTitle(client.title)} />
  ) : (
    <RemoveDialog {...asked} />
  )
}

export function UndoDialog({ title, ...asked }: ClientRequest & { title?: string }) {
  const { client } = asked
  const { backup } = client.undo ?? { backup: null }
  return (
    <Disconnecting
      how="undo"
      {...asked}
      title={title ?? words.undoTitle(client.title)}
      description={
        backup === null ? words.removeFileText(client.file) : words.putBackText(client.file, backup)
      }
      button={backup === null ? words.removeFile : words.putBack}
      done={words.undone(client.title)}
    />
  )
}

function RemoveDialog(asked: ClientRequest) {
  const { client } = asked
  return (
    <Disconnecting
      how="remove"
      {...asked}
      title={words.disconnectTitle(client.title)}
      description={words.removeText(client.file)}
      button={words.remove}
      done={words.disconnected(client.title)}
    >
      {client.undo === null ? null : <p className="text-ink-muted">{words.changedSince}</p>}
      <Change patch={client.removal} title={client.title} />
    </Disconnecting>
  )
}

function Disconnecting({
  how,
  client,
  onChanged,
  button,
  done,
  ...frame
}: ClientRequest & {
  how: 'undo' | 'remove'
  title: string
  description: string
  button: string
  done: string
  children?: ReactNode
}) {
  return (
    <CallDialog
      wide
      danger
      {...frame}
      confirm={button}
      call="clients.disconnect"
      request={{ id: client.id, how, hash: client.hash }}
      onDone={() => showToast(done)}
      onSettled={onChanged}
    />
  )
}

function Change({ patch, title }: { patch: string | null; title: string }) {
  if (patch === null) return null
  return (
    <>
      {patch.includes('--- /dev/null') ? <p className="text-ink-muted">{words.newFile}</p> : null}
      <ChangeView patch={patch} label={words.difference(title)} />
      {patch.includes('•••') ? <p className="text-sm text-ink-muted">{words.hidden}</p> : null}
    </>
  )
}
