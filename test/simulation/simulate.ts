/** One history of a simulated world, drawn from a seed; throws with the seed and the last events if a rule breaks. */

import { soleMember } from '../../src/main/gateway/take-folder.ts'
import type { AuditEntry } from '../../src/main/model/audit-event.ts'
import type { Configuration } from '../../src/main/model/configuration.ts'
import { createRuntime } from '../../src/main/runtime/create-runtime.ts'
import { type CatalogContent, createLiveCatalog } from '../../src/main/runtime/live-catalog.ts'
import type { Change } from '../../src/main/runtime/ports.ts'
import type { Runtime } from '../../src/main/runtime/runtime.ts'
import { isPassing } from '../../src/main/runtime/step/until-durable.ts'
import { openMemoryStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { NO_EXECUTORS } from '../support/executors.ts'
import { NO_HANDLERS } from '../support/items.ts'
import { createRandom } from '../support/random.ts'
import { act, decideSomething, type Stage } from './actors.ts'
import { checkRest, isAtRest } from './at-rest.ts'
import { createSimulatedConfiguration } from './configuration.ts'
import { createInvariants } from './invariants.ts'
import { createOutside } from './outside.ts'
import { createScheduler, quiet } from './scheduler.ts'
import { BROKEN, type Disk, simulateStore } from './simulated-store.ts'
import { createSimulatedClock, createSimulatedIds } from './time.ts'

export interface Workspace {
  content: CatalogContent
  people: Configuration['people']
  hash(value: unknown): string
}

export interface History {
  steps: number
  crashes: number
  stops: number
  /** Commits that the disk did not take. */
  refused: number
  effects: number
  excepted: number
  reads: number
}

const STEPS = 250
const AT_ONCE = 6
/** After so many milliseconds of simulated time a stop cuts off what still runs. */
const GRACE_MS = 2000
/** How often something befalls a world: never in one, again and again in another, so that rare things meet. */
const MOODS = [0, 1, 1, 5]

function isOfStore(error: unknown): boolean {
  return isPassing(error) || (error instanceof Error && error.message === BROKEN)
}

export async function simulate(seed: number, workspace: Workspace): Promise<History> {
  const random = createRandom(seed)
  const scheduler = createScheduler(random)
  const clock = createSimulatedClock()
  const ids = createSimulatedIds(() => scheduler.now)
  const durable = openMemoryStore()
  const broken: string[] = []
  const fail = (message: string) => {
    broken.push(message)
  }
  const catalog = createLiveCatalog({ nearest: async () => [], hash: workspace.hash })
  const configuration = createSimulatedConfiguration(workspace.content, workspace.people, catalog, scheduler)
  clock.onRead(configuration.read)
  const madeAt = ({ id }: AuditEntry) => ids.made.get(id) ?? 0
  const invariants = createInvariants({
    durable,
    definitions: workspace.content.workflows,
    fail,
    isPlainGated: (begins) => configuration.isPlainGated(madeAt(begins)),
    isArmed: (declared, entry) => configuration.isArmed(declared, madeAt(entry)),
    rolesOf: (name, declared, entry) => configuration.rolesOf(name, declared, madeAt(entry)),
    mayExcept: (entry) => configuration.mayExcept(madeAt(entry)),
    latest: clock.latest,
    elapsed: clock.elapsed,
    shownAt: clock.shownAt,
  })
  const outside = createOutside(random, scheduler, invariants.happened)
  const known = new Set<string>()
  const calls = new Set<AbortController>()
  let crashes = 0
  let stops = 0
  let active = 0
  let generation = 0

  const check = () => {
    if (broken.length === 0) return
    throw new Error(
      `Seed ${seed} breaks a rule: ${broken.join(' ')}\nReplay it: COUNTERSIGN_SEED=${seed} npx vitest run test/simulation\n${scheduler.trace.join('\n')}`,
    )
  }

  let draining = new AbortController()
  const perClient = random.pick([100, 100, 3])
  const disk: Disk = { isFull: false, isBroken: false, refused: 0 }

  const open = (): Runtime => {
    draining = new AbortController()
    const listeners = new Set<(change: Change) => void>()
    return createRuntime({
      membership: soleMember(`gw_${generation}`),
      store: simulateStore(durable, disk, scheduler.life(), invariants.witness),
      clock,
      ids,
      random: random.next,
      catalog,
      executors: { ...NO_EXECUTORS, mcp: outside.open() },
      visible: () => true,
      itemHandlers: NO_HANDLERS,
      settings: () => ({
        holdMs: 50_000,
        gateTimeoutMs: 300_000,
        undoMs: 8000,
        pending: { perClient, withoutToken: 400, itemBytes: 1_048_576 },
        queues: {},
        people: configuration.people(),
        clients: configuration.clients(),
        declarations: configuration.declarations(),
        away: [],
        noDesk: null,
      }),
      hashDefinition: workspace.hash,
      hash: workspace.hash,
      publish(change) {
        for (const listener of [...listeners]) listener(change)
      },
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      toolsKnown: () => Promise.resolve(),
      draining: draining.signal,
      crashPoint: () => {},
      fault: (error) =>
        isOfStore(error)
          ? undefined
          : fail(`A fault: ${error instanceof Error ? error.stack : String(error)}`),
    })
  }
  let runtime = open()
  const stage = (): Stage => ({
    ...{ runtime, durable, random, known, calls, fail },
    ...{ people: configuration.people, clients: configuration.clients },
    declarations: configuration.declarations,
  })
  const begin = (task: (on: Stage) => Promise<void>) => {
    const mine = generation
    active += 1
    task(stage()).then(
      () => {
        if (mine === generation) active -= 1
      },
      (error: unknown) => {
        if (mine !== generation) return
        active -= 1
        if (!isOfStore(error)) fail(`Thrown: ${error instanceof Error ? error.stack : String(error)}`)
      },
    )
  }
  /** Doors open when it has looked at what a crash left behind, as in `gateway.ts`. */
  let ready = false
  const recover = () => {
    ready = false
    begin(async ({ runtime: opened }) => {
      await opened.recover()
      ready = true
    })
  }
  const openNext = (label: string) => {
    generation += 1
    active = 0
    scheduler.end(label)
    calls.clear()
    clock.forget()
    invariants.processEnded()
    runtime = open()
    recover()
  }
  const crash = () => {
    crashes += 1
    openNext('CRASH')
  }
  /** In order: what runs may end, or is cut off after a while. Agents and people go on asking; so may a crash come. */
  const stop = () => {
    if (draining.signal.aborted) return
    scheduler.note('STOP')
    draining.abort()
    const mine = generation
    runtime.close(GRACE_MS).then(
      () => {
        if (mine !== generation) return
        stops += 1
        openNext('STOPPED')
      },
      (error: unknown) => fail(`Cannot stop: ${error instanceof Error ? error.stack : String(error)}`),
    )
  }

  const fire = () => {
    if (clock.timers > 0) scheduler.note('TIME passes')
    return clock.fire()
  }
  const jump = (milliseconds: number) => {
    scheduler.note(`CLOCK set by ${milliseconds} ms`)
    clock.jump(milliseconds)
  }
  /** Until somebody has made room. */
  const fillDisk = () => {
    if (!ready) return
    disk.isFull = !disk.isFull
    scheduler.note(disk.isFull ? 'DISK is full' : 'DISK has room')
  }
  const breakDisk = () => {
    if (!ready) return
    disk.isBroken = true
    scheduler.note('DISK is broken')
  }
  const befalls: [number, () => void][] = [
    [0.012 * random.pick(MOODS), crash],
    [0.008 * random.pick(MOODS), stop],
    [0.005 * random.pick(MOODS), () => jump(random.pick([-3_600_000, -1000, 30_000]))],
    [0.01 * random.pick(MOODS), () => configuration.reload()],
    [0.007 * random.pick(MOODS), () => configuration.revoke()],
    [0.007 * random.pick(MOODS), () => configuration.dismiss()],
    [0.005 * random.pick(MOODS), () => configuration.demote()],
    [0.005 * random.pick(MOODS), () => configuration.disarm()],
    [0.003 * random.pick(MOODS), () => configuration.replaceRobot()],
    [0.006 * random.pick(MOODS), fillDisk],
    [0.004 * random.pick(MOODS), breakDisk],
    [0.048, fire],
  ]

  recover()
  for (let step = 0; step < STEPS; step += 1) {
    await quiet()
    check()
    const happens = befalls.find(([chance]) => random.chance(chance))
    if (happens !== undefined) happens[1]()
    else if (random.chance(0.18) && ready && active < AT_ONCE) begin(act)
    else if (!scheduler.step() && active >= AT_ONCE) fire()
  }

  // From here on nothing fails, and people decide whatever is asked: everything must come to rest.
  outside.calm()
  disk.isFull = false
  disk.isBroken = false
  const horizon = clock.latest() + 3_600_000
  for (let round = 0; round < 50_000; round += 1) {
    await quiet()
    check()
    if (scheduler.step()) continue
    const { total } = await durable.approvals({ status: ['pending'] }, { limit: 1 })
    const asked = await durable.approvals({ status: ['pending', 'scheduled'] }, { limit: 1 })
    if (active === 0 && asked.total === 0 && (await isAtRest(durable))) break
    if (total > 0 && ready && active < AT_ONCE && random.chance(0.7)) begin((on) => decideSomething(on, true))
    else if (active === 0 && asked.total === 0 && clock.latest() > horizon) break
    else if (!fire() && asked.total === 0) break
  }
  if (active > 0) fail(`${active} calls were never answered.`)
  await checkRest(durable, workspace.content.workflows, invariants, fail)
  check()
  await durable.close()
  return {
    steps: scheduler.now,
    crashes,
    stops,
    refused: disk.refused,
    effects: outside.effects.length,
    excepted: invariants.excepted(),
    reads: invariants.reads(),
  }
}
