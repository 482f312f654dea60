/**
 * A checked and compiled configuration. Strings of connections still hold their `${…}` places: they are
 * resolved where a connection is opened, so that no secret travels further than that (R2.3).
 * May import: model.
 */

import type { Capability, Deciders, Definition, Gate } from './definition.ts'
import { ownOf } from './json.ts'
import { LOCAL_CLIENT } from './principal.ts'
import type { SearchProfile } from './search-profile.ts'

/** What every kind of connection may declare. */
interface ConnectionBase {
  name: string
  title?: string
  gate?: Gate
  limits?: ConnectionLimits
  /** A person has switched it off: nothing of it is started, offered or called. */
  disabled?: true
}

/** What people call a server of each kind. */
export const KIND_WORDS = { mcp: 'MCP server', cli: 'program', rest: 'web API' } as const

/** What any call over a connection is told that a person has switched off. */
export function sayDisabled(name: string): string {
  return `The server ‘${name}’ is disabled. A person can enable it at the desk, under Catalog, Servers.`
}

/** Kept over all runs that use the connection. */
export interface ConnectionLimits {
  /** Calls at once; absent: as many as come. */
  concurrency?: number
  /** After so many failures in a row, calls are refused at once for `resetMs`; then one is tried. */
  breaker?: { failures: number; resetMs: number }
}

/** How a copy of the audit log spells what every entry has: `eventType`, or `event_type`. */
export type AuditNames = 'camelCase' | 'snake_case'

/** How far a process is locked in (R6.4). `ifAvailable`: go on without where the system cannot. */
export interface Sandbox {
  mode: 'readOnly' | 'noNetwork'
  ifAvailable: boolean
}

/** Signing in at an MCP server; also without it, a server that asks for it gets it, with its own choices. */
export interface OAuthDeclaration {
  kind: 'oauth'
  scopes?: string[]
  /** Absent: the gateway registers itself with the server. */
  clientId?: string
  clientSecret?: string
}

export type Connection =
  | (ConnectionBase & {
      kind: 'mcp'
      sandbox?: Sandbox
      transport:
        | {
            kind: 'stdio'
            command: string
            args: string[]
            env: Record<string, string>
            workingDirectory?: string
          }
        | { kind: 'http'; url: string; headers: Record<string, string>; auth?: OAuthDeclaration }
    })
  | (ConnectionBase & {
      kind: 'cli'
      sandbox?: Sandbox
      command?: string
      workingDirectory?: string
      env: Record<string, string>
    })
  | (ConnectionBase & { kind: 'rest'; baseUrl: string; headers: Record<string, string> })

/** `proxy.import`: which tools of an MCP connection become capabilities, and under which names. */
export interface ImportRule {
  connection: string
  /** `prefix: github` makes `github.list_issues`. Empty: the tool's own name. */
  prefix: string
  /** Tool names; empty means all. */
  include: string[]
  exclude: string[]
  tags: string[]
  aliases: Record<string, string[]>
  /** Beyond `tags`, by tool. */
  toolTags?: Record<string, string[]>
  gate?: Gate
  /** By tool, in the place of `gate`; null: this import asks nobody before it. */
  toolGates?: Record<string, Gate | null>
  /** What a person has confirmed, by tool: that it changes nothing, or that it may. */
  toolReadOnly?: Record<string, boolean>
}

export interface ClientDeclaration {
  roles: string[]
  permissions: string[]
  /** Only items with one of these tags are visible; absent: all. */
  tags?: string[]
  /** Whether the client sees runs that another client started (R1.6). */
  sees: 'own' | 'all'
  names?: ToolNameStyle
}

/** The shared local identity has the least rights, whatever a configuration says (R1.2). */
export function declaredClient(
  client: string,
  clients: Record<string, ClientDeclaration>,
): ClientDeclaration | null {
  return client === LOCAL_CLIENT ? null : (ownOf(clients, client) ?? null)
}

/** By name, in which declaration of it: one of its own each time that the name is declared anew. */
export interface Declarations {
  people: Record<string, string>
  clients: Record<string, string>
}

/** By which key they are kept with the data. A start writes them by itself. */
export const DECLARATIONS_SETTING = 'declarations'

/** Of all that are there when this is first kept; a migration has put it into what an older version stored. */
export const FIRST_DECLARATION = 'first'

export function declarationOf(name: string, declarations: Record<string, string>): string | undefined {
  return ownOf(declarations, name)
}

export type ToolNameStyle = 'dots' | 'underscores'

export interface PersonDeclaration {
  roles: string[]
  permissions: string[]
}

export type DiscoveryKind = 'proxy' | 'workflows' | 'connections'

/** `undoMs` of a configuration that does not say. */
export const USUAL_UNDO_MS = 8000

export interface Configuration {
  /** Absolute path of the main file. */
  path: string
  /** All files that were read, the main one first. */
  files: string[]
  /** SHA-256 over the merged, unresolved content. */
  hash: string
  connections: Record<string, Connection>
  capabilities: Capability[]
  /** Declared and not exposed: nobody calls them, but their gates stand before what they call (R5.1). */
  gated?: Capability[]
  imports: ImportRule[]
  workflows: Record<string, Definition>
  discovery: { include: DiscoveryKind[]; homeLimit: number; profile: SearchProfile }
  /**
   * Milliseconds. `holdMs`: how long an agent's call is held open while a person thinks. `undoMs`: how long a
   * decision of high risk can be taken back (R5.6), unless its transition says. `proof`: before what a person at the
   * desk proves who they are.
   */
  approvals: {
    timeoutMs: number
    holdMs: number
    undoMs: number
    proof: 'never' | 'highRisk'
    pending: PendingLimits
    queues: Record<string, Deciders>
  }
  /** An extra copy of the audit log; the database always has it. */
  audit: { sink: 'none' | 'file' | 'stdout'; path?: string; names?: AuditNames }
  clients: Record<string, ClientDeclaration>
  people: Record<string, PersonDeclaration>
  store: { kind: 'sqlite' | 'memory'; path?: string }
}

/** All that are declared, whether anybody can call them or not. */
export function declaredCapabilities({
  capabilities,
  gated = [],
}: Pick<Configuration, 'capabilities' | 'gated'>): Capability[] {
  return [...capabilities, ...gated]
}

/** How much may wait for people: items of one client, of all clients without a token, and the size of each. */
export interface PendingLimits {
  perClient: number
  withoutToken: number
  itemBytes: number
}

/** One finding of `check`. Lines and columns start at 1. */
export interface Problem {
  severity: 'error' | 'warning'
  file: string
  line: number
  column: number
  /** Where in the document, for example `workflows.deploy.states.lint`. */
  at: string
  /** A plain sentence: what is wrong and what to do. */
  message: string
}

export function isError({ severity }: Pick<Problem, 'severity'>): boolean {
  return severity === 'error'
}
