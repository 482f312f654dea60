import { DeskError } from '../../../gateway.ts'
import { type Gateway, sendCall, useGateway } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { words } from '../../../words.ts'
import { dockWords } from '../dock/dock-words.ts'
import { type FollowUp, type Undoable, useInbox } from '../state.ts'
import {
  endOf,
  isOpen,
  isUndone,
  noteUndone,
  noteUnsaved,
  openItems,
  stopFollowing,
  toastOf,
} from './follow-ups.ts'

/**
 * Takes back what was decided and has not run yet; shows how long that is possible, and goes when it is not any more.
 * Of several it counts down to the first that runs, then says how many are left. `haveNotRun`: that is known of them, also
 * when their time is over and nobody here follows them.
 */
export function UndoButton({ items, haveNotRun }: { items: readonly Undoable[]; haveNotRun?: boolean }) {
  const gateway = useGateway()
  const latest = useInbox((inbox) => inbox.followUps.findLast(isOpen)?.items)
  const undone = useInbox((inbox) => inbox.undone)
  // Read by whoever asks what is open.
  useInbox((inbox) => inbox.late)
  const busy = useInbox((inbox) => items.some(({ id }) => inbox.takingBack.includes(id)))
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const now = useNow()
  const rest = items.filter((item) => !isUndone(item, undone))
  const open = haveNotRun ? rest : openItems({ items: rest }, now)
  const [first] = open.toSorted((one, other) => Date.parse(one.runsAt) - Date.parse(other.runsAt))
  if (first === undefined) return null
  // The clock may have ticked last just before the press: never more than the whole time.
  const decidedAt = Date.parse(first.decidedAt)
  const since = Math.max(now, decidedAt)
  const left = Math.ceil((Date.parse(first.runsAt) - since) / 1000)
  const isLatest = latest?.length === rest.length && latest[0]?.id === rest[0]?.id
  return (
    <Button
      size="small"
      disabled={busy}
      onClick={() => void takeBack(gateway, open)}
      className="shrink-0 self-center tabular-nums"
      icon={<UndoRing closed={(since - decidedAt) / (Date.parse(first.runsAt) - decidedAt)} />}
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

/**
 * Closes as the time runs out in which a decision can be taken back, with each tick of the clock: a ring that moves with
 * every frame is drawn anew sixty times a second. Who wants stillness has the number beside it.
 * `closed`: a share, 0 at first.
 */
function UndoRing({ closed }: { closed: number }) {
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
        strokeDashoffset={1 - closed}
        className="stroke-accent"
      />
    </svg>
  )
}

/** Takes back what has not run yet, and tells what came of that; nothing while it is on its way. */
export async function takeBack(gateway: Gateway, items: readonly Undoable[]): Promise<void> {
  const { followUps, takingBack } = useInbox.getState()
  const ids = items.map(({ id }) => id)
  if (ids.length === 0 || ids.some((id) => takingBack.includes(id))) return
  const followUp = followUps.find((each) => each.items.some((item) => ids.includes(item.id)))
  const id = toastOf(followUp?.key ?? ids[0] ?? '')
  useInbox.setState({ takingBack: [...takingBack, ...ids] })
  try {
    const { results } = await sendCall(gateway, 'inbox.undo', {
      items: items.map(({ id, revision }) => ({ id, revision })),
    })
    const back = results.filter(({ ok, already }) => ok || already)
    const unsaved = results.filter((result) => result.unsaved)
    const late = results.filter((result) => !back.includes(result) && !result.unsaved)
    noteUndone(items.filter(({ id }) => back.some((result) => result.id === id)))
    noteUnsaved(items.filter(({ id }) => unsaved.some((result) => result.id === id)))
    stopFollowing(late.map((result) => result.id))
    const title =
      unsaved.length > 0
        ? dockWords.undoneUnsaved(unsaved.length, results.length)
        : back.length === 0
          ? words.inbox.notUndone
          : late.length === 0 && back.every(({ already }) => already)
            ? dockWords.undoneAlready
            : dockWords.undone(back.length, results.length)
    const detail = (late[0] ?? unsaved[0] ?? back[0])?.message ?? ''
    announce(`${title}. ${detail}`)
    showToast(title, { id, detail, tone: back.length < results.length ? 'failed' : 'done' })
  } catch (fault) {
    if (!(fault instanceof DeskError)) throw fault
    // It can still be taken back: nobody has said that it is too late.
    const [title, detail] =
      fault.code === 'OFFLINE'
        ? [dockWords.unknownIfUndone, dockWords.undoAgain]
        : [words.inbox.notUndone, fault.message]
    announce(`${title} ${detail}`)
    showToast(title, { id, tone: 'failed', detail, action: <UndoButton items={followUp?.items ?? items} /> })
  } finally {
    useInbox.setState(({ takingBack: all }) => ({ takingBack: all.filter((each) => !ids.includes(each)) }))
  }
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

/** The same for those whose time is over, and which wait for their turn. @returns ends it */
export function offerLateUndo({ key, told, items, total }: FollowUp): () => void {
  if (told === null) return () => undefined
  return showToast(told.label, {
    id: toastOf(key),
    detail: dockWords.late(total),
    action: <UndoButton items={items} />,
    until: Number.POSITIVE_INFINITY,
  })
}
