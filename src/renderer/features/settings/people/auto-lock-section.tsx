import { useCall, useSend } from '../../../queries.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Section } from '../../../ui/section.tsx'
import { autoLockWords as words } from '../workspace/change-words.ts'

const CHOICES = [null, 1, 2, 5, 10, 15, 30, 60]

/** After how long without a touch each desk of this gateway locks itself. */
export function AutoLockSection() {
  const { data, refetch } = useCall('preferences.get', {})
  const { data: people } = useCall('people.list', {})
  const save = useSend('preferences.save')
  if (data === undefined) return null
  const { lockAfterMinutes: minutes } = data
  const choices = CHOICES.includes(minutes) ? CHOICES : [...CHOICES, minutes]
  return (
    <Section title={words.title}>
      <div className="flex max-w-2xl flex-col items-start gap-2">
        <Select
          label={words.title}
          className="w-56"
          options={choices.map((value) => ({ value, label: words.after(value) }))}
          value={minutes}
          onChange={(lockAfterMinutes) =>
            save.mutate(
              { lockAfterMinutes },
              {
                onError: (fault) => showToast(words.failed, { tone: 'failed', detail: fault.message }),
                onSettled: () => void refetch(),
              },
            )
          }
        />
        <p className="text-ink-muted">{words.text}</p>
        {minutes !== null && people?.pinsExist === false ? <p className="text-needs">{words.noPin}</p> : null}
      </div>
    </Section>
  )
}
