import { useEffect } from 'react'
import { useSend } from '../../queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { words } from '../../words.ts'
import { sayVerdict } from './look.ts'
import { activityWords } from './words.ts'

/** Reads the whole log again and says whether it is what was written. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { mutate, data, error } = useSend('activity.verify')
  useEffect(() => mutate({}), [mutate])
  const verdict = data ? sayVerdict(data) : null
  return (
    <Dialog
      open
      onClose={onClose}
      title={activityWords.verify}
      description={activityWords.chainText}
      closeLabel={words.common.close}
      actions={<Button onClick={onClose}>{words.common.close}</Button>}
    >
      <div role="status" className="py-1">
        {error ? (
          <Notice tone="failed">{error.message}</Notice>
        ) : verdict === null ? (
          <Status tone="running">{activityWords.verifying}</Status>
        ) : verdict.whole ? (
          <Status tone="done" className="font-medium whitespace-normal">
            {verdict.text}
          </Status>
        ) : (
          <Notice tone="failed">{verdict.text}</Notice>
        )}
      </div>
    </Dialog>
  )
}
