/** The window's own state: what is selected, filtered, how it looks. Never the gateway's data (R8.2). */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { KEPT } from './bridge/kept.ts'

export type Theme = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

export interface DeskState {
  theme: Theme
  density: Density
  /** Single-key shortcuts (J, K, A, R…); combinations always work. */
  singleKeys: boolean
  /** Tell in this browser that something waits, once it has been allowed to. */
  browserNotices: boolean
  /** Width of the list beside a detail, in pixels. */
  listWidth: number
  selectedItem: string | null
  selectedRun: string | null
  filters: Record<string, string>
  /** Of the inbox, by the name that a person gave them. */
  savedFilters: { name: string; filter: Record<string, string> }[]
  /** `auto`: shown while nothing was ever decided; `open` and `closed` are a person's wish. */
  firstRun: 'auto' | 'open' | 'closed'
  /** The hash route to open again after a restart. */
  lastRoute: string
  paletteOpen: boolean
  keySheetOpen: boolean
  switcherOpen: boolean
  /** The dialog that adds a server; it stands in the catalog. */
  addingServer: boolean
  set: (change: Partial<Omit<DeskState, 'set' | 'setFilter'>>) => void
  setFilter: (name: string, value: string) => void
}

/** What stands over a screen and is gone with the next opening. */
const CLOSED = { paletteOpen: false, keySheetOpen: false, switcherOpen: false, addingServer: false }

export const useDesk = create<DeskState>()(
  persist(
    (set) => ({
      theme: 'system',
      density: 'comfortable',
      singleKeys: true,
      browserNotices: false,
      listWidth: 360,
      selectedItem: null,
      selectedRun: null,
      filters: {},
      savedFilters: [],
      firstRun: 'auto',
      lastRoute: '/inbox',
      ...CLOSED,
      set: (change) => set(change),
      setFilter: (name, value) => set((state) => ({ filters: { ...state.filters, [name]: value } })),
    }),
    {
      ...KEPT,
      // First steps that were left open are not asked for at the next opening.
      partialize: ({
        paletteOpen: _palette,
        keySheetOpen: _sheet,
        switcherOpen: _switcher,
        addingServer: _adding,
        firstRun,
        ...kept
      }) => ({ ...kept, firstRun: firstRun === 'closed' ? ('closed' as const) : ('auto' as const) }),
    },
  ),
)

/** Whoever comes to the desk has opened nothing yet. */
export function closeDialogs(): void {
  useDesk.setState(CLOSED)
}

/** What was selected and filtered is of another workspace. */
export function forgetPlace(): void {
  useDesk.setState({
    selectedItem: null,
    selectedRun: null,
    filters: {},
    firstRun: 'auto',
    lastRoute: '/inbox',
  })
}

/** Reflects theme and density onto the document, now and whenever they change. */
export function followAppearance(root: HTMLElement): () => void {
  function apply({ theme, density }: DeskState): void {
    if (theme === 'system') delete root.dataset.theme
    else root.dataset.theme = theme
    root.dataset.density = density
  }
  apply(useDesk.getState())
  return useDesk.subscribe(apply)
}
