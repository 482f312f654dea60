/** What has begun and not ended, as a change of the configuration is held against it (R2.4). */
import type { OpenRuns } from '../../config/reload/open-runs.ts'
import { OPEN_STATUSES } from '../../model/item.ts'
import { everyPage } from '../../model/pages.ts'
import type { Store } from '../../runtime/ports.ts'
import { pause } from '../../system/slices.ts'
import { holdsStep } from '../../workflow/items/items.ts'

const PAGE = 100

export async function readOpenRuns(
  store: Pick<Store, 'openRuns' | 'definition' | 'approvals'>,
): Promise<OpenRuns> {
  const counts = await store.openRuns()
  const byHash = addUp(counts.map(({ definitionHash, runs }) => [definitionHash, runs]))
  const pinned = await Promise.all(
    [...byHash].map(async ([hash, runs]) => ({ definition: await store.definition(hash), runs })),
  )
  return {
    pinned: pinned.flatMap(({ definition, runs }) => (definition === null ? [] : { definition, runs })),
    owners: Object.fromEntries(addUp(counts.map(({ owner, runs }) => [owner, runs]))),
    asked: await readAsked(store),
  }
}

/** By the items, and by each gate that stood before them as they were asked. */
async function readAsked(store: Pick<Store, 'approvals'>): Promise<string[]> {
  const found = new Set<string>()
  const waiting = everyPage((from) =>
    store.approvals({ status: OPEN_STATUSES, restricted: true }, { limit: PAGE, uncounted: true, ...from }),
  )
  for await (const { items } of waiting) {
    for (const item of items) {
      const gates = holdsStep(item) ? item.held.gates : []
      const names = gates.flatMap(({ queue, by }) => [queue, by?.role, by?.permission])
      for (const name of [item.queue, ...names]) if (name != null) found.add(name)
    }
    await pause()
  }
  return [...found]
}

function addUp(counts: readonly (readonly [string, number])[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [name, runs] of counts) sums.set(name, (sums.get(name) ?? 0) + runs)
  return sums
}
