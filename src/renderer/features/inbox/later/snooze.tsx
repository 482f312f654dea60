import { Clock } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { ReplyOf } from '../../../../preload/contract.ts'
import { DeskError } from '../../../gateway.ts'
import { type Gateway, isSending, sendCall, useCall, useGateway } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { useKeys } from '../../../ui/controls/keys.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { offerToast } from '../../../ui/feedback/toast-button.tsx'
import { uiWords } from '../../../ui/ui-words.ts'
import { MOST_PICKED } from '../list/browse.ts'
import { listWords } from '../list/list-words.ts'
import { changeList, useInbox } from '../state.ts'
import { isAtDesk } from '../undo/follow-ups.ts'
import { fieldTime, sayUntil, snoozeTimes } from './snooze-times.ts'

/** Asks until when, where that is asked. `left` is told what has gone from the list. */
export function Snooze({ left }: { left: (ids: string[]) => void }) {
  const gateway = useGateway()
  const ids = useInbox(({ list }) => list.snoozing)
  return ids === null ? null : (
    <SnoozeDialog
      ids={ids}
      onChoose={(until, waiting) => void snooze(gateway, waiting, until, left)}
      onClose={() => changeList({ snoozing: null })}
    />
  )
}

/** Hides what was asked about until a time, with a way back. */
async function snooze(
  gateway: Gateway,
  ids: string[],
  until: Date,
  left: (ids: string[]) => void,
): Promise<void> {
  if (useInbox.getState().list.snoozing === null) return
  changeList({ snoozing: null })
  await sendSnooze(gateway, ids, until, listWords.notSnoozed, ({ snoozed, refused }) => {
    const done = snoozed.map(({ id }) => id)
    const [first] = refused
    if (first !== undefined) showToast(listWords.notSnoozed, { tone: 'failed', detail: first.message })
    if (done.length === 0) return
    const early = snoozed.filter((item) => item.early)
    const only = done.length === 1 ? snoozed[0] : undefined
    const when = sayUntil(only === undefined ? until : new Date(only.until), new Date())
    const message =
      done.length === 1 ? listWords.snoozedUntil(when) : listWords.snoozedMany(done.length, when)
    left(done)
    announce(message)
    offerToast(message, {
      label: listWords.undo,
      onPress: () => void showAgain(gateway, done),
      ...(early.length === 0 ? {} : { detail: listWords.early(early.length) }),
    })
  })
}

/** Items that were snoozed wait in the list again. */
export async function showAgain(gateway: Gateway, ids: string[]): Promise<void> {
  await sendSnooze(gateway, ids, null, null, () => {
    announce(listWords.shownAgain(ids.length))
    showToast(listWords.shownAgain(ids.length))
  })
}

/** `failure`: what a toast is called if it fails; null: by why. */
async function sendSnooze(
  gateway: Gateway,
  ids: string[],
  until: Date | null,
  failure: string | null,
  tell: (reply: ReplyOf<'inbox.snooze'>) => void,
): Promise<void> {
  const request = { ids, until: until === null ? null : until.toISOString() }
  // A second press comes before the button has gone.
  if (isSending(gateway, 'inbox.snooze', request)) return
  const { you } = useInbox.getState()
  try {
    const reply = await sendCall(gateway, 'inbox.snooze', request)
    if (isAtDesk(gateway, you)) tell(reply)
  } catch (fault) {
    if (!(fault instanceof DeskError)) throw fault
    if (!isAtDesk(gateway, you)) return
    if (failure === null) showToast(fault.message, { tone: 'failed' })
    else showToast(failure, { tone: 'failed', detail: fault.message })
  }
}

/** Those of them that still wait, and can be snoozed: others may decide them meanwhile. */
function useStillWaiting(ids: string[]): string[] {
  const [waiting, setWaiting] = useState(ids)
  const { data, isFetching } = useCall('inbox.list', {
    status: 'pending',
    ids: [...ids].sort(),
    limit: MOST_PICKED,
  })
  useEffect(() => {
    // What is known of an earlier time, when they may have been decided and not taken back yet, is old.
    if (data === undefined || isFetching) return
    const alive = new Set(data.items.map(({ id }) => id))
    setWaiting(ids.filter((id) => alive.has(id)))
  }, [data, isFetching, ids])
  const gone = ids.length - waiting.length
  const told = gone === 0 ? null : listWords.noLongerWait(gone, ids.length)
  useEffect(() => {
    if (told !== null) announce(told)
  }, [told])
  return waiting
}

/** Until when: a press, a digit, or a time of one's own; for what still waits. */
function SnoozeDialog({
  ids,
  onChoose,
  onClose,
}: {
  ids: string[]
  onChoose: (until: Date, ids: string[]) => void
  onClose: () => void
}) {
  const waiting = useStillWaiting(ids)
  const gone = ids.length - waiting.length
  const told = gone === 0 ? null : listWords.noLongerWait(gone, ids.length)
  if (waiting.length === 0)
    return (
      <Dialog
        onClose={onClose}
        title={listWords.snoozeTitle(ids.length)}
        description={told}
        actions={<Button onClick={onClose}>{uiWords.close}</Button>}
      />
    )
  return (
    <Dialog
      onClose={onClose}
      title={listWords.snoozeTitle(waiting.length)}
      description={[told, listWords.snoozeText].filter(Boolean).join(' ')}
    >
      <SnoozeTimes onChoose={(until) => onChoose(until, waiting)} />
    </Dialog>
  )
}

function SnoozeTimes({ onChoose }: { onChoose: (until: Date) => void }) {
  const [now] = useState(() => new Date())
  const [own, setOwn] = useState('')
  const times = snoozeTimes(now)
  const chosen = own === '' ? null : new Date(own)
  useKeys(
    Object.fromEntries(
      times.map(({ at }, index) => [
        String(index + 1),
        (event: KeyboardEvent) => {
          event.preventDefault()
          onChoose(at)
        },
      ]),
    ),
    { overLayers: true },
  )
  function choose(event: FormEvent): void {
    event.preventDefault()
    if (chosen !== null) onChoose(chosen)
  }
  return (
    <>
      <ul className="flex flex-col gap-1 py-1">
        {times.map(({ name, at }, index) => (
          <li key={name}>
            <Button look="outline" className="w-full justify-start" onClick={() => onChoose(at)}>
              <span className="flex-1 text-left">{listWords.until[name]}</span>
              <span className="font-normal text-ink-muted tabular-nums">{sayUntil(at, now)}</span>
              <Kbd>{String(index + 1)}</Kbd>
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={choose} className="flex items-end gap-2 pt-2 pb-1">
        <div className="flex-1">
          <TextField
            label={listWords.ownTime}
            type="datetime-local"
            value={own}
            min={fieldTime(now)}
            onType={setOwn}
          />
        </div>
        <Button type="submit" disabled={chosen === null}>
          {listWords.snoozeUntilThen}
        </Button>
      </form>
    </>
  )
}

/** Beside an open item that waits: hide it for a while, or show it again. */
export function SnoozeTool({ id }: { id: string }) {
  const gateway = useGateway()
  const { data: item } = useCall('inbox.item', { id })
  if (item?.status !== 'pending') return null
  if (item.snoozedUntil === null) {
    return (
      <Button
        size="small"
        look="plain"
        icon={<Clock aria-hidden size={12} />}
        onClick={() => changeList({ snoozing: [id] })}
      >
        {listWords.snooze}
        <Kbd>S</Kbd>
      </Button>
    )
  }
  const until = listWords.snoozedUntil(sayUntil(new Date(item.snoozedUntil), new Date()))
  return (
    <>
      <span title={until} className="truncate">
        {until}
      </span>
      <Button size="small" onClick={() => void showAgain(gateway, [id])}>
        {listWords.showAgain}
        <Kbd>S</Kbd>
      </Button>
    </>
  )
}
