import { callGateway } from '../../gateway.ts'
import { useBridge } from '../../queries.ts'
import { showToast } from '../../ui/toast.tsx'
import { ToastButton } from '../../ui/toast-button.tsx'
import { judgedWords as words } from './judged-words.ts'

const UNDO_MS = 20_000

/** Removes judged queries, with the way back in the message that says so. */
export function useRemoveJudged(): (qids: string[]) => void {
  const bridge = useBridge()
  function fail(fault: unknown): void {
    showToast(words.notDone, {
      tone: 'failed',
      detail: fault instanceof Error ? fault.message : String(fault),
    })
  }
  return (qids) => {
    callGateway(bridge, 'judged.remove', { qids }).then(({ removed }) => {
      showToast(words.removed(removed.length), {
        action: (
          <ToastButton
            label={words.undo}
            onPress={() => {
              callGateway(bridge, 'judged.restore', { queries: removed }).then(
                ({ restored }) => showToast(words.restored(restored)),
                fail,
              )
            }}
          />
        ),
        until: Date.now() + UNDO_MS,
      })
    }, fail)
  }
}
