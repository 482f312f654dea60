/** Where the window was and how large. Pure: the screen and the store are the caller's. */
import type { JsonObject } from '../model/json.ts'

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}
export interface WindowState {
  /** Null: the system chooses a place. */
  place: { x: number; y: number } | null
  width: number
  height: number
  maximized: boolean
}

export const SMALLEST = { width: 720, height: 480 }
const FIRST: WindowState = { place: null, width: 1240, height: 820, maximized: false }

/** What was stored, made to fit the screens that are there now: a screen may be gone since. */
export function readWindowState(stored: JsonObject | null, workAreas: Rectangle[]): WindowState {
  const number = (name: string): number | null => {
    const value = stored?.[name]
    return typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : null
  }
  const x = number('x')
  const y = number('y')
  const largest = workAreas.reduce((best, area) => (area.width > best.width ? area : best), {
    width: SMALLEST.width,
    height: SMALLEST.height,
  })
  const width = Math.min(Math.max(number('width') ?? FIRST.width, SMALLEST.width), largest.width)
  const height = Math.min(Math.max(number('height') ?? FIRST.height, SMALLEST.height), largest.height)
  const place = x === null || y === null ? null : { x, y }
  // As large as it will be: a window that is made smaller may leave the screen.
  const seen = place !== null && workAreas.some((area) => canBeGrabbed({ ...place, width, height }, area))
  return {
    place: seen ? place : null,
    width,
    height,
    maximized: stored?.maximized === true,
  }
}

export function writeWindowState(bounds: Rectangle, maximized: boolean): JsonObject {
  return { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height, maximized }
}

/** At least a piece of the title bar lies on the screen. */
function canBeGrabbed(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x)
  return across >= 120 && window.y >= area.y && window.y <= area.y + area.height - 40
}
