/**
 * An exception of a gate that has ended stays ended: a clock that is set back afterwards, also while the gateway is
 * off, lets nothing through again. Whoever wants it back declares another end.
 */

import type { GateException } from '../../model/definition.ts'
import { isOpen } from '../../workflow/gates/gates.ts'
import type { RuntimeParts } from '../call-context.ts'
import type { Clock } from '../ports.ts'
import type { Alarms } from './alarms.ts'

export interface ExceptionEnds {
  /** The same clock; each of its readings is held against the ends of what is in force. */
  clock: Clock
  /** Takes up what was seen to end before the gateway was started. */
  begin(): Promise<void>
  close(): void
}

const PREFIX = 'exception.ended.'

export function watchExceptionEnds(
  {
    catalog,
    clock,
    store,
    onChange,
    fault,
  }: Pick<RuntimeParts, 'catalog' | 'store' | 'onChange' | 'fault'> & { clock: Clock },
  alarms: Alarms,
): ExceptionEnds {
  const ended = new Set<string>()
  let inForce: readonly GateException[] = []
  let soonest = Number.POSITIVE_INFINITY

  const wait = () => {
    alarm.clear()
    const open = inForce.filter(({ id }) => !ended.has(id))
    soonest = Math.min(...open.map(({ until }) => Date.parse(until)))
    // Also where nobody asks for the time: else nobody would know that it had come.
    alarm.at(soonest + 1)
  }
  const alarm = alarms.add('ends of exceptions', async () => {
    read()
    wait()
  })
  const end = (over: readonly GateException[]) => {
    for (const { id } of over) ended.add(id)
    catalog.endExceptions(over.map(({ id }) => id))
    wait()
    if (store.readOnly !== null) return
    const changes = over.map(({ id, until }) => ({ key: `${PREFIX}${id}`, value: { until } }))
    store.saveSettings(changes).catch((error: unknown) => fault(error, 'ends of exceptions'))
  }
  const read = (): number => {
    const now = clock.now()
    if (catalog.exceptions() !== inForce) {
      inForce = catalog.exceptions()
      wait()
    }
    if (now > soonest) end(inForce.filter(({ id, until }) => !ended.has(id) && !isOpen(until, now)))
    return now
  }
  const unsubscribe = onChange((change) => {
    if (change.topic === 'configuration' && !alarms.closed()) read()
  })
  return {
    clock: { ...clock, now: read },
    async begin() {
      const kept = await store.settings(PREFIX)
      const ids = kept.map(({ key }) => key.slice(PREFIX.length))
      for (const id of ids) ended.add(id)
      catalog.endExceptions(ids)
      wait()
      read()
    },
    close: unsubscribe,
  }
}
