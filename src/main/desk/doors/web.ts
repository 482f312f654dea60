/**
 * The browser desk: the desk's page and calls over loopback HTTP, on a port of its own (R1.1, R1.3).
 * May import: gateway.ts (types), model, preload/contract.
 *
 * The protocol. Host must be exactly `127.0.0.1:PORT` or `localhost:PORT`, else 421. All answers carry the headers
 * of `page-security.ts`.
 *
 * - `GET /` and the files of the built window, without a session. The link that a person opens is `/#key=KEY`:
 *   the key stands in the fragment, which browsers never send.
 * - `POST /sign-in` with `{"key": KEY}` → 200 `{"secret": SECRET, "person": NAME or null}` and the session's cookie
 *   (HttpOnly, SameSite=Strict). A key works once and for 60 seconds; a new link ends the one before. A wrong,
 *   used or old key → 401. What cannot be written down → 503 with the reason as an error, and the key stays good. The page keeps SECRET in its origin's storage.
 * - `POST /call/NAME` with the request as JSON, the cookie, and SECRET in the header `x-countersign-session`
 *   → 200 with the reply of the contract: `{"ok": true, "value": …}` or `{"ok": false, "error": …}`.
 * - `GET /push` with the same cookie and header → 200 `text/event-stream`, open for as long as both sides like:
 *   a comment line at once and every four seconds, and `data: PUSH` for each push. With a time in the header
 *   `x-countersign-since` (milliseconds since 1970, at most ten seconds ago) those since then come first. Whoever
 *   reconnects asks again for what it shows: pushes are not kept longer.
 *
 * Without cookie and secret of one and the same session → 401 with `{"ok": false, "error": {"code":
 * "SIGNED_OUT", …}}`. POST needs an Origin that is exactly this Host's; `GET /push` refuses any other Origin and
 * any Sec-Fetch-Site but `same-origin` → 403. A body over 4 MiB → 413, one that is not JSON → 400.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createAdaptorServer } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import type { DeskErrorData, Push } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { isJsonObject } from '../../model/json.ts'
import type { Desk } from '../desk.ts'
import { describeFault } from '../fault.ts'
import type { DeskSession } from '../session.ts'
import { readPageFiles } from './page-files.ts'
import { PAGE_HEADERS } from './page-security.ts'

const MAX_BODY_BYTES = 4 * 1024 * 1024
const SECRET_HEADER = 'x-countersign-session'
const SINCE_HEADER = 'x-countersign-since'

export interface DeskWeb {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** A link that works once, for 60 seconds, and ends the one before. */
  newLink(): string
  /** Who is signed in; `streams` counts the pages that are open now. */
  sessions(): { id: string; since: string; streams: number }[]
  close(): Promise<void>
}

interface DeskWebOptions {
  desk: Pick<Desk, 'dispatch' | 'openSession' | 'attend' | 'onPush'>
  clock: Gateway['clock']
  /** The built window (`out/renderer`). */
  rendererFolder: string
  /** 0: any free one. */
  port: number
}

/** @throws the system's error if the port cannot be had, or the window is not built. */
export async function openDeskWeb({ desk, clock, rendererFolder, port }: DeskWebOptions): Promise<DeskWeb> {
  const files = await readPageFiles(rendererFolder)
  const key = createOneTimeKey(clock)
  const sessions = createWebSessions()
  const streams = new Map<PushStream, DeskSession>()
  const recent = createRecentPushes(clock)
  const stopKeeping = desk.onPush(recent.note)
  const app = new Hono()
  let hosts: string[] = []
  let cookie = ''

  app.use('*', async (context, next) => {
    const refusal = checkOrigin(context, hosts)
    if (refusal) return refusal
    await next()
    for (const [name, value] of Object.entries(PAGE_HEADERS)) context.res.headers.set(name, value)
    return undefined
  })
  app.onError((_fault, context) => context.json(failure('INTERNAL', 'The desk failed to answer.'), 500))
  app.post('*', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (context) => context.text('Too large.', 413) }))

  app.post('/sign-in', async (context) => {
    const body = await readBody(context)
    const taken = key.take(String((isJsonObject(body) ? body.key : undefined) ?? ''))
    if (taken === null) return context.json(SIGNED_OUT_LINK, 401)
    let session: DeskSession
    try {
      session = await desk.openSession('browser')
    } catch (fault) {
      // A sign-in is written down, or it is none: the link stays good for when there is room again.
      taken.giveBack()
      const error = describeFault(fault)
      if (error === null) throw fault
      return context.json({ ok: false, error }, 503)
    }
    const { cookieValue, secret } = sessions.add(session)
    setCookie(context, cookie, cookieValue, { httpOnly: true, sameSite: 'Strict', path: '/' })
    return context.json({ secret, person: session.person() })
  })

  app.post('/call/:name', async (context) => {
    const session = sessionOf(context)
    if (!session) return context.json(SIGNED_OUT, 401)
    const body = await readBody(context)
    if (body === undefined) return context.json(failure('INVALID_REQUEST', 'The request is not JSON.'), 400)
    return context.json(await desk.dispatch(session, context.req.param('name'), body))
  })

  app.get('/push', (context) => {
    const session = sessionOf(context)
    if (!session) return context.json(SIGNED_OUT, 401)
    const since = Number(context.req.header(SINCE_HEADER) ?? Number.NaN)
    // Before its own arrival is told: that is no news to it.
    const missed = recent.since(since)
    const leave = desk.attend(session)
    const stream = openPushStream(
      clock,
      (listener: (push: Push) => void) => {
        for (const push of missed) listener(push)
        return desk.onPush(listener)
      },
      () => {
        streams.delete(stream)
        leave()
      },
    )
    streams.set(stream, session)
    return context.body(stream.body, 200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    })
  })

  app.get('*', (context) => {
    const file = files.get(context.req.path === '/' ? '/index.html' : context.req.path)
    if (!file) return context.text('There is nothing here. The desk is at /.', 404)
    return context.body(file.body, 200, {
      'content-type': file.type,
      // Files of this folder carry a hash of their content in their name.
      'cache-control': context.req.path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-store',
    })
  })

  function sessionOf(context: Context): DeskSession | null {
    return sessions.find(getCookie(context, cookie) ?? '', context.req.header(SECRET_HEADER) ?? '')
  }

  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  hosts = [`127.0.0.1:${actualPort}`, `localhost:${actualPort}`]
  // Cookies ignore ports: two gateways on one machine must not overwrite each other's.
  cookie = `countersign_${actualPort}`
  const url = `http://127.0.0.1:${actualPort}`

  return {
    url,
    newLink: () => `${url}/#key=${key.renew()}`,
    sessions: () =>
      sessions.list().map((session) => ({
        id: session.id,
        since: session.since,
        streams: [...streams.values()].filter((owner) => owner === session).length,
      })),
    async close() {
      stopKeeping()
      for (const stream of streams.keys()) stream.end()
      const closed = new Promise((resolve) => server.close(resolve))
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

const SIGNED_OUT = failure(
  'SIGNED_OUT',
  'This browser is not signed in to the desk. Press Enter in the terminal of Countersign for a new link.',
)
const SIGNED_OUT_LINK = failure(
  'SIGNED_OUT',
  'This link was used already or is older than a minute. Press Enter in the terminal of Countersign for a new one.',
)

function failure(code: DeskErrorData['code'], message: string): { ok: false; error: DeskErrorData } {
  return { ok: false, error: { code, message } }
}

/** A foreign page must not even learn that the desk is here; whoever passes still needs cookie and secret. */
function checkOrigin(context: Context, hosts: readonly string[]): Response | null {
  const host = context.req.header('host') ?? ''
  if (!hosts.includes(host))
    return context.text(`This desk is at ${hosts[0] ?? ''} only.`, 421, { ...PAGE_HEADERS })
  const origin = context.req.header('origin')
  const site = context.req.header('sec-fetch-site')
  const isFile = context.req.method === 'GET' && context.req.path !== '/push'
  if (isFile) return null
  const foreign = origin !== undefined && origin !== `http://${host}`
  const missing = origin === undefined && context.req.method !== 'GET'
  if (!foreign && !missing && (site === undefined || site === 'same-origin')) return null
  return context.text('Only the desk’s own page may call this address.', 403, { ...PAGE_HEADERS })
}

async function readBody(context: Context): Promise<unknown> {
  try {
    return await context.req.json()
  } catch {
    return undefined
  }
}

/** The key of a sign-in link: works once, for 60 seconds; a new one ends the one before (R1.3). */
const LIFETIME_MS = 60_000

interface OneTimeKey {
  renew(): string
  /** Once, for the newest key, in time; otherwise null. Whoever could not use it gives it back. */
  take(presented: string): { giveBack(): void } | null
}

function createOneTimeKey(clock: Gateway['clock']): OneTimeKey {
  let current: { key: string; until: number } | null = null
  return {
    renew() {
      const key = randomBytes(32).toString('base64url')
      current = { key, until: clock.now() + LIFETIME_MS }
      return key
    },
    take(presented) {
      if (current === null || !sameSecret(presented, current.key)) return null
      const taken = current
      const left = taken.until - clock.now()
      current = null
      // More than its whole time: the clock was set back since.
      if (left <= 0 || left > LIFETIME_MS) return null
      return {
        giveBack() {
          current ??= taken
        },
      }
    },
  }
}

// Pushes as an event stream for one open page.

/** Well below the silence after which the page says that it is not connected. */
const KEEP_ALIVE_MS = 4000
/** A page that reads this slowly has gone; it asks again for everything when it comes back. */
const MAX_WAITING = 10_000

interface PushStream {
  readonly body: ReadableStream<Uint8Array>
  end(): void
}

function openPushStream(
  clock: Gateway['clock'],
  subscribe: (listener: (push: Push) => void) => () => void,
  ended: () => void,
): PushStream {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let alarm: { cancel(): void } | null = null
  let unsubscribe = (): void => undefined

  function write(text: string): void {
    if (controller === null) return
    controller.enqueue(encoder.encode(text))
    if ((controller.desiredSize ?? 0) < -MAX_WAITING) finish(true)
  }

  function keepAlive(): void {
    write(': here\n\n')
    if (controller !== null) alarm = clock.after(KEEP_ALIVE_MS, keepAlive)
  }

  function finish(close: boolean): void {
    const open = controller
    if (open === null) return
    controller = null
    alarm?.cancel()
    unsubscribe()
    if (close) open.close()
    ended()
  }

  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened
      unsubscribe = subscribe((push) => write(`data: ${JSON.stringify(push)}\n\n`))
      keepAlive()
    },
    cancel: () => finish(false),
  })
  return { body, end: () => finish(true) }
}

// ── What was pushed a moment ago: a page asks its first questions while its stream is still being opened, and what
// changes between an answer and the stream would never be told.

/** As long as a page waits for its stream; then it asks again for everything. */
const KEPT_MS = 10_000
const MOST_KEPT = 10_000

interface RecentPushes {
  note(push: Push): void
  /** Each once, the oldest first. `time` in milliseconds since 1970. */
  since(time: number): Push[]
}

function createRecentPushes(clock: Gateway['clock']): RecentPushes {
  const kept = new Map<string, { push: Push; at: number }>()
  return {
    note(push) {
      // A person is sent somewhere once.
      if (push.topic === 'navigate') return
      const now = clock.now()
      const key = JSON.stringify(push)
      kept.delete(key)
      kept.set(key, { push, at: now })
      for (const [old, { at }] of kept) {
        if (now - at <= KEPT_MS && kept.size <= MOST_KEPT) break
        kept.delete(old)
      }
    },
    since(time) {
      const from = Math.max(time, clock.now() - KEPT_MS)
      return [...kept.values()].flatMap(({ push, at }) => (at >= from ? [push] : []))
    },
  }
}

/**
 * A browser that is signed in, for as long as the process lives. It has two secrets: a cookie, which the browser sends to every
 * port of this machine, and one that only the page of our own origin can read (R1.3).
 */
interface WebSessions {
  add(session: DeskSession): { cookieValue: string; secret: string }
  /** Both must belong to the same session. */
  find(cookieValue: string, secret: string): DeskSession | null
  list(): DeskSession[]
}

function createWebSessions(): WebSessions {
  const sessions: { session: DeskSession; cookieValue: string; secret: string }[] = []
  return {
    add(session) {
      const cookieValue = randomBytes(32).toString('base64url')
      const secret = randomBytes(32).toString('base64url')
      sessions.push({ session, cookieValue, secret })
      return { cookieValue, secret }
    },
    find(cookieValue, secret) {
      let found: DeskSession | null = null
      // All are compared, whichever fits: time tells nothing.
      for (const known of sessions) {
        const cookieFits = sameSecret(cookieValue, known.cookieValue)
        const secretFits = sameSecret(secret, known.secret)
        if (cookieFits && secretFits) found = known.session
      }
      return found
    },
    list: () => sessions.map(({ session }) => session),
  }
}

// ── Compares secrets so that the time it takes tells nothing about how near a guess was.

function sameSecret(presented: string, expected: string): boolean {
  return timingSafeEqual(digest(presented), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
