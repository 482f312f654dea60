/**
 * What a new configuration no longer asks for outside of any single workflow: settings of approvals, and gates that
 * held for a call on every way and went with what declared them (R5.1, R5.4, R5.6). One sentence each. Pure.
 */

import type { Configuration, Connection, ImportRule } from '../../model/configuration.ts'
import type { Capability, Deciders, Gate } from '../../model/definition.ts'
import { connectionOf } from '../../workflow/executors/executors.ts'
import { quoteSaying } from '../../workflow/wording/quote.ts'

export function findLostLimits(before: Configuration, after: Configuration): string[] {
  return [
    ...lostSettings(before.approvals, after.approvals),
    ...lostCapabilities(before, after),
    ...lostImports(before, after),
    ...newlyReadOnly(before, after),
    ...newPrograms(before, after),
  ]
}

type Settings = Configuration['approvals']

function lostSettings(before: Settings, after: Settings): string[] {
  const found: string[] = []
  if (before.proof === 'highRisk' && after.proof !== 'highRisk')
    found.push('Nobody proves any more who they are before a decision of high risk.')
  if (after.undoMs < before.undoMs) {
    found.push(
      after.undoMs === 0
        ? 'A decision of high risk can no longer be taken back.'
        : `A decision of high risk can be taken back for ${after.undoMs / 1000} instead of ${before.undoMs / 1000} seconds.`,
    )
  }
  for (const [name, was] of Object.entries(before.queues)) {
    const is = Object.hasOwn(after.queues, name) ? after.queues[name] : undefined
    found.push(...lostDeciders(`What waits in the queue ‘${name}’`, was, is))
  }
  return found
}

function lostDeciders(what: string, before: Deciders, after: Deciders = {}): string[] {
  const isSame = before.role === after.role && before.permission === after.permission
  if (isSame || (before.role === undefined && before.permission === undefined)) return []
  const isAnybody = after.role === undefined && after.permission === undefined
  return [`${what} ${isAnybody ? 'may be decided by anybody' : 'is for other people to decide'}.`]
}

/** The gate of a capability holds for its call on every way, so it is missed where the capability is gone. */
function lostCapabilities(before: Configuration, after: Configuration): string[] {
  const kept = new Set(after.capabilities.map(({ id }) => id))
  return before.capabilities
    .filter((capability) => !kept.has(capability.id) && (capability.gates ?? []).length > 0)
    .filter((capability) => isReachable(capability, after))
    .map(
      ({ id }) => `The capability ‘${id}’ is removed, and its approval of the same call elsewhere with it.`,
    )
}

function isReachable({ executor }: Capability, { connections }: Configuration): boolean {
  const name = connectionOf(executor)
  return name === null || Object.hasOwn(connections, name)
}

function lostImports(before: Configuration, after: Configuration): string[] {
  return before.imports.flatMap((rule) => {
    const { gate, connection, prefix } = rule
    if (gate === undefined || !Object.hasOwn(after.connections, connection)) return []
    const what = `The import of the connection ‘${connection}’`
    const others = after.imports.filter((other) => other.connection === connection)
    const kept = others.find((other) => other.prefix === prefix)
    if (kept === undefined) {
      const isElsewhere = others.some((other) => isGatedLike(other, gate) && !coversLess(rule, other))
      return isElsewhere ? [] : [`${what} is removed, and its approval with it.`]
    }
    return kept.gate !== undefined && coversLess(rule, kept)
      ? [`${what}: its approval holds for fewer tools.`]
      : []
  })
}

function isGatedLike({ gate }: ImportRule, wanted: Gate): boolean {
  return JSON.stringify(gate) === JSON.stringify(wanted)
}

function coversLess(before: ImportRule, after: ImportRule): boolean {
  const isNarrower =
    after.include.length > 0 &&
    (before.include.length === 0 || before.include.some((tool) => !after.include.includes(tool)))
  return isNarrower || after.exclude.some((tool) => !before.exclude.includes(tool))
}

/** Gates that leave out what only reads do not stop it any more (R5.3). */
function newlyReadOnly(before: Configuration, after: Configuration): string[] {
  const were = new Map(before.capabilities.map((capability) => [capability.id, capability]))
  return after.capabilities
    .filter(({ id, readOnly }) => readOnly && were.get(id)?.readOnly === false)
    .filter(({ gates = [], executor }) => {
      const name = connectionOf(executor)
      const gate =
        name !== null && Object.hasOwn(after.connections, name) ? after.connections[name]?.gate : undefined
      return [...gates, gate].some((each) => each?.required === 'unlessReadOnly')
    })
    .map(({ id }) => `The capability ‘${id}’ counts as read-only now, so its approval is left out.`)
}

/** Programs that fetch what they run, with the word that makes them; `''`: always. */
const FETCHERS: Record<string, readonly string[]> = {
  npx: [''],
  pnpx: [''],
  bunx: [''],
  uvx: [''],
  npm: ['exec', 'x'],
  pnpm: ['dlx'],
  yarn: ['dlx'],
  bun: ['x'],
  pipx: ['run'],
  uv: ['tool'],
  docker: ['run'],
  podman: ['run'],
}

/** A server that was not started like this before, from what somebody has put on the internet. */
function newPrograms(before: Configuration, after: Configuration): string[] {
  return Object.entries(after.connections).flatMap(([name, connection]) => {
    const line = fetching(connection)
    const was = Object.hasOwn(before.connections, name) ? before.connections[name] : undefined
    if (line === null || (was !== undefined && fetching(was) === line)) return []
    return [`The connection ‘${name}’ now runs code from the internet: ${quoteSaying(line)}.`]
  })
}

function fetching(connection: Connection): string | null {
  if (connection.kind !== 'mcp' || connection.transport.kind !== 'stdio') return null
  const { command, args } = connection.transport
  const program = command.replace(/^.*[\\/]/, '').replace(/\.(cmd|exe)$/i, '')
  const words = Object.hasOwn(FETCHERS, program) ? (FETCHERS[program] ?? []) : []
  const isFetching = words.some((word) => word === '' || args.includes(word))
  return isFetching ? [command, ...args].join(' ') : null
}
