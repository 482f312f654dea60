import { Copy } from 'lucide-react'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Fact, Facts } from '../../../ui/list.tsx'
import { CodeBlock } from '../../../ui/text/code.tsx'
import { settingsWords } from '../words.ts'
import { PathLine } from '../workspace/path-line.tsx'

const words = settingsWords.tokens

/** A token, the only time that it can be seen, and how a client uses it. */
export function NewToken({ client, token, onClose }: { client: string; token: string; onClose: () => void }) {
  const settings = useCall('settings.get', {})
  async function copy(): Promise<void> {
    if (await copyText(token)) showToast(words.copied)
    else showToast(settingsWords.connect.notCopied, { tone: 'failed' })
  }
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
