/** Keeps one MCP connection alive: starts it in the background, discovers its tools, and comes back after a loss. */
import type { JsonObject } from '../model/json.ts'
import type { Clock } from '../runtime/ports.ts'
import { backoffMs } from './backoff.ts'
import type {
  CallToolResult,
  ConnectionHealth,
  ConnectionState,
  ImportedTool,
  OnElicitation,
  SupervisedConnection,
} from './connection.ts'
import { createTransport, type McpConnection } from './create-transport.ts'
import { describeFailure } from './failures.ts'
import { argumentsWithKey } from './idempotency-key.ts'
import { createLogTail } from './log-tail.ts'
import { describeStop, type McpSession, openMcpSession } from './mcp-session.ts'
import { redactStrings } from './redact.ts'
import { describeTarget } from './target.ts'
import type { Way } from './transport.ts'

/** A connection that lived this long was well: the next failure is a first one. */
const STABLE_MS = 30_000
/** An address does not tell when its server ends, and a list of tools that failed may succeed later. */
const LOOK_EVERY_MS = 30_000

export interface McpConnectionOptions {
  connection: McpConnection
  resolve(text: string): string
  redact(text: string): string
  clock: Clock
  random(): number
  version: string
  /** What has to be over before the first attempt. */
  after: Promise<void>
  /** Known before the server has said anything. */
  cachedTools: ImportedTool[]
  onElicitation: OnElicitation | null
  onChange(): void
}

export function openMcpConnection(options: McpConnectionOptions): SupervisedConnection {
  const { connection, clock, redact } = options
  const log = createLogTail(redact)
  /** A server may repeat in its descriptions what it was started with; its name must stay callable. */
  const withoutSecrets = (tool: ImportedTool): ImportedTool => ({
    ...(redactStrings(tool as unknown as JsonObject, redact) as unknown as ImportedTool),
    name: tool.name,
  })
  let health: ConnectionHealth = 'starting'
  let error: string | null = null
  let tools = options.cachedTools
  let since = clock.now()
  let session: McpSession | null = null
  let healthySince = 0
  let failures = 0
  let timer: { cancel(): void } | null = null
  /** The attempt or session that counts; null between them. */
  let current: AbortController | null = null
  let lists = 0
  let discovering: Promise<void> = Promise.resolve()
  let closed = false
  /** The one that worked last. */
  let way: Way = 'usual'
  let restarting: Promise<void> | null = null

  const show = (next: ConnectionHealth, reason: string | null) => {
    if (health !== next) since = clock.now()
    health = next
    error = reason === null ? null : redact(reason)
    options.onChange()
  }

  const wakeIn = (ms: number, callback: () => void) => {
    timer?.cancel()
    timer = clock.wakeAt(clock.now() + ms, callback)
  }

  const fail = (reason: string) => {
    if (closed) return
    session = null
    current = null
    failures = health === 'healthy' && clock.now() - healthySince >= STABLE_MS ? 1 : failures + 1
    show('down', reason)
    wakeIn(backoffMs(failures, options.random()), () => {
      attempt = connect()
    })
  }

  const discover = (asked: McpSession): Promise<void> => {
    discovering = ask(asked)
    return discovering
  }

  /** A server may announce a change while its first list is on its way: only the newest answer counts. */
  const untilDiscovered = async (asked: McpSession) => {
    for (let waited: Promise<void> | null = null; session === asked && waited !== discovering; ) {
      waited = discovering
      await waited
    }
  }

  const ask = async (asked: McpSession) => {
    // A list that was asked for earlier must not replace a newer one.
    const number = ++lists
    const listed = await asked.tools()
    if (session !== asked || number !== lists) return
    if (listed.ok) tools = listed.tools.map(withoutSecrets)
    if (listed.ok && health !== 'healthy') healthySince = clock.now()
    show(
      listed.ok ? 'healthy' : 'degraded',
      listed.ok ? null : `Its tools could not be listed. ${listed.message}`,
    )
  }

  const look = () => {
    const asked = session
    if (asked === null) return
    const looked = health === 'degraded' ? discover(asked) : asked.checkAlive()
    void looked.then(() => {
      if (session === asked) wakeIn(LOOK_EVERY_MS, look)
    })
  }

  const open = async (mine: AbortController) => {
    // Whatever an earlier session still has to say is about the past.
    const isCurrent = () => current === mine
    const events = {
      onLost: (reason: string) => {
        if (isCurrent()) fail(reason)
      },
      onToolsChanged: () => {
        if (isCurrent() && session !== null) void discover(session)
      },
      onElicitation: options.onElicitation,
    }
    const identity = { connection: connection.name, version: options.version }
    const tryWay = async (tried: Way) => {
      const transport = createTransport({ connection, resolve: options.resolve, log, way: tried, auth: null })
      return openMcpSession(transport, { ...identity, way: tried }, events, mine.signal)
    }
    try {
      const first = await tryWay(way)
      const { other } = first.ok ? { other: null } : first
      if (other === null || !isCurrent()) {
        if (!first.ok) way = 'usual'
        return first
      }
      const second = await tryWay(other)
      if (second.ok) way = other
      // What the other way was refused with says less.
      return second.ok ? second : first
    } catch (cause) {
      return { ok: false as const, message: describeFailure(cause, null).message }
    }
  }

  const connect = async () => {
    const mine = new AbortController()
    current = mine
    await options.after
    if (current !== mine) return
    const opened = await open(mine)
    if (current !== mine) {
      if (opened.ok) await opened.session.close()
      return
    }
    if (!opened.ok) return fail(opened.message)
    session = opened.session
    void discover(opened.session)
    await untilDiscovered(opened.session)
    if (session === opened.session) wakeIn(LOOK_EVERY_MS, look)
  }

  const disconnect = async () => {
    timer?.cancel()
    current?.abort()
    current = null
    const last = session
    session = null
    await last?.close()
    await attempt
  }

  const reconnect = async () => {
    await disconnect()
    if (closed) return
    failures = 0
    show('starting', null)
    attempt = connect()
    await attempt
  }

  let attempt: Promise<void> = connect()

  return {
    settled: attempt,
    state: (): ConnectionState => ({
      name: connection.name,
      kind: 'mcp',
      title: connection.title ?? connection.name,
      target: describeTarget(connection),
      health,
      error,
      signIn: 'none',
      tools,
      since: new Date(since).toISOString(),
      logTail: log.lines(),
    }),
    async callTool(tool, args, call): Promise<CallToolResult> {
      if (health === 'starting') await untilAborted(attempt, call.signal)
      if (call.signal.aborted) return describeStop(call.signal, false)
      if (session === null) {
        const message = `The connection ${connection.name} is down. ${error ?? 'It has not been started.'}`
        return { ok: false, errorClass: 'connection_error', message, uncertain: false }
      }
      const { progress } = call
      const described = tools.find(({ name }) => name === tool)
      const answer = await session.callTool(tool, argumentsWithKey(described, args, call), {
        ...call,
        ...(progress === undefined
          ? {}
          : {
              progress: (update) =>
                progress({
                  ...update,
                  ...(update.message === undefined ? {} : { message: redact(update.message) }),
                }),
            }),
      })
      return answer.ok ? answer : { ...answer, message: redact(answer.message) }
    },
    restart() {
      restarting ??= reconnect().finally(() => {
        restarting = null
      })
      return restarting
    },
    authorize: () =>
      Promise.resolve({ ok: false, message: `The connection ${connection.name} needs no sign-in.` }),
    async close() {
      closed = true
      await disconnect()
    },
  }
}

function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish)
    void work.then(finish)
  })
}
