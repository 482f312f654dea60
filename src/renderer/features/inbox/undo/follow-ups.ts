/** Presses of this window, on one item or on several, of which something has not run yet or is not over. */
import type { ReplyOf } from '../../../../preload/contract.ts'
import { callKey, type Gateway } from '../../../queries.ts'
import { type FollowUp, type InboxState, type Undoable, useInbox } from '../state.ts'

/** What is not known by then, in milliseconds after its time, is not waited for any more. */
export const LONG_OVER_MS = 10 * 60_000
/** So many presses whose time is over are asked about at most: each is, whenever something changes. */
const MOST_FOLLOWED = 20

/** Another person comes to the desk, or the page is loaded again: theirs alone. */
export function beginFollowing(you: string): FollowUp[] {
  const followUps = readKept(you).filter(isOpen)
  useInbox.setState({ you, followUps, undone: [], late: [] })
  return followUps
}

export function follow(followUp: FollowUp): void {
  const ids = followUp.items.map(({ id }) => id)
  const { followUps } = useInbox.getState()
  const known = without(followUps, ids)
  const over = known.filter((other) => !isOpen(other) && !isLongOver(other)).slice(-MOST_FOLLOWED)
  const others = known.filter((other) => isOpen(other) || over.includes(other))
  keep([...others, followUp].sort((one, other) => beginOf(one) - beginOf(other)))
}

export function stopFollowing(ids: readonly string[]): void {
  keep(without(useInbox.getState().followUps, ids))
}

/** The clock was set by so much: what can be taken back can be for as long as before, as the gateway has it. */
export function moveFollowed(by: number): void {
  const later = (time: string) => new Date(Date.parse(time) + by).toISOString()
  keep(
    useInbox.getState().followUps.map((each) => ({
      ...each,
      items: each.items.map(({ decidedAt, runsAt, ...rest }) => ({
        ...rest,
        decidedAt: later(decidedAt),
        runsAt: later(runsAt),
      })),
    })),
  )
}

/** They wait for a decision again. */
export function noteUndone(items: readonly Undoable[]): void {
  useInbox.setState(({ undone }) => ({
    undone: [...undone.filter((each) => !isUndone(each, items)), ...items],
  }))
  stopFollowing(items.map(({ id }) => id))
}

/** They were taken back, and are followed until that is saved. */
export function noteUnsaved(items: readonly Undoable[]): void {
  const unsaved = items.map(({ id, revision }) => ({ id, revision, unsaved: true as const }))
  useInbox.setState(({ undone }) => ({ undone: [...undone, ...unsaved] }))
}

/** This very decision was taken back, whatever was decided on the item since. Pure. */
export function isUndone(
  { id, revision }: Pick<Undoable, 'id' | 'revision'>,
  undone: InboxState['undone'],
): boolean {
  return undone.some((each) => each.id === id && each.revision === revision)
}

/** Whether this person is still there: with the next one nothing is told of what the former pressed. */
export function isAtDesk({ queries }: Gateway, you: string | null): boolean {
  const people = queries.getQueryData<ReplyOf<'people.list'>>(callKey('people.list', {}))
  return you !== null && people?.you === you
}

function keep(followUps: FollowUp[]): void {
  const { you } = useInbox.getState()
  if (you !== null) sessionStorage.setItem(keyOf(you), JSON.stringify(followUps))
  useInbox.setState({ followUps })
}

function keyOf(you: string): string {
  return `countersign.undoable ${you}`
}

function readKept(you: string): FollowUp[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(you)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isFollowUp) : []
  } catch {
    return []
  }
}

function isFollowUp(kept: unknown): kept is FollowUp {
  const { key, items, total, failed, told } = (kept ?? {}) as Partial<Record<keyof FollowUp, unknown>>
  const isWhole =
    typeof key === 'string' &&
    typeof total === 'number' &&
    typeof failed === 'number' &&
    typeof told === 'object'
  return isWhole && Array.isArray(items) && items.length > 0 && items.every(isUndoable)
}

function isUndoable(kept: unknown): kept is Undoable {
  const { id, revision, decidedAt, runsAt } = (kept ?? {}) as Partial<Record<keyof Undoable, unknown>>
  return typeof revision === 'number' && [id, decidedAt, runsAt].every((part) => typeof part === 'string')
}

function without(followUps: readonly FollowUp[], ids: readonly string[]): FollowUp[] {
  return followUps
    .map((each) => ({ ...each, items: each.items.filter(({ id }) => !ids.includes(id)) }))
    .filter(({ items }) => items.length > 0)
}

function beginOf({ items }: FollowUp): number {
  return Math.min(...items.map(({ decidedAt }) => Date.parse(decidedAt)))
}

/** When the last of it runs, in milliseconds since 1970. */
export function endOf({ items }: Pick<FollowUp, 'items'>): number {
  return Math.max(...items.map(({ runsAt }) => Date.parse(runsAt)))
}

/** Those that have not run yet, and that nobody has taken back. */
export function openItems({ items }: Pick<FollowUp, 'items'>, now = Date.now()): Undoable[] {
  const { late, undone } = useInbox.getState()
  return items.filter((item) => hasNotRun(item, now, late) && !isUndone(item, undone))
}

/** Its time has not come, or it waits for its turn. Pure. */
export function hasNotRun(
  { id, runsAt }: Pick<Undoable, 'id' | 'runsAt'>,
  now: number,
  late: InboxState['late'],
): boolean {
  return Date.parse(runsAt) > now || late.includes(id)
}

export function isLongOver(followUp: Pick<FollowUp, 'items'>): boolean {
  return endOf(followUp) + LONG_OVER_MS <= Date.now()
}

export function isOpen(followUp: Pick<FollowUp, 'items'>): boolean {
  return openItems(followUp).length > 0
}

/** The toast of a decision; what becomes of it is said in the same place, unless that still offers something. */
export function toastOf(key: string, beside = false): string {
  return beside ? `decision ${key} beside` : `decision ${key}`
}
