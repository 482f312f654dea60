/** Imported tools that left the catalog because their servers describe them otherwise (R5.3). */
import type { CatalogItem } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { quoteName } from '../../workflow/wording/quote.ts'
import { viewConnections } from './connection-view.ts'

type CatalogSources = Pick<
  Gateway,
  'connections' | 'catalog' | 'configuration' | 'store' | 'discovery' | 'breakers'
>

/** One entry for each capability that a tool was, or would be, imported as. */
export async function listBlocked(gateway: CatalogSources): Promise<CatalogItem[]> {
  const items: CatalogItem[] = []
  for (const { name, changed } of await viewConnections(gateway)) {
    for (const { tool, isNew, answer, approvalId } of changed) {
      if (approvalId === null) continue
      const asked = await gateway.store.approval(approvalId)
      const uses = Array.isArray(asked?.subject.uses) ? asked.subject.uses : []
      const what = isNew ? 'is new at its server' : 'is described otherwise by its server than before'
      const because =
        answer === 'waiting'
          ? `${quoteName(tool)} ${what}. Agents cannot find or call it until a person accepts it.`
          : `${quoteName(tool)} ${what}, and a person has refused it. Agents cannot find or call it.`
      for (const id of uses) {
        if (typeof id !== 'string' || gateway.discovery.entry(id) !== null) continue
        items.push({
          id,
          kind: 'capability',
          title: id,
          description: '',
          tags: [],
          aliases: [],
          source: name,
          used: { count: 0, lastAt: null },
          blocked: { because, approvalId },
        })
      }
    }
  }
  return items
}
