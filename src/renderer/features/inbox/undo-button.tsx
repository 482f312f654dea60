import { useEffect, useState } from 'react'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { dockWords } from './dock-words.ts'
import { UndoRing } from './undo-ring.tsx'
import { isOpen, useTakeBack, useUndoable } from './undoable.ts'

/** Takes back a decision that has not run yet; shows how long that is possible, and goes when it is not any more. */
export function UndoButton({ id, decidedAt, runsAt }: { id: string; decidedAt: string; runsAt: string }) {
  const { takeBack, busy, done } = useTakeBack()
  const latest = useUndoable((state) => state.list.findLast(isOpen)?.id)
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const left = useSecondsUntil(runsAt)
  if (left <= 0 || done) return null
  return (
    <Button
      size="small"
      disabled={busy}
      onClick={() => takeBack(id)}
      className="shrink-0 tabular-nums"
      icon={<UndoRing decidedAt={decidedAt} runsAt={runsAt} />}
    >
      {dockWords.undo(left)}
      {singleKeys && latest === id ? <Kbd>{dockWords.undoKey}</Kbd> : null}
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
