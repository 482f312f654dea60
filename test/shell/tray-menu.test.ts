import { describe, expect, it } from 'vitest'
import {
  composeTrayMenu,
  sayPending,
  type TrayActions,
  type TrayEntry,
  type TrayState,
} from '../../src/main/shell/tray-menu.ts'

const NOW = new Date('2026-03-10T12:00:00')
const LOUD = {
  notifications: true,
  sound: false,
  tellLocked: true,
  lockAfterMinutes: null,
  quietHours: null,
  pausedUntil: null,
  silent: null,
}
const STATE: TrayState = {
  locked: false,
  pending: 3,
  oldestAt: new Date(NOW.getTime() - 12 * 60_000).toISOString(),
  preferences: LOUD,
  awayUntil: null,
}

/** What was pressed, with the time that it came with. */
function record(): TrayActions & { pressed: [string, string | null][] } {
  const pressed: [string, string | null][] = []
  const note = (name: string) => () => pressed.push([name, null])
  return {
    pressed,
    open: note('open'),
    openOldest: note('oldest'),
    openSettings: note('settings'),
    quit: note('quit'),
    pause: (until) => pressed.push(['pause', until]),
    away: (until) => pressed.push(['away', until]),
  }
}

function labels(entries: TrayEntry[]): string[] {
  return entries.flatMap((entry) => ('label' in entry ? [entry.label, ...labels(entry.submenu ?? [])] : []))
}

function press(entries: TrayEntry[], ...path: string[]): void {
  const [label, ...rest] = path
  const entry = entries.find((candidate) => 'label' in candidate && candidate.label === label)
  if (entry === undefined || !('label' in entry)) throw new Error(`no ‘${label}’ in ${labels(entries)}`)
  if (rest.length > 0) press(entry.submenu ?? [], ...rest)
  else entry.click?.()
}

describe('the tray icon [told.tray]', () => {
  it('says how many wait, and since when the oldest does', () => {
    expect(sayPending({ ...STATE, pending: 0, oldestAt: null }, NOW)).toBe('Nothing waits for you')
    expect(sayPending({ ...STATE, locked: true }, NOW)).toBe('The desk is locked')
    expect(sayPending(STATE, NOW)).toBe('3 items wait for you, the oldest for 12 minutes')
    expect(sayPending({ ...STATE, pending: 1, oldestAt: NOW.toISOString() }, NOW)).toBe(
      '1 item waits for you, for less than a minute',
    )
  })

  it('pauses and resumes, and says until when', () => {
    const actions = record()
    press(composeTrayMenu(STATE, actions, NOW), 'Pause Notifications', 'For 1 Hour')
    const pausedUntil = new Date(NOW.getTime() + 3_600_000).toISOString()
    expect(actions.pressed).toEqual([['pause', pausedUntil]])
    const paused = composeTrayMenu({ ...STATE, preferences: { ...LOUD, pausedUntil } }, actions, NOW)
    expect(labels(paused)).toContain('Notifications are paused until 13:00')
    press(paused, 'Resume Notifications')
    expect(actions.pressed.at(-1)).toEqual(['pause', null])
  })

  it('lets a person leave and come back', () => {
    const actions = record()
    const menu = composeTrayMenu(STATE, actions, NOW)
    press(menu, 'I Am Away', 'Until tomorrow 09:00')
    const awayUntil = actions.pressed[0]?.[1] ?? ''
    expect(new Date(awayUntil).getDate()).toBe(11)
    const away = composeTrayMenu({ ...STATE, awayUntil }, actions, NOW)
    expect(labels(away)).toContain('Agents are told that you are away until tomorrow 09:00')
    press(away, 'I Am Back')
    expect(actions.pressed.at(-1)).toEqual(['away', null])
  })

  it('says that it is quiet now, and offers the oldest only where one waits', () => {
    const preferences = { ...LOUD, quietHours: { from: '11:00', to: '13:30' } }
    const menu = composeTrayMenu({ ...STATE, pending: 0, preferences }, record(), NOW)
    expect(labels(menu)).toContain('Quiet hours until 13:30')
    const oldest = menu.find((entry) => 'label' in entry && entry.label.startsWith('Open the Item'))
    expect(oldest).toMatchObject({ enabled: false })
  })
})
