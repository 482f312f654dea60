/** Why one result stands above another, from the points that each has. Pure. */
import { SEARCH_FIELDS, type SearchField } from '../model/search-profile.ts'
import { SMART_SETTINGS } from '../model/smart-settings.ts'
import type { Points } from './ranking.ts'

export interface Standing {
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

export function compareStandings(above: Standing, below: Standing): Reasons {
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

type Part = SearchField | 'name' | 'coverage' | 'sentence' | 'usage' | 'other'

function addUp(points: readonly Points[]): Map<Part, number> {
  const sums = new Map<Part, number>()
  for (const each of points) sums.set(partOf(each), (sums.get(partOf(each)) ?? 0) + each.points)
  return sums
}

function partOf({ field, strategy }: Points): Part {
  if (field !== null) return field
  return strategy === 'name' || strategy === 'coverage' || strategy === 'sentence' || strategy === 'usage'
    ? strategy
    : 'other'
}

const LABELS: Record<Part, string> = {
  ...labelFields(),
  name: 'Exact name or title',
  coverage: 'Words that are missing',
  sentence: 'Best sentence',
  usage: 'Learnt from use',
  other: 'Something else',
}

/** As the sliders are called. */
function labelFields(): Record<SearchField, string> {
  const settings = SMART_SETTINGS.flatMap((group) => group.settings)
  const label = (field: SearchField) => settings.find(({ key }) => key === `weights.${field}`)?.label ?? field
  return Object.fromEntries(SEARCH_FIELDS.map((field) => [field, label(field)])) as Record<
    SearchField,
    string
  >
}

function sentenceOf(
  above: Standing,
  below: Standing,
  differences: { key: Part; above: number; below: number }[],
): string {
  const [upper, lower] = [`‘${above.title}’`, `‘${below.title}’`]
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
    case 'coverage':
      return 'fewer words of the query are missing in it'
    case 'sentence':
      return `one sentence of the query fits it best, for ${show(above)} points; ${against}`
    case 'usage':
      return `it was started after similar searches, for ${show(above)} points; ${against}`
    case 'other':
      return `it has ${show(above)} points more by other rules; ${against}`
    default: {
      const terms = [...new Set(points.filter(({ field }) => field === key).map(({ term }) => `‘${term}’`))]
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
