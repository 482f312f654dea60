/** Settings: how to connect an agent, the workspace, who is who, how it looks. May import: ui, queries, state, words. */

import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { SettingsView } from '../../../preload/contract.ts'
import { NotLoaded } from '../../lists/failed-to-load.tsx'
import { useCall } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { Page } from '../../ui/page.tsx'
import { words } from '../../words.ts'
import { AboutPart } from './about-part.tsx'
import { AppearancePart } from './appearance-part.tsx'
import { ConnectPart } from './connect/connect-part.tsx'
import { NotifyPart } from './notify-part.tsx'
import { PeoplePart } from './people/people-part.tsx'
import { settingsWords } from './words.ts'
import { ApprovalsPart } from './workspace/approvals-part.tsx'
import { DataPart } from './workspace/data-part.tsx'
import { SecretsPart } from './workspace/secrets-part.tsx'
import { WorkspacePart } from './workspace/workspace-part.tsx'

const PARTS = {
  connect: (settings) => <ConnectPart connect={settings.connect} />,
  workspace: (settings, asked) => <WorkspacePart settings={settings} asked={asked} />,
  people: (settings) => <PeoplePart settings={settings} />,
  approvals: (settings) => <ApprovalsPart settings={settings} />,
  notifications: () => <NotifyPart />,
  secrets: () => <SecretsPart />,
  data: () => <DataPart />,
  appearance: () => <AppearancePart />,
  about: (settings) => <AboutPart settings={settings} />,
} satisfies Record<
  keyof typeof words.parts.settings,
  (settings: SettingsView, asked: string | null) => ReactNode
>

type Part = keyof typeof PARTS
const NAMES = Object.keys(PARTS) as Part[]

/** `asked`: what somebody asked for by a link, in the part. */
export function Settings({ part, asked }: { part: string | null; asked: string | null }) {
  const here = NAMES.find((name) => name === part) ?? 'connect'
  const { data, error, refetch } = useCall('settings.get', {})
  return (
    <Page title={words.screens.settings} scroll={false}>
      <div className="flex h-full min-h-0 max-md:block max-md:overflow-y-auto">
        <nav
          aria-label={settingsWords.parts}
          className="w-48 shrink-0 border-r border-line p-2 max-md:w-auto max-md:border-r-0 max-md:border-b"
        >
          <ul className="flex flex-col gap-px max-md:flex-row max-md:flex-wrap">
            {NAMES.map((name) => (
              <li key={name}>
                <Link
                  to={`/settings/${name}`}
                  aria-current={name === here ? 'page' : undefined}
                  className={classNames(
                    'flex h-8 items-center gap-2 rounded-md px-2 text-ink-muted transition-colors hover:bg-hover hover:text-ink',
                    name === here && 'bg-hover font-medium text-ink',
                  )}
                >
                  {words.parts.settings[name]}
                  {name === 'workspace' ? <Problems problems={data?.problems ?? []} /> : null}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 flex-1 overflow-y-auto max-md:overflow-visible">
          <section aria-labelledby="settings-part" className="max-w-3xl px-6 pt-5 pb-10">
            <h2 id="settings-part" className="mb-2 text-xl font-semibold">
              {words.parts.settings[here]}
            </h2>
            {data ? (
              PARTS[here](data, asked)
            ) : (
              <NotLoaded error={error} onRetry={() => void refetch()} lines={5} className="py-4" />
            )}
          </section>
        </div>
      </div>
    </Page>
  )
}

function Problems({ problems }: { problems: SettingsView['problems'] }) {
  if (problems.length === 0) return null
  const wrong = problems.some((problem) => problem.severity === 'error')
  return (
    <span data-count className={classNames('ml-auto text-sm', wrong ? 'text-failed' : 'text-risky')}>
      <span aria-hidden>▲ </span>
      {problems.length}
      <span className="sr-only"> {settingsWords.workspace.problems}</span>
    </span>
  )
}
