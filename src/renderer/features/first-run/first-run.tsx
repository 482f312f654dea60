/** The first steps: connect, see an item arrive, decide. May import: ui, queries, state, words. */
import { Check, Play, Square, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RequestOf } from '../../../preload/contract.ts'
import { useCall, useSend } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { words } from '../../words.ts'
import { judgeSteps, type StepState } from './steps.ts'
import { Transcript } from './transcript.tsx'

type Script = RequestOf<'play.start'>['script']

export function FirstRun() {
  const set = useDesk((desk) => desk.set)
  const play = useCall('play.status', {})
  const status = useCall('desk.status', {})
  const waiting = useCall('inbox.list', { status: 'pending', limit: 1 })
  const decided = useCall('inbox.list', { status: 'decided', limit: 1 })
  const [connect, arrive, decide] = judgeSteps({
    clients: status.data?.clients.length ?? 0,
    play: play.data,
    waiting: waiting.data?.total ?? 0,
    decided: decided.data?.total ?? 0,
  })
  const arrived = waiting.data?.items[0]
  return (
    <section aria-label={words.firstRun.title} className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-xl flex-col gap-6 px-6 py-8">
        <header className="flex items-start gap-4">
          <div className="flex-1">
            <h2 className="text-xl font-semibold">{words.firstRun.title}</h2>
            <p className="mt-1 text-ink-muted">{words.firstRun.lead}</p>
          </div>
          <IconButton
            label={words.firstRun.dismiss}
            icon={<X aria-hidden size={16} />}
            onClick={() => set({ firstRun: 'closed' })}
          />
        </header>
        <ol className="flex flex-col gap-5">
          <Step place={1} state={connect} title={words.firstRun.connectTitle}>
            <p>{words.firstRun.connectText}</p>
            <PlayButtons running={play.data?.running === true} />
          </Step>
          <Step place={2} state={arrive} title={words.firstRun.arriveTitle}>
            <p>{words.firstRun.arriveText}</p>
          </Step>
          <Step place={3} state={decide} title={words.firstRun.decideTitle}>
            <p>{sayDecide(decide, play.data?.script ?? null)}</p>
            {arrived ? (
              <div className="mt-2">
                <ButtonLink href={`#/inbox/${arrived.id}`} look="solid">
                  {words.firstRun.openItem}
                </ButtonLink>
              </div>
            ) : null}
          </Step>
        </ol>
        {play.data && (play.data.running || play.data.lines.length > 0) ? (
          <Transcript play={play.data} />
        ) : null}
        {decide === 'done' ? (
          <footer className="flex flex-col gap-3 border-t border-line pt-4">
            <p>{words.firstRun.next}</p>
            <div className="flex flex-wrap gap-2">
              <ButtonLink href="#/settings/workspace">{words.firstRun.own}</ButtonLink>
              <Button onClick={() => set({ firstRun: 'closed' })}>{words.firstRun.close}</Button>
            </div>
          </footer>
        ) : null}
      </div>
    </section>
  )
}

function sayDecide(decide: StepState, script: Script | null): string {
  if (decide === 'done') return words.firstRun.decideDone
  return script === 'two_people' ? words.firstRun.decideTwo : words.firstRun.decideText
}

function PlayButtons({ running }: { running: boolean }) {
  const set = useDesk((desk) => desk.set)
  const start = useSend('play.start')
  const stop = useSend('play.stop')
  const fault = start.error ?? stop.error
  function playScript(script: Script): void {
    set({ firstRun: 'open' })
    start.mutate({ script })
  }
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {running ? (
          <Button
            icon={<Square aria-hidden size={13} />}
            disabled={stop.isPending}
            onClick={() => stop.mutate({})}
          >
            {words.firstRun.stop}
          </Button>
        ) : (
          <>
            <Button
              look="solid"
              icon={<Play aria-hidden size={14} />}
              disabled={start.isPending}
              onClick={() => playScript('content_review')}
            >
              {words.firstRun.play}
            </Button>
            <Button disabled={start.isPending} onClick={() => playScript('file_change')}>
              {words.firstRun.playFiles}
            </Button>
            <Button disabled={start.isPending} onClick={() => playScript('two_people')}>
              {words.firstRun.playTwo}
            </Button>
          </>
        )}
        <ButtonLink href="#/settings/connect">{words.firstRun.connectOwn}</ButtonLink>
      </div>
      {fault ? <Notice tone="failed">{fault.message}</Notice> : null}
    </div>
  )
}

function Step({
  place,
  state,
  title,
  children,
}: {
  place: number
  state: StepState
  title: string
  children: ReactNode
}) {
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="flex gap-3">
      <span
        className={classNames(
          'mt-px inline-flex size-5 shrink-0 items-center justify-center rounded-full text-sm font-semibold ring-1 ring-inset',
          state === 'now' && 'bg-accent-solid text-on-accent ring-transparent',
          state === 'done' && 'bg-done-soft text-done ring-transparent',
          state === 'later' && 'text-ink-muted ring-control',
        )}
      >
        {state === 'done' ? (
          <Check role="img" aria-label={words.firstRun.done} size={13} strokeWidth={2.5} />
        ) : (
          place
        )}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{title}</h3>
        <div className="text-ink-muted">{children}</div>
      </div>
    </li>
  )
}
