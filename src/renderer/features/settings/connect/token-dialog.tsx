import { Copy } from 'lucide-react'
import { useState } from 'react'
import { ActionDialog, CallDialog } from '../../../action-dialog.tsx'
import { useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyAndSay } from '../../../ui/controls/copy-button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Fact, Facts } from '../../../ui/list.tsx'
import { CodeBlock } from '../../../ui/text/code.tsx'
import { settingsWords } from '../words.ts'
import { PathLine } from '../workspace/path-line.tsx'

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
  return (
    <CallDialog
      onClose={onClose}
      title={words.revokeTitle(client)}
      description={words.revokeText}
      danger
      confirm={words.revokeConfirm}
      call="clients.revokeToken"
      request={{ name: client }}
      onDone={() => showToast(words.revoked(client))}
    />
  )
}

/** A token, the only time that it can be seen, and how a client uses it. */
function NewToken({ client, token, onClose }: { client: string; token: string; onClose: () => void }) {
  const settings = useCall('settings.get', {})
  const copy = () => copyAndSay(token, { ...settingsWords.connect, copied: words.copied })
  return (
    <Dialog
      wide
      onClose={onClose}
      title={words.created(client)}
      description={words.createdText}
      actions={
        <>
          <Button onClick={onClose}>{words.done}</Button>
          <Button look="solid" icon={<Copy aria-hidden size={14} />} onClick={() => void copy()}>
            {words.copy}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 py-1">
        <CodeBlock text={token} label={words.token} wrap />
        <Facts>
          <Fact name={words.overHttp}>
            {settings.data ? (
              <PathLine path={settings.data.connect.mcpUrl} copyLabel={settingsWords.connect.copyUrl} />
            ) : null}
            <PathLine path={`Authorization: Bearer ${token}`} copyLabel={words.copyHeader} />
          </Fact>
          <Fact name={words.overPipe}>
            <PathLine path={`COUNTERSIGN_TOKEN=${token}`} copyLabel={words.copyVariable} />
            <p className="text-sm text-ink-muted">{words.pipeText}</p>
          </Fact>
        </Facts>
      </div>
    </Dialog>
  )
}
