/** What reloads change in a simulated world, and what was in force at which of its steps. */

import type { Configuration } from '../../src/main/model/configuration.ts'
import type { Gate } from '../../src/main/model/definition.ts'
import type { CatalogContent, LiveCatalog } from '../../src/main/runtime/live-catalog.ts'
import { UNTIL } from './exceptions.ts'
import type { Scheduler } from './scheduler.ts'

export interface SimulatedConfiguration {
  /** The connection `plain` has a gate, too, or has it no more. */
  reload(): void
  /** The gate of `gated` loses its exceptions, or has them again. */
  revoke(): void
  /** `cleo` is declared no more, or again. */
  dismiss(): void
  /** Who is declared now. */
  people(): Configuration['people']
  /** Somebody reads the clock. */
  read(now: number): void
  /** Whether what was put together at a step had to meet the gate of `plain`. */
  isPlainGated(step: number): boolean
  /** Whether somebody was declared at a step. */
  isDeclared(name: string, step: number): boolean
  /** Whether what was put together at a step could still be excepted: no end that was seen is undone. */
  mayExcept(step: number): boolean
}

const GATE: Gate = { required: true, quorum: 1, notRequester: false, timeoutMs: 120_000 }

const DISMISSED = 'cleo'

export function createSimulatedConfiguration(
  content: CatalogContent,
  people: Configuration['people'],
  catalog: Pick<LiveCatalog, 'replace'>,
  scheduler: Scheduler,
): SimulatedConfiguration {
  /** The steps at which each was turned on or off, in turn. */
  const gated: number[] = []
  const revoked: number[] = []
  const dismissed: number[] = []
  let endSeen: number | null = null
  const isOn = (turns: number[], step: number) => turns.filter((turn) => turn <= step).length % 2 === 1
  const load = () => {
    const connections = { ...content.connections }
    const { plain, gated: asking } = connections
    if (plain !== undefined && isOn(gated, scheduler.now)) connections.plain = { ...plain, gate: GATE }
    if (asking?.gate !== undefined && isOn(revoked, scheduler.now)) {
      const { except: _, ...gate } = asking.gate
      connections.gated = { ...asking, gate }
    }
    catalog.replace({ ...content, connections })
  }
  const isDeclared = (name: string, step: number) => name !== DISMISSED || !isOn(dismissed, step)
  const turn = (turns: number[], on: string, off: string) => {
    scheduler.note(turns.length % 2 === 0 ? on : off)
    turns.push(scheduler.now)
    load()
  }
  load()
  return {
    reload: () => turn(gated, 'RELOAD with a gate more', 'RELOAD without the gate'),
    revoke: () => turn(revoked, 'EXCEPTIONS are gone', 'EXCEPTIONS are back'),
    dismiss: () => turn(dismissed, 'CLEO is gone', 'CLEO is back'),
    people: () =>
      Object.fromEntries(Object.entries(people).filter(([name]) => isDeclared(name, scheduler.now))),
    isDeclared,
    read(now) {
      if (now > UNTIL && !isOn(revoked, scheduler.now)) endSeen ??= scheduler.now
    },
    isPlainGated: (step) => isOn(gated, step),
    mayExcept: (step) => !isOn(revoked, step) && (endSeen === null || step < endSeen),
  }
}
