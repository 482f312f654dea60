import type { ProfilesView } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import {
  compareProfiles,
  type Profile,
  ranksAlike,
  type Setting,
  type Value,
  writeSetting,
} from '../profiles/profile-settings.ts'
import { useTuning } from './tuning.ts'

/** What is live, what is tried, and how to change it. Null until the profiles are known. */
export function useProfiles() {
  const { data, error, refetch } = useCall('profiles.list', {})
  const { draft, name } = useTuning()
  const tried = data === undefined ? null : (draft ?? data.live.profile)
  return {
    profiles: data ?? null,
    error,
    retry: () => void refetch(),
    /** Null: what is tried is what is live. */
    draft,
    name,
    tried,
  }
}

/** Changes one setting of what is tried; `classic` has none, so nothing happens there. */
export function changeSetting(live: Profile, setting: Setting, value: Value): void {
  const { draft, change } = useTuning.getState()
  const from = draft ?? live
  if (from.ranking === 'smart') change(setting.key, writeSetting(from, setting, value), Date.now())
}

/** How many settings of the draft are not as in what is live; null: it is another ranking. Pure. */
export function countDiffering(profiles: ProfilesView, draft: Profile): number | null {
  if (draft.ranking !== profiles.live.profile.ranking) return null
  return compareProfiles(profiles.live.profile, draft, profiles.settings).length
}

/** What begins a draft: the rankings as built in, and the profiles that are kept. Pure. */
export function listPresets(profiles: ProfilesView): { value: string; name: string; profile: Profile }[] {
  return [
    { value: 'classic', name: '', profile: { ranking: 'classic' } },
    { value: 'smart', name: '', profile: { ranking: 'smart' } },
    ...profiles.saved.map(({ name, profile }) => ({ value: `kept ${name}`, name, profile })),
  ]
}

/** The preset that ranks as the draft does. Pure. */
export function findPreset(profiles: ProfilesView, draft: Profile | null): string {
  if (draft === null) return 'live'
  const found = listPresets(profiles).find(({ profile }) => ranksAlike(profile, draft, profiles.settings))
  return found?.value ?? 'draft'
}
