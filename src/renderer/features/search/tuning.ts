/** What is tried in the playground: state of the window, which outlives its tabs and a reload. Never the gateway's data (R8.2). */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Profile } from './profile-settings.ts'

interface Tried {
  /** Null: what is live. */
  draft: Profile | null
  /** Of the kept profile that it began with; empty: it has none. */
  name: string
}

export interface TuningState extends Tried {
  past: Tried[]
  future: Tried[]
  /** Changes of one slider that follow each other quickly are one step back. */
  latest: { key: string; at: number } | null
  /** Null: as the window's width suggests. */
  panelOpen: boolean | null
  sideBySide: boolean
  /** What the dialog asks to apply. */
  applying: { name: string; profile: Profile; again: boolean } | null
  tryOut: (draft: Profile | null, name: string) => void
  /** `at`: milliseconds since 1970. */
  change: (key: string, draft: Profile, at: number) => void
  undo: () => void
  redo: () => void
  set: (change: Partial<Pick<TuningState, 'panelOpen' | 'sideBySide' | 'applying'>>) => void
}

const MOST_STEPS = 100
const ONE_STEP_MS = 700

export const useTuning = create<TuningState>()(
  persist(
    (set) => ({
      draft: null,
      name: '',
      past: [],
      future: [],
      latest: null,
      panelOpen: null,
      sideBySide: false,
      applying: null,
      tryOut: (draft, name) => set((now) => ({ draft, name, past: remember(now), future: [], latest: null })),
      change: (key, draft, at) =>
        set((now) => {
          const goesOn = now.latest?.key === key && at - now.latest.at < ONE_STEP_MS
          return { draft, past: goesOn ? now.past : remember(now), future: [], latest: { key, at } }
        }),
      undo: () =>
        set((now) => {
          const before = now.past.at(-1)
          if (before === undefined) return {}
          return { ...before, past: now.past.slice(0, -1), future: [...now.future, tried(now)], latest: null }
        }),
      redo: () =>
        set((now) => {
          const next = now.future.at(-1)
          if (next === undefined) return {}
          return { ...next, past: remember(now), future: now.future.slice(0, -1), latest: null }
        }),
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

function tried({ draft, name }: Tried): Tried {
  return { draft, name }
}

function remember(now: TuningState): Tried[] {
  return [...now.past, tried(now)].slice(-MOST_STEPS)
}
