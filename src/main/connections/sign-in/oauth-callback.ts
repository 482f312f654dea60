/** Where the browser comes back to after signing in: a port of this computer that is open for that one visit. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { quoteSaying } from '../../workflow/wording/quote.ts'

const VISIT_MS = 600_000
const PATH = '/callback'

export interface Callback {
  url: string
  /** What the visit has to carry, so that nobody else's is taken for it. */
  state: string
  /** Rejects with a sentence when the person refuses, comes too late, or the callback is closed. */
  answer: Promise<{ code: string; iss: string | null }>
  /** What the browser is told in the end. */
  respond(words: Promise<string>): void
  close(): void
}

/** A visit that came to nothing; its message is a sentence. */
export class VisitFailed extends Error {}

const NOT_THIS_VISIT = 'This page belongs to no sign-in that is under way. Start again in Countersign.'

function sayRefusal(code: string | null): string {
  if (code === 'access_denied') return 'It was refused on the sign-in page.'
  return code === null ? 'The server sent no code.' : `The server answered ${quoteSaying(code)}.`
}

export async function awaitCallback(): Promise<Callback> {
  const state = randomBytes(24).toString('base64url')
  const { promise: answer, resolve, reject } = withResolvers<{ code: string; iss: string | null }>()
  // Nobody may be listening when the time is over.
  answer.catch(() => {})
  let words = Promise.resolve('')
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const { searchParams } = url
    if (request.method !== 'GET' || url.pathname !== PATH || searchParams.get('state') !== state) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end(NOT_THIS_VISIT)
      return
    }
    const code = searchParams.get('code')
    if (code === null) reject(new VisitFailed(sayRefusal(searchParams.get('error'))))
    else resolve({ code, iss: searchParams.get('iss') })
    void words.then((text) => {
      response.writeHead(200, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        connection: 'close',
      })
      response.end(text, close)
    })
  })
  const close = () => {
    clearTimeout(alarm)
    server.close()
    reject(new VisitFailed('Nobody came back from the browser.'))
  }
  const alarm = setTimeout(close, VISIT_MS).unref()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    state,
    answer,
    respond(told) {
      words = told
    },
    close,
  }
}

/** `Promise.withResolvers` is newer than Node 20. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
