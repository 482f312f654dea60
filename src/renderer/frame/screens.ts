import { Activity, Inbox, Library, type LucideIcon, Search, Settings, Workflow } from 'lucide-react'
import type { words } from '../words.ts'

export type ScreenName = keyof typeof words.screens

/** In the order of the rail; the last one stands apart at its foot. */
export const SCREENS: { name: ScreenName; icon: LucideIcon }[] = [
  { name: 'inbox', icon: Inbox },
  { name: 'runs', icon: Workflow },
  { name: 'catalog', icon: Library },
  { name: 'search', icon: Search },
  { name: 'activity', icon: Activity },
  { name: 'settings', icon: Settings },
]
