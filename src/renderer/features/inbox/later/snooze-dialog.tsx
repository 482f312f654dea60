import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Field, Input } from '../../../ui/controls/field.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { useKeys } from '../../../ui/controls/keys.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { words } from '../../../words.ts'
import { listWords } from '../list/list-words.ts'
import { fieldTime, sayUntil, snoozeTimes } from './snooze-times.ts'

/** Until when: a press, a digit, or a time of one's own. */
export function SnoozeDialog({
  count,
  onChoose,
  onClose,
}: {
  count: number
  onChoose: (until: Date) => void
  onClose: () => void
}) {
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
    <Dialog
      open
      onClose={onClose}
      title={listWords.snoozeTitle(count)}
      description={listWords.snoozeText}
      closeLabel={words.common.close}
    >
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
          <Field label={listWords.ownTime}>
            {(ids) => (
              <Input
                {...ids}
                type="datetime-local"
                value={own}
                min={fieldTime(now)}
                onChange={(event) => setOwn(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" disabled={chosen === null}>
          {listWords.snoozeUntilThen}
        </Button>
      </form>
    </Dialog>
  )
}
