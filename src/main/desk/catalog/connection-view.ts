/** A connection as the desk shows it: how it is, and which of its tools cannot be called. */
import type { ConnectionView, Health } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { SubjectItem } from '../../model/item.ts'
import { describeConnectionRules } from '../rules/declared-rules.ts'

type ConnectionSources = Pick<Gateway, 'connections' | 'catalog' | 'configuration' | 'store' | 'breakers'>
type State = ReturnType<Gateway['connections']['states']>[number]

/** Decided items that are looked through for what became of a tool. */
const LOOKED_AT = 500

export async function viewConnections(gateway: ConnectionSources): Promise<ConnectionView[]> {
  const asked = await loadToolChanges(gateway)
  return gateway.connections.states().map((state) => describeConnection(gateway, state, asked))
}

/** Null: there is none of this name. */
export async function viewConnection(
  gateway: ConnectionSources,
  name: string,
): Promise<ConnectionView | null> {
  const state = gateway.connections.state(name)
  return state === null ? null : describeConnection(gateway, state, await loadToolChanges(gateway))
}

function describeConnection(gateway: ConnectionSources, state: State, asked: SubjectItem[]): ConnectionView {
  const { name, kind, title, target, tools, logTail, refused } = state
  const { health: own, error, since } = conditionOf(gateway, state)
  const { connections } = gateway.configuration()
  const declared = Object.hasOwn(connections, name) ? connections[name] : undefined
  const changed = tools
    .filter((tool) => gateway.catalog.isChangedTool(name, tool.name))
    .map((tool) => ({ tool: tool.name, ...answerTo(asked, name, tool.name) }))
  const waits = changed.some(({ answer }) => answer === 'waiting')
  const health: Health = own === 'healthy' && waits ? 'changed' : own
  return {
    name,
    kind,
    title,
    target,
    health,
    error,
    tools: tools.length,
    since,
    logTail,
    refused,
    changed,
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

/** `asked`: newest first. */
function answerTo(
  asked: SubjectItem[],
  connection: string,
  tool: string,
): Omit<ConnectionView['changed'][number], 'tool'> {
  const last = asked.find(({ subject }) => subject.connection === connection && subject.tool === tool)
  const isNew = last === undefined || last.subject.before === null
  if (last?.status === 'pending') return { isNew, answer: 'waiting', approvalId: last.id }
  if (last?.status === 'refused') return { isNew, answer: 'refused', approvalId: last.id }
  return { isNew, answer: 'unused', approvalId: null }
}

async function loadToolChanges({ store }: ConnectionSources): Promise<SubjectItem[]> {
  const page = await store.approvals({ kind: ['tool_change'], order: 'newest' }, { limit: LOOKED_AT })
  return page.items
}
