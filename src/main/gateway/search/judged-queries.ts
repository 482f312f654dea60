/** The judged queries of a workspace: one small value each in the database, all of them in memory. */

import { contentHash } from '../../config/hash.ts'
import { loadOnce, takeTurns } from '../../model/in-turn.ts'
import { type JsonObject, present } from '../../model/json.ts'
import { type JudgedQuery, wordsOfQuery } from '../../model/search-figures.ts'
import type { Clock, Store } from '../../runtime/ports.ts'
import { type JudgedLine, readJudgedLines, writeJudgedLines } from '../../search/lab/json-lines.ts'

/** What was not done, and why: a sentence. */
interface JudgmentRefusal {
  ok: false
  message: string
  /** It is not there any more; as a new one it can be saved. */
  gone?: true
}

export interface JudgedQueries {
  /** The last changed one first. */
  list(): Promise<readonly JudgedQuery[]>
  /** The judged query of these words. */
  find(query: string): Promise<JudgedQuery | null>
  /** The qid that these words have, or would get. */
  qidOf(query: string): Promise<string>
  /** `before`: what the grades were; only what differs is saved. Null: they are all that there is. */
  save(
    judged: Pick<JudgedQuery, 'query' | 'grades'> & {
      qid: string | null
      before: JudgedQuery['grades'] | null
      from: JudgedQuery['from'] | null
    },
  ): Promise<{ ok: true; saved: JudgedQuery } | JudgmentRefusal>
  remove(qids: readonly string[]): Promise<JudgedQuery[]>
  /** Puts them back as they were; not over one that is there again. */
  restore(queries: readonly JudgedQuery[]): Promise<{ ok: true; restored: number } | JudgmentRefusal>
  /** JSON lines; all or none. `graded`: the ids that they name. */
  import(
    text: string,
  ): Promise<{ ok: true; added: number; changed: number; graded: string[] } | JudgmentRefusal>
  export(): Promise<{ text: string; queries: number }>
  /** Answers that are only called otherwise keep their grades: from the old id to the new one. */
  rename(ids: ReadonlyMap<string, string>): Promise<void>
  /** Another after every change. */
  version(): number
}

/** Which one is saved, and under which words; `there` undefined: a new one. */
function placeOf(
  all: ReadonlyMap<string, JudgedQuery>,
  {
    qid: given,
    query: asked,
    before,
  }: Pick<Parameters<JudgedQueries['save']>[0], 'qid' | 'query' | 'before'>,
): { ok: true; there: JudgedQuery | undefined; query: string } | JudgmentRefusal {
  const same = findByWords(all, asked)
  // Two people may judge a new one at the same time.
  const joined = given === null && before !== null ? same : null
  const qid = joined?.qid ?? given
  if (same !== null && same.qid !== qid)
    return refused(`There is a judged query of these words already: ‘${same.query}’. Change that one.`)
  const there = qid === null ? undefined : all.get(qid)
  if (qid !== null && there === undefined) return { ...refused(REMOVED), gone: true }
  if (there === undefined && all.size >= MOST_QUERIES) return refused(tooMany())
  return { ok: true, there, query: joined?.query ?? asked }
}

/** Short forms were made of the words: of other words they are none. */
function formsOf(there: JudgedQuery | undefined, query: string): Partial<JudgedQuery> {
  if (there?.query === query) return there
  const { kw: _kw, typo: _typo, ...others } = there ?? {}
  return others
}

/** Under which keys they are kept. */
export const JUDGED_QUERIES = 'judged/'
const MOST_QUERIES = 20_000
const MOST_ANSWERS = 1000
const REMOVED = 'This judged query was removed meanwhile. Nothing was saved; saving again puts it back.'
/** Told of at once. */
const MOST_PROBLEMS = 5

export function keepJudgedQueries(parts: {
  store: Pick<Store, 'settings' | 'saveSettings'>
  clock: Clock
  changed(): void
}): JudgedQueries {
  const { store } = parts
  let version = 0
  const load = loadOnce(async () => {
    const all = (await store.settings(JUDGED_QUERIES)).map(({ value }) => value as unknown as JudgedQuery)
    return new Map(all.map((one) => [one.qid, one]))
  })
  const takeTurn = takeTurns()
  const inTurn = <Result>(work: (all: Map<string, JudgedQuery>) => Promise<Result>): Promise<Result> =>
    takeTurn(async () => await work(await load()))
  const now = () => new Date(parts.clock.now()).toISOString()

  /** Durable first; then what everybody reads. */
  async function write(
    all: Map<string, JudgedQuery>,
    saved: readonly JudgedQuery[],
    removed: readonly string[] = [],
  ): Promise<void> {
    await store.saveSettings([
      ...saved.map((one) => ({ key: JUDGED_QUERIES + one.qid, value: { ...one } as unknown as JsonObject })),
      ...removed.map((qid) => ({ key: JUDGED_QUERIES + qid, value: null })),
    ])
    for (const one of saved) all.set(one.qid, one)
    for (const qid of removed) all.delete(qid)
    version += 1
    parts.changed()
  }

  return {
    version: () => version,
    async list() {
      return [...(await load()).values()].sort((left, right) =>
        left.at === right.at ? (left.qid < right.qid ? -1 : 1) : left.at < right.at ? 1 : -1,
      )
    },
    async find(query) {
      return findByWords(await load(), query)
    },
    async qidOf(query) {
      const all = await load()
      return findByWords(all, query)?.qid ?? newQid(all, query)
    },
    save: (judged) =>
      inTurn(async (all) => {
        const { before, from } = judged
        const place = placeOf(all, judged)
        if (!place.ok) return place
        const { there, query } = place
        const grades =
          before === null ? judged.grades : mergeGrades(there?.grades ?? {}, before, judged.grades)
        const problem = problemOf(query, grades)
        if (problem !== null) return refused(problem)
        const saved: JudgedQuery = {
          ...formsOf(there, query),
          qid: there?.qid ?? newQid(all, query),
          query: query.trim(),
          grades,
          from: from ?? there?.from ?? 'person',
          at: now(),
        }
        await write(all, [saved])
        return { ok: true, saved }
      }),
    remove: (qids) =>
      inTurn(async (all) => {
        const removed = [...new Set(qids)].flatMap((qid) => all.get(qid) ?? [])
        if (removed.length > 0) {
          await write(
            all,
            [],
            removed.map(({ qid }) => qid),
          )
        }
        return removed
      }),
    restore: (queries) =>
      inTurn(async (all) => {
        const read = queries.map(readKept)
        if (read.includes(null)) return refused('These are no judged queries. Nothing was put back.')
        const back = read.flatMap((one) =>
          one === null || all.has(one.qid) || findByWords(all, one.query) !== null ? [] : [one],
        )
        if (all.size + back.length > MOST_QUERIES) return refused(tooMany())
        if (back.length > 0) await write(all, back)
        return { ok: true, restored: back.length }
      }),
    import: (text) =>
      inTurn(async (all) => {
        const result = readJudgedLines(text)
        if (!result.ok) {
          const shown = result.problems.slice(0, MOST_PROBLEMS)
          const others = result.problems.length - shown.length + result.more
          const more =
            others === 0
              ? []
              : [`There ${others === 1 ? 'is one more problem' : `are ${others} more problems`}.`]
          const lines = shown.map(({ line, message }) => `Line ${line}: ${message}`)
          return refused([...lines, ...more, 'Nothing was imported.'].join('\n'))
        }
        const merged = mergeLines(all, result.lines, now())
        if (all.size + merged.added > MOST_QUERIES) return refused(tooMany())
        if (merged.saved.length > 0) await write(all, merged.saved)
        const graded = [...new Set(result.lines.flatMap(({ grades }) => Object.keys(grades)))]
        return { ok: true, added: merged.added, changed: merged.saved.length - merged.added, graded }
      }),
    rename: (ids) =>
      inTurn(async (all) => {
        const renamed = [...all.values()].flatMap((one) => {
          const answers = Object.entries(one.grades)
          const moved = answers
            .filter(([id]) => ids.has(id))
            .map(([id, grade]) => [ids.get(id), grade] as const)
          if (moved.length === 0) return []
          // What was judged under the new id by itself counts.
          return [
            { ...one, grades: Object.fromEntries([...moved, ...answers.filter(([id]) => !ids.has(id))]) },
          ]
        })
        if (renamed.length > 0) await write(all, renamed)
      }),
    async export() {
      const all = [...(await load()).values()].sort((left, right) => (left.qid < right.qid ? -1 : 1))
      return { text: writeJudgedLines(all), queries: all.length }
    },
  }
}

/** A line about words that are judged already changes that query; several lines of the same words are one. */
function mergeLines(
  all: ReadonlyMap<string, JudgedQuery>,
  lines: readonly JudgedLine[],
  at: string,
): { saved: JudgedQuery[]; added: number } {
  const byWords = new Map([...all.values()].map((one) => [wordsOfQuery(one.query), one]))
  const taken = new Map(all)
  const saved = new Map<string, JudgedQuery>()
  let added = 0
  for (const { qid: given, query, grades, kw, typo, kind } of lines) {
    const words = wordsOfQuery(query)
    const before = byWords.get(words)
    const merged = before !== undefined && saved.has(before.qid) ? { ...before.grades, ...grades } : grades
    const qid = before?.qid ?? (given !== null && !taken.has(given) ? given : newQid(taken, query))
    const one: JudgedQuery = {
      qid,
      query: before?.query ?? query.trim(),
      grades: merged,
      from: before?.from ?? 'import',
      at,
      ...present({ kw: kw ?? before?.kw, typo: typo ?? before?.typo, kind: kind ?? before?.kind }),
    }
    if (before === undefined) added += 1
    if (before !== undefined && isSame(before, one)) continue
    byWords.set(words, one)
    taken.set(qid, one)
    saved.set(qid, one)
  }
  return { saved: [...saved.values()], added }
}

/** What is there by now, with what somebody has changed of what they saw. */
function mergeGrades(
  now: JudgedQuery['grades'],
  before: JudgedQuery['grades'],
  wanted: JudgedQuery['grades'],
): JudgedQuery['grades'] {
  const merged = new Map(Object.entries(now))
  for (const id of Object.keys(before)) if (!Object.hasOwn(wanted, id)) merged.delete(id)
  for (const [id, grade] of Object.entries(wanted))
    if (!Object.hasOwn(before, id) || before[id] !== grade) merged.set(id, grade)
  return Object.fromEntries(merged)
}

function isSame(left: JudgedQuery, right: JudgedQuery): boolean {
  const facts = ({ at: _, ...others }: JudgedQuery) => contentHash(others as unknown as JsonObject)
  return facts(left) === facts(right)
}

function findByWords(all: ReadonlyMap<string, JudgedQuery>, query: string): JudgedQuery | null {
  const words = wordsOfQuery(query)
  for (const one of all.values()) if (wordsOfQuery(one.query) === words) return one
  return null
}

/** Of the words alone, so that what is looked at before it is saved has the same one afterwards. */
function newQid(all: ReadonlyMap<string, unknown>, query: string): string {
  const hash = contentHash(wordsOfQuery(query))
  const base = `q-${hash.slice(-12)}`
  let qid = base
  for (let number = 2; all.has(qid); number += 1) qid = `${base}-${number}`
  return qid
}

function problemOf(query: string, grades: Record<string, number>): string | null {
  if (query.trim() === '') return 'A judged query needs words.'
  if (Object.keys(grades).length > MOST_ANSWERS) return `A query has at most ${MOST_ANSWERS} judged answers.`
  return null
}

/** What comes back from a window. */
function readKept(value: JudgedQuery): JudgedQuery | null {
  const result = readJudgedLines(JSON.stringify(value))
  const [line] = result.ok ? result.lines : []
  if (line === undefined || line.qid === null || Number.isNaN(Date.parse(value.at))) return null
  const { qid, query, grades, kw, typo, kind } = line
  const from = value.from === 'traffic' || value.from === 'import' ? value.from : 'person'
  return { qid, query, grades, from, at: new Date(value.at).toISOString(), ...present({ kw, typo, kind }) }
}

function tooMany(): string {
  return `There is room for ${MOST_QUERIES} judged queries. Remove some first; nothing was saved.`
}

function refused(message: string): JudgmentRefusal {
  return { ok: false, message }
}
