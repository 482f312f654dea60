/**
 * Where the gateway of a data folder can be reached: `gateway.json`, written when it is ready, removed when it
 * closes. It may be stale after a crash: whoever reads it finds out by connecting. May import: nothing of ours.
 */
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../model/error.ts'
import type { StartedBy } from './pipe/hello.ts'

export interface Endpoint {
  pid: number
  version: string
  /** Path of the local socket, or name of the pipe on Windows. */
  socket: string
  /** `http://127.0.0.1:PORT/mcp` */
  mcpUrl: string
  startedBy: StartedBy
  configuration: string
}

export async function writeEndpoint(dataFolder: string, endpoint: Endpoint): Promise<void> {
  const file = endpointFile(dataFolder)
  const draft = `${file}.${endpoint.pid}`
  await writeFile(draft, `${JSON.stringify(endpoint, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}

/** Leaves the file of another process alone. */
export async function removeEndpoint(dataFolder: string, pid: number): Promise<void> {
  const endpoint = await readEndpoint(dataFolder)
  if (endpoint?.pid === pid) await rm(endpointFile(dataFolder), { force: true })
}

/** The gateway that says it serves this folder and whose process lives, or null. */
export async function findGateway(dataFolder: string): Promise<Endpoint | null> {
  const endpoint = await readEndpoint(dataFolder)
  return endpoint && isAlive(endpoint.pid) ? endpoint : null
}

function endpointFile(dataFolder: string): string {
  return join(dataFolder, 'gateway.json')
}

async function readEndpoint(dataFolder: string): Promise<Endpoint | null> {
  try {
    const value = JSON.parse(await readFile(endpointFile(dataFolder), 'utf8')) as Partial<Endpoint>
    return typeof value.pid === 'number' && typeof value.socket === 'string' ? (value as Endpoint) : null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return codeOf(cause) === 'EPERM'
  }
}
