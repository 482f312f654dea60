import type { ConnectionView, Health } from '../../../preload/contract.ts'
import type { Tone } from '../../ui/feedback/status.tsx'

export const HEALTH_TONE: Record<Health, Tone> = {
  starting: 'running',
  healthy: 'done',
  degraded: 'risky',
  down: 'failed',
  needs_sign_in: 'needs',
  changed: 'needs',
}

/** The sick first, each group by name. Pure. */
export function orderConnections(connections: readonly ConnectionView[]): ConnectionView[] {
  return [...connections].sort(
    (one, other) =>
      Number(one.health === 'healthy') - Number(other.health === 'healthy') ||
      one.title.localeCompare(other.title),
  )
}

export function mentionsConnection(
  { name, title, target, error, health }: ConnectionView,
  text: string,
): boolean {
  const shown = [name, title, target, error ?? '', health].join('\n').toLowerCase()
  return shown.includes(text.trim().toLowerCase())
}
