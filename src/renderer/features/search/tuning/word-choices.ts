import type { ProfilesView } from '../../../../preload/contract.ts'
import {
  type Profile,
  readSetting,
  type SmartProfile,
  type WordChange,
  writeSetting,
} from '../profiles/profile-settings.ts'

const LISTS = [
  ['commonWords', 'common'],
  ['askingWords', 'asking'],
] as const

function findList(profiles: ProfilesView, key: string) {
  return profiles.settings.flatMap(({ settings }) => settings).find((setting) => setting.key === key)
}

/** The profile under which a word that does not count counts. Pure. */
export function letCount(profiles: ProfilesView, profile: SmartProfile, word: string): SmartProfile {
  return LISTS.reduce<SmartProfile>((now, [key, standard]) => {
    const setting = findList(profiles, key)
    if (setting === undefined) return now
    const { add, remove } = readSetting(now, setting) as WordChange
    const isBuiltIn = profiles.standardWords[standard].includes(word) && !remove.includes(word)
    return writeSetting(now, setting, {
      add: add.filter((one) => one !== word),
      remove: isBuiltIn ? [...remove, word] : remove,
    })
  }, profile)
}

/** The profile under which a word does not count. Pure. */
export function letIgnore(profiles: ProfilesView, profile: SmartProfile, word: string): SmartProfile {
  const taken = LISTS.find(([key]) => {
    const setting = findList(profiles, key)
    return setting !== undefined && (readSetting(profile, setting) as WordChange).remove.includes(word)
  })
  const setting = findList(profiles, taken?.[0] ?? 'commonWords')
  if (setting === undefined) return profile
  const { add, remove } = readSetting(profile, setting) as WordChange
  return taken === undefined
    ? writeSetting(profile, setting, { add: [...add, word], remove })
    : writeSetting(profile, setting, { add, remove: remove.filter((one) => one !== word) })
}

/** Null where words cannot be chosen: the classic ranking counts them all. Pure. */
export function asSmart(profile: Profile): SmartProfile | null {
  return profile.ranking === 'smart' ? profile : null
}
