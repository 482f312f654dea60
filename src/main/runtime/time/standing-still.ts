/**
 * While a decision can be taken back, the time of its run stands still, and of those that wait for it (R4.8). Where several
 * can at once it does so once: each gives back what no other that was decided, and can be taken back still, gives back later.
 */
import type { Decision, InboxItem } from '../../model/item.ts'
import { isClosed, parkedOf, type Run, type TimeBack } from '../../model/run.ts'
import { firstDecided, stoodStill, withTimeLeft } from '../../workflow/advance.ts'
import { type CallContext, type RuntimeParts, runsAbove } from '../call-context.ts'
import { allItems } from '../every-item.ts'

type Release = Pick<InboxItem, 'id' | 'decision'>

/** What else lets the time of the run stand still: decided there, or in what it waits for. */
export async function othersOf(
  parts: Pick<RuntimeParts, 'store'>,
  run: Run,
  released: readonly Release[],
): Promise<InboxItem[]> {
  const { store } = parts
  const own = await allItems(store, { workflowId: run.id, status: ['scheduled'] })
  const parked = isClosed(run) ? null : parkedOf(run)
  const child = parked?.on === 'child' ? await store.run(parked.id) : null
  const below = child === null ? [] : await othersOf(parts, child, released)
  return [...own.filter(({ id }) => !released.some((each) => each.id === id)), ...below]
}

/** Until when these alone let it stand still, in milliseconds since 1970; at most now. */
export async function stillUntil(
  { parts }: Pick<CallContext, 'parts'>,
  run: Run,
  released: readonly Release[],
): Promise<number> {
  const next = firstDecided(await othersOf(parts, run, released))
  return Math.min(parts.clock.now(), next === null ? Number.POSITIVE_INFINITY : Date.parse(next.at))
}

/** To each of the runs, of what was decided and can be taken back no more: `released`, by its first decision. */
export async function timeBackTo(
  context: Pick<CallContext, 'parts'>,
  runs: readonly Run[],
  released: readonly Release[],
  decision: Decision | null,
): Promise<readonly TimeBack[]> {
  if (decision === null || decision.runsAt === null) return []
  return await Promise.all(
    runs.map(async (run) => ({
      workflowId: run.id,
      milliseconds: stoodStill(decision, await stillUntil(context, run, released)),
    })),
  )
}

/** What is made moot by a commit, as it was, and what is decided or ends in it beside that. */
interface Ending {
  moot: readonly InboxItem[]
  own?: readonly InboxItem[]
}

/** To the runs above, of what is made moot. */
export async function timeBackAbove(
  context: Pick<CallContext, 'parts'>,
  run: Run,
  { moot, own = [] }: Ending,
): Promise<readonly TimeBack[]> {
  const decision = firstDecided(moot)
  if (decision === null) return []
  return await timeBackTo(context, await runsAbove(context.parts, run), [...moot, ...own], decision)
}

/** The run with the time of what is made moot; `before`: as it was then. */
export async function withTimeBack(
  context: Pick<CallContext, 'parts'>,
  run: Run,
  before: Run,
  { moot, own = [] }: Ending,
): Promise<Run> {
  const first = firstDecided(moot)
  if (run.deadlineAt === null || isClosed(run) || first === null) return run
  return withTimeLeft(run, first, await stillUntil(context, before, [...moot, ...own]))
}
