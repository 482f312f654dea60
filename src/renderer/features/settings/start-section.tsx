import type { RequestOf } from '../../../preload/contract.ts'
import { useCall, useSend } from '../../queries.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { Section } from '../../ui/section.tsx'
import { settingsWords } from './words.ts'

const startWords = settingsWords.start

/** Whether the app is there without being opened: whoever has no window hears by the tray what waits. */
export function StartSection() {
  const { data, refetch } = useCall('app.settings', {})
  const save = useSend('app.save')
  const app = data?.app ?? null
  if (app === null) return null
  function send(change: RequestOf<'app.save'>): void {
    save.mutate(change, {
      onError: (fault) => showToast(startWords.failed, { tone: 'failed', detail: fault.message }),
      onSettled: () => void refetch(),
    })
  }
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
