/** What is tried in the playground: state of the window, which outlives its parts and a reload. Never the gateway's data (R8.2). */

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Profile } from '../profiles/profile-settings.ts'

export const NO_DRAFT: DraftSteps = { draft: null, name: '', past: [], future: [], latest: null }

export interface TuningState extends DraftSteps {
  /** Null: nobody has chosen; it is open where something is tried. */
  panelOpen: boolean | null
  sideBySide: boolean
  /** What the dialog asks to apply; `again`: it was live before. */
  applying: { name: string; profile: Profile; again: boolean } | null
  tryOut: (draft: Profile | null, name: string) => void
  /** `at`: milliseconds since 1970. */
  change: (key: string, draft: Profile, at: number) => void
  undo: () => void
  redo: () => void
  set: (change: Partial<Pick<TuningState, 'panelOpen' | 'sideBySide' | 'applying'>>) => void
}

export const useTuning = create<TuningState>()(
  persist(
    (set) => ({
      ...NO_DRAFT,
      panelOpen: null,
      sideBySide: false,
      applying: null,
      tryOut: (draft, name) => set((now) => tryProfile(now, draft, name)),
      change: (key, draft, at) => set((now) => changeDraft(now, key, draft, at)),
      undo: () => set(undoDraft),
      redo: () => set(redoDraft),
      set: (change) => set(change),
    }),
    {
      name: 'countersign.search',
      version: 1,
      partialize: ({ draft, name, past, panelOpen, sideBySide }) => ({
        draft,
        name,
        past,
        panelOpen,
        sideBySide,
      }),
    },
  ),
)

interface DraftStep {
  /** Null: what is live. */
  draft: Profile | null
  /** Of the kept profile that it began with; empty: it has none. */
  name: string
}

interface DraftSteps extends DraftStep {
  past: DraftStep[]
  future: DraftStep[]
  /** The setting that was changed last, and when: in milliseconds since 1970. */
  latest: { key: string; at: number } | null
}

const MOST_STEPS = 100
const ONE_STEP_MS = 700

/** Another profile is tried. Pure. */
export function tryProfile(now: DraftSteps, draft: Profile | null, name: string): DraftSteps {
  return { draft, name, past: remember(now), future: [], latest: null }
}

/** One setting is changed; changes of the same one that follow each other quickly are one step back. Pure. */
export function changeDraft(now: DraftSteps, key: string, draft: Profile, at: number): DraftSteps {
  const goesOn = now.latest?.key === key && at - now.latest.at < ONE_STEP_MS
  const past = goesOn ? now.past : remember(now)
  return { draft, name: now.name, past, future: [], latest: { key, at } }
}

/** Pure. */
export function undoDraft(now: DraftSteps): DraftSteps {
  const before = now.past.at(-1)
  if (before === undefined) return now
  return { ...before, past: now.past.slice(0, -1), future: [...now.future, tried(now)], latest: null }
}

/** Pure. */
export function redoDraft(now: DraftSteps): DraftSteps {
  const next = now.future.at(-1)
  if (next === undefined) return now
  return { ...next, past: remember(now), future: now.future.slice(0, -1), latest: null }
}

function tried({ draft, name }: DraftStep): DraftStep {
  return { draft, name }
}

function remember(now: DraftSteps): DraftStep[] {
  return [...now.past, tried(now)].slice(-MOST_STEPS)
}
