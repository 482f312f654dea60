/** Why one result stands above another, from the points that each has, and what would swap them. Pure. */
import type { Points } from '../../model/search-points.ts'
import {
  SEARCH_FIELDS,
  type SearchField,
  type SearchProfile,
  type SettingInfo,
  type SmartSettings,
} from '../../model/search-profile.ts'
import { shorten } from '../../model/shorten.ts'
import { SMART_SETTINGS } from '../../model/smart-settings.ts'
import {
  completeProfile,
  readSetting,
  trimProfile,
  withSetting,
} from '../../workflow/search-profile/search-profile.ts'
import type { Ranking } from '../ranking.ts'

export interface RankPosition {
  id: string
  title: string
  score: number
  points: readonly Points[]
}

export interface Reasons {
  /** One sentence. */
  sentence: string
  /** Points of each for one field or rule; the greatest difference first. */
  differences: { label: string; above: number; below: number }[]
}

export function compareStandings(above: RankPosition, below: RankPosition): Reasons {
  const mine = addUp(above.points)
  const theirs = addUp(below.points)
  const differences = [...new Set([...mine.keys(), ...theirs.keys()])]
    .map((key) => ({ key, above: mine.get(key) ?? 0, below: theirs.get(key) ?? 0 }))
    .sort((left, right) => Math.abs(right.above - right.below) - Math.abs(left.above - left.below))
  return {
    sentence: sentenceOf(above, below, differences),
    differences: differences.map(({ key, above: one, below: other }) => ({
      label: LABELS[key],
      above: one,
      below: other,
    })),
  }
}

/** Long enough to tell two apart, short enough for one sentence. */
const LONGEST_NAME = 60

/** What a person calls two entries in one sentence: their titles, or their ids where the titles would not tell them apart. */
export function nameBoth(above: ItemName, below: ItemName): [string, string] {
  const titles = [nameOf(above.title), nameOf(below.title)] as const
  const tell = titles[0] !== titles[1] && titles[0] !== '' && titles[1] !== ''
  return tell ? [...titles] : [nameOf(above.id), nameOf(below.id)]
}

type ItemName = Pick<RankPosition, 'id' | 'title'>

function nameOf(name: string): string {
  return shorten(name.replace(/\s+/gu, ' ').trim(), LONGEST_NAME)
}

type Part = SearchField | 'name' | 'wholeTitle' | 'coverage' | 'sentence' | 'usage' | 'other'

function addUp(points: readonly Points[]): Map<Part, number> {
  const sums = new Map<Part, number>()
  for (const each of points) sums.set(partOf(each), (sums.get(partOf(each)) ?? 0) + each.points)
  return sums
}

function partOf({ field, strategy }: Points): Part {
  switch (strategy) {
    case 'name':
    case 'coverage':
    case 'sentence':
    case 'usage':
      return strategy
    case 'title':
      return 'wholeTitle'
    default:
      return field ?? 'other'
  }
}

const LABELS: Record<Part, string> = {
  ...labelFields(),
  name: 'Exact name or title',
  wholeTitle: labelOf('wholeTitle') ?? 'Title',
  coverage: 'Words that are missing',
  sentence: 'Best sentence',
  usage: 'Learnt from use',
  other: 'Something else',
}

function labelOf(wanted: string): string | undefined {
  return SMART_SETTINGS.flatMap(({ settings }) => settings).find(({ key }) => key === wanted)?.label
}

/** As the sliders are called. */
function labelFields(): Record<SearchField, string> {
  const label = (field: SearchField) => labelOf(`weights.${field}`) ?? field
  return Object.fromEntries(SEARCH_FIELDS.map((field) => [field, label(field)])) as Record<
    SearchField,
    string
  >
}

function sentenceOf(
  above: RankPosition,
  below: RankPosition,
  differences: { key: Part; above: number; below: number }[],
): string {
  const [upper, lower] = nameBoth(above, below).map((name) => `‘${name}’`)
  if (above.points.length === 0)
    return 'The query has no words that count: all stand in the order of their ids.'
  if (above.score === below.score)
    return `Both have ${show(above.score)} points; equal ones stand in the order of their ids.`
  const lead = `${upper} has ${show(above.score)} points, ${lower} ${show(below.score)}`
  const best = differences.find((part) => part.above > part.below)
  if (best === undefined) return `${lead}.`
  return `${lead}: ${because(best.key, above.points, best)}.`
}

function because(
  key: Part,
  points: readonly Points[],
  { above, below }: { above: number; below: number },
): string {
  const against = below === 0 ? 'the other has none there' : `the other has ${show(below)} there`
  switch (key) {
    case 'name':
      return 'the query is its own name or title, which always comes first'
    case 'wholeTitle':
      return `the query has more of its title, for ${show(above)} points; ${against}`
    case 'coverage':
      return 'fewer words of the query are missing in it'
    case 'sentence':
      return `one sentence of the query fits it best, for ${show(above)} points; ${against}`
    case 'usage':
      return `it was started after similar searches, for ${show(above)} points; ${against}`
    case 'other':
      return `it has ${show(above)} points more by other rules; ${against}`
    default: {
      const terms = [...new Set(points.filter((each) => partOf(each) === key).map(({ term }) => `‘${term}’`))]
      const named = terms.slice(0, MOST_TERMS).join(', ')
      return `most of it for ${named} in ${IN_FIELD[key]}, ${show(above)} points; ${against}`
    }
  }
}

const MOST_TERMS = 3

const IN_FIELD: Record<SearchField, string> = {
  title: 'its title',
  id: 'its name',
  tags: 'its tags',
  aliases: 'its aliases',
  examples: 'its examples',
  description: 'its description',
  text: 'its states and guidance',
  parameters: 'its parameters',
}

function show(points: number): string {
  return String(Number(points.toFixed(2)))
}

/** The smallest change of one slider that puts one entry above another: found by ranking, never by reckoning. */
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

interface SliderMove extends Pick<Swap, 'setting' | 'from' | 'to'> {
  /** Share of the slider's range. */
  size: number
}

function stepsOf(settings: SmartSettings): SliderMove[] {
  return SLIDERS.flatMap((setting): SliderMove[] => {
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
