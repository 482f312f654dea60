/**
 * The only addresses that the window may open outside itself: sign-in pages that the gateway has given out lately.
 * Imports nothing of Electron.
 */
export interface OutsideAddresses {
  /** Takes the address out of the answer to `connections.signIn`; every other answer is left alone. */
  note(call: string, reply: { ok: boolean; value?: unknown }): void
  mayOpen(address: string): boolean
}

/** Kept at once: a person has one or two sign-ins under way. */
const MOST = 20

export function createOutsideAddresses(): OutsideAddresses {
  const expected = new Set<string>()
  return {
    note(call, reply) {
      if (call !== 'connections.signIn' || !reply.ok) return
      const address = (reply.value as { url?: unknown } | undefined)?.url
      const web = typeof address === 'string' ? webAddress(address) : null
      if (web === null) return
      expected.add(web)
      for (const oldest of expected) if (expected.size > MOST) expected.delete(oldest)
    },
    mayOpen(address) {
      const web = webAddress(address)
      return web !== null && expected.has(web)
    },
  }
}

/** As a browser writes it; null for what is no page of the web. */
function webAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
