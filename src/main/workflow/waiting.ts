/** What an instance is waiting for, in words that a model can pass on (gateway.md §1.8). Pure. */
import type { Approval } from '../model/approval.ts'
import type { Instance } from '../model/instance.ts'

export interface WaitingFacts {
  instance: Instance
  /** Pending items of this instance. */
  pending: Approval[]
  /** How many pending items of the desk are older than the oldest of these. */
  ahead: number
  now: number
}

export function describeWaiting(facts: WaitingFacts): string | undefined {
  const parts = [said(facts.instance), present(facts)].filter((part) => part !== null)
  return parts.length === 0 ? undefined : parts.join(' ')
}

function said(instance: Instance): string | null {
  const said = instance.personSaid
  if (said === null) return null
  const who = said.by.replace(/^human:/, '')
  const comment = said.comment.trim() === '' ? '' : ` and said: “${said.comment.trim()}”`
  return `${who} chose ‘${said.outcome}’${comment}.`
}

function present({ instance, pending, ahead, now }: WaitingFacts): string | null {
  if (instance.status !== 'running') return null
  if (instance.interrupted) {
    return `‘${instance.claim?.transition ?? 'A step'}’ was cut off while it ran; a person at the desk must say whether it happened.`
  }
  if (instance.claim !== null) return `‘${instance.claim.transition}’ is running.`
  const oldest = pending[0]
  if (oldest === undefined) return null
  const queue = oldest.queue === null ? '' : ` (queue ${oldest.queue})`
  const place =
    ahead === 0
      ? 'It is the first in the inbox.'
      : `${ahead} ${ahead === 1 ? 'item is' : 'items are'} ahead of it in the inbox.`
  const deadline =
    oldest.deadlineAt === null
      ? 'There is no deadline.'
      : `If nobody decides by ${oldest.deadlineAt}, it times out; a timeout never approves.`
  return `Waiting for a person at the desk${queue} for ${duration(now - Date.parse(oldest.requestedAt))}. ${place} ${deadline}`
}

/** `40 seconds`, `5 minutes`, `3 hours`, `2 days`. */
function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const scale: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ]
  for (const [size, unit] of scale) {
    if (seconds >= size) return plural(Math.floor(seconds / size), unit)
  }
  return plural(seconds, 'second')
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
