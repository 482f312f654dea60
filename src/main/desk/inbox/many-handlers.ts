/**
 * One outcome for several items that are alike: each is looked at, and decided or not, by itself, with
 * the hash of what was shown of it (R5.2).
 */

import { randomUUID } from 'node:crypto'
import type {
  Batch,
  ItemCard,
  ManyPreview,
  ManyResult,
  Outcome,
  Preview,
  ReplyOf,
  RequestOf,
  SentencePart,
} from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { InboxItem } from '../../model/item.ts'
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { pause } from '../../system/slices.ts'
import { NONE_MISSING } from '../../workflow/gates/gates.ts'
import { isAbridged } from '../../workflow/wording/presented.ts'
import { hidesSomething, isOutOfSight } from '../../workflow/wording/sight.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault, orFault } from '../fault.ts'
import { valuesOf, wholeValues } from '../items/item-values.ts'
import { closedBecause, describeItem, itemView, listed, loadAbout, outcomesOf } from '../items/items.ts'
import { sayEffect } from '../items/subject.ts'
import { asksForProof, decideAs, type Permit } from '../people/proof.ts'
import type { Seats } from '../people/seats.ts'
import type { DeskSession } from '../session.ts'
import { AT_ONCE, press, workAtOnce } from './decide.ts'
import { pickPreview } from './inbox-handlers.ts'

/** What a decision runs may take its time, and the servers behind it are not to be flooded. */
const CALLS_AT_ONCE = 4

/** So much of what runs is read where several items stand below each other; longer ones are read by themselves. */
const LONGEST_CALL = 2000

interface Candidate {
  item: ItemCard
  /** What would run with it. */
  values: JsonObject
  said: ManyPreview['items'][number]['said']
  outcome: Outcome | null
  preview: Preview | null
  problem: string | null
}

/** A window that is closed or loaded anew stops none of them: what is under way stands here. */
interface RunningBatch extends Omit<Batch, 'batch' | 'isStopped'> {
  /** The id of the person who has pressed. */
  by: string
  stop: AbortController
}

export function createManyHandlers({
  gateway,
  seats,
  changed,
}: {
  gateway: Gateway
  seats: Pick<Seats, 'seatOf'>
  /** `inbox.batches` answers something else now. */
  changed: () => void
}): Pick<Handlers, 'inbox.previewMany' | 'inbox.decideMany' | 'inbox.stopMany' | 'inbox.batches'> {
  const batches = new Map<string, RunningBatch>()

  async function decideAll(
    session: DeskSession,
    { outcome, comment, items }: Omit<RequestOf<'inbox.decideMany'>, 'batch'>,
    running: RunningBatch,
  ): Promise<ReplyOf<'inbox.decideMany'>> {
    const { signal } = running.stop
    const first = await lookAtFirst(gateway, session.principal(), items[0]?.id, outcome)
    const like = first?.item.alike ?? null
    running.label = first?.outcome?.label ?? outcome
    changed()
    const presses = items.map(({ id }) => ({ id, outcome }))
    const results = await decideAs({ gateway, seats }, session, presses, async (permit) => {
      // All are looked at first: what can be taken back can be from its press on, and the last one is answered with it.
      const ready = await workAtOnce(items, AT_ONCE, async (item) => {
        await pause()
        return signal.aborted ? leave : await lookAtOne(gateway, permit, { ...item, outcome, comment, like })
      })
      return await workAtOnce(ready, runsNothing(first) ? AT_ONCE : CALLS_AT_ONCE, async (decide) => {
        await pause()
        const result = await (signal.aborted ? leave : decide)()
        running.done += 1
        changed()
        return result
      })
    })
    return {
      results: results.map(({ approves: _approves, ...result }, place) => ({
        id: items[place]?.id ?? '',
        ...result,
      })),
      approved: results.filter(({ ok, approves }) => ok && approves).length,
    }
  }

  return {
    async 'inbox.previewMany'(session, { ids, outcome }): Promise<ManyPreview> {
      const who = session.principal()
      const candidates: Candidate[] = []
      for (const id of new Set(ids)) {
        const approval = await gateway.store.approval(id)
        // What is not there any more cannot be shown; the window drops it with the next list.
        if (approval !== null) candidates.push(await look(gateway, who, approval, outcome))
        await pause()
      }
      const like = candidates[0]?.item.alike ?? null
      const [example] = candidates.flatMap((candidate) => candidate.outcome ?? [])
      return {
        label: example?.label ?? outcome,
        tone: example?.tone ?? 'neutral',
        confirm: candidates.some((candidate) => candidate.outcome?.confirm === true),
        ...listCandidates(candidates, like),
      }
    },
    async 'inbox.decideMany'(session, { batch = randomUUID(), ...asked }) {
      const items = [...new Map(asked.items.map((item) => [item.id, item])).values()]
      const running: RunningBatch = {
        ...{ by: session.principal().id, stop: new AbortController(), label: asked.outcome },
        ...{ all: items.length, done: 0 },
      }
      batches.set(batch, running)
      try {
        return await decideAll(session, { ...asked, items }, running)
      } finally {
        batches.delete(batch)
        changed()
      }
    },
    async 'inbox.stopMany'(_session, { batch }) {
      const running = batches.get(batch)
      running?.stop.abort()
      if (running !== undefined) changed()
      return { stopped: running !== undefined }
    },
    async 'inbox.batches'(session) {
      const who = session.principal()
      const own = [...batches].filter(([, { by }]) => by === who.id)
      return {
        batches: own.map(([batch, { label, all, done, stop }]) => ({
          ...{ batch, label, all, done },
          isStopped: stop.signal.aborted,
        })),
      }
    },
  }
}

interface Result extends Omit<ManyResult, 'id'> {
  /** It lets something through. */
  approves: boolean
}

const UNDECIDED: Result = {
  ok: false,
  message: '',
  approves: false,
  failed: false,
  goesOn: false,
  missing: NONE_MISSING,
  window: null,
}

async function leave(): Promise<Result> {
  return { ...UNDECIDED, message: 'You stopped before this one. It still waits.' }
}

function listCandidates(
  candidates: readonly Candidate[],
  like: string | null,
): Pick<ManyPreview, 'items' | 'totals'> {
  const items = candidates.map(({ item, said, preview, problem }) => {
    const apart = problem ?? unlike(item, like)
    return apart === null
      ? { item: listed(item), said, preview, problem: null }
      : { item: listed(item), said: null, preview: null, problem: apart }
  })
  const able = candidates.filter((_, place) => items[place]?.preview !== null)
  return { items, totals: sumShared(able.map(({ values }) => values)) }
}

async function look(
  gateway: Gateway,
  who: HumanPrincipal,
  approval: InboxItem,
  name: string,
): Promise<Candidate> {
  const about = await loadAbout(gateway, approval)
  const item = describeItem(approval, about)
  const closed = closedBecause(approval, about)
  const outcome = outcomesOf(approval, about).find((candidate) => candidate.name === name) ?? null
  const values = valuesOf(approval)
  const without = (problem: string): Candidate => ({
    item,
    values,
    said: null,
    outcome,
    preview: null,
    problem,
  })
  if (closed !== null) return without(closed)
  if (item.alike === null) return without('It can only be decided by itself. Open it.')
  if (outcome === null) return without('It does not offer this choice. Open it to see what it offers.')
  if (asksForProof(gateway, [outcome])) return without('It asks for proof of who you are. Open it.')
  const asked = { approvalId: approval.id, outcome: name, arguments: outcome.arguments }
  const preview = await gateway.runtime.previewDecision(who, asked, { approval, run: about.run })
  if (preview === null) return without('The run that it belongs to is not in the database any more.')
  const [problem] = preview.problems
  if (problem !== undefined) return without(`It needs an answer of its own: ${problem.message} Open it.`)
  const { steps } = preview
  const said = itemView(approval).said(approval)
  if (
    isOutOfSight(values) ||
    isAbridged(values) ||
    (said !== null && (said.description.length > LONGEST_CALL || hidesSomething(said.description))) ||
    item.sentence.some(isQuoteOutOfSight) ||
    [preview, ...steps].some(isCallOutOfSight)
  )
    return without('Part of it does not fit in a list, or has characters that cannot be seen. Open it.')
  const isSaid = [preview, ...steps].some((each) => each.call !== null)
  return {
    item: isSaid
      ? item
      : { ...item, values: itemView(approval).hasRowValues ? wholeValues(approval, item.sentence) : [] },
    values,
    said,
    outcome,
    preview: pickPreview({ ...preview, stopsAt: preview.stopsAt || sayEffect(outcome) }),
    problem: null,
  }
}

function isQuoteOutOfSight({ kind, text }: SentencePart): boolean {
  return kind !== 'author' && isOutOfSight(text)
}

/** A call has a line for each value: only its values are short. */
function isCallOutOfSight({ call }: { call: string | null }): boolean {
  return call !== null && (call.length > LONGEST_CALL || hidesSomething(call))
}

/** The item that the others must be like. */
async function lookAtFirst(
  gateway: Gateway,
  who: HumanPrincipal,
  id: string | undefined,
  outcome: string,
): Promise<Candidate | null> {
  const approval = id === undefined ? null : await gateway.store.approval(id)
  return approval && (await look(gateway, who, approval, outcome))
}

/** At the press: what can be taken back runs later. */
function runsNothing(candidate: Candidate | null): boolean {
  const preview = candidate?.preview ?? null
  if (preview !== null && preview.undoMs > 0) return true
  return preview !== null && [preview, ...preview.steps].every(({ call }) => call === null)
}

function unlike(item: ItemCard, like: string | null): string | null {
  return item.alike === like ? null : 'It asks something else than the others. Open it.'
}

/** What presses it, as it was looked at; where it cannot be decided, what only says so. */
async function lookAtOne(
  gateway: Gateway,
  permit: Permit,
  asked: { id: string; hash: string; outcome: string; comment: string; like: string | null },
): Promise<() => Promise<Result>> {
  const { like, ...rest } = asked
  const looked = await orFault(async () => {
    const approval = await gateway.store.approval(asked.id)
    if (approval === null) throw new DeskFault('NOT_FOUND', 'This item does not exist any more.')
    const { item, outcome, problem } = await look(gateway, permit.who, approval, asked.outcome)
    const said = problem ?? unlike(item, like)
    if (said !== null || outcome === null) throw new DeskFault('REJECTED', said ?? '')
    return outcome
  })
  if (typeof looked === 'string') return async () => ({ ...UNDECIDED, message: looked })
  return async () => {
    const came = await orFault(() => press(gateway, permit, { ...rest, arguments: looked.arguments }))
    if (typeof came === 'string') return { ...UNDECIDED, message: came }
    const { status, decision, revision } = came.approval
    const runsAt = status === 'scheduled' ? (decision?.runsAt ?? null) : null
    return {
      ok: true,
      message: came.message,
      approves: looked.tone === 'approve',
      failed: came.failed,
      goesOn: came.goesOn || status === 'scheduled',
      missing: came.missing,
      window: decision === null || runsAt === null ? null : { revision, decidedAt: decision.at, runsAt },
    }
  }
}

/** What the numbers of several items come to. */
const MOST_SUMS = 3
const DEEPEST = 3
/** Digits after the point. With more, a sum of them says nothing to a person. */
const MOST_DIGITS = 20

/**
 * The fields that are a number in each of them (`payment.amount` where they are nested), the first few; none where
 * they are amounts of different things.
 */
function sumShared(all: readonly JsonObject[]): { name: string; total: string }[] {
  if (all.length < 2 || new Set(all.map((values) => unitsOf(values).join())).size > 1) return []
  const [first, ...others] = all.map((values) => new Map(numbersOf(values)))
  if (first === undefined) return []
  return [...first.keys()]
    .filter((name) => others.every((numbers) => numbers.has(name)))
    .slice(0, MOST_SUMS)
    .flatMap((name) => {
      const total = add([first, ...others].map((numbers) => numbers.get(name) ?? 0))
      return total === null ? [] : [{ name, total }]
    })
}

function numbersOf(values: JsonObject, depth = 1): [name: string, value: number][] {
  return Object.entries(values).flatMap(([name, value]): [string, number][] => {
    if (typeof value === 'number') return [[name, value]]
    if (!isJsonObject(value) || depth === DEEPEST) return []
    return numbersOf(value, depth + 1).map(([inner, number]) => [`${name}.${inner}`, number])
  })
}

const UNIT_NAME = /currency|units?$/i
/** As currencies, tokens of money and their signs are written. */
const UNIT_VALUE = /^([A-Z]{3,5}|\p{Sc})$/u

/** What its numbers are amounts of, as far as it says so. */
function unitsOf(values: JsonObject, depth = 1): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value === 'string')
      return UNIT_NAME.test(name) || UNIT_VALUE.test(value) ? [JSON.stringify([name, value])] : []
    const inner = Array.isArray(value) ? { ...value } : value
    return isJsonObject(inner) && depth < DEEPEST ? unitsOf(inner, depth + 1) : []
  })
}

/** Each as it is written, so that nothing is rounded: .1 and .2 are .3. Null: it has too many digits. */
function add(numbers: readonly number[]): string | null {
  const all = numbers.map(decimalOf)
  const digits = Math.max(...all.map((each) => each.digits))
  if (digits > MOST_DIGITS) return null
  const total = all.reduce((sum, each) => sum + each.units * 10n ** BigInt(digits - each.digits), 0n)
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat('en', fixed).format(`${total}e-${digits}` as Intl.StringNumericLiteral)
}

/** So many `units` of the last of its `digits` after the point. */
function decimalOf(number: number): { units: bigint; digits: number } {
  const [mantissa = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction)
  return digits < 0 ? { units: units * 10n ** BigInt(-digits), digits: 0 } : { units, digits }
}
