import type { ConnectionView, Health } from '../../../preload/contract.ts'
import type { Tone } from '../../ui/feedback/status.tsx'
import { catalogWords } from './words.ts'

/** The person's own settings file says it, and no server. */
export function isOwn(source: string): boolean {
  return source === 'configuration'
}

export function sayOrigin(source: string): string {
  return isOwn(source) ? catalogWords.configuration : source
}

export const HEALTH_TONE: Record<Health, Tone> = {
  starting: 'running',
  healthy: 'done',
  degraded: 'risky',
  down: 'failed',
  needs_sign_in: 'needs',
  changed: 'needs',
  disabled: 'quiet',
}

/** The sick, the well, and those that are off. */
function rankOf(health: Health): number {
  return health === 'disabled' ? 2 : health === 'healthy' ? 1 : 0
}

/** Each group by name. Pure. */
export function orderConnections(connections: readonly ConnectionView[]): ConnectionView[] {
  return [...connections].sort(
    (one, other) => rankOf(one.health) - rankOf(other.health) || one.title.localeCompare(other.title),
  )
}

export function mentionsConnection(
  { name, title, target, error, health }: ConnectionView,
  text: string,
): boolean {
  const shown = [name, title, target, error ?? '', health].join('\n').toLowerCase()
  return shown.includes(text.trim().toLowerCase())
}
