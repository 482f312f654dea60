import type { ProfilesView } from '../../../../preload/contract.ts'
import { sayValue } from '../tuning/say-value.ts'
import {
  compareProfiles,
  type GroupChange,
  type Profile,
  type SettingDifference,
  type WordChange,
} from './profile-settings.ts'
import { profileWords as words } from './profile-words.ts'

/** What a profile is, in a sentence and a list of what it says otherwise than the standard. Pure. */
export function describeProfile(
  profile: Profile,
  groups: ProfilesView['settings'],
): { sentence: string; differences: string[] } {
  if (profile.ranking !== 'smart') return { sentence: words.classic, differences: [] }
  const differing = compareProfiles({ ranking: 'smart' }, profile, groups)
  return {
    sentence: differing.length === 0 ? words.smartStandard : words.smartDiffers,
    differences: differing.map((one) =>
      typeof one.to === 'object'
        ? sayLists(one.setting.label, one.to)
        : words.toStandard(one.setting.label, sayValue(one.to), sayValue(one.from)),
    ),
  }
}

/** What changes from one profile to another, a line each. Pure. */
export function describeChange(from: Profile, to: Profile, groups: ProfilesView['settings']): string[] {
  if (from.ranking !== to.ranking) return [words.otherRanking(from.ranking, to.ranking)]
  return compareProfiles(from, to, groups).map(sayDiffering)
}

function sayDiffering({ setting, from, to }: SettingDifference): string {
  const say = (value: SettingDifference['from']) => sayValue(value) || words.unchanged
  return words.fromTo(setting.label, say(from), say(to))
}

function sayLists(label: string, { add, remove }: WordChange | GroupChange): string {
  return words.words(label, add.map(sayEntry), remove.map(sayEntry))
}

function sayEntry(entry: string | string[]): string {
  return typeof entry === 'string' ? `“${entry}”` : entry.join(' = ')
}
