/** Pools for tests: real servers, the real clock or one that the test turns. */
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ConnectionState } from '../../src/main/connections/connection.ts'
import {
  type ConnectionPool,
  type ConnectionPoolOptions,
  openConnectionPool,
} from '../../src/main/connections/pool.ts'
import type { Connection } from '../../src/main/model/configuration.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { Clock } from '../../src/main/runtime/ports.ts'
import { createSystemClock } from '../../src/main/runtime/system.ts'
import { programOf } from '../support/programs.ts'

const FIXTURE = await programOf('fixture-server')

export function serverPath(name: string): string {
  const manifest = createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}/package.json`)
  return join(dirname(manifest), 'dist', 'index.js')
}

/** Time passes only when the test says so. */
export function createHandClock() {
  let now = Date.parse('2026-01-01T00:00:00Z')
  let waiting: { at: number; callback: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    elapsed: () => now,
    after: (milliseconds, callback) => clock.wakeAt(now + milliseconds, callback),
    wakeAt(at, callback) {
      const entry = { at, callback }
      waiting.push(entry)
      return {
        cancel() {
          waiting = waiting.filter((other) => other !== entry)
        },
      }
    },
  }
  return {
    clock,
    /** Milliseconds until each alarm that is set. */
    alarms: () => waiting.map(({ at }) => at - now).toSorted((a, b) => a - b),
    advance(ms: number) {
      now += ms
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { callback } of due) callback()
    },
  }
}

export function stdio(args: string[], env: Record<string, string> = {}): Connection {
  return { kind: 'mcp', name: '', transport: { kind: 'stdio', command: process.execPath, args, env } }
}

export function http(url: string, headers: Record<string, string> = {}): Connection {
  return { kind: 'mcp', name: '', transport: { kind: 'http', url, headers } }
}

export function fixture(...flags: string[]): Connection {
  return stdio([FIXTURE, ...flags])
}

/** Closed when the test ends. */
export function openPool(
  connections: Record<string, Connection>,
  options: Partial<ConnectionPoolOptions> = {},
): ConnectionPool {
  const named = Object.entries(connections).map(([name, connection]) => [name, { ...connection, name }])
  const pool = openConnectionPool({
    connections: Object.fromEntries(named) as Record<string, Connection>,
    resolve: (text) => text,
    redact: (text) => text,
    clock: createSystemClock(),
    warn: () => {},
    version: '0.0.0',
    ...options,
  })
  onTestFinished(() => pool.close())
  return pool
}

/** Waits for a state of one connection, woken by the pool itself. */
export function untilState(
  pool: ConnectionPool,
  name: string,
  isIt: (state: ConnectionState) => boolean,
): Promise<ConnectionState> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const state = pool.state(name)
      if (state === null || !isIt(state)) return
      clearTimeout(deadline)
      stop()
      resolve(state)
    }
    const stop = pool.onChange(look)
    const deadline = setTimeout(() => {
      stop()
      reject(new Error(`${name} stayed ${JSON.stringify({ ...pool.state(name), tools: undefined })}`))
    }, 30_000)
    look()
  })
}

export function untilHealthy(pool: ConnectionPool, name: string): Promise<ConnectionState> {
  return untilState(pool, name, (state) => state.health === 'healthy')
}

/** Polls what gives no sign of its own, such as another process. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline)
      throw new Error(`It did not come true within ${withinMs} ms: ${holds.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Calls a tool that answers with one text. */
export async function ask(
  pool: ConnectionPool,
  name: string,
  tool: string,
  args: JsonObject = {},
): Promise<string> {
  const answer = await pool.callTool(name, tool, args, { signal: new AbortController().signal })
  if (!answer.ok) throw new Error(answer.message)
  return String(answer.result.content[0]?.text)
}

/** Of the fixture server, which logs it. */
export function pidOf(state: ConnectionState | null): number {
  const line = state?.logTail.findLast((entry) => entry.startsWith('pid '))
  return Number(line?.slice(4))
}

/** A process that has ended and only waits to be buried counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

/** Processes whose command line contains the text: finds servers that do not tell their pid. */
export async function findProcesses(text: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(text)) found.push(Number(name))
  }
  return found
}
