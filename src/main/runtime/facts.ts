/**
 * What guards rest on that is read from the store, a row each: how it is read, and what of it must still be so when the
 * step that they let pass begins. May import: model, runtime/ports.
 */
import type { Definition } from '../model/definition.ts'
import type { Guard, StoredFacts } from '../model/guard.ts'
import type { Run } from '../model/run.ts'
import type { Expectation, Store } from './ports.ts'

/** `run`: null for one that is about to start. */
interface FactsAbout {
  run: Run | null
  definition: Definition
}

interface Fact<Name extends keyof StoredFacts> {
  /** What only one kind of guard needs is looked up only where such a guard stands in the definition, and is null elsewhere. */
  read(store: Store, about: FactsAbout): Promise<StoredFacts[Name]>
  /**
   * For the commit with which a step behind these guards begins, or their workflow starts: somebody else may have changed it
   * since it was read, and would pass, too. Where it does not hold any more, everything is evaluated again.
   */
  expect(seen: StoredFacts[Name], about: FactsAbout, guards: readonly Guard[]): Expectation[]
}

const FACTS: { readonly [Name in keyof StoredFacts]: Fact<Name> } = {
  evidence: {
    read: async (store, { run }) => (run === null ? [] : await store.evidence(run.id)),
    // Whoever records it writes the run, too, which every step expects to be as it was read.
    expect: () => [],
  },
  fired: {
    read: async (_, { run }) => run?.fired ?? {},
    // It is in the run itself.
    expect: () => [],
  },
}

type AnyFact = Fact<keyof StoredFacts>
const NAMES = Object.keys(FACTS) as (keyof StoredFacts)[]

export async function readFacts({ store }: { store: Store }, about: FactsAbout): Promise<StoredFacts> {
  const facts: Partial<Record<keyof StoredFacts, unknown>> = {}
  for (const name of NAMES) facts[name] = await FACTS[name].read(store, about)
  return facts as unknown as StoredFacts
}

/** What these guards rest on is as it was read. */
export function expectFacts(
  { stored, ...about }: FactsAbout & { stored: StoredFacts },
  guards: readonly Guard[],
): Expectation[] {
  return NAMES.flatMap((name) => (FACTS[name] as AnyFact).expect(stored[name], about, guards))
}
