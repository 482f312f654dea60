/**
 * Where the gateway of a data folder can be reached: `gateway.json`, written when it is ready, removed when it
 * closes. It may be stale after a crash: whoever reads it finds out by connecting. May import: system.
 */
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readJson } from '../system/files.ts'
import { isAlive } from '../system/processes.ts'
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

export async function writeEndpoint(
  dataFolder: string,
  content: Endpoint | { keptFree: KeptFree },
): Promise<void> {
  const file = endpointFile(dataFolder)
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}

/** By which version the folder was handed over, and when, in milliseconds since 1970. */
interface KeptFree {
  version: string
  at: number
}

/** So long a folder is left to whoever has asked for it. */
const KEPT_FREE_MS = 3000

/**
 * Stands in the place of an endpoint that hands its folder over: pipes that lose their gateway start another one at
 * once, which would often be sooner than whoever has asked.
 */
export async function keepFree(dataFolder: string, version: string): Promise<void> {
  await writeEndpoint(dataFolder, { keptFree: { version, at: Date.now() } })
}

/** Whether a gateway of this version that a pipe has started is to leave the folder to somebody else, for now. */
export async function isKeptFree(dataFolder: string, version: string): Promise<boolean> {
  const { keptFree } = (await readContent(dataFolder)) ?? {}
  if (keptFree?.version !== version || typeof keptFree.at !== 'number') return false
  const elapsed = Date.now() - keptFree.at
  return elapsed >= 0 && elapsed < KEPT_FREE_MS
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
  const content = await readContent(dataFolder)
  return typeof content?.pid === 'number' && typeof content.socket === 'string' ? (content as Endpoint) : null
}

type Content = Partial<Endpoint> & { keptFree?: Partial<KeptFree> | null }

async function readContent(dataFolder: string): Promise<Content | null> {
  return ((await readJson(endpointFile(dataFolder))) ?? null) as Content | null
}
