/** Gets the list of updates from its server: small, in time, and from there alone. May import: nothing of ours. */

const MOST_BYTES = 1024 * 1024
const WITHIN_MS = 30_000

export type Fetch = (address: string, options: RequestInit) => Promise<Response>

/** The address of a file beside the others. */
export function addressOf(folder: string, name: string): string {
  return new URL(encodeURIComponent(name), folder.endsWith('/') ? folder : `${folder}/`).href
}

/** Null: it cannot be had. Never throws. */
export async function fetchManifest(fetch: Fetch, folder: string, channel: string): Promise<string | null> {
  try {
    const response = await fetch(addressOf(folder, `countersign-${channel}.json`), {
      cache: 'no-store',
      // Another server might be named, and an address without encryption.
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    if (!response.ok || response.body === null) return null
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += piece.byteLength
      pieces.push(piece)
      // Its beginning is enough to refuse it as what it is: no list of updates.
      if (bytes > MOST_BYTES) break
    }
    return Buffer.concat(pieces).toString('utf8')
  } catch {
    return null
  }
}
