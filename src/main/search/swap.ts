/**
 * The smallest change of one slider that puts one entry above another: found by ranking, never by reckoning. Pure.
 */
import type { SearchProfile, SettingInfo, SmartSettings } from '../model/search-profile.ts'
import { SMART_SETTINGS } from '../model/smart-settings.ts'
import {
  completeProfile,
  readSetting,
  trimProfile,
  withSetting,
} from '../workflow/search-profile/search-profile.ts'
import type { Ranking } from './ranking.ts'

export interface Swap {
  setting: Slider
  from: number
  to: number
  profile: SearchProfile
}

type Slider = Extract<SettingInfo, { kind: 'slider' }>

const SLIDERS: readonly Slider[] = SMART_SETTINGS.flatMap(({ settings }) =>
  settings.flatMap((setting) => (setting.kind === 'slider' ? [setting] : [])),
)

/**
 * Tries every step of every slider that can move a result, the smallest change first, relative to the slider's range;
 * pauses before each search.
 * Null: no single change does it, or `signal` was aborted. `classic` has no sliders.
 */
export async function findSwap(request: {
  query: string
  above: string
  below: string
  profile: SearchProfile
  rank(profile: SearchProfile): Promise<Ranking>
  pause(): Promise<void>
  signal: AbortSignal
}): Promise<Swap | null> {
  const { profile, rank, pause, signal } = request
  if (profile.ranking === 'classic') return null
  const settings = completeProfile(profile)
  const name = profile.name === undefined ? {} : { name: profile.name }
  await pause()
  const { within } = (await rank(profile)).search(request.query, { limit: 1, offset: 0 })
  for (const { setting, from, to } of stepsOf(settings)) {
    if (isIdle(setting, from, to, within)) continue
    const changed: SearchProfile = { ...withSetting(settings, setting.key, to), ranking: 'smart', ...name }
    await pause()
    if (signal.aborted) return null
    if (isSwapped(await rank(changed), request)) return { setting, from, to, profile: trimProfile(changed) }
  }
  return null
}

/**
 * No result moves by it: one slider only says when nothing fits well; one only leaves more out the higher it is, unless
 * the query names where its item is to come from: when nothing from there is left, the query is read another way.
 */
function isIdle({ key }: Slider, from: number, to: number, within: string | undefined): boolean {
  return key === 'sureMatch' || (key === 'leastMatch' && to > from && within === undefined)
}

/** Both are found, the lower one above the upper one: what makes one of them vanish swaps nothing. */
function isSwapped(
  ranking: Ranking,
  { query, above, below }: { query: string; above: string; below: string },
): boolean {
  const accept = ({ id }: { id: string }) => id === above || id === below
  const { hits } = ranking.search(query, { limit: 2, offset: 0, accept })
  return hits.length === 2 && hits[0]?.entry.id === below
}

interface Step extends Pick<Swap, 'setting' | 'from' | 'to'> {
  /** Share of the slider's range. */
  size: number
}

function stepsOf(settings: SmartSettings): Step[] {
  return SLIDERS.flatMap((setting): Step[] => {
    const { least, most, step, key } = setting
    const from = readSetting(settings, key)
    if (typeof from !== 'number') return []
    const count = Math.round((most - least) / step)
    return Array.from({ length: count + 1 }, (_, index) => tidy(Math.min(most, least + index * step)))
      .filter((to) => to !== from)
      .map((to) => ({ setting, from, to, size: Math.abs(to - from) / (most - least) }))
  }).sort((left, right) => left.size - right.size)
}

/** Without the dust of binary fractions. */
function tidy(value: number): number {
  return Number(value.toFixed(6))
}
