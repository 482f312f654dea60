/**
 * Reaches the gateway of a data folder for a pipe: knocks at the one that runs, or starts one and knocks until it
 * opens. Of several that start one at the same time, the lock lets one win and all connect to it (R3.1).
 */
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { compareVersions } from '../../model/compare-versions.ts'
import type { ToolNameStyle } from '../../model/configuration.ts'
import { findGateway } from '../endpoint.ts'
import { connectToGateway, readLocalToken } from './connect-to-gateway.ts'
import { BRIDGE, type Control, type Hello } from './hello.ts'
import { type Attempt, EXIT_LOCKED, gatewayLog, startGateway } from './starter.ts'

interface Reach {
  dataFolder: string
  /** Used if a gateway must be started. */
  configuration: string
  /** The configuration was asked for: a gateway that runs with another one is refused. */
  insists: boolean
  /** `COUNTERSIGN_TOKEN`; null: the local token of the data folder. */
  token: string | null
  client: string | null
  names: ToolNameStyle | null
  version: string
  /** Program and first arguments that run our own `cli` again. */
  command: string[]
  environment: NodeJS.ProcessEnv
  /** For a person who looks at the client's log of us. */
  tell(sentence: string): void
}

/** Nothing can be done about it here; the message is a sentence for a person. */
export class UnreachableError extends Error {}

const READY_WITHIN_MS = 30_000
const KNOCK_EVERY_MS = 50
/** Not more often than this is a gateway started that ended at once. */
const START_EVERY_MS = 1_000

/** @throws UnreachableError */
export async function reachGateway(reach: Reach): Promise<Socket> {
  const deadline = Date.now() + READY_WITHIN_MS
  let attempt: { made: Attempt; at: number } | null = null
  while (Date.now() < deadline) {
    const socket = await tryOnce(reach)
    if (socket) return socket
    const end = attempt?.made.ended() ?? null
    if (end !== null && !end.killed && end.code !== EXIT_LOCKED && end.code !== 0) {
      throw new UnreachableError(
        end.words === '' ? `Countersign could not be started (exit code ${end.code}).` : end.words,
      )
    }
    const mayStart = attempt === null || (end !== null && Date.now() - attempt.at >= START_EVERY_MS)
    if (mayStart) attempt = { made: startGateway(reach.command, reach, reach.environment), at: Date.now() }
    await pause(KNOCK_EVERY_MS)
  }
  const seconds = READY_WITHIN_MS / 1000
  if (attempt?.made.ended()?.killed === true)
    throw new UnreachableError('Countersign was killed each time before it was ready. Look for what ends it.')
  throw new UnreachableError(
    `Countersign was not ready after ${seconds} seconds. Its log is ${gatewayLog(reach.dataFolder)}.`,
  )
}

/** Null: there is none to talk to at this moment. */
async function tryOnce(reach: Reach): Promise<Socket | null> {
  const endpoint = await findGateway(reach.dataFolder)
  if (!endpoint) return null
  const outdated = endpoint.startedBy === 'pipe' && isNewer(reach.version, endpoint.version)
  const result = await connectToGateway(endpoint, await hello(reach, outdated ? 'handover' : null))
  if (result.kind === 'nobody') return null
  if (result.kind === 'refused') throw new UnreachableError(result.reason)
  if (outdated) {
    reach.tell(`The gateway is Countersign ${endpoint.version}; it makes room for ${reach.version}.`)
    await waitForEnd(result.socket)
    return null
  }
  if (result.answer.countersign !== reach.version) {
    reach.tell(`This is Countersign ${reach.version}; the gateway is ${result.answer.countersign}.`)
  }
  return result.socket
}

async function hello(reach: Reach, control: Control | null): Promise<Hello> {
  return {
    bridge: BRIDGE,
    countersign: reach.version,
    token: reach.token ?? (await readLocalToken(reach.dataFolder)),
    control,
    client: reach.client,
    names: reach.names,
    configuration: reach.insists ? reach.configuration : null,
  }
}

function waitForEnd(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve())
    socket.on('error', () => undefined)
    socket.resume()
  })
}

/** Whether `one` is a later version than `other`; anything after a hyphen is left out. */
function isNewer(one: string, other: string): boolean {
  const release = (version: string) => version.split('-', 1)[0] ?? ''
  return compareVersions(release(one), release(other)) > 0
}
