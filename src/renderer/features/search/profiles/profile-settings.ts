import type { ProfilesView } from '../../../../preload/contract.ts'

export type Profile = ProfilesView['live']['profile']
export type SmartProfile = Extract<Profile, { ranking: 'smart' }>
export type Setting = ProfilesView['settings'][number]['settings'][number]

export interface WordChange {
  add: string[]
  remove: string[]
}
export interface GroupChange {
  add: string[][]
  remove: string[][]
}
export type Value = number | boolean | WordChange | GroupChange

const NOTHING = { add: [], remove: [] }

/** The value that is in force under a profile: what it says, or the standard. `classic` has none of its own. Pure. */
export function readSetting(profile: Profile, setting: Setting): Value {
  const standard = 'standard' in setting ? setting.standard : NOTHING
  if (profile.ranking !== 'smart') return standard
  const [first = '', second] = setting.key.split('.')
  const outer = (profile as unknown as Record<string, unknown>)[first]
  const found = second === undefined ? outer : (outer as Record<string, unknown> | undefined)?.[second]
  if (found === undefined) return standard
  return typeof found === 'object' ? ({ ...NOTHING, ...found } as WordChange) : (found as Value)
}

/** The profile with another value; one that is the standard is left out, as in the configuration. Pure. */
export function writeSetting(profile: SmartProfile, setting: Setting, value: Value): SmartProfile {
  const [first = '', second] = setting.key.split('.')
  const { [first]: outer, ...rest } = profile as unknown as Record<string, unknown>
  const kept = isStandard(setting, value) ? undefined : tidy(value)
  if (second === undefined) return (kept === undefined ? rest : { ...rest, [first]: kept }) as SmartProfile
  const { [second]: _, ...others } = (outer ?? {}) as Record<string, unknown>
  const inner = kept === undefined ? others : { ...others, [second]: kept }
  return (Object.keys(inner).length === 0 ? rest : { ...rest, [first]: inner }) as SmartProfile
}

function tidy(value: Value): unknown {
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).filter(([, list]) => list.length > 0))
}

/** Pure. */
export function isStandard(setting: Setting, value: Value): boolean {
  return sameValue(value, 'standard' in setting ? setting.standard : NOTHING)
}

function sameValue(one: Value, other: Value): boolean {
  return JSON.stringify(order(one)) === JSON.stringify(order(other))
}

/** Lists are sets: their order says nothing. */
function order(value: Value): unknown {
  if (typeof value !== 'object') return value
  const sort = (list: readonly (string | string[])[]) =>
    list.map((entry) => (typeof entry === 'string' ? entry : entry.toSorted().join(' = '))).toSorted()
  return [sort(value.add), sort(value.remove)]
}

export interface SettingDifference {
  setting: Setting
  from: Value
  to: Value
}

/** What one profile says otherwise than another, in the order of the sliders. Of two rankings: nothing but that. Pure. */
export function compareProfiles(
  from: Profile,
  to: Profile,
  groups: ProfilesView['settings'],
): SettingDifference[] {
  if (from.ranking !== to.ranking || from.ranking !== 'smart') return []
  return groups
    .flatMap(({ settings }) => settings)
    .map((setting) => ({ setting, from: readSetting(from, setting), to: readSetting(to, setting) }))
    .filter((one) => !sameValue(one.from, one.to))
}

/** Whether two profiles rank alike, whatever they are called. Pure. */
export function ranksAlike(one: Profile, other: Profile, groups: ProfilesView['settings']): boolean {
  return one.ranking === other.ranking && compareProfiles(one, other, groups).length === 0
}
