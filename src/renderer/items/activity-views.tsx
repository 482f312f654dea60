import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'
import { words } from '../words.ts'

const VIEWS = [
  ['log', '/activity', words.activityViews.log],
  ['attention', '/activity/attention', words.parts.activity.attention],
] as const

/** Between the log and how people decide. */
export function ActivityViews({ here }: { here: 'log' | 'attention' }) {
  return (
    <nav
      aria-label={words.activityViews.label}
      className="flex h-9 shrink-0 items-stretch gap-1 border-b border-line px-2.5"
    >
      {VIEWS.map(([view, to, label]) => (
        <Link
          key={view}
          to={to}
          aria-current={view === here ? 'page' : undefined}
          className={classNames(
            '-mb-px inline-flex items-center px-1.5 border-b-2 border-transparent forced-colors:not-aria-[current=page]:border-[Canvas] text-ink-muted outline-offset-[-2px] transition-colors hover:text-ink',
            view === here && 'border-accent font-medium text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
