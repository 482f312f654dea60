/** A connection as the desk shows it: how it is, and which of its tools cannot be called. */
import type { ConnectionView, Health } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { SUBJECT_KINDS, type SubjectItem } from '../../model/item.ts'
import { ownOf } from '../../model/json.ts'
import { serverOf, titleOf } from '../../workflow/items/items.ts'
import { describeConnectionRules } from '../rules/declared-rules.ts'

type ConnectionSources = Pick<
  Gateway,
  'connections' | 'catalog' | 'configuration' | 'store' | 'breakers' | 'importWarnings' | 'servers'
>
type State = ReturnType<Gateway['connections']['states']>[number]

/** Items of one connection that are looked through for what became of its tools. */
const LOOKED_AT = 1000

export async function viewConnections(gateway: ConnectionSources): Promise<ConnectionView[]> {
  const states = gateway.connections.states()
  const waiting = await loadWaiting(gateway)
  return await Promise.all(states.map((state) => describeConnection(gateway, state, waiting)))
}

/** Null: there is none of this name. */
export async function viewConnection(
  gateway: ConnectionSources,
  name: string,
): Promise<ConnectionView | null> {
  const state = gateway.connections.state(name)
  return state === null ? null : await describeConnection(gateway, state, await loadWaiting(gateway))
}

/** `waiting`: all that is about no run. */
async function describeConnection(
  gateway: ConnectionSources,
  state: State,
  waiting: readonly SubjectItem[],
): Promise<ConnectionView> {
  const { name, kind, title, tools, logTail, refused } = state
  const { health: own, error, since } = conditionOf(gateway, state)
  const { connections } = gateway.configuration()
  const declared = ownOf(connections, name)
  const kept = tools.filter((tool) => gateway.catalog.isChangedTool(name, tool.name))
  const asked = kept.length === 0 ? [] : await loadToolChanges(gateway, name)
  const changed = kept.map((tool) => ({ tool: tool.name, ...answerTo(asked, tool.name) }))
  const waits = changed.some(({ answer }) => answer === 'waiting')
  const health: Health = own === 'healthy' && waits ? 'changed' : own
  return {
    name,
    kind,
    title,
    target: declared === undefined ? '' : gateway.servers.sayTarget(declared),
    health,
    error,
    ...(state.visitFailed ? { visitFailed: true as const } : {}),
    tools: tools.length,
    since,
    logTail,
    refused,
    changed,
    waiting: waiting
      .filter((item) => serverOf(item) === name && !changed.some(({ approvalId }) => approvalId === item.id))
      .map((item) => ({ approvalId: item.id, title: titleOf(item) })),
    warnings: gateway.importWarnings(name),
    rules: declared === undefined ? [] : describeConnectionRules(declared, gateway.configuration()),
  }
}

/** One that answers and that calls are kept from is not well either. */
export function conditionOf(
  { breakers }: Pick<Gateway, 'breakers'>,
  { name, health, error, since }: State,
): Pick<State, 'health' | 'error' | 'since'> {
  const alone = breakers.leftAlone(name)
  if (alone === null) return { health, error, since }
  const said = error === null ? alone.sentence : `${error} ${alone.sentence}`
  return health === 'healthy'
    ? { health: 'degraded', error: said, since: alone.since }
    : { health, error: said, since }
}

async function loadWaiting({ store }: ConnectionSources): Promise<SubjectItem[]> {
  const filter = { kind: SUBJECT_KINDS, status: ['pending' as const] }
  return (await store.approvals(filter, { limit: LOOKED_AT, uncounted: true })).items
}

/** `asked`: newest first. */
function answerTo(asked: SubjectItem[], tool: string): Omit<ConnectionView['changed'][number], 'tool'> {
  const last = asked.find(({ subject }) => subject.tool === tool)
  const isNew = last === undefined || last.subject.before === null
  if (last?.status === 'pending') return { isNew, answer: 'waiting', approvalId: last.id }
  if (last?.status === 'refused') return { isNew, answer: 'refused', approvalId: last.id }
  return { isNew, answer: 'unused', approvalId: null }
}

/** The client of such a question is the connection whose tool it is about. */
async function loadToolChanges({ store }: ConnectionSources, connection: string): Promise<SubjectItem[]> {
  const ofConnection = { kind: ['tool_change'], client: connection, order: 'newest' } as const
  return (await store.approvals(ofConnection, { limit: LOOKED_AT, uncounted: true })).items
}
