/** What reloads change in a simulated world, and what was in force at which of its steps. */

import type { Configuration, Declarations } from '../../src/main/model/configuration.ts'
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
  /** `cleo` has no role any more, or has them again. */
  demote(): void
  /** The client `robot` has no role any more, or has it again. */
  disarm(): void
  /** `robot` is removed, and another one is declared under its name. */
  replaceRobot(): void
  clients(): Configuration['clients']
  /** Whether the `robot` of this declaration had its role at a step. */
  isArmed(declared: string | undefined, step: number): boolean
  /** Who is declared now. */
  people(): Configuration['people']
  /** Whose the names are now. */
  declarations(): Declarations
  /** Somebody reads the clock. */
  read(now: number): void
  /** Whether what was put together at a step had to meet the gate of `plain`. */
  isPlainGated(step: number): boolean
  /** The roles that somebody had at a step; null: they were not declared, or not by this declaration, if one is given. */
  rolesOf(name: string, declared: string | null, step: number): readonly string[] | null
  /** Whether what was put together at a step could still be excepted: no end that was seen is undone. */
  mayExcept(step: number): boolean
}

const GATE: Gate = { required: true, quorum: 1, notRequester: false, timeoutMs: 120_000 }

const CLEO = 'cleo'

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
  const demoted: number[] = []
  const disarmed: number[] = []
  const replaced: number[] = []
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
  const peopleAt = (step: number): Configuration['people'] => {
    const { [CLEO]: cleo, ...others } = people
    if (cleo === undefined || isOn(dismissed, step)) return others
    return { ...others, [CLEO]: isOn(demoted, step) ? { ...cleo, roles: [] } : cleo }
  }
  const declarationsAt = (step: number): Declarations => {
    const count = (turns: number[]) => String(turns.filter((turn) => turn <= step).length)
    const people = Object.keys(peopleAt(step)).map((name) => [name, name === CLEO ? count(dismissed) : '0'])
    return { people: Object.fromEntries(people), clients: { robot: count(replaced) } }
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
    dismiss: () => turn(dismissed, 'CLEO is gone', 'CLEO is back'),
    demote: () => turn(demoted, 'CLEO has no role', 'CLEO has her roles'),
    disarm: () => turn(disarmed, 'ROBOT has no role', 'ROBOT has its role'),
    replaceRobot: () => turn(replaced, 'ROBOT is another one', 'ROBOT is another one'),
    clients: () => ({
      robot: { roles: isOn(disarmed, scheduler.now) ? [] : ['operator'], permissions: [], sees: 'all' },
    }),
    isArmed: (declared, step) => !isOn(disarmed, step) && declarationsAt(step).clients.robot === declared,
    people: () => peopleAt(scheduler.now),
    declarations: () => declarationsAt(scheduler.now),
    rolesOf: (name, declared, step) =>
      [null, declarationsAt(step).people[name]].includes(declared)
        ? (peopleAt(step)[name]?.roles ?? null)
        : null,
    read(now) {
      if (now > UNTIL && !isOn(revoked, scheduler.now)) endSeen ??= scheduler.now
    },
    isPlainGated: (step) => isOn(gated, step),
    mayExcept: (step) => !isOn(revoked, step) && (endSeen === null || step < endSeen),
  }
}
