import { useEffect, useState } from 'react'
import { useSend } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { words } from '../../words.ts'

/** Takes back a decision that has not run yet; says how long that is possible, and goes when it is not any more. */
export function UndoButton({ id, runsAt }: { id: string; runsAt: string }) {
  const send = useSend('inbox.undo')
  const left = useSecondsUntil(runsAt)
  if (left <= 0 || send.isSuccess) return null
  return (
    <Button
      size="small"
      disabled={send.isPending}
      onClick={() =>
        send.mutate(
          { id },
          {
            onSuccess: (reply) => showToast(words.inbox.undone, { detail: reply.message }),
            onError: (fault) => showToast(words.inbox.notUndone, { tone: 'failed', detail: fault.message }),
          },
        )
      }
    >
      {words.inbox.undo(left)}
    </Button>
  )
}

function useSecondsUntil(at: string): number {
  const end = Date.parse(at)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.ceil((end - now) / 1000)
}
