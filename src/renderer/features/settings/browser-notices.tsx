import { useState } from 'react'
import { useBridge } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { notifyWords as words } from './workspace/change-words.ts'

/** Whether this browser tells as well. It asks the person first; what they said to it is its own to keep. */
export function BrowserNotices({ disabled }: { disabled: boolean }) {
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
