/** The switches of the mutants in the process of the tests: which one is on, and which were reached. */
import { SWITCH } from './mutations.ts'

/** More mutants than there will be. */
const ROOM = 20_000
/** How much more often than without it a mutant may be reached before it counts as a loop without an end. */
const PATIENCE = 100
const LEAST = 20_000

class Switches {
  /** How often each was reached since `forget`. */
  readonly reached = new Uint32Array(ROOM)
  #active = -1
  #limit = 0

  /** Null: none. `usual`: how often the test reaches it by itself. */
  turnOn(id: number | null, usual: number): void {
    this.#active = id ?? -1
    this.#limit = LEAST + PATIENCE * usual
    if (id !== null) this.reached[id] = 0
  }

  isOn = (id: number): boolean => {
    const count = (this.reached[id] ?? 0) + 1
    this.reached[id] = count
    if (id !== this.#active) return false
    if (count > this.#limit) throw new Error('A loop without an end.')
    return true
  }

  /** Which were reached since then; they are forgotten. */
  takeReached(): Map<number, number> {
    const found = new Map<number, number>()
    for (const [id, count] of this.reached.entries()) if (count > 0) found.set(id, count)
    this.reached.fill(0)
    return found
  }
}

declare global {
  var mutantSwitches: Switches | undefined
}

/** One set for the process: test files share what is imported. */
function findSwitches(): Switches {
  if (globalThis.mutantSwitches === undefined) {
    globalThis.mutantSwitches = new Switches()
    Object.assign(globalThis, { [SWITCH]: globalThis.mutantSwitches.isOn })
  }
  return globalThis.mutantSwitches
}

export const switches = findSwitches()

/** Where `run.ts` keeps what this run is to try and has found. */
export function folderOfRun(): string {
  const folder = process.env.COUNTERSIGN_MUTANTS
  if (folder === undefined) throw new Error('Say `npm run -s mutants`: it sets up what this needs.')
  return folder
}
