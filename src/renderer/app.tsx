/** The frame around every screen, and the routes: one line a screen. May import: anything in renderer. */

import { Compass, KeyRound } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { Link, Redirect, Route, Router, Switch } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { FirstRun } from './features/first-run/first-run.tsx'
import { OwnSteps } from './features/first-run/own-steps.tsx'
import { useFirstRun } from './features/first-run/use-first-run.ts'
import { Inbox } from './features/inbox/inbox.tsx'
import { UndoKeys } from './features/inbox/undo/undo-keys.ts'
import { DeskOfPerson } from './frame/desk-of-person.tsx'
import { Frame } from './frame/frame.tsx'
import { useBridge, useSignedIn } from './queries.ts'
import { useDesk } from './state.ts'
import { EmptyState } from './ui/feedback/empty-state.tsx'
import { Skeleton } from './ui/feedback/skeleton.tsx'
import { Code } from './ui/text/code.tsx'
import { words } from './words.ts'

const RunsScreen = lazily(() => import('./features/runs/runs.tsx').then((feature) => feature.Runs))
const CatalogScreen = lazily(() =>
  import('./features/catalog/catalog.tsx').then((feature) => feature.Catalog),
)
const SearchScreen = lazily(() => import('./features/search/search.tsx').then((feature) => feature.Search))
const ActivityScreen = lazily(() =>
  import('./features/activity/activity.tsx').then((feature) => feature.Activity),
)
const AttentionScreen = lazily(() =>
  import('./features/attention/attention.tsx').then((feature) => feature.Attention),
)
const SettingsScreen = lazily(() =>
  import('./features/settings/settings.tsx').then((feature) => feature.Settings),
)

/** A screen that is fetched when it is first opened. */
function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => load().then((Screen) => ({ default: Screen })))
}

export function App() {
  return useSignedIn() ? (
    <Router hook={useHashLocation}>
      <DeskOfPerson>
        <Frame>
          <UndoKeys />
          <Screens />
        </Frame>
      </DeskOfPerson>
    </Router>
  ) : (
    <SignedOut />
  )
}

/** Until it is known whether there is one, nothing else takes its place. */
function welcomeOf(shown: ReturnType<typeof useFirstRun>['shown']): ReactNode {
  if (shown === undefined) return <Skeleton label={words.common.loading} lines={6} className="p-6" />
  return shown === null ? null : shown === 'sample' ? <FirstRun /> : <OwnSteps />
}

function Screens() {
  const firstRun = useFirstRun()
  const lastRoute = useDesk((desk) => desk.lastRoute)
  return (
    <Switch>
      <Route path="/inbox/:id?">
        {({ id }) => <Inbox id={id ?? null} welcome={welcomeOf(firstRun.shown)} onWelcome={firstRun.open} />}
      </Route>
      <Route path="/runs/:id?">{({ id }) => <RunsScreen id={id ?? null} />}</Route>
      <Route path="/catalog/:view?/:id?">
        {({ view, id }) => <CatalogScreen view={view ?? null} id={id ?? null} />}
      </Route>
      <Route path="/search/:part?">{({ part }) => <SearchScreen part={part ?? null} />}</Route>
      <Route path="/activity" component={ActivityScreen} />
      <Route path="/activity/attention" component={AttentionScreen} />
      <Route path="/settings/:part?/:asked?">
        {({ part, asked }) => <SettingsScreen part={part ?? null} asked={asked ?? null} />}
      </Route>
      <Route path="/">
        <Redirect to={lastRoute} replace />
      </Route>
      <Route component={Missing} />
    </Switch>
  )
}

/** An address without a screen: a link from another version, or a typing error. */
function Missing() {
  return (
    <EmptyState icon={<Compass aria-hidden size={24} />} title={words.common.noSuchScreen}>
      <Link to="/inbox" className="text-accent underline">
        {words.common.goToInbox}
      </Link>
    </EmptyState>
  )
}

/** The browser desk without a session: says how to get a new link. */
function SignedOut() {
  const { refusal } = useBridge()
  return (
    <main className="h-full">
      <h1 className="sr-only">{words.product}</h1>
      <EmptyState icon={<KeyRound aria-hidden size={24} />} title={words.signedOut.title}>
        {refusal === undefined ? null : (
          <p role="alert" className="mb-2 text-failed">
            {refusal} {words.signedOut.again}
          </p>
        )}
        <p>{words.signedOut.why}</p>
        <p className="mt-2">
          {words.signedOut.how} <Code>{words.signedOut.command}</Code> {words.signedOut.rest}
        </p>
      </EmptyState>
    </main>
  )
}
