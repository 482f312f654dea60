/** JSON from an address that a person has pressed for: bounded in time and size, and from nowhere else. */
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import { quoteName, quoteSaying } from '../../workflow/wording/quote.ts'
import { DeskFault } from '../fault.ts'

export interface JsonRequest {
  address: URL
  /** Sent to the host of `address` alone. */
  token: string | null
  /** What is asked, in words: “the registry”. */
  who: string
  /** Instead of plain JSON. */
  accept?: string
  /** How long all of it may take, in milliseconds. */
  withinMs?: number
}

const LONGEST_MS = 15_000
const LARGEST = 8 * 1024 * 1024
const MOST_REDIRECTS = 3

/** Null: it answers that there is no such thing. @throws DeskFault REJECTED with a sentence */
export async function fetchJson(request: JsonRequest): Promise<JsonValue | null> {
  const { address, who, withinMs = LONGEST_MS } = request
  const signal = AbortSignal.timeout(withinMs)
  const host = quoteName(address.host)
  try {
    const response = await follow(request, signal)
    const body = await readBody(response, who)
    if (response.status === 404) return null
    if (!response.ok) throw refused(response, body, who)
    try {
      return JSON.parse(body) as JsonValue
    } catch {
      throw reject(`${who} at ${host} does not answer with JSON. Is the address right?`)
    }
  } catch (error) {
    if (error instanceof DeskFault) throw error
    if (signal.aborted) throw reject(`${who} at ${host} did not answer within ${withinMs / 1000} seconds.`)
    throw reject(`${who} at ${host} cannot be reached. Check the address and your network.`)
  }
}

async function follow(
  { address, token, who, accept = 'application/json' }: JsonRequest,
  signal: AbortSignal,
): Promise<Response> {
  let at = address
  for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
    const response = await fetch(at, {
      redirect: 'manual',
      signal,
      headers: {
        accept,
        'user-agent': 'countersign',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    if (!URL.canParse(location, at)) break
    const next = new URL(location, at)
    // A person has agreed to this host, and the token is for it alone.
    if (next.origin !== address.origin)
      throw reject(
        `${who} sends on to another address: ${quoteName(next.origin)}. Nothing was asked there. If you trust it, use that address.`,
      )
    at = next
  }
  throw reject(`${who} sends on from address to address.`)
}

async function readBody(response: Response, who: string): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > LARGEST) throw reject(`${who} answers with more than ${LARGEST / 1024 / 1024} MiB.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function refused(response: Response, body: string, who: string): DeskFault {
  const { status } = response
  const said = sayReason(body)
  if (status === 401 || status === 403)
    return reject(`${who} wants a token, or does not accept the one that it got (${status}).${said}`)
  if (status === 429) {
    const wait = Number(response.headers.get('retry-after'))
    const when = Number.isFinite(wait) && wait > 0 ? `in ${Math.ceil(wait)} seconds` : 'in a while'
    return reject(`${who} is asked too often at the moment. Try again ${when}.${said}`)
  }
  if (status >= 500) return reject(`${who} has a problem of its own (${status}). Try again later.${said}`)
  return reject(`${who} refuses this (${status}).${said}`)
}

/** In its own words. */
function sayReason(body: string): string {
  try {
    const answer: unknown = JSON.parse(body)
    if (!isJsonObject(answer)) return ''
    const reason = [answer.error, answer.detail, answer.message, answer.title].find(
      (each): each is string => typeof each === 'string' && each !== '',
    )
    return reason === undefined ? '' : ` It says: ${quoteSaying(reason.slice(0, 300))}`
  } catch {
    return ''
  }
}

function reject(message: string): DeskFault {
  return new DeskFault('REJECTED', message)
}
