/** Small values by key, in SQLite. May import: model, runtime/ports. */
import { GatewayError } from '../../model/error.ts'
import type { JsonObject } from '../../model/json.ts'
import type { SettingChange } from '../../runtime/ports.ts'
import { type Queries, readBody } from './query.ts'

export function findSetting(queries: Queries, key: string): JsonObject | null {
  const row = queries.get('SELECT value AS body FROM settings WHERE key = ?', [key])
  return row && readValue(key, row)
}

export function listSettings(queries: Queries, prefix: string): { key: string; value: JsonObject }[] {
  return queries
    .all('SELECT key, value AS body FROM settings WHERE key >= ? AND substr(key, 1, ?) = ? ORDER BY key', [
      prefix,
      [...prefix].length,
      prefix,
    ])
    .map((row) => ({ key: String(row.key), value: readValue(String(row.key), row) }))
}

/** @throws GatewayError INTERNAL: nothing is done without one, which may be what somebody proves by who they are. */
function readValue(key: string, row: Record<string, unknown>): JsonObject {
  try {
    return readBody(row)
  } catch {
    throw new GatewayError(
      'INTERNAL',
      `The row ${key} of the table settings is damaged. Put a backup back: see ‘countersign restore’.`,
    )
  }
}

/** Runs inside a transaction that belongs to the caller. */
export function changeSettings(queries: Queries, changes: readonly SettingChange[]): void {
  for (const { key, value } of changes) {
    if (value === null) queries.run('DELETE FROM settings WHERE key = ?', [key])
    else
      queries.run(
        'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        [key, JSON.stringify(value)],
      )
  }
}
