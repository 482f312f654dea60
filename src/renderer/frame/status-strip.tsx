import { X } from 'lucide-react'
import type { ReplyOf } from '../../preload/contract.ts'
import { WhoName } from '../items/who.tsx'
import { useBridge, useCall, useLink, useSend } from '../queries.ts'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Status } from '../ui/feedback/status.tsx'
import { Tooltip } from '../ui/feedback/tooltip.tsx'
import { OneLine } from '../ui/text/quote-chip.tsx'
import { Time } from '../ui/text/time.tsx'
import { words } from '../words.ts'

/** One line at the bottom that says how things are: gateway, address, clients, connections. */
export function StatusStrip() {
  const isConnected = useLink()
  const { data: status } = useCall('desk.status', {})
  return (
    <footer className="col-span-2 flex h-7 items-center gap-4 overflow-hidden border-t border-line px-3 text-sm text-ink-muted">
      <GatewayState
        link={isConnected}
        gateway={status?.gateway ?? null}
        readOnly={status?.readOnly ?? null}
        unwritten={status?.unwritten ?? []}
      />
      {status ? (
        <>
          <span className="flex min-w-0 items-center gap-1 max-sm:hidden">
            <span className="sr-only">{words.frame.mcpAddress}</span>
            <code className="truncate font-mono">{status.mcpUrl}</code>
            <CopyButton text={status.mcpUrl} label={words.frame.copyAddress} className="size-5" />
          </span>
          {isConnected ? <Now status={status} /> : null}
          <span className="ml-auto truncate">{status.workspace.name}</span>
        </>
      ) : null}
    </footer>
  )
}

/** What nobody knows while the gateway does not answer. */
function Now({ status }: { status: ReplyOf<'desk.status'> }) {
  return (
    <>
      <Tooltip content={<ClientNames clients={status.clients} />}>
        <a href="#/settings" data-count className="rounded-sm whitespace-nowrap hover:underline">
          {words.frame.clients(status.clients.length)}
        </a>
      </Tooltip>
      <ConfigurationState state={status.configuration} />
      <TurnedAway agents={status.turnedAway} />
      {status.unhealthy.length > 0 ? (
        <a href="#/catalog/connections" className="inline-flex rounded-sm hover:underline">
          <Status tone="failed">{words.frame.unhealthy(status.unhealthy.length)}</Status>
        </a>
      ) : null}
    </>
  )
}

/** Only where somebody has to do something. */
function ConfigurationState({ state }: { state: ReplyOf<'desk.status'>['configuration'] }) {
  if (state.disk === 'waiting' && state.approvalId !== null) {
    return (
      <a
        href={`#/inbox/${encodeURIComponent(state.approvalId)}`}
        className="inline-flex rounded-sm hover:underline"
      >
        <Status tone="needs">{words.frame.configurationWaits}</Status>
      </a>
    )
  }
  if (state.disk !== 'invalid') return null
  return (
    <a href="#/settings/workspace" className="inline-flex rounded-sm hover:underline">
      <Status tone="failed">{words.frame.configurationInvalid}</Status>
    </a>
  )
}

/** Agents that could not ask people: they wait for nobody, so nothing else would show it. */
function TurnedAway({ agents }: { agents: ReplyOf<'desk.status'>['turnedAway'] }) {
  const dismiss = useSend('desk.dismissTurnedAway')
  const [last, ...others] = agents
  if (last === undefined) return null
  const count = agents.reduce((sum, agent) => sum + agent.count, 0)
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Tooltip content={<TurnedAwayNames agents={agents} />}>
        <a href="#/inbox" className="flex min-w-0 items-center gap-1 rounded-sm hover:underline">
          <Status tone="needs">{words.frame.turnedAway(count)}</Status>
          <span className="truncate">
            <WhoName id={last.who} />
            {others.length > 0 ? ` +${others.length}` : null}
          </span>
        </a>
      </Tooltip>
      <IconButton
        label={words.frame.dismissTurnedAway}
        icon={<X aria-hidden className="size-3.5" />}
        className="size-5"
        onClick={() => dismiss.mutate({})}
      />
    </span>
  )
}

function TurnedAwayNames({ agents }: { agents: ReplyOf<'desk.status'>['turnedAway'] }) {
  return (
    <div>
      <p>{words.frame.turnedAwayWhy}</p>
      <ul>
        {agents.map(({ who, count }) => (
          <li key={who}>
            <WhoName id={who} /> <span className="text-ink-muted">{words.frame.turnedAwayTimes(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ClientNames({ clients }: { clients: ReplyOf<'desk.status'>['clients'] }) {
  if (clients.length === 0) return words.frame.noClients
  return (
    <ul>
      {clients.map((client) => (
        <li key={`${client.label} ${client.since}`}>
          <OneLine text={client.label} />{' '}
          <span className="text-ink-muted">
            {client.transport}, <Time at={client.since} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function GatewayState({
  link,
  gateway,
  readOnly,
  unwritten,
}: {
  link: boolean
  gateway: 'running' | 'draining' | null
  readOnly: string | null
  unwritten: ReplyOf<'desk.status'>['unwritten']
}) {
  const bridge = useBridge()
  if (!link) {
    return (
      <span title={words.frame.offlineHint[bridge.kind]} className="inline-flex">
        <Status tone="failed">{words.frame.offline}</Status>
      </span>
    )
  }
  if (gateway === null) return <Status tone="running">{words.frame.connecting}</Status>
  if (gateway === 'draining') return <Status tone="needs">{words.frame.draining}</Status>
  if (readOnly !== null) {
    return (
      <Tooltip content={readOnly}>
        <a href="#/settings" className="inline-flex rounded-sm hover:underline">
          <Status tone="failed">{words.frame.readOnly}</Status>
        </a>
      </Tooltip>
    )
  }
  const [first] = unwritten
  if (first !== undefined) {
    return (
      <Tooltip content={first.text}>
        <a
          href={first.workflowId === null ? '#/settings' : `#/runs/${encodeURIComponent(first.workflowId)}`}
          className="inline-flex rounded-sm hover:underline"
        >
          <Status tone="failed">{words.frame.unwritten}</Status>
        </a>
      </Tooltip>
    )
  }
  return <Status tone="done">{words.frame.running}</Status>
}
