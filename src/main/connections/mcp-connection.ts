/** Keeps one MCP connection alive: starts it in the background, discovers its tools, and comes back after a loss. */
import type { OAuthDeclaration } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import { asSentence } from '../model/shorten.ts'
import type { Clock, Secrets } from '../runtime/ports.ts'
import { quoteName } from '../workflow/wording/quote.ts'
import type {
  CallToolOptions,
  CallToolResult,
  ConnectionHealth,
  ConnectionState,
  ImportedTool,
  OnElicitation,
  SupervisedConnection,
} from './connection.ts'
import { loadClient } from './load-client.ts'
import { createLogTail } from './log-tail.ts'
import type { McpSession } from './mcp-session.ts'
import type { SessionOpener, SessionOpenerOptions } from './open-session.ts'
import { describeOwnFailure, describeStop } from './own-failures.ts'
import { redactStrings } from './redact.ts'
import { keepCredentials } from './sign-in/oauth-provider.ts'
import type { SignIn, SignInOptions } from './sign-in/sign-in.ts'
import { createBurstLimit } from './tools/burst-limit.ts'
import { argumentsWithKey } from './tools/idempotency-key.ts'
import { noteMisfits, tellableResult } from './tools/tool-result.ts'
import { untilAborted } from './until-aborted.ts'

/** A connection that lived this long was well: the next failure is a first one. */
const STABLE_MS = 30_000
/** An address does not tell when its server ends, and a list of tools that failed may succeed later. */
const LOOK_EVERY_MS = 30_000

/** A server may announce its changes one by one; one that does so without end is asked less often. */
const MOST_LISTS = 5
const LISTS_WINDOW_MS = 1000

export interface McpConnectionOptions extends SessionOpenerOptions {
  redact(text: string): string
  clock: Clock
  random(): number
  /** What has to be over before the first attempt. */
  after: Promise<void>
  /** Known before the server has said anything. */
  cachedTools: ImportedTool[]
  onElicitation: OnElicitation | null
  /** Why the tool must not be called, asked when what the server offers now is known; null: it may. */
  objection(tool: string): string | null
  /** Null: what a server hands out lasts as long as the gateway runs. */
  secrets: Pick<Secrets, 'get' | 'set'> | null
  /** Told every value that nobody may see. */
  onSecret(value: string): void
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
  const { onElicitation } = options
  /** A question may repeat them too, and is kept. */
  const askPerson: OnElicitation | null =
    onElicitation === null
      ? null
      : (request, signal) =>
          onElicitation(
            {
              ...request,
              message: redact(request.message),
              schema: redactStrings(request.schema, redact),
            },
            signal,
          )
  let health: ConnectionHealth = 'starting'
  let error: string | null = null
  let tools = options.cachedTools
  let refused: ConnectionState['refused'] = []
  let since = clock.now()
  let session: McpSession | null = null
  /** Lost, but with calls that may still be answered. */
  let lingering: McpSession[] = []
  let healthySince = 0
  let failures = 0
  let timer: { cancel(): void } | null = null
  /** The attempt or session that counts; null between them. */
  let current: AbortController | null = null
  let lists = 0
  let discovering: Promise<void> = Promise.resolve()
  let closed = false
  /** Why the last visit to sign in came to nothing: to try again by itself tells nothing new. */
  let failedVisit: string | null = null
  let restarting: Promise<void> | null = null

  const show = (next: ConnectionHealth, reason: string | null) => {
    if (health !== next) since = clock.now()
    health = next
    error = reason === null ? null : redact(reason)
    options.onChange()
  }

  const wakeIn = (ms: number, callback: () => void) => {
    timer?.cancel()
    timer = clock.after(ms, callback)
  }

  const fail = (reason: string, needsSignIn = false) => {
    if (closed) return
    lingering = [...lingering, ...(session === null ? [] : [session])].filter((each) => each.isBusy())
    session = null
    current = null
    failures = health === 'healthy' && clock.now() - healthySince >= STABLE_MS ? 1 : failures + 1
    show(needsSignIn ? 'needs_sign_in' : 'down', needsSignIn ? (failedVisit ?? reason) : reason)
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
    if (listed.ok) {
      tools = listed.tools.map(withoutSecrets)
      refused = listed.refused.map(({ tool, reason }) => ({ tool, reason: redact(reason) }))
      for (const { tool, reason } of refused)
        log.keep(tool === '' ? reason : `The tool ${quoteName(tool)} is left out. ${reason}`)
    }
    if (listed.ok && health !== 'healthy') healthySince = clock.now()
    show(
      listed.ok ? 'healthy' : 'degraded',
      listed.ok ? null : `Its tools could not be listed. ${asSentence(listed.message)}${untilListed(tools)}`,
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

  const open = (openSession: SessionOpener, mine: AbortController) => {
    // Whatever an earlier session still has to say is about the past.
    const isCurrent = () => current === mine
    const events = {
      onLost: (reason: string) => {
        if (isCurrent()) fail(reason)
      },
      onToolsChanged: () => {
        if (isCurrent()) changes.trigger()
      },
      onElicitation: askPerson,
    }
    return openSession(events, mine.signal)
  }

  const connect = async () => {
    const mine = new AbortController()
    current = mine
    await options.after
    const { openSession } = await loadOpener()
    if (current !== mine) return
    const opened = await open(openSession, mine)
    if (current !== mine) {
      if (opened.ok) await opened.session.close()
      return
    }
    if (!opened.ok) return fail(opened.message, opened.signIn)
    session = opened.session
    void discover(opened.session)
    await untilDiscovered(opened.session)
    if (session === opened.session) wakeIn(LOOK_EVERY_MS, look)
  }

  const disconnect = async () => {
    timer?.cancel()
    current?.abort()
    current = null
    const last = [...lingering, ...(session === null ? [] : [session])]
    lingering = []
    session = null
    await Promise.all(last.map((each) => each.close()))
    await attempt
  }

  const reconnect = async () => {
    await disconnect()
    if (closed) return
    failures = 0
    failedVisit = null
    show('starting', null)
    attempt = connect()
    await attempt
  }

  const restart = () => {
    restarting ??= reconnect().finally(() => {
      restarting = null
    })
    return restarting
  }

  let signedIn: SignIn | null = null
  const makeOpener = async () => {
    const { createSessionOpener, createSignIn } = await loadClient()
    /** Null where there is nothing to sign in at: a program, or an address that gets a header of its own for it. */
    const signIn = (): SignIn | null => {
      const where = signedIn === null ? whereToSignIn(options) : null
      if (where !== null) {
        signedIn = createSignIn({
          ...where,
          onSignedIn: () => void restart(),
          onFailed: (reason) => {
            failedVisit = reason
            show(health, reason)
          },
        })
      }
      return signedIn
    }
    return { signIn, openSession: createSessionOpener(options, log, () => signIn()?.provider ?? null) }
  }
  let making: ReturnType<typeof makeOpener> | null = null
  const loadOpener = () => {
    making ??= makeOpener()
    return making
  }

  const changes = createBurstLimit(
    () => {
      if (session !== null) void discover(session)
    },
    MOST_LISTS,
    LISTS_WINDOW_MS,
  )
  let attempt: Promise<void> = connect()

  return {
    settled: attempt,
    state: (): ConnectionState => ({
      name: connection.name,
      kind: 'mcp',
      title: connection.title ?? connection.name,
      health,
      error,
      ...(failedVisit === null ? {} : { visitFailed: true as const }),
      tools,
      refused,
      since: new Date(since).toISOString(),
      logTail: log.lines(),
    }),
    log: log.whole,
    async callTool(tool, args, call): Promise<CallToolResult> {
      // Also after a loss: until its list has come, the server's tools may be others than before.
      const isListed = health === 'healthy' || health === 'degraded'
      const isUnknown = health === 'starting' || (session !== null && !isListed)
      if (isUnknown) await untilAborted(attempt, call.signal)
      if (call.signal.aborted) return describeStop(call.signal, false)
      if (session === null) {
        const message = `The server ${connection.name} is down. ${error ?? 'It has not been started.'}`
        return { ok: false, errorClass: 'connection_error', message, uncertain: false }
      }
      const unusable = refused.find((entry) => entry.tool === tool)
      if (unusable !== undefined) {
        const message = `The tool ${quoteName(tool)} cannot be called. ${unusable.reason}`
        return { ok: false, errorClass: 'permanent', message, uncertain: false }
      }
      const objection = options.objection(tool) ?? (isUnknown ? call.objection?.() : null) ?? null
      if (objection !== null) {
        return { ok: false, errorClass: 'permanent', message: objection, uncertain: false }
      }
      const described = tools.find(({ name }) => name === tool)
      const guarded = withoutSecretsInProgress(call, redact)
      const answer = await session.callTool(tool, argumentsWithKey(described, args, call), guarded)
      if (!answer.ok) return { ...answer, message: redact(answer.message) }
      const told = { ...answer, result: tellableResult(answer.result, redact) }
      return noteMisfits(described, told, options.rules)
    },
    restart,
    async authorize() {
      const message = `The server ${connection.name} needs no sign-in.`
      try {
        failedVisit = null
        options.onChange()
        const { signIn } = await loadOpener()
        return (await signIn()?.begin()) ?? { ok: false, message }
      } catch (cause) {
        return { ok: false, message: redact(describeOwnFailure(cause, null).message) }
      }
    },
    async close() {
      closed = true
      changes.close()
      signedIn?.close()
      await disconnect()
    },
  }
}

/** What a person has accepted stays callable (R5.3); whether it is still what the server does, nobody knows. */
function untilListed(tools: ImportedTool[]): string {
  return tools.length === 0
    ? ''
    : ' Until they are, calls go by how it described them before; whether that has changed is not known.'
}

function withoutSecretsInProgress(call: CallToolOptions, redact: (text: string) => string): CallToolOptions {
  const { progress } = call
  if (progress === undefined) return call
  return {
    ...call,
    progress: ({ message, ...update }) =>
      progress({ ...update, ...(message === undefined ? {} : { message: redact(message) }) }),
  }
}

/** How long to wait before the next attempt: 1 s, doubling up to 60 s, less up to a half so that nobody retries in step. */
const FIRST_MS = 1000
const LONGEST_MS = 60_000

/** @param failures how many attempts have failed in a row, from 1; @param random 0 to 1 */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  return Math.max(FIRST_MS, Math.round(full * (1 - random / 2)))
}

/** Null: a program, or an address that gets a header of its own for it. @throws GatewayError */
function whereToSignIn({
  connection,
  resolve,
  secrets,
  onSecret,
}: Pick<McpConnectionOptions, 'connection' | 'resolve' | 'secrets' | 'onSecret'>): Omit<
  SignInOptions,
  'onSignedIn' | 'onFailed'
> | null {
  const { transport } = connection
  if (transport.kind !== 'http') return null
  if (Object.keys(transport.headers).some((name) => name.toLowerCase() === 'authorization')) return null
  const serverUrl = new URL(resolve(transport.url)).href
  const declaration: OAuthDeclaration | null = transport.auth ?? null
  return {
    serverUrl,
    declaration,
    clientSecret: declaration?.clientSecret === undefined ? null : resolve(declaration.clientSecret),
    credentials: keepCredentials({ connection: connection.name, serverUrl, secrets, onSecret }),
  }
}
