import { Lock } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'wouter'
import { PutBackProof } from '../editing/put-back.tsx'
import { useHaste } from '../features/attention/use-haste.ts'
import { messageOf } from '../gateway.ts'
import { pinWords } from '../proof/pin-words.ts'
import { ProofEnded } from '../proof/proof-ended.tsx'
import { useBridge, useCall, useLink, useSend } from '../queries.ts'
import { useDesk } from '../state.ts'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Kbd } from '../ui/controls/kbd.tsx'
import { useKeys } from '../ui/controls/keys.ts'
import { Announcer } from '../ui/feedback/announcer.tsx'
import { Dialog, DialogNotice } from '../ui/feedback/dialog.tsx'
import { ErrorState, Notice } from '../ui/feedback/error-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { showToast, Toaster } from '../ui/feedback/toast.tsx'
import { TooltipProvider } from '../ui/feedback/tooltip.tsx'
import { UpdateNotice } from '../updates/update-notice.tsx'
import { words } from '../words.ts'
import { CommandPalette } from './command-palette.tsx'
import { peopleWords } from './people-words.ts'
import { PersonChooser } from './person-chooser.tsx'
import { Rail } from './rail.tsx'
import { SCREENS } from './screens.ts'
import { StatusStrip } from './status-strip.tsx'
import { useBrowserNotices } from './use-browser-notices.ts'

/** A blink of the connection is not worth a word. */
const PATIENCE_MS = 1200

/** Over every screen: what is kept cannot be trusted, or nothing can be kept. */
function DataNotice() {
  const { data: status } = useCall('desk.status', {})
  const everywhere = status?.unwritten.filter(({ workflowId }) => workflowId === null) ?? []
  const sentences = [
    ...(status?.readOnly ? [status.readOnly] : []),
    ...everywhere.map(({ text }) => text),
    ...(status?.damaged ?? []),
    ...(status?.workspace.missing ? [status.workspace.missing] : []),
  ]
  if (sentences.length === 0) return null
  return (
    <div className="flex max-h-[30%] shrink-0 flex-col gap-2 overflow-y-auto border-b border-line p-2">
      {sentences.map((sentence) => (
        <Notice key={sentence} tone="failed">
          {sentence}
        </Notice>
      ))}
    </div>
  )
}

/** Over every screen and dialog while pushes do not arrive: what is shown may be old, and nothing is decided by it. */
function LinkNotice({ className }: { className: string }) {
  const bridge = useBridge()
  const link = useLink()
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (link) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [link])
  if (link || !late) return null
  return (
    <div className={className}>
      <Notice tone="failed">{words.frame.offlineHint[bridge.kind]}</Notice>
    </div>
  )
}

/** The same elements at each drawing: a new route, of which there is one for each item, draws none of them again. */
const RAIL = <Rail />
const NOTICE = (
  <>
    <LinkNotice className="border-b border-line p-2" />
    <DataNotice />
    <UpdateNotice />
  </>
)
const IN_DIALOG = <LinkNotice className="shrink-0 px-5 py-2" />
const AROUND = (
  <>
    <StatusStrip />
    <CommandPalette />
    <KeySheet />
    <SwitchDialog />
    <PutBackProof />
    <ProofEnded />
    <Announcer />
    <Toaster />
  </>
)

/** Rail, screen, status strip. A fault in a screen stays in that screen. */
export function Frame({ children }: { children: ReactNode }) {
  const [route] = useLocation()
  const set = useDesk((desk) => desk.set)
  useFrameKeys()
  useDeskPeople()
  useBrowserNotices()
  useHaste()
  const screen = route.split('/')[1] ?? ''
  // A link to sign in with is an address, too, until the page is loaded with it.
  const isScreen = SCREENS.some(({ name }) => name === screen)
  useEffect(() => {
    if (isScreen) set({ lastRoute: route })
  }, [isScreen, route, set])
  return (
    <TooltipProvider>
      <DialogNotice value={IN_DIALOG}>
        <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
          <button
            type="button"
            onClick={() => document.getElementById('screen')?.focus()}
            className="sr-only z-50 rounded-md bg-raised px-3 py-2 shadow-float focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
          >
            {words.frame.skip}
          </button>
          {RAIL}
          <main
            id="screen"
            data-focus-home
            tabIndex={-1}
            className="flex min-h-0 min-w-0 flex-col bg-surface outline-none"
          >
            {NOTICE}
            <div className="min-h-0 flex-1">
              <ErrorBoundary
                resetKeys={[screen]}
                fallbackRender={({ error, resetErrorBoundary }) => (
                  <ErrorState
                    title={words.common.screenBroke}
                    message={messageOf(error)}
                    retryLabel={words.common.retry}
                    onRetry={resetErrorBoundary}
                  />
                )}
              >
                <Suspense fallback={<Skeleton label={words.common.loading} lines={4} className="p-6" />}>
                  {children}
                </Suspense>
              </ErrorBoundary>
            </div>
          </main>
          {AROUND}
        </div>
      </DialogNotice>
    </TooltipProvider>
  )
}

/** Keys that work on every screen. */
function useFrameKeys(): void {
  const [, navigate] = useLocation()
  const { paletteOpen, singleKeys, set } = useDesk()
  useKeys(
    {
      '$mod+k': (event) => {
        event.preventDefault()
        set({ paletteOpen: !paletteOpen })
      },
    },
    { whileTyping: true, overLayers: true },
  )
  useKeys(
    Object.fromEntries(
      SCREENS.map(({ name }, index) => [
        `Alt+Digit${index + 1}`,
        (event: KeyboardEvent) => {
          event.preventDefault()
          navigate(`/${name}`)
        },
      ]),
    ),
    { whileTyping: true },
  )
  const showKeys = () => set({ keySheetOpen: true })
  // Where the question mark is, and whether it needs Shift, depends on the layout.
  useKeys({ 'Shift+?': showKeys, '?': showKeys }, { enabled: singleKeys })
}

/** All keys on one sheet. */
function KeySheet() {
  const { keySheetOpen, singleKeys, set } = useDesk()
  return (
    <Dialog
      open={keySheetOpen}
      onClose={() => set({ keySheetOpen: false })}
      title={words.keys.title}
      description={singleKeys ? words.keys.singleOn : words.keys.singleOff}
      wide
      onlyText
    >
      <div className="columns-2 gap-8 pb-2">
        {words.keys.groups.map((group) => (
          <section key={group.title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-sm font-semibold text-ink-muted">{group.title}</h3>
            <dl className="divide-y divide-line">
              {group.keys.map(([keys, meaning]) => (
                <div key={meaning} className="flex items-center gap-3 py-1.5">
                  <dd className="order-1">{meaning}</dd>
                  <dt className="order-2 ml-auto flex gap-1">
                    {keys.split(' ').map((key) => (
                      <Kbd key={key} className="h-5 min-w-5">
                        {key}
                      </Kbd>
                    ))}
                  </dt>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Another person takes the desk over, or nobody. */
function SwitchDialog() {
  const { switcherOpen, set } = useDesk()
  const lock = useSend('people.lock')
  const { data } = useCall('people.list', {})
  const close = (): void => set({ switcherOpen: false })
  return (
    <Dialog
      open={switcherOpen}
      onClose={close}
      title={peopleWords.switchTitle}
      description={peopleWords.switchText}
      actions={
        <Button
          icon={<Lock aria-hidden size={14} />}
          onClick={() =>
            lock.mutate(
              {},
              {
                onSuccess: close,
                onError: (fault) => showToast(peopleWords.failed, { tone: 'failed', detail: fault.message }),
              },
            )
          }
        >
          {peopleWords.lock}
        </Button>
      }
    >
      {switcherOpen ? <PersonChooser onDone={close} /> : null}
      {data?.pinsExist === false ? (
        <p className="mt-3 text-sm text-ink-muted">
          {peopleWords.locksNothing}{' '}
          <ButtonLink look="plain" size="small" href="#/settings/people" onClick={close}>
            {pinWords.set}
          </ButtonLink>
        </p>
      ) : null}
    </Dialog>
  )
}

/** Says on this desk who comes to another one, and that somebody guesses PINs (R1.4). */
function useDeskPeople(): void {
  const status = useCall('desk.status', {})
  const people = useCall('people.list', {})
  const sessions = status.data?.sessions
  const seen = useRef<Map<string, string | null> | null>(null)
  useEffect(() => {
    if (sessions === undefined) return
    const before = seen.current
    seen.current = new Map(sessions.map(({ id, person }) => [id, person]))
    if (before === null) return
    for (const { id, person, origin, you } of sessions) {
      if (you || (before.has(id) && before.get(id) === person)) continue
      if (person !== null) showToast(peopleWords.came(person, origin === 'browser'))
      else if (!before.has(id)) showToast(peopleWords.openedLocked(origin === 'browser'))
    }
  }, [sessions])

  const waiting = people.data?.people.filter(({ waitUntil }) => waitUntil !== null).map(({ name }) => name)
  const names = waiting?.join('\n')
  const warned = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (names === undefined) return
    const now = new Set(names.split('\n').filter((name) => name !== ''))
    const before = warned.current
    warned.current = now
    if (before === null) return
    for (const name of now) {
      if (!before.has(name))
        showToast(peopleWords.wrongPins(name), { tone: 'failed', detail: peopleWords.wrongPinsText })
    }
  }, [names])
}
