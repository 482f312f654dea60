/** What has begun and not ended, as a change of the configuration is held against it (R2.4). */
import type { OpenRuns } from '../../config/reload/open-runs.ts'
import type { Store } from '../../runtime/ports.ts'

export async function readOpenRuns(store: Pick<Store, 'openRuns' | 'definition'>): Promise<OpenRuns> {
  const counts = await store.openRuns()
  const byHash = addUp(counts.map(({ definitionHash, runs }) => [definitionHash, runs]))
  const pinned = await Promise.all(
    [...byHash].map(async ([hash, runs]) => ({ definition: await store.definition(hash), runs })),
  )
  return {
    pinned: pinned.flatMap(({ definition, runs }) => (definition === null ? [] : { definition, runs })),
    owners: Object.fromEntries(addUp(counts.map(({ owner, runs }) => [owner, runs]))),
  }
}

function addUp(counts: readonly (readonly [string, number])[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [name, runs] of counts) sums.set(name, (sums.get(name) ?? 0) + runs)
  return sums
}
