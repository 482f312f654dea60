import { useState } from 'react'
import { useGateway } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { dockWords } from '../dock/dock-words.ts'
import { type FollowUp, type Undoable, useInbox } from '../state.ts'
import { endOf, isOpen, openItems, takeBack, toastOf } from './follow-ups.ts'

/**
 * Takes back what was decided and has not run yet; shows how long that is possible, and goes when it is not any more.
 * Of several it counts down to the first that runs, then says how many are left.
 */
export function UndoButton({ items }: { items: readonly Undoable[] }) {
  const gateway = useGateway()
  const latest = useInbox((inbox) => inbox.followUps.findLast(isOpen)?.items)
  const undone = useInbox((inbox) => inbox.undone)
  const busy = useInbox((inbox) => items.some(({ id }) => inbox.takingBack.includes(id)))
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const now = useNow()
  const rest = items.filter(({ id }) => !undone.includes(id))
  const open = openItems({ items: rest }, now)
  const [first] = open.toSorted((one, other) => Date.parse(one.runsAt) - Date.parse(other.runsAt))
  if (first === undefined) return null
  // The clock may have ticked last just before the press: never more than the whole time.
  const since = Math.max(now, Date.parse(first.decidedAt))
  const left = Math.ceil((Date.parse(first.runsAt) - since) / 1000)
  const isLatest = latest?.length === rest.length && latest[0]?.id === rest[0]?.id
  return (
    <Button
      size="small"
      disabled={busy}
      onClick={() => void takeBack(gateway, open)}
      className="shrink-0 self-center tabular-nums"
      icon={<UndoRing decidedAt={first.decidedAt} runsAt={first.runsAt} />}
    >
      {items.length === 1
        ? dockWords.undo(left)
        : open.length === rest.length
          ? dockWords.undoAll(left)
          : dockWords.undoRest(open.length, left)}
      {singleKeys && isLatest ? <Kbd>{dockWords.undoKey}</Kbd> : null}
    </Button>
  )
}

/** Closes as the time runs out in which a decision can be taken back. Who wants stillness has the number beside it. */
function UndoRing({ decidedAt, runsAt }: { decidedAt: string; runsAt: string }) {
  const [elapsed] = useState(() => Math.max(0, Date.now() - Date.parse(decidedAt)))
  const total = Date.parse(runsAt) - Date.parse(decidedAt)
  return (
    <svg
      aria-hidden
      data-ring
      width="14"
      height="14"
      viewBox="0 0 16 16"
      fill="none"
      strokeWidth="2.5"
      className="-rotate-90 motion-reduce:hidden"
    >
      <circle cx="8" cy="8" r="6.5" className="stroke-line-strong" />
      <circle
        cx="8"
        cy="8"
        r="6.5"
        pathLength="1"
        strokeDasharray="1"
        className="ring-closing stroke-accent"
        style={{ animationDuration: `${total}ms`, animationDelay: `-${elapsed}ms` }}
      />
    </svg>
  )
}

/** Says what was decided, with the way back as long as there is one. */
export function offerUndo(followUp: FollowUp): void {
  const { key, told, items } = followUp
  if (told === null) return
  showToast(told.label, {
    id: toastOf(key),
    detail: told.message,
    action: <UndoButton items={items} />,
    until: endOf(followUp),
  })
}
