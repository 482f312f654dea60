/** The keys of the list. Those that move may be held; those that change something may not. */
import { isTyping, useKeys } from '../../../ui/controls/keys.ts'
import { OUTCOME_KEYS } from '../dock/outcome-keys.ts'

export interface InboxActions {
  /** `held`: the key is down for longer than a press. */
  move(by: number, held: boolean): void
  /** Into the item; false: nothing is selected. */
  enter(): boolean
  /** Back to the list; from a text field only to what holds it. */
  back(typing: boolean): void
  filter(): void
  /** `id` null: what is open. */
  pick(id: string | null, range: boolean): void
  pickAlike(): void
  snooze(): void
  /** With the key of an outcome, where anything is selected. */
  outcome(key: string): void
  /** A key that is for one item was pressed. */
  single(): void
  oldest(): void
  undoFilter(): void
  selected: string | null
}

const ENDS = 1_000_000

export function useInboxKeys(actions: InboxActions, singleKeys: boolean): void {
  const { move, selected } = actions
  useKeys(
    {
      j: (event) => move(1, event.repeat),
      k: (event) => move(-1, event.repeat),
    },
    { enabled: singleKeys, repeats: true },
  )
  /** Arrows belong to the list only while the focus is there, or nowhere. */
  function inList(by: number) {
    return (event: KeyboardEvent): void => {
      if (!isListKey(event.target)) return
      event.preventDefault()
      move(by, event.repeat)
    }
  }
  useKeys(
    { ArrowDown: inList(1), ArrowUp: inList(-1), Home: inList(-ENDS), End: inList(ENDS) },
    { repeats: true },
  )
  useKeys(
    {
      Enter: (event) => {
        if (selected === null || isAnswering(event.target, selected)) return
        if (actions.enter()) event.preventDefault()
      },
      '/': (event) => {
        event.preventDefault()
        actions.filter()
      },
      x: () => actions.pick(null, false),
      'Shift+x': () => actions.pick(null, true),
      s: () => actions.snooze(),
      e: () => actions.single(),
      i: () => actions.single(),
      m: () => actions.single(),
    },
    { enabled: singleKeys },
  )
  useKeys(Object.fromEntries(OUTCOME_KEYS.map((key) => [key, () => actions.outcome(key.toUpperCase())])), {
    enabled: singleKeys,
  })
  useKeys({
    Space: (event) => {
      const row = event.target instanceof HTMLElement ? event.target.dataset.item : undefined
      if (row === undefined) return
      event.preventDefault()
      actions.pick(row, false)
    },
    '$mod+Shift+j': (event) => {
      event.preventDefault()
      actions.oldest()
    },
    '$mod+a': (event) => {
      if (!isListKey(event.target)) return
      event.preventDefault()
      actions.pickAlike()
    },
  })
  useKeys(
    {
      Escape: (event) => actions.back(isTyping(event.target)),
      '$mod+z': (event) => {
        if (isTyping(event.target) && !isEmptiedFilter(event.target)) return
        event.preventDefault()
        actions.undoFilter()
      },
    },
    { whileTyping: true },
  )
}

/** Whoever has just emptied the filter is still in it, and has nothing of their own typing to take back. */
function isEmptiedFilter(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.value === '' && target.closest('#inbox-filter') !== null
}

/** The focus is on a row, or on nothing. */
function isListKey(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target === document.body || target.closest('#inbox-list') !== null)
}

/** Buttons, links and rows other than the open one answer Enter themselves. */
function isAnswering(target: EventTarget | null, id: string): boolean {
  const pressable =
    target instanceof HTMLElement ? target.closest<HTMLElement>('button, a, [role=tab]') : null
  return pressable !== null && pressable.dataset.item !== id
}
