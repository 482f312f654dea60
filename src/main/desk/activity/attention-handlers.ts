/** How people decide, and what could ask less often. */

import type { AttentionGate, AttentionView, SuggestionView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { InboxItem } from '../../model/item.ts'
import { itemsAskedSince } from '../../model/pages.ts'
import { pause } from '../../system/slices.ts'
import { type EndedItem, hasteOf, hintsOf, measure } from '../../workflow/attention.ts'
import { FEWEST_APPROVALS } from '../../workflow/gates/suggest-rule.ts'
import { isChoice, originOf, stepOf } from '../../workflow/items/items.ts'
import { currentTransition, isSingleCall } from '../../workflow/proxy.ts'
import { transitionTitle } from '../../workflow/wording/sentence.ts'
import type { HandlersOf } from '../dispatch.ts'
import { subject } from '../events/words.ts'
import { DeskFault } from '../fault.ts'
import { COUNTED_KINDS, itemView, listedSentence, loadAbout, pressedOf, sentenceOf } from '../items/items.ts'
import { describeRule } from '../rules/rule-words.ts'

const PAGE = 200
/** More are not read: the newest say enough, and the answer says from when they are. */
const MOST_ITEMS = 5000
const DAY_MS = 86_400_000
/** A rule that experience suggests ends after so many days, unless a person says otherwise. */
const LASTS_DAYS = 30
/** So many of the refused are shown one by one. */
const MOST_REFUSED = 20

export function createAttentionHandlers({ gateway }: { gateway: Gateway }): HandlersOf<'attention'> {
  return {
    async 'attention.report'(_session, { days }): Promise<AttentionView> {
      return await reportAttention(gateway, days)
    },
    async 'attention.suggest'(_session, { gate }): Promise<SuggestionView> {
      const until = endOf(gateway.clock.now(), LASTS_DAYS)
      const key = readKey(gate)
      const result = await gateway.experience.suggest(key, until)
      if (result.kind === 'none') throw new DeskFault('NOT_FOUND', result.message)
      const { rule, names, unsaid, edited, replay } = result.suggestion
      const title = stepTitle(gateway, key.definitionId, key.state, key.transition)
      return {
        gate,
        rule: describeRule(rule, title, names, unsaid),
        until,
        file: edited.file,
        patch: edited.patch,
        hash: edited.hash,
        replay: {
          asked: replay.asked,
          isPartial: replay.isPartial,
          letThrough: replay.letThrough,
          refusedInAll: replay.refused.length,
          refused: await Promise.all(
            replay.refused.slice(0, MOST_REFUSED).map(async (item) => ({
              id: item.id,
              at: item.decision?.at ?? item.requestedAt,
              by: item.decision?.by ?? '',
              comment:
                item.status === 'refused' ? (item.decision?.comment ?? '') : 'Approved only after a change.',
              sentence: listedSentence(sentenceOf(item, await loadAbout(gateway, item))),
              arguments: item.step.arguments,
            })),
          ),
        },
      }
    },
  }
}

/** @param days up to now */
export async function reportAttention(
  gateway: Pick<Gateway, 'store' | 'clock' | 'catalog'>,
  days: number,
): Promise<AttentionView> {
  const now = gateway.clock.now()
  const { items, since } = await endedSince(gateway, now - days * DAY_MS)
  const covered = since === null ? days : Math.max(1, Math.ceil((now - Date.parse(since)) / DAY_MS))
  const groups = new Map<string, { first: InboxItem; asked: EndedItem[] }>()
  for (const item of items) {
    await pause()
    const key = keyOf(item)
    const group = groups.get(key) ?? { first: item, asked: [] }
    group.asked.push(askedOf(gateway, key, item))
    groups.set(key, group)
  }
  const all = [...groups.values()].flatMap(({ asked }) => asked)
  const { decided, approved, medianMs, hasty } = measure(all)
  const haste = hasteOf(all)
  const gates = [...groups].map(([key, { first, asked }]): AttentionGate => {
    const figures = measure(asked)
    return {
      key,
      kind: first.kind as AttentionGate['kind'],
      title: titleOf(gateway, first),
      ...figures,
      hints: hintsOf(figures, covered),
      suggestible: itemView(first).attention === 'suggests' && figures.approved >= FEWEST_APPROVALS,
    }
  })
  return {
    days,
    since,
    decided,
    approved,
    medianMs,
    hasty,
    hints: haste === null ? [] : [`${subject(haste.by)} gave ${haste.count} approvals in 20 seconds.`],
    gates: gates.sort((one, other) => other.decided - one.decided || one.title.localeCompare(other.title)),
  }
}

/** The newest that were asked from then on; `since`: when the oldest of these was asked, if there are more. */
async function endedSince(
  gateway: Pick<Gateway, 'store'>,
  begin: number,
): Promise<{ items: InboxItem[]; since: string | null }> {
  const { items, isPartial } = await itemsAskedSince(
    (from) =>
      gateway.store.approvals(
        { kind: COUNTED_KINDS, status: ['approved', 'refused', 'expired'], order: 'newest' },
        { limit: PAGE, uncounted: true, ...from },
      ),
    new Date(begin).toISOString(),
    MOST_ITEMS,
  )
  return { items, since: isPartial ? (items.at(-1)?.requestedAt ?? null) : null }
}

function askedOf({ catalog }: Pick<Gateway, 'catalog'>, key: string, item: InboxItem): EndedItem {
  const { status, requestedAt, decision } = item
  const definition = isChoice(item) ? catalog.workflow(item.definitionId) : null
  const isOther = definition !== null && pressedOf(item, definition).tone === 'neutral'
  const chosen = status === 'approved' && isOther ? 'other' : status
  return {
    key,
    outcome: chosen === 'approved' || chosen === 'refused' || chosen === 'other' ? chosen : 'expired',
    askedAt: Date.parse(requestedAt),
    decided:
      decision === null || status === 'expired'
        ? null
        : { by: decision.by, at: Date.parse(decision.at), lookedMs: decision.lookedMs ?? null },
  }
}

/** As `attention.suggest` takes it. */
export function keyOf(item: InboxItem): string {
  const { definitionId, state } = originOf(item)
  return [item.kind, definitionId, state, stepOf(item)?.transition ?? ''].map(encodeURIComponent).join('/')
}

/** @throws DeskFault if it is none */
export function readKey(key: string): Parameters<Gateway['experience']['suggest']>[0] {
  const parts = key.split('/')
  try {
    const [kind = '', definitionId = '', state = '', transition = ''] = parts.map(decodeURIComponent)
    if (parts.length === 4) return { kind, definitionId, state, transition }
  } catch {
    // Not ours: answered below.
  }
  throw new DeskFault('NOT_FOUND', 'Nothing of this name is asked any more.')
}

/** Days from now, as the date that a configuration has. */
function endOf(now: number, days: number): string {
  return new Date(now + days * DAY_MS).toISOString().slice(0, 10)
}

function titleOf(gateway: Pick<Gateway, 'catalog'>, item: InboxItem): string {
  const { definitionId, state } = originOf(item)
  const step = stepTitle(gateway, definitionId, state, stepOf(item)?.transition ?? null)
  if (isSingleCall(definitionId)) return step
  return `${step} · ${gateway.catalog.workflow(definitionId)?.title ?? definitionId}`
}

function stepTitle(
  { catalog }: Pick<Gateway, 'catalog'>,
  definitionId: string,
  state: string,
  transition: string | null,
): string {
  if (transition === null || transition === '')
    return catalog.workflow(definitionId)?.states[state]?.title ?? state
  const declared = currentTransition(catalog, { definitionId, state, transition })
  return declared === null ? transition : transitionTitle(declared, transition)
}
