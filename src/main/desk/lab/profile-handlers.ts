/** Profiles of the ranking: kept, seen as a difference, applied, rolled back. */
import { createHash } from 'node:crypto'
import type { AppliedProfile, EvaluationView, ProfilesView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { takeTurns } from '../../model/in-turn.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import { shorten } from '../../model/shorten.ts'
import { SMART_SETTINGS } from '../../model/smart-settings.ts'
import { ASKING_WORDS, COMMON_WORDS, SYNONYMS } from '../../workflow/search-profile/search-words.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { changeAs } from '../people/proof.ts'
import type { Seats } from '../people/seats.ts'
import { prepareLearning } from './prepare-learning.ts'
import { createProfileBook } from './profile-book.ts'
import { nameOfProfile, readProfile, sameRanking, withName } from './read-profile.ts'
import { viewOf } from './search-handlers.ts'

export function createProfileHandlers(
  { gateway }: Pick<DeskOptions, 'gateway'>,
  seats: Pick<Seats, 'seatOf'>,
): HandlersOf<'profiles'> {
  const { discovery, tuning, editor } = gateway
  const book = createProfileBook(gateway)
  const now = () => new Date(gateway.clock.now()).toISOString()
  /** What is live and the history change together: nobody sees one without the other. */
  const inTurn = takeTurns()
  const untilApplied = () => inTurn(async () => undefined)

  async function view(): Promise<ProfilesView> {
    await untilApplied()
    const [saved, history] = await Promise.all([book.saved(), book.history()])
    const live = discovery.profile()
    const [last] = history
    return {
      settings: SMART_SETTINGS.map(({ group, settings }) => ({ group, settings: [...settings] })),
      standardWords: STANDARD_WORDS,
      live: { name: nameOfProfile(live), profile: live },
      changedElsewhere: last !== undefined && !isSameProfile(last.profile, live),
      saved,
      history,
    }
  }

  async function evaluate(profile: SearchProfile): Promise<EvaluationView> {
    await prepareLearning(gateway, profile)
    const live = discovery.profile()
    const compared = await tuning.compare(live, profile)
    if (compared === null) throw new DeskFault('REJECTED', 'The judged queries could not be evaluated.')
    return viewOf(compared, nameOfProfile(live), nameOfProfile(profile))
  }

  async function editsOf(profile: SearchProfile) {
    return profileEdits(await tuning.written(), profile)
  }

  return {
    'profiles.list': view,
    async 'profiles.save'(_, { name, profile, replaces, renames, at = now() }) {
      const named = withName(profile, name)
      const seen = new Map([
        ...(replaces === undefined
          ? []
          : [[name.trim(), replaces === null ? null : readProfile(replaces)] as const]),
        ...(renames === undefined ? [] : [[renames.name, readProfile(renames.profile)] as const]),
      ])
      await book.save({ name: name.trim(), profile: named, at }, seen, renames?.name ?? null)
      gateway.publish({ topic: 'search' })
      return await view()
    },
    async 'profiles.remove'(_, { name, profile }) {
      if (!(await book.remove(name, new Map(profile === undefined ? [] : [[name, readProfile(profile)]]))))
        throw new DeskFault('NOT_FOUND', `There is no kept profile named ‘${name}’.`)
      gateway.publish({ topic: 'search' })
      return await view()
    },
    async 'profiles.preview'(_, { name, profile }) {
      const named = withName(profile, name)
      const evaluation = await evaluate(named)
      const result = await editor.preview(await editsOf(named))
      if (result.kind === 'impossible') throw new DeskFault('REJECTED', result.message)
      const { file, patch, problems, hash } = result.edited
      return {
        file,
        patch,
        problems: problems
          .filter(({ severity }) => severity === 'error')
          .map(({ line, column, message }) => ({ line, column, message })),
        evaluation,
        warnings: warnOf(evaluation),
        hash: sealOf(hash, evaluation),
      }
    },
    async 'profiles.apply'(session, { name, profile, hash, takesBack }) {
      const named = withName(profile, name)
      const evaluation = await evaluate(named)
      const edits = await editsOf(named)
      const seen = await editor.preview(edits)
      if (seen.kind === 'impossible') throw new DeskFault('REJECTED', seen.message)
      // After the preview: if anything else goes live from here on, the file is another one, and is not saved.
      const before = discovery.profile()
      if (takesBack !== undefined && !(await isLive(takesBack, before))) throw notLive()
      if (sealOf(seen.edited.hash, evaluation) !== hash) throw moved(hash.startsWith(`${seen.edited.hash}.`))
      const id = await changeAs({ gateway, seats }, session, seen.edited.risk, (who) =>
        inTurn(async () => {
          const result = await editor.save(edits, seen.edited.hash, who.id)
          if (result.kind === 'impossible') throw new DeskFault('REJECTED', result.message)
          if (result.kind === 'moved') throw moved()
          return await remember({ before, named, by: who.id, evaluation })
        }),
      )
      gateway.publish({ topic: 'search' })
      return { ...(await view()), applied: { id, before: { name: nameOfProfile(before), profile: before } } }
    },
  }

  /** Whether this application is what is live, and nothing was applied since. */
  async function isLive(id: string, live: SearchProfile): Promise<boolean> {
    await untilApplied()
    const [last] = await book.history()
    return last?.id === id && isSameProfile(last.profile, live)
  }

  /** What stood there before by another hand is kept, too: it can be rolled back to. */
  async function remember({
    before,
    named,
    by,
    evaluation,
  }: {
    before: SearchProfile
    named: SearchProfile
    by: string
    evaluation: EvaluationView
  }): Promise<string> {
    const at = now()
    const [last] = await book.history()
    const found: Omit<AppliedProfile, 'id'>[] =
      last !== undefined && isSameProfile(last.profile, before)
        ? []
        : [{ at, by: '', name: nameOfProfile(before), profile: before, figures: null, found: true }]
    const figures =
      evaluation.total === null ? null : { ...evaluation.total, queries: evaluation.rows.length }
    const name = nameOfProfile(named)
    const payload = {
      name,
      before: nameOfProfile(before),
      ranking: named.ranking,
      queries: figures?.queries ?? 0,
      ...(figures === null ? {} : { ndcg10: { before: figures.before.ndcg10, after: figures.after.ndcg10 } }),
    }
    let id = ''
    // It is applied, whatever can be written down of that now.
    await gateway.atLast(async () => {
      id = await book.append(
        [...found, { at, by, name, profile: named, figures, found: false }],
        (settings) => gateway.record({ actor: by, eventType: 'search.profile_applied', payload }, settings),
      )
    })
    return id
  }
}

const STANDARD_WORDS: ProfilesView['standardWords'] = {
  common: [...COMMON_WORDS],
  asking: [...ASKING_WORDS],
  synonyms: SYNONYMS.map((group) => [...group]),
}

function isSameProfile(one: SearchProfile, other: SearchProfile): boolean {
  return sameRanking(readProfile(one), readProfile(other)) && nameOfProfile(one) === nameOfProfile(other)
}

/** Of what a person sees before they press: what is written, and which judged queries get worse by it. */
function sealOf(file: string, { rows }: EvaluationView): string {
  const worse = rows.filter(({ change }) => change === 'worse').map(({ qid }) => qid)
  return `${file}.${createHash('sha256').update(JSON.stringify(worse.sort())).digest('base64url').slice(0, 22)}`
}

function notLive(): DeskFault {
  return new DeskFault(
    'SEEN_CHANGED',
    'Another profile is live by now. Nothing was taken back; look at what going back would change.',
  )
}

/** `sameFile`: only what the judged queries say is another. */
function moved(sameFile = false): DeskFault {
  const what = sameFile
    ? 'Which judged queries get worse by this has changed since you saw it.'
    : 'The file has changed since you saw this.'
  return new DeskFault('SEEN_CHANGED', `${what} Nothing was saved; look again.`)
}

/** A profile as changes of `discovery.profile` in the configuration. */
type Edits = Parameters<Gateway['editor']['preview']>[0]

const PLACE = ['discovery', 'profile'] as const
/** More than these are one change of the whole. */
const MOST_SINGLE = 20

/** `written`: what stands in the document now. Single values are changed where that is possible: comments stay. */
function profileEdits(written: JsonValue | undefined, profile: SearchProfile): Edits {
  const { ranking, ...rest } = profile
  const isBare = Object.keys(rest).length === 0
  const value: JsonValue = isBare && !isJsonObject(written) ? ranking : toJson(profile)
  if (written === undefined && ranking === 'classic' && isBare) return []
  const edits = compare([...PLACE], written, value)
  return edits.length > MOST_SINGLE ? [{ path: [...PLACE], value }] : edits
}

type Path = (string | number)[]

function compare(
  path: Path,
  before: JsonValue | undefined,
  after: JsonValue,
): { path: Path; value: JsonValue | undefined }[] {
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(after)) return []
  if (!isJsonObject(before) || !isJsonObject(after)) return [{ path, value: after }]
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  return [
    ...gone.map((key) => ({ path: [...path, key], value: undefined })),
    ...Object.entries(after).flatMap(([key, inner]) => compare([...path, key], ownOf(before, key), inner)),
  ]
}

function toJson(profile: SearchProfile): JsonObject {
  return JSON.parse(JSON.stringify(profile)) as JsonObject
}

/** What should keep a person from applying a profile: one sentence each. */
const MOST_NAMED = 5

function warnOf({ total, rows, unanswerable }: EvaluationView): string[] {
  if (total === null) {
    return [
      unanswerable.length === 0
        ? 'There are no judged queries, so nothing tells whether this finds less than before.'
        : 'No judged query has a right answer that is in the catalog, so nothing tells whether this finds less than before.',
    ]
  }
  const worse = rows
    .filter(({ change }) => change === 'worse')
    .sort((left, right) => lossOf(right) - lossOf(left))
  const [was, is] = [total.before.ndcg10, total.after.ndcg10]
  const count = `${rows.length} judged ${rows.length === 1 ? 'query' : 'queries'}`
  return [
    ...(was - is > 5e-4 ? [`Over ${count}, nDCG@10 falls from ${show(was)} to ${show(is)}.`] : []),
    ...worse.slice(0, MOST_NAMED).map(describeLoss),
    ...(worse.length > MOST_NAMED ? [`${worse.length - MOST_NAMED} more judged queries get worse.`] : []),
  ]
}

function lossOf({ before, after }: EvaluationView['rows'][number]): number {
  return before.ndcg10 - after.ndcg10
}

function describeLoss({
  query,
  before,
  after,
  firstBefore,
  firstAfter,
}: EvaluationView['rows'][number]): string {
  const figures = `‘${shorten(query, 80)}’ falls from ${show(before.ndcg10)} to ${show(after.ndcg10)}`
  if (firstBefore === firstAfter) return `${figures}.`
  const to = firstAfter === null ? 'is not among the first fifty any more' : `moves to place ${firstAfter}`
  const from = firstBefore === null ? '' : `, before at place ${firstBefore},`
  return `${figures}: its first right answer${from} ${to}.`
}

function show(figure: number): string {
  return figure.toFixed(3)
}
