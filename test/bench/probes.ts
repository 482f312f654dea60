/** Several things timed in turns, so that whatever else the machine does falls on all of them alike. */
import { createRandom } from '../support/random.ts'

export interface Probe {
  name: string
  /** What it resolves with, if a function, cleans up after it and is not timed. */
  run(): unknown
}

export interface Turns {
  signal: AbortSignal
  warmUp: number
  atMost: number
  /** At least `atLeast` rounds are made, whatever they take. */
  withinMs: number
  atLeast: number
}

/** Milliseconds by name; position n of each belongs to the same round. */
export async function timeInTurns(probes: readonly Probe[], turns: Turns): Promise<Map<string, number[]>> {
  const times = new Map(probes.map(({ name }) => [name, [] as number[]]))
  // The same order in each run of the bench.
  const random = createRandom(1).next
  const started = performance.now()
  for (let round = -turns.warmUp; round < turns.atMost; round += 1) {
    if (round >= turns.atLeast && performance.now() - started > turns.withinMs) break
    // Who comes after whom matters: what has just run finds its processes awake, and its code in the caches.
    for (const probe of shuffle(probes, random)) {
      turns.signal.throwIfAborted()
      const before = performance.now()
      const cleanUp = await probe.run()
      if (round >= 0) times.get(probe.name)?.push(performance.now() - before)
      if (typeof cleanUp === 'function') await cleanUp()
    }
  }
  return times
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
