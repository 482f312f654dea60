import type { JudgedQuery } from '../../../../preload/contract.ts'
import { callGateway } from '../../../gateway.ts'
import { useBridge } from '../../../queries.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { ToastButton } from '../../../ui/feedback/toast-button.tsx'
import { judgedWords as words } from './judged-words.ts'

const UNDO_MS = 20_000
/** Of one call. */
const MOST = 5000

/** Removes judged queries, with the way back in the message that says so. */
export function useRemoveJudged(): (qids: string[]) => void {
  const bridge = useBridge()
  function fail(fault: unknown): void {
    showToast(words.notDone, {
      tone: 'failed',
      detail: fault instanceof Error ? fault.message : String(fault),
    })
  }
  async function removeAll(qids: readonly string[]): Promise<JudgedQuery[]> {
    const removed: JudgedQuery[] = []
    for (let at = 0; at < qids.length; at += MOST) {
      const reply = await callGateway(bridge, 'judged.remove', { qids: qids.slice(at, at + MOST) })
      removed.push(...reply.removed)
    }
    return removed
  }
  return (qids) => {
    removeAll(qids).then((removed) => {
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
