/**
 * Who is calling. Only `desk/session.ts` makes human principals, and only for an authenticated desk session:
 * nothing that comes over MCP can (R1.1). May import: nothing.
 */
export interface AgentPrincipal {
  kind: 'agent'
  /** `agent:` and the label; what audit and evidence show. */
  id: string
  /** The identity that owns runs: the name of the client token, or `local` without one (R1.2). */
  client: string
  /** What people read as its name: what the client calls itself. A label, never a right. */
  label: string
  /** Through which it asks, where it has one: what counts as one client among those without a token (R1.8). */
  connection?: string | null
  roles: string[]
  permissions: string[]
  /** Null: everything. */
  tags: string[] | null
  sees: 'own' | 'all'
  /** In which declaration of its name (`Declarations`); absent: it is not declared. */
  declared?: string
}

export interface HumanPrincipal {
  kind: 'human'
  /** `human:` and the name. */
  id: string
  name: string
  roles: string[]
  permissions: string[]
  /** The desk session that speaks; for the audit. */
  session: string
  /** This person's PIN was asked for when they came to the desk. */
  proven?: boolean
  /** In which declaration of the name (`Declarations`); absent: it is not among `people`. */
  declared?: string
}

/** A person who has said that they are away. */
export interface AwayPerson {
  /** As in `HumanPrincipal`. */
  name: string
  /** ISO time. */
  until: string
}

export interface EnginePrincipal {
  kind: 'engine'
  id: 'engine'
  roles: []
  permissions: []
}

export type Principal = AgentPrincipal | HumanPrincipal | EnginePrincipal

export const ENGINE: EnginePrincipal = { kind: 'engine', id: 'engine', roles: [], permissions: [] }

export interface Rights {
  roles: readonly string[]
  permissions: readonly string[]
}

/** The identity that tokenless clients on this machine share. */
export const LOCAL_CLIENT = 'local'

const HUMAN = 'human:'

/** The id of a person, as audit, votes and items hold it. */
export function humanId(name: string): string {
  return `${HUMAN}${name}`
}

export function isHumanId(id: string): boolean {
  return id.startsWith(HUMAN)
}

/** The name in the id of a person; any other id is its own. */
export function humanName(id: string): string {
  return isHumanId(id) ? id.slice(HUMAN.length) : id
}
