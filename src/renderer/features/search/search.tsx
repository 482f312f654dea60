/** The search playground: what an agent would find and why, and how to make it better. May import: ui, queries, state, words. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useCall } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useInSight } from '../../ui/use-in-sight.ts'
import { words } from '../../words.ts'
import { JudgedPart } from './judging/judged-part.tsx'
import { ApplyDialog } from './profiles/apply-dialog.tsx'
import { ProfilesPart } from './profiles/profiles-part.tsx'
import { TrafficPart } from './traffic/traffic-part.tsx'
import { TryPart } from './trying/try-part.tsx'
import { DraftBar } from './tuning/draft-bar.tsx'
import { useTuning } from './tuning/tuning.ts'
import { useProfiles } from './tuning/use-tuning.ts'
import { searchWords } from './words.ts'

const PARTS = {
  try: () => <TryPart />,
  judged: () => <JudgedPart />,
  traffic: () => <TrafficPart />,
  profiles: () => <ProfilesPart />,
} satisfies Record<keyof typeof words.parts.search, () => ReactNode>

const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[]

export function Search({ part }: { part: string | null }) {
  const here = NAMES.find((name) => name === part) ?? 'try'
  const row = useRef<HTMLElement>(null)
  useInSight(row, here)
  const { profiles, draft } = useProfiles()
  const { applying, set } = useTuning()
  const readOnly = useCall('desk.status', {}).data?.readOnly ?? null
  // Whoever comes back later, or opens a desk that was locked, has not asked for it.
  useEffect(() => () => set({ applying: null }), [set])
  return (
    <Page title={words.screens.search} scroll={false}>
      <div className="flex h-full min-h-0 flex-col">
        <nav
          ref={row}
          aria-label={searchWords.parts}
          className="flex h-9 shrink-0 items-stretch gap-1 overflow-x-auto border-b border-line px-2.5"
        >
          {NAMES.map((name) => (
            <Link
              key={name}
              to={name === 'try' ? '/search' : `/search/${name}`}
              aria-current={name === here ? 'page' : undefined}
              className={classNames(
                'inline-flex shrink-0 items-center px-1.5 border-b-2 border-transparent forced-colors:not-aria-[current=page]:border-[Canvas] text-ink-muted outline-offset-[-2px] transition-colors hover:text-ink',
                name === here && 'border-accent font-medium text-ink',
              )}
            >
              {words.parts.search[name]}
            </Link>
          ))}
        </nav>
        {profiles === null || draft === null ? null : <DraftBar profiles={profiles} draft={draft} />}
        {readOnly === null ? null : (
          <div className="shrink-0 px-4 pt-3">
            <Notice>
              {searchWords.readOnly} {readOnly}
            </Notice>
          </div>
        )}
        <div className="min-h-0 flex-1 overflow-y-auto">{PARTS[here]()}</div>
        {profiles === null || applying === null ? null : (
          <ApplyDialog applying={applying} onClose={() => set({ applying: null })} />
        )}
      </div>
    </Page>
  )
}
