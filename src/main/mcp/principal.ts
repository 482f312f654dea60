/**
 * Makes the principal of an MCP call. It is always an agent: nothing that comes over MCP can be a person (R1.1).
 * Rights come from the token's declaration, the label gives none (R1.2). May import: model.
 */
import type { ClientDeclaration } from '../model/configuration.ts'
import { type AgentPrincipal, LOCAL_CLIENT } from '../model/principal.ts'

const LEAST: ClientDeclaration = { roles: [], permissions: [], sees: 'own' }

/** A client that was taken out of the configuration keeps its runs but sees nothing and may do nothing. */
const WITHDRAWN: ClientDeclaration = { ...LEAST, tags: [] }

/** `clients` is the configuration in force now: rights are live (R2.4). */
export function createAgentPrincipal(
  client: string,
  label: string | null,
  clients: Record<string, ClientDeclaration>,
): AgentPrincipal {
  const name = cleanLabel(label) ?? client
  const rights = declarationOf(client, clients) ?? (client === LOCAL_CLIENT ? LEAST : WITHDRAWN)
  return {
    kind: 'agent',
    id: `agent:${name}`,
    client,
    label: name,
    roles: [...rights.roles],
    permissions: [...rights.permissions],
    tags: rights.tags ? [...rights.tags] : null,
    sees: rights.sees,
  }
}

/** The shared local identity has the least rights whatever a configuration says. */
export function declarationOf(
  client: string,
  clients: Record<string, ClientDeclaration>,
): ClientDeclaration | null {
  if (client === LOCAL_CLIENT || !Object.hasOwn(clients, client)) return null
  return clients[client] ?? null
}

/** A label is shown to people: one line, printable, at most 60 characters. */
export function cleanLabel(label: string | null): string | null {
  const clean = (label ?? '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60)
  return clean === '' ? null : clean
}
