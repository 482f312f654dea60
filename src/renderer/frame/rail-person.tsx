import { ChevronsUpDown } from 'lucide-react'
import { useDesk } from '../state.ts'
import { peopleWords as words } from './people-words.ts'
import { Initial } from './person-chooser.tsx'

/** At the foot of the rail: who decides here, and the way to somebody else. */
export function RailPerson({ name }: { name: string }) {
  const set = useDesk((desk) => desk.set)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={words.switchPerson}
      onClick={() => set({ switcherOpen: true })}
      className="mt-1 flex h-9 shrink-0 items-center gap-2 rounded-md border-t border-line px-2 text-ink transition-colors hover:bg-hover max-[70rem]:h-12 max-[70rem]:flex-col max-[70rem]:justify-center max-[70rem]:gap-0.5 max-[70rem]:px-0 max-[70rem]:text-xs"
    >
      <Initial name={name} className="-ml-1 size-5 max-[70rem]:ml-0" />
      <span className="sr-only">{words.rail}</span>
      <span className="min-w-0 truncate max-[70rem]:max-w-full max-[70rem]:px-1">{name}</span>
      <ChevronsUpDown aria-hidden size={13} className="ml-auto shrink-0 text-ink-muted max-[70rem]:hidden" />
    </button>
  )
}
