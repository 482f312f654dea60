import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { MOST_IN_BADGE } from '../lists/say-count.ts'
import { useCall } from '../queries.ts'
import { useDesk } from '../state.ts'
import { classNames } from '../ui/class-names.ts'
import { announce } from '../ui/feedback/announcer.tsx'
import { words } from '../words.ts'
import { peopleWords } from './people-words.ts'
import { Initial } from './person-chooser.tsx'
import { SCREENS, type ScreenName } from './screens.ts'

/** The way to every screen. It narrows to icons with their names below 1 120 px. */
export function Rail() {
  const status = useCall('desk.status', {})
  const pending = status.data?.pending ?? 0
  useArrivals(status.data?.pending)
  return (
    <nav
      aria-label={words.frame.navigation}
      className="flex min-h-0 w-(--rail) flex-col overflow-y-auto border-r border-line p-2 pt-3 max-[70rem]:px-1"
    >
      <div className="mb-3 flex h-6 items-center gap-2 px-2 font-semibold max-[70rem]:justify-center">
        <Mark />
        <span className="max-[70rem]:sr-only">{words.product}</span>
      </div>
      <ul className="flex flex-1 flex-col gap-px">
        {SCREENS.map(({ name, icon }) => (
          <li key={name} className={name === 'settings' ? 'mt-auto' : ''}>
            <RailLink name={name} icon={icon} count={name === 'inbox' ? pending : 0} />
          </li>
        ))}
      </ul>
      {status.data ? <RailPerson name={status.data.person.name} /> : null}
    </nav>
  )
}

function RailLink({
  name,
  icon: Icon,
  count,
}: {
  name: ScreenName
  icon: (typeof SCREENS)[number]['icon']
  count: number
}) {
  const [route] = useLocation()
  const here = route.split('/')[1] === name
  return (
    <Link
      to={`/${name}`}
      aria-current={here ? 'page' : undefined}
      className={classNames(
        'relative flex h-8 items-center gap-2 rounded-md px-2 text-ink-muted transition-colors hover:bg-hover hover:text-ink',
        'max-[70rem]:h-12 max-[70rem]:flex-col max-[70rem]:justify-center max-[70rem]:gap-0.5 max-[70rem]:px-0 max-[70rem]:text-xs',
        // Low windows keep the person at the foot in sight.
        '[@media(width<70rem)_and_(max-height:30rem)]:h-10!',
        here && 'bg-hover font-medium text-ink',
      )}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className={here ? 'text-accent' : ''} />
      {words.screens[name]}
      {count > 0 ? (
        <span
          data-count
          className={classNames(
            'ml-auto min-w-5 rounded-full bg-accent-solid px-1.5 text-center text-xs leading-5 font-semibold text-on-accent',
            'max-[70rem]:absolute max-[70rem]:top-0 max-[70rem]:min-w-4 max-[70rem]:leading-4',
            count > 99
              ? 'max-[70rem]:left-[calc(50%+5px)] max-[70rem]:px-0.5 max-[70rem]:text-[0.625rem]'
              : 'max-[70rem]:left-[calc(50%+10px)] max-[70rem]:px-1',
          )}
        >
          {count > MOST_IN_BADGE ? `${MOST_IN_BADGE}+` : count}
          <span className="sr-only"> {words.frame.waitingSuffix}</span>
        </span>
      ) : null}
    </Link>
  )
}

/** A signature line over a seal: two strokes of the same pen. */
function Mark() {
  return (
    <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" fill="none" className="text-accent">
      <path
        d="M1.5 9.5 5 13 14.5 2.5"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M9.5 13.5h5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" opacity=".55" />
    </svg>
  )
}

/** Says aloud when more items wait than a moment ago, and keeps the count in the title of the window. */
function useArrivals(pending: number | undefined): void {
  const before = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (pending === undefined) return
    if (before.current !== undefined && pending > before.current) {
      announce(words.inbox.arrived(pending - before.current))
    }
    before.current = pending
    document.title = pending > 0 ? `(${pending}) ${words.product}` : words.product
  }, [pending])
}

/** At the foot of the rail: who decides here, and the way to somebody else. */
function RailPerson({ name }: { name: string }) {
  const set = useDesk((desk) => desk.set)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={peopleWords.switchPerson}
      onClick={() => set({ switcherOpen: true })}
      className="mt-1 flex h-9 shrink-0 items-center gap-2 rounded-md border-t border-line px-2 text-ink transition-colors hover:bg-hover max-[70rem]:h-12 max-[70rem]:flex-col max-[70rem]:justify-center max-[70rem]:gap-0.5 max-[70rem]:px-0 max-[70rem]:text-xs"
    >
      <Initial name={name} className="-ml-1 size-5 max-[70rem]:ml-0" />
      <span className="sr-only">{peopleWords.rail}</span>
      <span className="min-w-0 truncate max-[70rem]:max-w-full max-[70rem]:px-1">{name}</span>
      <ChevronsUpDown aria-hidden size={13} className="ml-auto shrink-0 text-ink-muted max-[70rem]:hidden" />
    </button>
  )
}
