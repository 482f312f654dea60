/** What somebody does with the list: moving through it, picking from it, narrowing it. May import: state, queries, ui. */
import { navigate } from 'wouter/use-hash-location'
import type { ItemCard, RequestOf } from '../../../../preload/contract.ts'
import { DeskError } from '../../../gateway.ts'
import { callQuery, type Gateway } from '../../../queries.ts'
import { isWithin } from '../../../routes/address.ts'
import { useDesk } from '../../../state.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { offerToast } from '../../../ui/feedback/toast-button.tsx'
import { changeList, NO_LIST, type Turn, useInbox } from '../state.ts'
import { type Filter, type InboxView, isFiltered, readFilter, writeFilter } from './filter.ts'
import { listWords } from './list-words.ts'
import { type Rows, stepPlace } from './rows.ts'

/** Milliseconds after which a selection that was moved by a held key has come to rest. */
const REST_MS = 90
/** What one call of the gateway takes. */
export const MOST_PICKED = 200
/** Keys that follow one another so soon are one change, in milliseconds. */
const TYPING_MS = 2000
/** Filters to which there is a way back. */
const MOST_FILTERS = 20

/** The list is not on screen any more. */
export function leaveList(): void {
  stopResting()
  useInbox.setState({ list: NO_LIST, many: null })
}

export function openItem(id: string | null): void {
  if (!isWithin('/inbox')) return
  changeList({ opened: id, entering: null, left: [] })
  useDesk.getState().set({ selectedItem: id })
  navigate(id === null ? '/inbox' : `/inbox/${id}`, { replace: true })
}

/**
 * Selects an item. While a key is `held` the list follows at once, the detail only when the selection has rested, so
 * that nothing is fetched and drawn that nobody can read.
 */
export function go(id: string | null, held = false): void {
  stopResting()
  if (held && id !== null) changeList({ moving: id, resting: setTimeout(() => go(id), REST_MS) })
  else {
    changeList({ moving: null })
    openItem(id)
  }
}

function stopResting(): void {
  const { resting } = useInbox.getState().list
  if (resting === null) return
  clearTimeout(resting)
  changeList({ resting: null })
}

/** By so many rows; no step is lost while a page is on its way, or when what was selected has gone. */
export function step(rows: Rows, selected: string | null, by: number, held: boolean): void {
  const { place, wanted } = useInbox.getState().list
  const at = wanted ?? place
  const gone = wanted === null && selected !== null && rows.placeOf(selected) === -1
  const to = stepPlace(rows, at === null ? null : { place: at, gone }, by)
  if (to === null) return
  const item = rows.at(to)
  if (item !== undefined) {
    arrive(to, item.id, held)
    return
  }
  changeList({ wanted: to })
  const isWanted = () => useInbox.getState().list.wanted === to
  rows.fetch(to).then(
    (found) => (found !== null && isWanted() ? arrive(to, found.id, held) : undefined),
    () => changeList({ wanted: null }),
  )
}

/** The item at this place is selected, and its row takes the focus. */
export function arrive(place: number, id: string, held: boolean): void {
  changeList({ wanted: null, place, focusing: id })
  go(id, held)
}

/** Into the list, where the keyboard enters it. */
export function focusRow(): void {
  document.querySelector<HTMLElement>('#inbox-list [data-item][tabindex="0"]')?.focus()
}

/**
 * These leave the list: to the nearest that stays, below first, unless the selection is none of them. The last one
 * stays open and shows what came of it, unless there is a `welcome` to come back to. `focus`: the next row takes it.
 */
export function moveOn(
  rows: Rows,
  selected: string | null,
  ids: readonly string[],
  { welcome = false, focus = true }: { welcome?: boolean; focus?: boolean } = {},
): void {
  if (selected === null || !ids.includes(selected)) return
  const from = useInbox.getState().list.place ?? 0
  // Of a list that has lost it already, its old place holds what came after it.
  const after = rows.placeOf(selected) === -1 ? from : from + 1
  const below = Array.from({ length: ids.length + 1 }, (_, steps) => after + steps)
  const above = Array.from({ length: ids.length + 1 }, (_, steps) => from - 1 - steps)
  const next = [...below, ...above]
    .flatMap((candidate) => rows.at(candidate)?.id ?? [])
    .find((id) => !ids.includes(id))
  const isLast = next === undefined && ids.filter((id) => rows.placeOf(id) !== -1).length >= rows.total
  if (isLast && !welcome) return
  if (next !== undefined && focus) changeList({ focusing: next })
  go(next ?? null)
  // With none that is here, the first of the list as it is then comes by itself.
  changeList({ left: ids })
}

/**
 * Selecting, and acting on what is selected, one after another: a key that is pressed while a selection is still asked
 * for means what is selected then. Where asking fails, what was pressed meanwhile does nothing, and that is said.
 */
export function takeTurn(turn: Turn): void {
  const { turns } = useInbox.getState().list
  if (turns === null) void takeTurns([turn])
  else turns.push(turn)
}

async function takeTurns(turns: Turn[]): Promise<void> {
  const areOn = () => useInbox.getState().list.turns === turns
  changeList({ turns })
  try {
    // Those that come meanwhile are at its end.
    for (const turn of turns) {
      const asked = turn()
      const act = asked instanceof Promise ? await asked : asked
      if (!areOn()) return
      act()
    }
  } catch (fault) {
    if (!(fault instanceof DeskError)) throw fault
    if (areOn()) tell(listWords.notSelected, fault.message)
  } finally {
    if (areOn()) changeList({ turns: null })
  }
}

/** On screen, and to a screen reader. */
export function tell(text: string, detail?: string): void {
  announce(text)
  showToast(text, detail === undefined ? {} : { tone: 'failed', detail })
}

/** One more or one less; with `range`, everything from the last one as well. */
export function pick(rows: Rows, item: ItemCard, range = false): void {
  takeTurn(() => {
    const { picked, anchor } = useInbox.getState().list
    if (range) return pickRange(rows, anchor, item)
    return () => {
      if (picked.has(item.id)) dropPicked([item.id])
      else addPicked([item])
      changeList({ anchor: item.id })
    }
  })
}

async function pickRange(rows: Rows, from: string | null, item: ItemCard): Promise<() => void> {
  const add = (items: readonly ItemCard[]) => () => {
    addPicked(items)
    changeList({ anchor: item.id })
  }
  const [one, other] = [from === null ? -1 : rows.placeOf(from), rows.placeOf(item.id)]
  if (one === -1 || other === -1) return add([item])
  const first = Math.min(one, other)
  const length = Math.min(Math.abs(one - other) + 1, MOST_PICKED + 1)
  const places = Array.from({ length }, (_, steps) =>
    one < other ? first + steps : Math.max(one, other) - steps,
  )
  const items = await Promise.all(places.map((place) => rows.fetch(place)))
  return add(items.filter((found) => found !== null))
}

/** All that ask the same as this one, in the list as `request` narrows it. */
export function pickAlike(gateway: Gateway, request: RequestOf<'inbox.list'>, id: string): void {
  takeTurn(() => findAlike(gateway, request, id))
}

async function findAlike(
  { bridge, queries }: Gateway,
  request: RequestOf<'inbox.list'>,
  id: string,
): Promise<() => void> {
  const { status } = request
  const ask = (asked: RequestOf<'inbox.list'>) =>
    queries.fetchQuery({ ...callQuery(bridge, 'inbox.list', asked), staleTime: 0 })
  const [item] = (await ask({ ...(status === undefined ? {} : { status }), ids: [id] })).items
  if (item === undefined) return () => undefined
  if (item.alike === null) return () => tell(listWords.onlyByItself)
  const alike = await ask({ ...request, alike: item.alike, limit: MOST_PICKED })
  return () => {
    addPicked([item, ...alike.items])
    if (alike.total > MOST_PICKED) showToast(listWords.tooMany(MOST_PICKED))
    announce(listWords.selected(useInbox.getState().list.picked.size))
  }
}

function addPicked(items: readonly ItemCard[]): void {
  const picked = new Map(useInbox.getState().list.picked)
  for (const item of items) if (picked.size < MOST_PICKED || picked.has(item.id)) picked.set(item.id, item)
  changeList({ picked })
  if (items.some(({ id }) => !picked.has(id))) showToast(listWords.tooMany(MOST_PICKED))
}

export function dropPicked(ids: readonly string[]): void {
  const { picked } = useInbox.getState().list
  changeList({ picked: new Map([...picked].filter(([id]) => !ids.includes(id))) })
}

/** Nothing is selected any more, nor what was still asked for. */
export function unpick(): void {
  changeList({ picked: NO_LIST.picked, turns: null })
}

/** Another view of the list, in which nothing is open or picked yet. */
export function showView(view: InboxView): void {
  setView(view)
  unpick()
  go(null)
}

export function setView(view: InboxView): void {
  useDesk.getState().setFilter('inbox.view', view === 'pending' ? '' : view)
}

/** `typing`: one of several keys that are one change together. */
export function changeFilter(next: Filter, typing = false): void {
  const { filters, typedAt } = useInbox.getState().list
  const now = performance.now()
  const goesOn = typing && now - typedAt <= TYPING_MS
  const before = readFilter(useDesk.getState().filters)
  changeList({
    wantsFirst: false,
    typedAt: typing ? now : NO_LIST.typedAt,
    filters: goesOn ? filters : [before, ...filters].slice(0, MOST_FILTERS),
  })
  setFilter(next)
}

export function undoFilter(): void {
  const [last, ...filters] = useInbox.getState().list.filters
  if (last === undefined) return
  changeList({ filters, typedAt: NO_LIST.typedAt })
  setFilter(last)
}

export function clearFilter(): void {
  if (!isFiltered(readFilter(useDesk.getState().filters))) return
  changeFilter({})
  offerToast(listWords.cleared, { label: listWords.undo, onPress: undoFilter })
}

function setFilter(next: Filter): void {
  const { filters, set } = useDesk.getState()
  set({ filters: writeFilter(filters, next) })
}
