/** What is tried in the playground: state of the window, which outlives its parts and a reload. Never the gateway's data (R8.2). */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Profile } from '../profiles/profile-settings.ts'
import { changeDraft, type DraftSteps, NO_DRAFT, redoDraft, tryProfile, undoDraft } from './draft-steps.ts'

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
