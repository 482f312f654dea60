import { useDesk } from '../../state.ts'
import type { ActivityFilter } from './look.ts'

const NAMES = ['text', 'type', 'workflow', 'correlation', 'from', 'to'] as const

/** What of the log is shown; kept over a restart like every filter of the desk. */
export function useActivityFilter() {
  const { filters, setFilter } = useDesk()
  const [text, type, workflow, correlation, from, to] = NAMES.map((name) => filters[`activity.${name}`] ?? '')
  const filter: ActivityFilter = {
    text: text ?? '',
    type: type ?? '',
    workflow: workflow ?? '',
    correlation: correlation ?? '',
    from: from ?? '',
    to: to ?? '',
  }
  return {
    filter,
    set: (name: keyof ActivityFilter, value: string) => setFilter(`activity.${name}`, value),
    /** Only this, whatever was filtered before. */
    only: (name: keyof ActivityFilter, value: string) => {
      for (const other of NAMES) setFilter(`activity.${other}`, other === name ? value : '')
    },
    clear: () => {
      for (const name of NAMES) setFilter(`activity.${name}`, '')
    },
  }
}
