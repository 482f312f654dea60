/**
 * `countersign evaluate`: how well judged queries find their answers, under one profile or two; by the measures of the
 * desk's playground.
 */
import { resolve } from 'node:path'
import { type JudgedLine, readJudgedLines } from '../../search/lab/json-lines.ts'
import { buildSearchIndex } from '../../search/search-index.ts'
import { finish } from '../../search/slicer.ts'
import { chooseProfile, explainUnlearnt, type NamedProfile } from '../searching/choose-profile.ts'
import { formatEvaluation, reportEvaluation } from '../searching/evaluation-text.ts'
import { findCatalog } from '../searching/find-catalog.ts'
import { keptQueries } from '../searching/kept-by-desk.ts'
import { measureProfile, sortQueries } from '../searching/measure-profile.ts'
import type { EvaluateCommand } from '../searching/search-line.ts'
import { plainText } from '../searching/search-text.ts'
import { tellFailure } from '../tell-failure.ts'
import { readLinesOf } from '../text-file.ts'

export async function runEvaluate(command: EvaluateCommand): Promise<number> {
  try {
    const { entries, notes: found, ...catalog } = await findCatalog(command)
    const lines = await findQueries(command.queries, catalog.database)
    const profile = await chooseProfile(command.profile, catalog)
    const against = command.against === null ? null : await chooseProfile(command.against, catalog)
    const notes = [...found, ...explainUnlearnt(against === null ? [profile] : [profile, against])]
    const queries = sortQueries(lines, command.field, new Set(entries.map(({ id }) => id)))
    const rankings = [profile, ...(against === null ? [] : [against])].map((each) => each.profile.ranking)
    const index = finish(buildSearchIndex(entries, rankings))
    const measure = (each: NamedProfile) => measureProfile(each.name, index.rank(each.profile), queries)
    const before = against === null ? null : measure(against)
    const evaluation = {
      field: command.field,
      items: entries.length,
      queries,
      after: measure(profile),
      before,
    }
    const shown = command.json
      ? `${JSON.stringify(reportEvaluation(evaluation, notes))}\n`
      : formatEvaluation(evaluation, command.worst)
    process.stdout.write(shown)
    if (!command.json) for (const note of notes) process.stderr.write(`${plainText(note)}\n`)
    return 0
  } catch (error) {
    return tellFailure(error, command.json)
  }
}

async function findQueries(file: string | null, database: string | null): Promise<JudgedLine[]> {
  if (file !== null) return readLinesOf(resolve(file), readJudgedLines)
  const kept = database === null ? [] : await keptQueries(database)
  if (kept.length > 0) return kept
  throw new Error('Nobody has judged a query at this desk yet. Name a file of judged queries with --queries.')
}
