/** The first steps in a workspace of one's own: a server, an agent, a decision on a real call. */
import { useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-hash-location'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { words as shared } from '../../words.ts'
import { ownSteps as words } from './own-words.ts'
import { Step, StepsPage } from './step.tsx'
import { judgeOwnSteps } from './steps.ts'

export function OwnSteps() {
  const set = useDesk((desk) => desk.set)
  const status = useCall('desk.status', {})
  const servers = useCall('connections.list', {})
  const decided = useCall('inbox.list', { status: 'decided', limit: 1 })
  const waiting = useCall('inbox.list', { status: 'pending', limit: 1 })
  const { server, agent, decide, hasFileServer } = judgeOwnSteps({
    servers: servers.data ?? [],
    clients: status.data?.clients.length ?? 0,
    waiting: waiting.data?.total ?? 0,
    decided: decided.data?.total ?? 0,
  })
  const first = waiting.data?.items[0]
  const title = useRef<HTMLHeadingElement>(null)
  // What had the focus before has gone with the screen that was left.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus()
  }, [])
  return (
    <StepsPage title={words.title} lead={words.lead} titleRef={title}>
      <ol className="flex flex-col gap-4">
        <Step place={1} state={server} title={words.serverTitle}>
          <p className="mb-2">
            {server === 'done' ? words.serverDone : words.serverText}
            {server !== 'done' && hasFileServer ? ` ${words.fileServer}` : null}
          </p>
          <Button
            look={server === 'now' ? 'solid' : 'outline'}
            aria-haspopup="dialog"
            onClick={() => {
              set({ addingServer: true })
              navigate('/catalog/connections')
            }}
          >
            {server === 'done' ? words.addAnother : words.addServer}
          </Button>
        </Step>
        <Step place={2} state={agent} title={words.agentTitle}>
          <p className="mb-2">{words.agentText}</p>
          <ButtonLink href="#/settings/connect" look={agent === 'now' ? 'solid' : 'outline'}>
            {words.connect}
          </ButtonLink>
        </Step>
        <Step place={3} state={decide} title={words.decideTitle}>
          <p>{decide === 'done' ? words.decideDone : words.decideText}</p>
          {first === undefined ? null : (
            <ButtonLink href={`#/inbox/${first.id}`} look="solid" className="mt-2">
              {shared.firstRun.openItem}
            </ButtonLink>
          )}
        </Step>
      </ol>
    </StepsPage>
  )
}
