/** What a database keeps of its gateway besides the runs, without a gateway: read beside one that runs. */
import type { ItemKind, ItemOf } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ItemFilter, Page, ResultPage } from '../../runtime/ports.ts'
import { listApprovals } from '../sqlite/approvals.ts'
import { explaining, openForReading } from '../sqlite/database.ts'
import { createQueries } from '../sqlite/query.ts'
import { findSetting, listSettings } from '../sqlite/settings.ts'

export interface KeptValues {
  setting(key: string): JsonObject | null
  settings(prefix: string): { key: string; value: JsonObject }[]
  approvals<Kind extends ItemKind = ItemKind>(filter: ItemFilter<Kind>, page: Page): ResultPage<ItemOf<Kind>>
  close(): void
}

/** Never locks and never writes. @throws GatewayError INTERNAL if it is no database of ours or damaged */
export function openKeptValues(file: string): KeptValues {
  const database = openForReading(file)
  const queries = createQueries(database)
  return {
    setting: (key) => explaining(file, () => findSetting(queries, key)),
    settings: (prefix) => explaining(file, () => listSettings(queries, prefix)),
    approvals: (filter, page) => explaining(file, () => listApprovals(queries, filter, page)),
    close: () => database.close(),
  }
}
