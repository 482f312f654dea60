/** A profile that came from a window. May import: model, workflow. */
import type { JsonValue } from '../../model/json.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import { findProfileProblems } from '../../workflow/search-profile/problems.ts'
import { trimProfile } from '../../workflow/search-profile/search-profile.ts'
import { DeskFault } from '../fault.ts'

/** Without what equals the standard. @throws DeskFault INVALID_REQUEST that says what is wrong with it */
export function readProfile(profile: SearchProfile): SearchProfile {
  const [problem] = findProfileProblems(profile as unknown as JsonValue)
  if (problem === undefined) return trimProfile(profile)
  const at = problem.path.length === 0 ? '' : `${problem.path.join('.')}: `
  throw new DeskFault('INVALID_REQUEST', `${at}${problem.message}`)
}

/** As a person calls it. */
export function nameOfProfile({ ranking, name }: SearchProfile): string {
  return name ?? RANKINGS[ranking]
}

const RANKINGS: Record<SearchProfile['ranking'], string> = { classic: 'Classic', smart: 'Smart' }

/** Under this name; what a profile without a name is called anyway is none. */
export function withName(profile: SearchProfile, name: string): SearchProfile {
  const { name: _, ...settings } = readProfile(profile)
  const given = name.trim()
  if (given === '') throw new DeskFault('INVALID_REQUEST', 'A profile needs a name.')
  const other = settings.ranking === 'smart' ? RANKINGS.classic : RANKINGS.smart
  if (given.toLowerCase() === other.toLowerCase())
    throw new DeskFault(
      'INVALID_REQUEST',
      `‘${other}’ is what another ranking is called. Choose another name.`,
    )
  // Read again: for what a name may be, and for the order of its keys.
  return readProfile(given === RANKINGS[settings.ranking] ? settings : { ...settings, name: given })
}

/** Whatever they are called. */
export function sameRanking(one: SearchProfile, other: SearchProfile): boolean {
  const settings = ({ name: _, ...rest }: SearchProfile) => JSON.stringify(trimProfile(rest))
  return settings(one) === settings(other)
}
