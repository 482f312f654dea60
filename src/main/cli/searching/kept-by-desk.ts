/** What people have kept at the desk for searching, read from its database beside a gateway or without. */

import { SAVED_PROFILES } from '../../desk/lab/profile-book.ts'
import { JUDGED_QUERIES } from '../../gateway/search/judged-queries.ts'
import type { JsonObject } from '../../model/json.ts'
import type { JudgedQuery } from '../../model/search-figures.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import type { JudgedLine } from '../../search/lab/json-lines.ts'
import { findProfileProblems } from '../../workflow/search-profile/problems.ts'

/** Those that this program can read. */
export async function keptProfiles(database: string): Promise<{ name: string; profile: SearchProfile }[]> {
  return (await readSettings(database, SAVED_PROFILES)).flatMap(({ name, profile }) =>
    typeof name === 'string' && profile !== undefined && findProfileProblems(profile).length === 0
      ? [{ name, profile: profile as unknown as SearchProfile }]
      : [],
  )
}

export async function keptQueries(database: string): Promise<JudgedLine[]> {
  return (await readSettings(database, JUDGED_QUERIES)) as unknown as JudgedQuery[]
}

async function readSettings(database: string, prefix: string): Promise<JsonObject[]> {
  // Loaded only where it is needed: a file of tools needs no database.
  const { openKeptValues } = await import('../../store/backups/kept-values.ts')
  const values = openKeptValues(database)
  try {
    return values.settings(prefix).map(({ value }) => value)
  } finally {
    values.close()
  }
}
