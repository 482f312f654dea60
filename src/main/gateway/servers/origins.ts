/**
 * Who has written a server, as the gateway knows it: what it has found in a file or a registry bears an id, and a
 * window says no more than which of these a draft began with.
 */
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../model/json.ts'
import { fetchedBy, readCommand } from './command-words.ts'
import { findHazards } from './hazards.ts'
import { readServer } from './read-server.ts'

export interface ServerOrigins {
  /** Its id; the same server has the same. */
  remember(connection: JsonObject, isTrusted: boolean): string
  /** `candidate`: the id of what it began with; null: a person has typed it. */
  trusts(connection: JsonObject, candidate: string | null): boolean
}

interface Origin {
  isTrusted: boolean
  /** What of it would be refused, with what it belongs to. */
  hazards: string[]
}

/** More than one look at a registry or at files shows; of what is forgotten nothing is trusted. */
const MOST = 2000

export function createServerOrigins(): ServerOrigins {
  const known = new Map<string, Origin>()
  return {
    remember(connection, isTrusted) {
      const id = createHash('sha256')
        .update(JSON.stringify([isTrusted, connection]))
        .digest('base64url')
      known.delete(id)
      known.set(id, { isTrusted, hazards: hazardsOf(connection) })
      for (const oldest of known.keys()) {
        if (known.size <= MOST) break
        known.delete(oldest)
      }
      return id
    },
    trusts(connection, candidate) {
      if (candidate !== null && known.get(candidate)?.isTrusted !== true) return false
      // A window that forgets where a server comes from does not make it a person's own.
      const own = new Set(hazardsOf(connection))
      return ![...known.values()].some(
        ({ isTrusted, hazards }) => !isTrusted && hazards.some((hazard) => own.has(hazard)),
      )
    },
  }
}

function hazardsOf(connection: JsonObject): string[] {
  const server = readServer(connection)
  const words = server.command === null ? null : readCommand(server.command, server.args)
  const fetched = words === null ? null : fetchedBy(words)
  // Another version of it is from the same hands.
  const runs = fetched?.name.replace(/(.)(@[^/]*|==.*|:[^/]*)$/, '$1') ?? server.command ?? server.url
  return findHazards(server, false)
    .filter(({ level }) => level === 'refused')
    .map(({ literal, text }) => JSON.stringify([runs, literal, text]))
}
