/** Servers that a person adds and lives with: examining, trying, what uses one, its log. */

import type { ServerDraft } from '../../gateway/servers/server-edits.ts'
import type { Gateway } from '../../gateway.ts'
import { PROXY_DEFINITION } from '../../model/definition.ts'
import type { JsonValue } from '../../model/json.ts'
import { isJsonObject } from '../../model/json.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { leadsHere } from '../sources/found/find-servers.ts'

const ITSELF =
  'This is Countersign itself: agents connect to it, and it cannot be one of its own servers. Enter the command or address of another server.'

export function createServerHandlers({
  gateway,
  pipe,
  mcp,
}: Pick<DeskOptions, 'gateway' | 'pipe' | 'mcp'>): HandlersOf<'servers'> {
  const { servers } = gateway
  const isItself = ({ connection }: ServerDraft) => leadsHere(connection, { pipe, mcpUrl: mcp.url() })
  const unknownTrial = () => new DeskFault('NOT_FOUND', 'This trial is over, and nothing is kept of it.')
  return {
    async 'servers.examine'(_session, { draft, candidate }) {
      const seen = await servers.examine(draft, servers.origins.trusts(draft.connection, candidate))
      return isItself(draft) ? { ...seen, problems: [ITSELF, ...seen.problems] } : seen
    },
    async 'servers.try'(session, { draft, candidate, values }) {
      if (isItself(draft)) throw new DeskFault('REJECTED', ITSELF)
      const isTrusted = servers.origins.trusts(draft.connection, candidate)
      const tried = await servers.try(draft, isTrusted, values, session.principal().id)
      if (!tried.ok) throw new DeskFault('REJECTED', tried.message)
      return tried.trial
    },
    async 'servers.trial'(_session, { id }) {
      const trial = servers.find(id)
      if (trial === null) throw unknownTrial()
      return trial
    },
    async 'servers.stop'(_session, { id }) {
      const trial = await servers.stop(id)
      if (trial === null) throw unknownTrial()
      return trial
    },
    async 'servers.declared'(_session, { name }) {
      const connection = await servers.edits.shown(name)
      if (connection === null) throw unknownServer(name)
      return { connection }
    },
    async 'servers.uses'(_session, { name }) {
      const { connections, workflows, capabilities, gated = [] } = gateway.configuration()
      if (!Object.hasOwn(connections, name)) throw unknownServer(name)
      const calling = (thing: unknown) => callsOver(thing as JsonValue, name)
      const own = await servers.edits.own(name)
      const runs = Object.values(workflows).filter(calling)
      const calls = [...capabilities, ...gated].filter(calling)
      const imported = gateway.discovery.entries().flatMap(({ id, capability }) => {
        const source = capability?.source
        return source?.kind === 'import' && source.connection === name ? [id] : []
      })
      const running = await Promise.all(
        runs.map(async ({ id: definitionId }) => {
          const { total } = await gateway.store.runs({ definitionId, status: ['running'] }, { limit: 1 })
          return total
        }),
      )
      return {
        tools: imported.length,
        uses: [
          ...runs.map(({ id, title }) => ({ kind: 'workflow' as const, id, title: title ?? id })),
          ...calls
            .filter(({ id }) => !own.includes(id))
            .map(({ id, title }) => ({ kind: 'capability' as const, id, title: title ?? id })),
        ],
        own,
        runs: running.reduce((sum, count) => sum + count, 0),
        waiting: await countWaiting(gateway, [...new Set([...imported, ...calls.map(({ id }) => id)])]),
        file: await servers.edits.fileOf(name),
      }
    },
    async 'servers.log'(_session, { name }) {
      const log = gateway.connections.log(name)
      if (log === null) throw unknownServer(name)
      return log
    },
  }
}

/** Single calls of these capabilities that somebody must approve. */
async function countWaiting({ store }: Gateway, transitions: string[]): Promise<number> {
  if (transitions.length === 0) return 0
  const { total } = await store.approvals(
    { status: ['pending'], definitionId: PROXY_DEFINITION, transitions },
    { limit: 1 },
  )
  return total
}

/** Executors stand at many places: wherever one of this connection stands counts. */
function callsOver(value: JsonValue, connection: string): boolean {
  if (Array.isArray(value)) return value.some((item) => callsOver(item, connection))
  if (!isJsonObject(value)) return false
  if (value.connection === connection && ['mcp', 'cli', 'rest'].includes(String(value.kind))) return true
  return Object.values(value).some((item) => callsOver(item ?? null, connection))
}

function unknownServer(name: string): DeskFault {
  return new DeskFault('NOT_FOUND', `The settings file has no server ‘${name}’.`)
}
