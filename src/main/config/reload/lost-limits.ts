/**
 * What a new configuration no longer asks for outside of any single workflow: settings of approvals, and gates that
 * held for a call on every way and went with what declared them, or can be opened later than before (R5.1, R5.4, R5.5,
 * R5.6). One sentence each. Pure.
 */
import type { Configuration, Connection, ImportRule } from '../../model/configuration.ts'
import type { Capability, Deciders, Gate } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { ownOf } from '../../model/json.ts'
import { calledTools } from '../../workflow/executors/called-tools.ts'
import { connectionOf, identityOf, keysOf, sketchCalls, triedBy } from '../../workflow/executors/executors.ts'
import { fetchesFrom, programOf } from '../../workflow/fetching-programs.ts'
import { programsOf } from '../../workflow/gates/gate-index.ts'
import { gatesOfTool, takesTool } from '../../workflow/gates/tool-settings.ts'
import type { Backdrop } from '../../workflow/preview/backdrop.ts'
import { asksNoLess } from '../../workflow/preview/conditions.ts'
import { listEffects } from '../../workflow/preview/effects.ts'
import {
  type AskedBeside,
  askedBeside,
  longerOf,
  NOTHING_BESIDE,
  sayLonger,
} from '../../workflow/preview/longer-deadlines.ts'
import { quoteSaying } from '../../workflow/wording/quote.ts'
import { importsByName } from './by-name.ts'
import { isEmptyQueue, type OpenRuns } from './open-runs.ts'
import { newlyReadOnly } from './read-only-claims.ts'
import { besideTools, notOfConnection } from './tool-settings.ts'

export function findLostLimits(
  before: Configuration,
  after: Configuration,
  backdrop: Backdrop,
  open: OpenRuns,
): string[] {
  return [
    ...lostSettings(before.approvals, after.approvals),
    ...lostQueues(before, after, open),
    ...lostCapabilities(before, after),
    ...lostImports(before, after),
    ...newlyReadOnly(before, after),
    ...laterApprovals(before, after, backdrop),
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
  return found
}

function lostQueues(before: Configuration, after: Configuration, open: OpenRuns): string[] {
  return Object.entries(before.approvals.queues).flatMap(([name, was]) => {
    const lost = lostDeciders(`What waits in the queue ‘${name}’`, was, ownOf(after.approvals.queues, name))
    return lost.length > 0 && isEmptyQueue(name, open, [before, after]) ? [] : lost
  })
}

function lostDeciders(what: string, before: Deciders, after: Deciders = {}): string[] {
  if (asksNoLess(before, after)) return []
  const isAnybody = after.role === undefined && after.permission === undefined
  return [`${what} ${isAnybody ? 'may be decided by anybody' : 'is for other people to decide'}.`]
}

/** The gate of a capability holds for its call on every way, so it is missed where the capability is gone. */
function lostCapabilities(before: Configuration, after: Configuration): string[] {
  const kept = new Set(after.capabilities.map(({ id }) => id))
  const left = [...after.capabilities, ...(after.gated ?? [])]
  const isStillGated = ({ executor, gates }: Capability) =>
    left.some((other) => isSame([other.executor, other.gates], [executor, gates]))
  return before.capabilities
    .filter(({ id, gates = [] }) => !kept.has(id) && gates.length > 0)
    .filter((capability) => !isStillGated(capability))
    .filter((capability) => isReachable(capability, before, after))
    .map(({ id }) => `The tool ‘${id}’ is removed, and its approval of the same call elsewhere with it.`)
}

/** A program is called without its connection, too. */
function isReachable({ executor }: Capability, before: Configuration, after: Configuration): boolean {
  const name = connectionOf(executor)
  return (
    name === null || Object.hasOwn(after.connections, name) || mayCall(after, executor, before.connections)
  )
}

function lostImports(before: Configuration, after: Configuration): string[] {
  const named = importsByName(after)
  return Object.entries(importsByName(before)).flatMap(([name, rule]) => {
    const { gate, connection } = rule
    if (gate === undefined || !Object.hasOwn(after.connections, connection)) return []
    if (notOfConnection([gate], connection, after).length === 0) return []
    const others = after.imports.filter((other) => other.connection === connection)
    const kept = ownOf(named, name)
    if (kept === undefined) {
      const isElsewhere = others.some((other) => isGatedLike(other, gate) && !coversLess(rule, other))
      return isElsewhere ? [] : [`The approval before each tool of the server ‘${connection}’ is removed.`]
    }
    return kept.gate !== undefined && coversLess(rule, kept) && losesGate(rule, kept, before, after)
      ? [`The approval before tools of the server ‘${connection}’ holds for fewer of them.`]
      : []
  })
}

/** A tool that nothing reaches any more needs no approval. */
function losesGate(rule: ImportRule, kept: ImportRule, before: Configuration, after: Configuration): boolean {
  const { connection } = rule
  const others = after.imports.filter((other) => other.connection === connection && other !== kept)
  if (others.some(({ include }) => include.length === 0) && kept.include.length > 0) return true
  const reached = [
    ...[before, after].flatMap(({ workflows, capabilities, gated }) =>
      calledTools([workflows, capabilities, gated], connection),
    ),
    ...kept.exclude.filter((tool) => others.some((other) => takesTool(other, tool))),
    ...others.flatMap(({ include }) => include),
  ]
  return reached.some((tool) => takesTool(rule, tool) && gatesOfTool([kept], connection, tool).length === 0)
}

function isGatedLike({ gate }: ImportRule, wanted: Gate): boolean {
  return isSame(gate, wanted)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export function coversLess(before: ImportRule, after: ImportRule): boolean {
  const isNarrower =
    after.include.length > 0 &&
    (before.include.length === 0 || before.include.some((tool) => !after.include.includes(tool)))
  return isNarrower || after.exclude.some((tool) => !before.exclude.includes(tool))
}

/** A server that was not there before, or was disabled, or fetches what it runs: what else of a command differs is named as it is written. */
export function newPrograms(before: Configuration, after: Configuration): string[] {
  return Object.entries(after.connections).flatMap(([name, connection]) => {
    const words = commandOf(connection)
    const declared = ownOf(before.connections, name)
    if (connection.disabled) return []
    const was = declared?.disabled ? undefined : declared
    if (words === null)
      return declared?.disabled ? [`The server ‘${name}’ is enabled: what uses it runs again.`] : []
    const fetches = isFetched(words)
    if (was !== undefined && (!fetches || isSame(commandOf(was), words))) return []
    const does = fetches ? 'runs code from the internet' : 'starts a program'
    return [`The server ‘${name}’ now ${does}: ${quoteSaying(words.join(' '))}.`]
  })
}

function commandOf(connection: Connection): string[] | null {
  if (connection.kind !== 'mcp' || connection.transport.kind !== 'stdio') return null
  return [connection.transport.command, ...connection.transport.args]
}

function isFetched(words: string[]): boolean {
  const [command = '', ...args] = words
  const program = programOf(command)
  // What another program is started by, with it in one text or in several: `cmd /c npx …`, `sh -c "npx …"`.
  if (STARTERS.has(program)) {
    const inner = args.flatMap((word) => word.split(/[\s"';&|()]+/))
    return inner.some((word, place) => !STARTERS.has(programOf(word)) && isFetched(inner.slice(place)))
  }
  return fetchesFrom(program, args) !== null || args.some((word) => FETCHED_BY[program]?.test(word))
}

/** Words by which programs that mostly run what is there fetch what they run. */
const FETCHED_BY: Readonly<Record<string, RegExp>> = {
  deno: /^(?:https?|npm|jsr):/,
  go: /@/,
  nix: /[:#]/,
  dnx: /./,
  npm: /^(?:create|init)$/,
  pnpm: /^create$/,
  yarn: /^create$/,
  bun: /^create$/,
  curl: /./,
  wget: /./,
}

const STARTERS = new Set([
  ...['cmd', 'powershell', 'pwsh', 'sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'wsl'],
  ...['env', 'exec', 'command', 'nohup', 'nice', 'timeout', 'sudo', 'doas', 'busybox', 'caffeinate'],
  ...['setsid', 'stdbuf', 'xargs', 'su', 'ssh', 'op', 'doppler', 'dotenvx', 'direnv', 'mise', 'corepack'],
  ...['python', 'python3', 'py'],
])

/** Whether any of it may be met by the gate of a declaration, which was found by the connections of then. */
function mayCall(
  { connections, capabilities, gated = [], workflows }: Configuration,
  declared: ExecutorDeclaration,
  then: Record<string, Connection>,
): boolean {
  const { keys } = identityOf(declared, programsOf(then))
  const executors = [
    ...[...capabilities, ...gated].flatMap(triedBy),
    ...Object.values(workflows).flatMap((each) =>
      listEffects(each, () => false).map(({ step }) => step.executor),
    ),
  ]
  return executors
    .flatMap((each) => sketchCalls(each, programsOf(connections)))
    .some((call) => keysOf(call).some((key) => keys.includes(key)))
}

type Gates = readonly (Gate | undefined)[]

/** Those of single tools are compared with all else that imports say of them. */
function laterApprovals(before: Configuration, after: Configuration, backdrop: Backdrop): string[] {
  const usual = backdrop.approvalMs
  const longer = (what: string, were: Gates, are: Gates, beside: AskedBeside) => {
    const [had, has] = [were, are].map((gates) => gates.filter((gate) => gate !== undefined))
    return longerOf(what, had ?? [], has ?? [], usual, beside)
  }
  const imports = importsByName(before)
  const capabilities = [...before.capabilities, ...(before.gated ?? [])]
  return [
    ...sayLonger('An approval', usual.was, usual.is),
    ...Object.entries(after.connections).flatMap(([name, is]) =>
      longer(`The server ‘${name}’`, [ownOf(before.connections, name)?.gate], [is.gate], NOTHING_BESIDE),
    ),
    ...Object.entries(importsByName(after)).flatMap(([name, is]) => {
      const beside = besideTools(is.connection, before, after)
      return longer(
        `Each tool of the server ‘${is.connection}’`,
        [ownOf(imports, name)?.gate],
        [is.gate],
        beside,
      )
    }),
    ...[...after.capabilities, ...(after.gated ?? [])].flatMap((is) => {
      const was = capabilities.find(({ id }) => id === is.id)
      if (was === undefined) return []
      const beside = askedBeside(was, is, backdrop)
      return longer(`The tool ‘${is.id}’`, was.gates ?? [], is.gates ?? [], beside)
    }),
  ]
}
