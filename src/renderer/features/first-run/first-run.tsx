/** The first steps in the sample workspace: connect, see an item arrive, decide. May import: ui, queries, state, words. */
import { useEffect, useRef } from 'react'
import { NewWorkspaceButton } from '../../editing/new-workspace.tsx'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { words as shared } from '../../words.ts'
import { Scripts, StopLine } from './scripts.tsx'
import { Step, StepsPage } from './step.tsx'
import { chooseItem, judgeSteps, nextScript, othersFor, type ToDecide, WAITING } from './steps.ts'
import { Transcript } from './transcript.tsx'

const words = shared.firstRun

export function FirstRun() {
  const set = useDesk((desk) => desk.set)
  const play = useCall('play.status', {})
  const status = useCall('desk.status', {})
  const people = useCall('people.list', {})
  const waiting = useCall('inbox.list', WAITING)
  const decided = useCall('inbox.list', { status: 'decided', limit: 1 })
  const person = status.data?.person.name ?? ''
  const item = chooseItem(waiting.data?.items, play.data?.workflowId ?? null)
  const { connect, arrive, decide, toDecide } = judgeSteps({
    clients: status.data?.clients.length ?? 0,
    play: play.data,
    waiting: item,
    decided: decided.data?.items[0],
    you: `human:${person}`,
  })
  const running = play.data?.running === true
  const title = useRef<HTMLHeadingElement>(null)
  const next = useRef<HTMLAnchorElement>(null)
  const asked = useRef(false)

  // What had the focus before has gone: the item that was decided, the button that was pressed.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus()
  })
  // Whoever has pressed Play goes on with what arrives.
  const itemId = item?.id
  useEffect(() => {
    if (itemId === undefined || !asked.current || document.activeElement !== title.current) return
    asked.current = false
    next.current?.focus()
  }, [itemId])

  return (
    <StepsPage title={words.title} lead={words.lead} titleRef={title}>
      <ol className="flex flex-col gap-4">
        <Step place={1} state={connect} title={words.connectTitle}>
          {running ? (
            <StopLine />
          ) : connect === 'done' ? null : (
            <>
              <p className="mb-2">{words.connectText}</p>
              <Scripts
                suggested="content_review"
                onPlay={() => {
                  asked.current = true
                }}
              />
              <ButtonLink href="#/settings/connect" className="mt-2">
                {words.connectOwn}
              </ButtonLink>
            </>
          )}
        </Step>
        <Step place={2} state={arrive} title={words.arriveTitle}>
          {arrive === 'done' ? null : <p>{words.arriveText}</p>}
        </Step>
        <Step place={3} state={decide} title={words.decideTitle}>
          <p>{sayDecide(toDecide, person, othersFor(item, people.data, person))}</p>
          {item ? (
            <div className="mt-2 flex flex-wrap gap-2">
              {toDecide === 'change' ? (
                <Button look="solid" aria-haspopup="dialog" onClick={() => set({ switcherOpen: true })}>
                  {words.changePerson}
                </Button>
              ) : null}
              <ButtonLink
                ref={next}
                href={`#/inbox/${item.id}`}
                look={toDecide === 'change' ? 'outline' : 'solid'}
              >
                {words.openItem}
              </ButtonLink>
            </div>
          ) : null}
        </Step>
      </ol>
      {decide === 'done' && !running ? (
        <section aria-label={words.goOn} className="flex flex-col gap-3 border-t border-line pt-4">
          <p>{words.goOnText}</p>
          <Scripts
            suggested={nextScript(play.data?.script ?? null)}
            onPlay={() => {
              asked.current = true
            }}
          />
          <div className="mt-1 flex flex-wrap gap-2">
            <NewWorkspaceButton look={play.data?.script === 'two_people' ? 'solid' : 'outline'} />
            <ButtonLink href="#/settings/connect">{words.connectOwn}</ButtonLink>
            <Button onClick={() => set({ firstRun: 'closed' })}>{words.close}</Button>
          </div>
        </section>
      ) : null}
      {play.data && (running || play.data.lines.length > 0) ? <Transcript play={play.data} /> : null}
    </StepsPage>
  )
}

function sayDecide(toDecide: ToDecide, person: string, others: string[]): string {
  if (toDecide === 'second') return words.decide.second(person)
  return toDecide === 'change' ? words.decide.change(others) : words.decide[toDecide]
}
