/**
 * What a press is bound to: the hash of what was on screen (R5.2), and whether it was to run. Nobody who was told that
 * others are still to be asked, or that it can be taken back, lets it run at once because that changed a moment before.
 */
import type { Gate, Transition } from '../../model/definition.ts'
import type { Decision } from '../../model/item.ts'
import { undoWindowOf } from '../../workflow/gates/gates.ts'
import type { RuntimeParts } from '../call-context.ts'

/** What a press that counts leads to. */
export interface PressEffect {
  /** Others must approve before anything runs (R5.7). */
  asksOthers: boolean
  /** For so many milliseconds it can be taken back, and nothing runs (R5.6). */
  undoMs: number
}

export const AT_ONCE: PressEffect = { asksOthers: false, undoMs: 0 }

/** `declared`: the transition that is let through; null: what is let through is none. `gates`: those that the press opens. */
export function effectOf(
  { settings }: Pick<RuntimeParts, 'settings'>,
  declared: Transition | null,
  asksOthers: boolean,
  gates: readonly Gate[] = [],
): PressEffect {
  return { asksOthers, undoMs: undoWindowOf(declared, settings().undoMs, gates) }
}

/** What a preview gives, and the press must carry. */
export function pressHash(seen: string, { asksOthers, undoMs }: PressEffect): string {
  return asksOthers ? `${seen}:asks` : undoMs > 0 ? `${seen}:undo-${undoMs}` : seen
}

/** Of what was on screen alone: what is remembered of a decision, and what votes of several people have in common. */
export function seenIn(hash: string): string {
  return hash.replace(/:.*/, '')
}

/** What is due was pressed when it was seen; it is only still to be the same. */
export function isAsSeen(
  { hash, due }: { hash: string; due?: Decision },
  seen: string,
  effect: PressEffect,
): boolean {
  return hash === (due === undefined ? pressHash(seen, effect) : seen)
}
