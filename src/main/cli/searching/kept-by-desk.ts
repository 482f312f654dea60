/** What people have kept at the desk for searching, read from its database beside a gateway or without. */

import { SAVED_PROFILES } from '../../desk/lab/profile-book.ts'
import { JUDGED_QUERIES } from '../../gateway/search/judged-queries.ts'
import type { JudgedQuery } from '../../model/search-figures.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import type { JudgedLine } from '../../search/lab/json-lines.ts'
import type { KeptValues } from '../../store/backups/kept-values.ts'
import { findProfileProblems } from '../../workflow/search-profile/problems.ts'

/** Those that this program can read. */
export async function keptProfiles(database: string): Promise<{ name: string; profile: SearchProfile }[]> {
  const kept = await readKept(database, (values) => values.settings(SAVED_PROFILES))
  return kept.flatMap(({ value: { name, profile } }) =>
    typeof name === 'string' && profile !== undefined && findProfileProblems(profile).length === 0
      ? [{ name, profile: profile as unknown as SearchProfile }]
      : [],
  )
}

export async function keptQueries(database: string): Promise<JudgedLine[]> {
  const kept = await readKept(database, (values) => values.settings(JUDGED_QUERIES))
  return kept.map(({ value }) => value as unknown as JudgedQuery)
}

export async function readKept<Result>(
  database: string,
  read: (values: KeptValues) => Result,
): Promise<Result> {
  // Loaded only where it is needed: a file of tools needs no database.
  const { openKeptValues } = await import('../../store/backups/kept-values.ts')
  const values = openKeptValues(database)
  try {
    return read(values)
  } finally {
    values.close()
  }
}
