import { useEffect, useState } from 'react'
import type { PreferencesView } from '../../../preload/contract.ts'
import { NotLoaded } from '../../lists/failed-to-load.tsx'
import { useBridge, useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Section } from '../../ui/section.tsx'
import { Time } from '../../ui/text/time.tsx'
import { useSave } from './use-save.ts'
import { settingsWords } from './words.ts'
import { notifyWords as words } from './workspace/change-words.ts'

/** A machine may sleep over a moment: it is looked at again after so many milliseconds at the latest. */
const LONGEST_MS = 60_000

/** Whether a moment has passed, and told again when it does. `at` is an ISO time; null: there is none. */
function useIsOver(at: string | null): boolean {
  const end = at === null ? Number.POSITIVE_INFINITY : Date.parse(at)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (end === Number.POSITIVE_INFINITY || end <= now) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(end - Date.now() + 1, LONGEST_MS))
    return () => clearTimeout(timer)
  }, [end, now])
  return end <= now
}

/** How people are told, and when not. */
export function NotifyPart() {
  const { data, error, refetch } = useCall('preferences.get', {})
  const send = useSave('preferences.save', words.failed, refetch)
  if (error || data === undefined)
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={4} className="py-4" />
  return (
    <>
      <p className="mb-4 text-ink-muted">{words.lead}</p>
      <div className="flex flex-col gap-4 border-t border-line py-4">
        <Switch
          label={words.notifications}
          hint={words.notificationsHint}
          checked={data.notifications}
          onChange={(notifications) => send({ notifications })}
        />
        <BrowserNotices disabled={!data.notifications} />
        <Switch
          label={words.sound}
          hint={words.soundHint}
          checked={data.sound}
          disabled={!data.notifications}
          onChange={(sound) => send({ sound })}
        />
        <Switch
          label={words.tellLocked}
          hint={words.tellLockedHint}
          checked={data.tellLocked}
          disabled={!data.notifications}
          onChange={(tellLocked) => send({ tellLocked })}
        />
      </div>
      <QuietHours hours={data.quietHours} onChange={(quietHours) => send({ quietHours })} />
      <StartSection />
      <Pause until={data.pausedUntil} onChange={(pausedUntil) => send({ pausedUntil })} />
    </>
  )
}

type Hours = PreferencesView['quietHours']
const USUAL_HOURS = { from: '18:00', to: '08:00' }

function QuietHours({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  // What is typed here stays while somebody saves other hours elsewhere; what nobody types here follows them.
  const [typed, setTyped] = useState<Partial<NonNullable<Hours>>>({})
  const { from, to } = { ...USUAL_HOURS, ...hours, ...typed }
  const isSaved = hours !== null && hours.from === from && hours.to === to
  if (isSaved && Object.keys(typed).length > 0) setTyped({})
  // They would end as they begin: on, and never quiet.
  const isEmpty = from !== '' && from === to
  const isNew = hours !== null && !isSaved && from !== '' && to !== '' && !isEmpty
  return (
    <Section title={words.quiet}>
      <div className="flex flex-col items-start gap-3">
        <Switch
          label={words.quietOn}
          hint={words.quietHint}
          checked={hours !== null}
          onChange={(on) => onChange(on ? { from, to } : null)}
        />
        {hours === null ? null : (
          <div className="flex flex-wrap items-end gap-3 pl-10">
            <TextField
              label={words.from}
              type="time"
              value={from}
              onType={(from) => setTyped({ ...typed, from })}
            />
            <TextField
              label={words.to}
              type="time"
              value={to}
              error={isEmpty ? words.sameTimes : undefined}
              onType={(to) => setTyped({ ...typed, to })}
            />
            <Button disabled={!isNew} onClick={() => onChange({ from, to })}>
              {words.saveHours}
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}

const HOUR_MS = 3_600_000

function Pause({ until, onChange }: { until: string | null; onChange: (until: string | null) => void }) {
  const isOver = useIsOver(until)
  const isPaused = until !== null && !isOver
  return (
    <Section title={words.pause}>
      <p className="mb-3">
        {!isPaused ? (
          <span className="text-ink-muted">{words.notPaused}</span>
        ) : (
          <>
            <Status tone="needs">{words.paused}</Status> <Time at={until} />{' '}
            <span className="text-ink-muted">{words.pauseText}</span>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isPaused ? (
          words.pauses.map(([label, hours]) => (
            <Button
              key={label}
              onClick={() => onChange(new Date(Date.now() + hours * HOUR_MS).toISOString())}
            >
              {words.pause} {label}
            </Button>
          ))
        ) : (
          <Button onClick={() => onChange(null)}>{words.resume}</Button>
        )}
      </div>
    </Section>
  )
}

/** Whether this browser tells as well. It asks the person first; what they said to it is its own to keep. */
function BrowserNotices({ disabled }: { disabled: boolean }) {
  const { kind } = useBridge()
  const { browserNotices, set } = useDesk()
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  )
  if (kind !== 'browser') return null
  async function choose(on: boolean): Promise<void> {
    const given = on && permission === 'default' ? await Notification.requestPermission() : permission
    setPermission(given)
    set({ browserNotices: on && given === 'granted' })
  }
  return (
    <Switch
      label={words.browser}
      hint={permission === 'denied' ? words.browserDenied : words.browserHint}
      checked={browserNotices && permission === 'granted'}
      disabled={disabled || permission === 'denied'}
      onChange={(on) => void choose(on)}
    />
  )
}

const startWords = settingsWords.start

/** Whether the app is there without being opened: whoever has no window hears by the tray what waits. */
function StartSection() {
  const { data, refetch } = useCall('app.settings', {})
  const send = useSave('app.save', startWords.failed, refetch)
  const app = data?.app ?? null
  if (app === null) return null
  return (
    <Section title={startWords.title}>
      <div className="flex flex-col gap-4">
        {app.startAtLogin === null ? null : (
          <Switch
            label={startWords.startAtLogin}
            hint={startWords.startAtLoginHint}
            checked={app.startAtLogin}
            onChange={(startAtLogin) => send({ startAtLogin })}
          />
        )}
        <Switch
          label={startWords.keepRunning}
          hint={startWords.keepRunningHint}
          checked={app.keepRunning}
          onChange={(keepRunning) => send({ keepRunning })}
        />
      </div>
    </Section>
  )
}
