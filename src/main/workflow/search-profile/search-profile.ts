/** Profiles and settings: a profile says only what differs from the standard. Pure. */
import type { SearchProfile, SmartProfile, SmartSettings, WordList } from '../../model/search-profile.ts'
import { STANDARD_SETTINGS } from '../../model/smart-settings.ts'

/** A profile of `classic` gives the standard settings: `classic` has none of its own. */
export function completeProfile(profile: SearchProfile): SmartSettings {
  const given: Partial<SmartProfile> = profile.ranking === 'smart' ? profile : {}
  const { ranking: _ranking, name: _name, ...settings } = given
  const standard = STANDARD_SETTINGS
  return {
    ...standard,
    ...settings,
    weights: { ...standard.weights, ...given.weights },
    commonWords: { ...standard.commonWords, ...given.commonWords },
    askingWords: { ...standard.askingWords, ...given.askingWords },
    synonyms: { ...standard.synonyms, ...given.synonyms },
  }
}

/** Without what equals the standard, in the order of the settings: what stands in the configuration. */
export function trimProfile(profile: SearchProfile): SearchProfile {
  const named = profile.name === undefined ? {} : { name: profile.name }
  if (profile.ranking === 'classic') return { ranking: 'classic', ...named }
  const settings = completeProfile(profile)
  const changed = Object.entries(settings).flatMap(([key, value]) => {
    const kept = keepChanged(value, STANDARD_SETTINGS[key as keyof SmartSettings])
    return kept === undefined ? [] : [[key, kept]]
  })
  return { ranking: 'smart', ...named, ...Object.fromEntries(changed) }
}

/** The value of a slider or switch, by its key in SMART_SETTINGS; undefined: there is no such one. */
export function readSetting(settings: SmartSettings, key: string): number | boolean | undefined {
  const weights: Record<string, number> = settings.weights
  if (key.startsWith('weights.')) return weights[key.slice('weights.'.length)]
  const all: Partial<Record<string, number | boolean | object>> = { ...settings }
  const value = all[key]
  return typeof value === 'object' ? undefined : value
}

/** The same settings with one slider or switch at another value. */
export function withSetting(settings: SmartSettings, key: string, value: number | boolean): SmartSettings {
  if (!key.startsWith('weights.')) return { ...settings, [key]: value }
  return { ...settings, weights: { ...settings.weights, [key.slice('weights.'.length)]: value } }
}

type Setting = SmartSettings[keyof SmartSettings]

function keepChanged(value: Setting, standard: Setting): Setting | Partial<Setting> | undefined {
  if (typeof value !== 'object') return value === standard ? undefined : value
  const kept = Object.entries(value).filter(([key, inner]) => {
    const usual: Record<string, number | WordList['add'] | string[][]> = { ...(standard as object) }
    return Array.isArray(inner) ? inner.length > 0 : inner !== usual[key]
  })
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Partial<Setting>)
}
