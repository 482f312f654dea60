import { type ReactNode, Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'wouter'
import { PutBackProof } from '../editing/put-back.tsx'
import { useHaste } from '../features/attention/use-haste.ts'
import { useDesk } from '../state.ts'
import { Announcer } from '../ui/feedback/announcer.tsx'
import { DialogNotice } from '../ui/feedback/dialog.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Toaster } from '../ui/feedback/toast.tsx'
import { TooltipProvider } from '../ui/feedback/tooltip.tsx'
import { UpdateNotice } from '../updates/update-notice.tsx'
import { words } from '../words.ts'
import { CommandPalette } from './command-palette.tsx'
import { KeySheet } from './key-sheet.tsx'
import { DataNotice, LinkNotice } from './link-notice.tsx'
import { Rail } from './rail.tsx'
import { SCREENS } from './screens.ts'
import { StatusStrip } from './status-strip.tsx'
import { SwitchDialog } from './switch-dialog.tsx'
import { useBrowserNotices } from './use-browser-notices.ts'
import { useDeskPeople } from './use-desk-people.ts'
import { useFrameKeys } from './use-frame-keys.ts'

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
                    message={error instanceof Error ? error.message : String(error)}
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
