/** The profile that somebody names: a ranking, a file, or one that the desk keeps. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readSource } from '../../config/read/source.ts'
import { descend, toJson } from '../../config/read/tree.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import { findProfileProblems } from '../../workflow/search-profile/problems.ts'
import { formatProblem } from '../problems.ts'
import { readTextOf } from '../text-file.ts'
import type { FoundCatalog } from './find-catalog.ts'
import { keptProfiles } from './kept-by-desk.ts'

export interface NamedProfile {
  /** As a person calls it. */
  name: string
  profile: SearchProfile
}

/** Null: what is live. @throws Error with a sentence for a person */
export async function chooseProfile(
  named: string | null,
  { live, database }: Pick<FoundCatalog, 'live' | 'database'>,
): Promise<NamedProfile> {
  if (named === null) return { name: live.name ?? live.ranking, profile: live }
  if (named === 'classic' || named === 'smart') return { name: named, profile: { ranking: named } }
  if (existsSync(named)) return readProfile(resolve(named), named)
  const kept = database === null ? [] : await keptProfiles(database)
  const found = kept.find(({ name }) => name === named)
  if (found !== undefined) return found
  const names = kept.map(({ name }) => `‘${name}’`).join(', ')
  const known = names === '' ? 'The desk keeps none here.' : `The desk keeps ${names}.`
  throw new Error(
    `There is no profile ‘${named}’: it is classic, smart, a file with a profile, or the name of one that the desk keeps. ${known}`,
  )
}

/** What agents get under these profiles and a command does not: a sentence, or none. */
export function explainUnlearnt(chosen: readonly NamedProfile[]): string[] {
  const learning = chosen.filter(({ profile }) => profile.ranking === 'smart' && (profile.usage ?? 0) > 0)
  const names = [...new Set(learning.map(({ name }) => `‘${name}’`))].join(', ')
  return names === ''
    ? []
    : [`What was learnt from use is not counted here: under ${names} agents may get another order.`]
}

/** A file holds a profile, or is a configuration that has one at `discovery.profile`. */
async function readProfile(file: string, named: string): Promise<NamedProfile> {
  const text = await readTextOf(file)
  if (text.trim() === '')
    throw new Error(`${file} is empty. A profile is an object such as { ranking: smart }.`)
  const { tree, problems } = readSource(text, file)
  if (tree === null) throw new Error(problems.map(formatProblem).join('\n'))
  const path = descend(tree, ['discovery', 'profile']) === undefined ? [] : ['discovery', 'profile']
  const profileTree = descend(tree, path) ?? tree
  const written = toJson(profileTree)
  const value = written === 'classic' || written === 'smart' ? { ranking: written } : written
  const wrong = findProfileProblems(value).map(({ path: at, message }) => {
    const { place } = descend(profileTree, at) ?? profileTree
    return formatProblem({ severity: 'error', ...place, at: [...path, ...at].join('.'), message })
  })
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const profile = value as unknown as SearchProfile
  return { name: profile.name ?? named, profile }
}
