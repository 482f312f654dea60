/**
 * Rows whose content cannot be read any more. They are set aside into a table of their own: what computes columns from
 * them would fail for every other row, too, and nothing may run by half of a record. May import: nothing of ours.
 */
import type Database from 'better-sqlite3'

/** Table and the column that names a row. Settings are not among them: without one, a PIN would be gone. */
const TABLES = {
  definitions: 'hash',
  instances: 'id',
  approvals: 'id',
  evidence: 'id',
  audit: 'sequence',
  searches: 'id',
} as const
const MOST_NAMED = 3

export interface DamagedRow {
  table: keyof typeof TABLES
  key: string
}

/** Moves all of them, or none if that fails. */
export function setDamagedAside(database: Database.Database, now: string): DamagedRow[] {
  // An older format has not all of them.
  const isThere = database
    .prepare<[string], number>("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .pluck()
  const tables = (Object.keys(TABLES) as (keyof typeof TABLES)[]).filter((table) => isThere.get(table) === 1)
  const found = tables.flatMap((table) =>
    database
      .prepare<[], string | number>(`SELECT ${TABLES[table]} FROM ${table} WHERE NOT json_valid(body)`)
      .pluck()
      .all()
      .map((key) => ({ table, key })),
  )
  if (found.length === 0) return []
  const move = database.transaction(() => {
    database.exec(
      'CREATE TABLE IF NOT EXISTS damaged (at TEXT NOT NULL, source TEXT NOT NULL, key TEXT NOT NULL, body TEXT) STRICT',
    )
    for (const table of new Set(found.map((row) => row.table))) {
      // An index computes from the content what it has to remove.
      const indexes = database
        .prepare<[string], { name: string; sql: string }>(
          "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
        )
        .all(table)
      for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
      const column = TABLES[table]
      database
        .prepare(
          `INSERT INTO damaged SELECT ?, '${table}', ${column}, body FROM ${table} WHERE NOT json_valid(body)`,
        )
        .run(now)
      database.exec(`DELETE FROM ${table} WHERE NOT json_valid(body)`)
      for (const { sql } of indexes) database.exec(sql)
    }
  })
  move.immediate()
  return found.map(({ table, key }) => ({ table, key: String(key) }))
}

export function sayDamaged(rows: readonly DamagedRow[]): string {
  const named = rows
    .slice(0, MOST_NAMED)
    .map(({ table, key }) => `${key} of the table ${table}`)
    .join(', ')
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : ''
  return `The database has damaged rows: ${named}${more}. They were set aside into its table ‘damaged’; nothing runs by them.`
}
