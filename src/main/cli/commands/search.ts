/**
 * `countersign search WORDS`: what agents find for these words, and why. Finding nothing is an answer: exit code 0.
 */

import type { Points } from '../../model/search-points.ts'
import type { CatalogEntry } from '../../search/catalog.ts'
import { findHint, findWeakHint } from '../../search/hint.ts'
import type { SearchHits, SearchIndex } from '../../search/ranking.ts'
import { buildSearchIndex } from '../../search/search-index.ts'
import { finish } from '../../search/slicer.ts'
import { chooseProfile, explainUnlearnt, type NamedProfile } from '../searching/choose-profile.ts'
import { type FoundCatalog, findCatalog } from '../searching/find-catalog.ts'
import type { SearchCommand } from '../searching/search-line.ts'
import { alignColumns, count, plainText } from '../searching/search-text.ts'
import { tellFailure } from '../tell-failure.ts'

interface Result {
  rank: number
  score: number
  entry: CatalogEntry
  explanation: Points[]
}

export async function runSearch(command: SearchCommand): Promise<number> {
  try {
    const catalog = await findCatalog(command)
    const chosen = await chooseProfile(command.profile, catalog)
    const index = finish(buildSearchIndex(catalog.entries, [chosen.profile.ranking]))
    const ranking = index.rank(chosen.profile)
    const found = ranking.search(command.query, { limit: command.limit, offset: 0 })
    const results = found.hits.map(({ entry, score }, place) => ({
      ...{ rank: place + 1, score, entry },
      explanation: command.explain ? ranking.explain(command.query, entry) : [],
    }))
    const hint = hintFor(command.query, index, chosen, found)
    const notes = [...catalog.notes, ...explainUnlearnt([chosen])]
    const answer = { command, catalog, notes, chosen, found, results, hint }
    process.stdout.write(command.json ? formatJson(answer) : formatText(answer))
    if (!command.json) for (const note of notes) process.stderr.write(`${plainText(note)}\n`)
    return 0
  } catch (error) {
    return tellFailure(error, command.json)
  }
}

interface Answer {
  command: SearchCommand
  catalog: FoundCatalog
  notes: string[]
  chosen: NamedProfile
  found: SearchHits
  results: Result[]
  hint: string | null
}

/** What the agent is told; null: something matches well. */
function hintFor(
  query: string,
  { rank }: SearchIndex,
  { profile }: NamedProfile,
  found: SearchHits,
): string | null {
  if (found.total === 0) return findHint(rank, profile, query).hint
  return findWeakHint(rank(profile), query, found)?.hint ?? null
}

function formatJson({ command, catalog, notes, chosen, found, results, hint }: Answer): string {
  const shown = {
    query: command.query,
    profile: chosen,
    items: catalog.entries.length,
    total: found.total,
    terms: found.terms,
    ignored: found.ignored,
    weak: found.weak !== undefined,
    hint,
    results: results.map(({ rank, score, entry: { id, kind, title, source }, explanation }) => ({
      ...{ rank, score, id, kind, title, source },
      ...(command.explain && { explanation }),
    })),
    notes,
  }
  return `${JSON.stringify(shown)}\n`
}

function formatText({ command, catalog, chosen, found, results, hint }: Answer): string {
  const searched = `${count(catalog.entries.length, 'item')}, ranked by ${plainText(chosen.name)}`
  const ignored = found.ignored.length === 0 ? '' : ` Not counted: ${plainText(found.ignored.join(', '))}.`
  if (found.total === 0) return `${plainText(hint ?? '')}${ignored}\n(${searched})\n`
  const told = hint === null ? [] : [plainText(hint)]
  const head = `${count(found.total, 'item')} found, of ${searched}.${ignored}`
  const rows = alignColumns(
    results.map(({ rank, score, entry: { id, title } }) => [
      ...[String(rank), formatPoints(score), plainText(id)],
      title === id ? '' : plainText(title),
    ]),
    [0, 1],
  )
  const lines = rows.flatMap((row, place) => [
    row,
    ...(command.explain ? explainLines(results[place]?.explanation ?? []) : []),
  ])
  return `${[...told, head, ...lines].join('\n')}\n`
}

const STRATEGIES: Record<Points['strategy'], string> = {
  exact: 'in the text',
  prefix: 'begins a word',
  fuzzy: 'resembles',
  word: 'the word',
  typo: 'as a typing error for',
  part: 'a part of',
  synonym: 'a synonym of',
  name: 'is its name',
  title: 'has of its title',
  coverage: 'what it does not have of the query',
  sentence: 'fits the sentence',
  usage: 'started after',
}

function explainLines(explanation: Points[]): string[] {
  const rows = explanation.map(({ term, field, strategy, word, points }) => [
    formatPoints(points),
    plainText(term),
    STRATEGIES[strategy],
    plainText(word),
    field === null ? '' : `in ${field}`,
  ])
  return alignColumns(rows, [0]).map((line) => `     ${line}`)
}

/** A sum of three decimals may be one off in the last; the exact figures are those of --json. */
function formatPoints(points: number): string {
  return points.toFixed(3)
}
