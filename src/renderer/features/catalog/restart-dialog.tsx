import type { ConnectionView } from '../../../preload/contract.ts'
import { useSend } from '../../queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { words } from '../../words.ts'
import { catalogWords } from './words.ts'

/** Says what making a connection anew does to what runs on it, then does it. */
export function RestartDialog({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) {
  const restart = useSend('connections.restart')
  const { kind } = connection
  function send(): void {
    restart.mutate(
      { name: connection.name },
      {
        onSuccess: (after) => {
          showToast(catalogWords.restarted(after.title, catalogWords.health[after.health]), {
            tone: after.health === 'down' ? 'failed' : 'done',
            ...(after.error === null ? {} : { detail: after.error }),
          })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        kind === 'mcp'
          ? catalogWords.restartTitle(connection.title)
          : catalogWords.lookTitle(connection.title)
      }
      description={kind === 'mcp' ? catalogWords.restartText : catalogWords.lookText[kind]}
      closeLabel={words.common.close}
      actions={
        <>
          <Button onClick={onClose}>{catalogWords.keep}</Button>
          <Button look="solid" disabled={restart.isPending} onClick={send}>
            {kind === 'mcp' ? catalogWords.restartConfirm : catalogWords.lookConfirm}
          </Button>
        </>
      }
    >
      {restart.error ? <Notice tone="failed">{restart.error.message}</Notice> : null}
    </Dialog>
  )
}
