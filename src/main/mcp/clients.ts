/** Who is connected now, for the desk's status strip and for the gateway that ends when nobody is left. */
import type { Gateway } from '../gateway.ts'
import { shownName } from './principal.ts'

export type ClientTransport = 'stdio' | 'http'

export interface ConnectedClient {
  /** What people read as its name. */
  label: string
  /** The identity of its token, or `local`. */
  client: string
  transport: ClientTransport
  /** ISO time. */
  since: string
}

/** One row of the list. */
export interface Presence {
  /** The client has said its name. */
  rename(label: string): void
  end(): void
}

export interface Clients {
  list(): ConnectedClient[]
  /** A connection that has a beginning and an end. */
  join(client: Omit<ConnectedClient, 'since'>): Presence
  /**
   * A client without a connection (2026-07-28 over HTTP): shown while a call is open and for `STAYS_MS` after
   * its last one. Returns the function that ends the call.
   */
  visit(client: Omit<ConnectedClient, 'since'>): () => void
  /** `end` closes what was opened with the client's token. Returns the function that says that it is closed. */
  admit(client: string, end: () => void): () => void
  /** Closes all that is open in the name of a client whose token works no more (R1.2). */
  dismiss(client: string): void
  close(): void
}

interface Visit {
  client: string
  presence: Presence
  /** How many of its calls are open now. */
  open: number
  leaving: { cancel(): void } | null
}

/** Over HTTP nobody hears of an exit: who has nothing open for so long, in milliseconds, is not called connected. */
export const STAYS_MS = 10_000

export function createClients(gateway: Pick<Gateway, 'clock' | 'publish' | 'configuration'>): Clients {
  const rows = new Set<ConnectedClient>()
  const visits = new Map<string, Visit>()
  const admitted = new Set<{ client: string; end(): void }>()

  function join(client: Omit<ConnectedClient, 'since'>): Presence {
    const nameOf = (label: string) => shownName(client.client, label, gateway.configuration().clients)
    const row: ConnectedClient = {
      ...client,
      label: nameOf(client.label),
      since: new Date(gateway.clock.now()).toISOString(),
    }
    rows.add(row)
    gateway.publish({ topic: 'clients' })
    return {
      rename(said) {
        const label = nameOf(said)
        if (row.label === label) return
        row.label = label
        gateway.publish({ topic: 'clients' })
      },
      end() {
        if (rows.delete(row)) gateway.publish({ topic: 'clients' })
      },
    }
  }

  function visit(client: Omit<ConnectedClient, 'since'>): () => void {
    const key = JSON.stringify([client.client, client.label, client.transport])
    const visit: Visit = visits.get(key) ?? {
      client: client.client,
      presence: join(client),
      open: 0,
      leaving: null,
    }
    visits.set(key, visit)
    visit.leaving?.cancel()
    visit.leaving = null
    visit.open += 1
    let ended = false
    return () => {
      if (ended) return
      ended = true
      visit.open -= 1
      if (visit.open > 0 || visits.get(key) !== visit) return
      visit.leaving = gateway.clock.after(STAYS_MS, () => {
        visits.delete(key)
        visit.presence.end()
      })
    }
  }

  function admit(client: string, end: () => void): () => void {
    const entry = { client, end }
    admitted.add(entry)
    return () => {
      admitted.delete(entry)
    }
  }

  function dismiss(client: string): void {
    for (const entry of [...admitted]) {
      if (entry.client === client && admitted.delete(entry)) entry.end()
    }
    for (const [key, visit] of [...visits]) {
      if (visit.client !== client) continue
      visit.leaving?.cancel()
      visits.delete(key)
      visit.presence.end()
    }
  }

  return {
    list: () => [...rows].map((row) => ({ ...row })),
    join,
    visit,
    admit,
    dismiss,
    close() {
      for (const { leaving } of visits.values()) leaving?.cancel()
      visits.clear()
      rows.clear()
    },
  }
}
