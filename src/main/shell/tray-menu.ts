/**
 * What the tray icon says and offers: how many items wait and since when, silence, being away. Pure; knows no
 * electron.
 */
import type { PreferencesView } from '../../preload/contract.ts'
import { silentBecause } from '../desk/people/silence.ts'
import { nextMorning } from './next-morning.ts'

export interface TrayState {
  /** Nobody sits at the desk, so that nobody here knows what waits. */
  locked: boolean
  pending: number
  /** When the oldest of them was asked for, ISO time; null: none waits. */
  oldestAt: string | null
  preferences: PreferencesView | null
  /** Until when the person is away, ISO time; null: they are here. */
  awayUntil: string | null
}

export interface TrayActions {
  open: () => void
  openOldest: () => void
  openSettings: () => void
  /** ISO time; null: no more. */
  pause: (until: string | null) => void
  away: (until: string | null) => void
  quit: () => void
}

export type TrayEntry =
  | { type: 'separator' }
  | { label: string; enabled?: boolean; click?: () => void; submenu?: TrayEntry[] }

/** “Nothing waits for you”, “3 items wait for you, the oldest for 12 minutes”. */
export function sayPending({ locked, pending, oldestAt }: TrayState, now: Date): string {
  if (locked) return 'The desk is locked'
  if (pending === 0) return 'Nothing waits for you'
  const age = oldestAt === null ? null : sayAge(now.getTime() - Date.parse(oldestAt))
  if (pending === 1) return age === null ? '1 item waits for you' : `1 item waits for you, for ${age}`
  const many = `${pending} items wait for you`
  return age === null ? many : `${many}, the oldest for ${age}`
}

export function composeTrayMenu(state: TrayState, actions: TrayActions, now: Date): TrayEntry[] {
  const separator = { type: 'separator' } as const
  return [
    { label: sayPending(state, now), enabled: false },
    ...saySilence(state, now),
    separator,
    { label: 'Open Countersign', click: actions.open },
    {
      label: 'Open the Item That Waits Longest',
      enabled: state.pending > 0 && !state.locked,
      click: actions.openOldest,
    },
    separator,
    ...(state.locked ? [] : [...pausing(state, actions, now), ...leaving(state, actions, now)]),
    { label: 'Quiet Hours…', click: actions.openSettings },
    separator,
    { label: 'Quit', click: actions.quit },
  ]
}

function saySilence({ preferences, awayUntil }: TrayState, now: Date): TrayEntry[] {
  const because = preferences === null ? null : silentBecause(preferences, now)
  const lines = [
    ...(because === 'off' ? ['Notifications are off'] : []),
    ...(because === 'paused'
      ? [`Notifications are paused until ${sayTime(preferences?.pausedUntil ?? '', now)}`]
      : []),
    ...(because === 'quiet' ? [`Quiet hours until ${preferences?.quietHours?.to ?? ''}`] : []),
    ...(awayUntil === null ? [] : [`Agents are told that you are away until ${sayTime(awayUntil, now)}`]),
  ]
  return lines.map((label) => ({ label, enabled: false }))
}

function pausing({ preferences }: TrayState, { pause }: TrayActions, now: Date): TrayEntry[] {
  const paused = preferences !== null && silentBecause(preferences, now) === 'paused'
  if (paused) return [{ label: 'Resume Notifications', click: () => pause(null) }]
  return [{ label: 'Pause Notifications', submenu: choices(now, pause) }]
}

function leaving({ awayUntil }: TrayState, { away }: TrayActions, now: Date): TrayEntry[] {
  if (awayUntil !== null) return [{ label: 'I Am Back', click: () => away(null) }]
  return [{ label: 'I Am Away', submenu: choices(now, away) }]
}

function choices(now: Date, choose: (until: string) => void): TrayEntry[] {
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const morning = nextMorning(now)
  const times: [string, Date][] = [
    ['For 1 Hour', inHours(1)],
    ['For 4 Hours', inHours(4)],
    [`Until ${sayTime(morning.toISOString(), now)}`, morning],
  ]
  return times.map(([label, at]) => ({ label, click: () => choose(at.toISOString()) }))
}

/** `14:05`, with the day where it is not today. */
function sayTime(iso: string, now: Date): string {
  const at = new Date(iso)
  const time = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
  if (at.toDateString() === now.toDateString()) return time
  const tomorrow = new Date(now)
  tomorrow.setDate(tomorrow.getDate() + 1)
  return at.toDateString() === tomorrow.toDateString()
    ? `tomorrow ${time}`
    : `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}, ${time}`
}

/** `less than a minute`, `12 minutes`, `3 hours`, `2 days`. */
function sayAge(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return count(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day')
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
