/** Reads what was kept of agents' searches: page by page, and counted in slices, so that no call waits (R3.4). */

import type { KeptSearch } from '../../model/kept-search.ts'
import { everyPage } from '../../model/pages.ts'
import type { SearchFilter, Store } from '../../runtime/ports.ts'
import { createTrafficTally, type Tally } from '../../search/lab/traffic-tally.ts'
import type { Slicer } from '../../search/slicer.ts'

const PAGE = 250

/** `from`: ISO time. */
export async function reportTraffic(
  { store, slicer }: { store: Pick<Store, 'searches'>; slicer: Slicer },
  from: string,
): Promise<Tally> {
  const tally = createTrafficTally()
  for await (const searches of readSearches(store, { from })) await slicer.run(tally.add(searches))
  return await slicer.run(tally.finish())
}

/** The last kept first. */
export async function* readSearches(
  store: Pick<Store, 'searches'>,
  filter: SearchFilter,
): AsyncGenerator<KeptSearch[]> {
  for await (const { items } of everyPage((from) => store.searches(filter, { limit: PAGE, ...from }))) {
    yield items
    // An answer from this thread leaves no room for anything else.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
