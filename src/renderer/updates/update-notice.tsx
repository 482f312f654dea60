import { useLocation } from 'wouter'
import type { UpdateView } from '../../preload/contract.ts'
import { useCall, useSend } from '../queries.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/error-state.tsx'
import { showToast } from '../ui/feedback/toast.tsx'
import { sayOffer, updateWords as words } from './update-words.ts'

/** Over every screen, one line: a newer version is there, or what became of the last one. Never in the way. */
export function UpdateNotice() {
  const { data: update } = useCall('updates.get', {})
  const [route] = useLocation()
  if (update === undefined) return null
  const isAbout = route === '/settings/about'
  return (
    <>
      {update.news === null ? null : <UpdateNews news={update.news} />}
      {isOffered(update) && !isAbout ? <Offer update={update} /> : null}
    </>
  )
}

function isOffered({ state, isLater }: UpdateView): boolean {
  return state === 'restarting' || ((state === 'ready' || state === 'offered') && !isLater)
}

function Offer({ update }: { update: UpdateView }) {
  return (
    <section
      aria-label={words.region}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-3 py-1.5 text-accent"
    >
      <span role="status" className="min-w-0 flex-1">
        {sayOffer(update)}
      </span>
      {update.state === 'restarting' ? (
        <a href="#/runs" className="rounded-sm px-1 underline">
          {words.whatRuns}
        </a>
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <a href="#/settings/about" className="rounded-sm px-1 underline">
            {words.whatIsNew}
          </a>
          <UpdateButtons update={update} />
        </span>
      )}
    </section>
  )
}

/** *Restart now* where one press takes it, and *Later*. */
export function UpdateButtons({ update }: { update: UpdateView }) {
  const restart = useSend('updates.restart')
  const dismiss = useDismiss()
  const failed = (fault: Error) => showToast(words.failed, { tone: 'failed', detail: fault.message })
  return (
    <>
      {update.state === 'ready' ? (
        <Button
          size="small"
          disabled={restart.isPending}
          onClick={() => restart.mutate({}, { onError: failed })}
        >
          {words.restart}
        </Button>
      ) : null}
      {update.isLater ? null : (
        <Button size="small" onClick={dismiss}>
          {words.later}
        </Button>
      )}
    </>
  )
}

function UpdateNews({ news }: { news: NonNullable<UpdateView['news']> }) {
  const dismiss = useDismiss()
  const text = [news.text, ...(news.help === null ? [] : [news.help])].join(' ')
  const button = (
    <Button size="small" onClick={dismiss}>
      {words.gotIt}
    </Button>
  )
  return (
    <section aria-label={words.region} className="shrink-0 border-b border-line p-2">
      {news.isGood ? (
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-1">
          <span className="min-w-0 flex-1">{text}</span>
          {button}
        </div>
      ) : (
        <Notice tone="failed" actions={button}>
          {text}
        </Notice>
      )}
    </section>
  )
}

/** The button goes with what it stands in: the keyboard goes on at the screen. */
function useDismiss(): () => void {
  const later = useSend('updates.later')
  return () => later.mutate({}, { onSettled: () => document.getElementById('screen')?.focus() })
}
