import { useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { callGateway } from '../gateway.ts'
import { callKey, useBridge, useCall } from '../queries.ts'
import { closeDialogs, useDesk } from '../state.ts'
import { dismissToasts } from '../ui/feedback/toast.tsx'
import { Command } from '../ui/text/command.tsx'
import { words as shared } from '../words.ts'
import { peopleWords as words } from './people-words.ts'
import { PersonChooser } from './person-chooser.tsx'
import { endAllNotices, minuteOfDay, showNotice } from './show-notice.ts'
import { useFocusKept } from './use-focus-kept.ts'

/** What arrives together is told together. */
const BATCH_MS = 400
const MOST_TOLD = 50

/** In a browser whose desk is locked: that something waits, and no word of what. The app has its own way. */
function useLockedNotices(locked: boolean): void {
  const bridge = useBridge()
  const wanted = useDesk((desk) => desk.browserNotices) && bridge.kind === 'browser' && locked
  useEffect(() => {
    if (!wanted) return
    const told = new Set<string>()
    let fresh = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null
    async function tell(): Promise<void> {
      const ids = [...fresh].slice(0, MOST_TOLD)
      fresh = new Set()
      timer = null
      for (const id of ids) told.add(id)
      if (document.hasFocus() || Notification.permission !== 'granted') return
      const { notice, sound } = await callGateway(bridge, 'inbox.noticeLocked', {
        ids,
        minute: minuteOfDay(),
      })
      if (notice !== null) showNotice(notice, ids, sound)
    }
    const stop = bridge.onPush((push) => {
      if (push.topic !== 'approval' || push.id === undefined || told.has(push.id)) return
      fresh.add(push.id)
      // One that fails is made up for by the list, once somebody has come.
      timer ??= setTimeout(() => void tell().catch(() => undefined), BATCH_MS)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [wanted, bridge])
}

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** Often enough for a minute, seldom enough to cost nothing. */
const AT_MOST_EVERY_MS = 5000

/** Tells the gateway that somebody touches this desk, where desks lock themselves otherwise. */
function usePresence(seated: boolean): void {
  const bridge = useBridge()
  const { data } = useCall('preferences.get', {}, { enabled: seated })
  const wanted = seated && data !== undefined && data.lockAfterMinutes !== null
  useEffect(() => {
    if (!wanted) return
    let saidAt = Number.NEGATIVE_INFINITY
    function say({ isTrusted }: Event): void {
      const now = performance.now()
      if (!isTrusted || now - saidAt < AT_MOST_EVERY_MS) return
      saidAt = now
      // The next sign makes up for one that was lost.
      callGateway(bridge, 'people.here', {}).catch(() => undefined)
    }
    for (const sign of SIGNS) window.addEventListener(sign, say, { capture: true, passive: true })
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, say, { capture: true })
    }
  }, [wanted, bridge])
}

/**
 * The desk as long as one person sits at it. With the next one it begins anew: nothing of what the former saw, typed
 * or half pressed is left.
 */
export function DeskOfPerson({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const { data, isPending } = useCall('people.list', {})
  const you = data === undefined ? undefined : data.you
  const [shown, setShown] = useState<string | null | undefined>(undefined)
  const [former, setFormer] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (you === undefined || you === shown) return
    if (shown !== undefined) {
      closeDialogs()
      // What was said to whoever left is not said to whoever comes.
      dismissToasts()
      endAllNotices()
      const [name] = callKey('people.list', {})
      queries.removeQueries({
        predicate: ({ queryKey }) =>
          typeof queryKey[0] === 'string' && queryKey[0].includes('.') && queryKey[0] !== name,
      })
    }
    setShown(you)
    setFormer(shown ?? null)
  }, [you, shown, queries])
  useLockedNotices(you === null)
  usePresence(typeof you === 'string')
  useFocusKept()
  if (isPending) return null
  // Nobody can be asked: the frame says that the gateway does not answer.
  if (you === undefined) return children
  if (you !== shown) return null
  return you === null ? <LockScreen former={former} /> : <Fragment key={you}>{children}</Fragment>
}

/**
 * Nobody sits at this desk: nothing of it is shown until somebody says, and where it takes one proves, who they are.
 * `former`: who sat here until now.
 */
function LockScreen({ former }: { former: string | null }) {
  const { data } = useCall('people.list', {})
  const isRemoved = former !== null && data?.people.every(({ name }) => name !== former)
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = shared.product
    // Unless a PIN is asked for at once.
    if (!section.current?.contains(document.activeElement)) heading.current?.focus()
  }, [])
  return (
    <main className="flex h-full items-start justify-center overflow-y-auto bg-canvas px-4 pt-[14vh] pb-8">
      <section ref={section} aria-labelledby="locked" className="w-full max-w-sm">
        <h1 className="sr-only">{shared.product}</h1>
        <Lock aria-hidden size={24} className="mb-3 text-ink-muted" />
        <h2 id="locked" ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {words.lockedTitle}
        </h2>
        {isRemoved ? <p className="mt-1">{words.removed(former)}</p> : null}
        <p className="mt-1 mb-4 text-ink-muted">
          {data?.pinsExist === false ? words.lockedFree : words.lockedText}
        </p>
        <PersonChooser onDone={() => undefined} />
        {data?.pinsExist ? (
          <div className="mt-6 flex flex-col items-start gap-1 text-sm leading-6 text-ink-muted">
            <p>{words.forgotten}</p>
            <Command text={data.forgotten} />
            <p>{words.forgottenPlace}</p>
          </div>
        ) : null}
      </section>
    </main>
  )
}
