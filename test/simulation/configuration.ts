/** What reloads change in a simulated world, and what was in force at which of its steps. */
import type { Gate } from '../../src/main/model/definition.ts'
import type { CatalogContent, LiveCatalog } from '../../src/main/runtime/live-catalog.ts'
import { UNTIL } from './exceptions.ts'
import type { Scheduler } from './scheduler.ts'

export interface SimulatedConfiguration {
  /** The connection `plain` has a gate, too, or has it no more. */
  reload(): void
  /** The gate of `gated` loses its exceptions, or has them again. */
  revoke(): void
  /** One of the people is removed, or declared anew. */
  dismiss(name: string): void
  /** Everybody who is gone is declared anew. */
  recall(): void
  /** Who is declared now, each by which declaration. */
  people(): Record<string, string>
  /** Whether a person was, at a step, who they were by that declaration. */
  isPerson(name: string, declared: string, step: number): boolean
  /** Somebody reads the clock. */
  read(now: number): void
  /** Whether what was put together at a step had to meet the gate of `plain`. */
  isPlainGated(step: number): boolean
  /** Whether what was put together at a step could still be excepted: no end that was seen is undone. */
  mayExcept(step: number): boolean
}

export const NAMES = ['anna', 'ben', 'cleo']

const GATE: Gate = { required: true, quorum: 1, notRequester: false, timeoutMs: 120_000 }

export function createSimulatedConfiguration(
  content: CatalogContent,
  catalog: Pick<LiveCatalog, 'replace'>,
  scheduler: Scheduler,
): SimulatedConfiguration {
  /** The steps at which each was turned on or off, in turn. */
  const gated: number[] = []
  const revoked: number[] = []
  let endSeen: number | null = null
  /** Of each person the steps at which they were declared or removed, in turn. */
  const turns = new Map(NAMES.map((name) => [name, [0]]))
  const declarationAt = (name: string, step: number) => {
    const past = (turns.get(name) ?? []).filter((turn) => turn <= step)
    return past.length % 2 === 1 ? `${name}-${past.length}` : null
  }
  const dismiss = (name: string) => {
    scheduler.note(`${name} is ${declarationAt(name, scheduler.now) === null ? 'DECLARED anew' : 'REMOVED'}`)
    turns.get(name)?.push(scheduler.now)
  }
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
  const turn = (turns: number[], on: string, off: string) => {
    scheduler.note(turns.length % 2 === 0 ? on : off)
    turns.push(scheduler.now)
    load()
  }
  load()
  return {
    reload: () => turn(gated, 'RELOAD with a gate more', 'RELOAD without the gate'),
    revoke: () => turn(revoked, 'EXCEPTIONS are gone', 'EXCEPTIONS are back'),
    dismiss,
    recall() {
      for (const name of NAMES) if (declarationAt(name, scheduler.now) === null) dismiss(name)
    },
    people: () =>
      Object.fromEntries(
        NAMES.flatMap((name) => {
          const declared = declarationAt(name, scheduler.now)
          return declared === null ? [] : [[name, declared] as const]
        }),
      ),
    isPerson: (name, declared, step) => declarationAt(name, step) === declared,
    read(now) {
      if (now > UNTIL && !isOn(revoked, scheduler.now)) endSeen ??= scheduler.now
    },
    isPlainGated: (step) => isOn(gated, step),
    mayExcept: (step) => !isOn(revoked, step) && (endSeen === null || step < endSeen),
  }
}
