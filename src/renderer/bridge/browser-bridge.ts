/**
 * The bridge of the browser desk: calls by POST, pushes as a stream that is read with fetch. A session is a cookie
 * and a secret that only this origin's storage holds (R1.3); both are needed for every call. The protocol is described in `src/main/desk/doors/web.ts`.
 */
import type { Bridge, DeskErrorData, Push } from '../../preload/contract.ts'

const SECRET = 'countersign.session'
const SECRET_HEADER = 'x-countersign-session'
const SINCE_HEADER = 'x-countersign-since'
const ONE_TIME_KEY = /^#key=([\w-]+)/
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 8000
/** The gateway says every four seconds that it is there; one that is silent for longer than this has stopped or hangs. */
const SILENCE_MS = 10_000

type AnyReply = { ok: true; value: unknown } | { ok: false; error: DeskErrorData }

const SIGNED_OUT: AnyReply = {
  ok: false,
  error: { code: 'SIGNED_OUT', message: 'This browser is not signed in to the desk.' },
}

/** `silenceMs`: after this time without a word the stream counts as lost. */
export async function openBrowserBridge(page: Window, silenceMs = SILENCE_MS): Promise<Bridge> {
  const refusal = await signIn(page)
  // A new link that is opened in this very tab changes the fragment only; the page starts again with it.
  page.addEventListener('hashchange', () => {
    if (ONE_TIME_KEY.test(page.location.hash)) page.location.reload()
  })
  let signedOut = false
  // Another tab has signed in anew, for all of this browser.
  page.addEventListener('storage', ({ key }) => {
    if (signedOut && key === SECRET) page.location.reload()
  })
  const home = page.location.href
  const secret = () => page.localStorage.getItem(SECRET) ?? ''
  return {
    kind: 'browser',
    ...(refusal === null ? {} : { refusal }),
    async call(name, request) {
      const reply = await postCall(new URL(`./call/${name}`, home), request, secret())
      signedOut ||= reply === SIGNED_OUT
      return reply
    },
    ...followStream(new URL('./push', home), secret, silenceMs),
  }
}

/**
 * Takes the one-time key out of the address, so that neither history nor a reload keeps it; where nobody could be
 * signed in with it, it is put back and good for another try.
 * @returns why nobody could be; null otherwise
 */
async function signIn(page: Window): Promise<string | null> {
  const key = ONE_TIME_KEY.exec(page.location.hash)?.[1]
  if (key === undefined) return null
  page.history.replaceState(null, '', `${page.location.pathname}#/`)
  const answer = await fetch(new URL('./sign-in', page.location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  }).catch(() => null)
  if (answer?.status === 503) {
    page.history.replaceState(null, '', `${page.location.pathname}#key=${key}`)
    return ((await answer.json()) as { error: DeskErrorData }).error.message
  }
  if (answer === null || !answer.ok) return null
  const body = (await answer.json()) as { secret?: unknown }
  if (typeof body.secret === 'string') page.localStorage.setItem(SECRET, body.secret)
  return null
}

async function postCall(address: URL, request: unknown, secret: string): Promise<AnyReply> {
  if (secret === '') return SIGNED_OUT
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SECRET_HEADER]: secret },
    body: JSON.stringify(request),
  })
  if (answer.status === 401) return SIGNED_OUT
  return (await answer.json()) as AnyReply
}

/** One stream for all listeners; it is opened with the first and reconnects for as long as the page lives. */
function followStream(
  address: URL,
  secret: () => string,
  silenceMs: number,
): Pick<Bridge, 'onPush' | 'onLink'> {
  const pushListeners = new Set<(push: Push) => void>()
  const linkListeners = new Set<(connected: boolean) => void>()
  let running = false
  function tell(connected: boolean): void {
    for (const listener of linkListeners) listener(connected)
  }
  async function run(): Promise<void> {
    let pause = FIRST_PAUSE_MS
    for (;;) {
      const state = await readStream(address, secret(), silenceMs, {
        opened: () => {
          pause = FIRST_PAUSE_MS
          tell(true)
        },
        push: (push) => {
          for (const listener of pushListeners) listener(push)
        },
      })
      tell(false)
      if (state === 'signed_out') return
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
    }
  }
  function start(): void {
    if (running) return
    running = true
    void run().finally(() => {
      running = false
    })
  }
  return {
    onPush(listener) {
      pushListeners.add(listener)
      start()
      return () => pushListeners.delete(listener)
    },
    onLink(listener) {
      linkListeners.add(listener)
      start()
      return () => linkListeners.delete(listener)
    },
  }
}

async function readStream(
  address: URL,
  secret: string,
  silenceMs: number,
  hear: { opened: () => void; push: (push: Push) => void },
): Promise<'ended' | 'signed_out'> {
  if (secret === '') return 'signed_out'
  const lost = new AbortController()
  let timer = setTimeout(() => lost.abort(), silenceMs)
  function hearAgain(): void {
    clearTimeout(timer)
    timer = setTimeout(() => lost.abort(), silenceMs)
  }
  try {
    // What is asked from now on may be answered before the stream is there; both ends have one clock.
    const headers = { [SECRET_HEADER]: secret, [SINCE_HEADER]: String(Date.now()) }
    const answer = await fetch(address, { headers, signal: lost.signal })
    if (answer.status === 401) return 'signed_out'
    if (!answer.ok || answer.body === null) return 'ended'
    hear.opened()
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'ended'
      hearAgain()
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const push = readPush(line)
        if (push) hear.push(push)
      }
    }
  } catch {
    return 'ended'
  } finally {
    clearTimeout(timer)
  }
}

/** A line of the event stream: `data:` and the push as JSON; anything else keeps the stream alive. */
export function readPush(line: string): Push | null {
  if (!line.startsWith('data:')) return null
  try {
    return JSON.parse(line.slice('data:'.length)) as Push
  } catch {
    return null
  }
}
