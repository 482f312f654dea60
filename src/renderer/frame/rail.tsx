import { Link, useLocation } from 'wouter'
import { MOST_IN_BADGE } from '../lists/say-count.ts'
import { useCall } from '../queries.ts'
import { classNames } from '../ui/class-names.ts'
import { words } from '../words.ts'
import { RailPerson } from './rail-person.tsx'
import { SCREENS, type ScreenName } from './screens.ts'
import { useArrivals } from './use-arrivals.ts'

/** The way to every screen. It narrows to icons with their names below 1 120 px. */
export function Rail() {
  const status = useCall('desk.status', {})
  const pending = status.data?.pending ?? 0
  useArrivals(status.data?.pending)
  return (
    <nav
      aria-label={words.frame.navigation}
      className="flex min-h-0 w-(--rail) flex-col overflow-y-auto border-r border-line p-2 pt-3 max-[1120px]:px-1"
    >
      <div className="mb-3 flex h-6 items-center gap-2 px-2 font-semibold max-[1120px]:justify-center">
        <Mark />
        <span className="max-[1120px]:sr-only">{words.product}</span>
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
        'max-[1120px]:h-12 max-[1120px]:flex-col max-[1120px]:justify-center max-[1120px]:gap-0.5 max-[1120px]:px-0 max-[1120px]:text-xs',
        // Low windows keep the person at the foot in sight.
        '[@media(width<1120px)_and_(max-height:480px)]:h-10!',
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
            'max-[1120px]:absolute max-[1120px]:top-0 max-[1120px]:min-w-4 max-[1120px]:leading-4',
            count > 99
              ? 'max-[1120px]:left-[calc(50%+5px)] max-[1120px]:px-0.5 max-[1120px]:text-[0.625rem]'
              : 'max-[1120px]:left-[calc(50%+10px)] max-[1120px]:px-1',
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
