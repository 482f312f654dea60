/**
 * A checked and compiled configuration. Strings of connections still hold their `${…}` places: they are
 * resolved where a connection is opened, so that no secret travels further than that (R2.3).
 * May import: model.
 */
import type { Capability, Definition } from './definition.ts'

export type Connection =
  | {
      kind: 'mcp'
      name: string
      title?: string
      transport:
        | {
            kind: 'stdio'
            command: string
            args: string[]
            env: Record<string, string>
            workingDirectory?: string
          }
        | { kind: 'http'; url: string; headers: Record<string, string> }
    }
  | {
      kind: 'cli'
      name: string
      title?: string
      command?: string
      workingDirectory?: string
      env: Record<string, string>
    }

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

export type ToolNameStyle = 'dots' | 'underscores'

export interface PersonDeclaration {
  roles: string[]
  permissions: string[]
}

export type DiscoveryKind = 'proxy' | 'workflows' | 'connections'

export interface Configuration {
  /** Absolute path of the main file. */
  path: string
  /** All files that were read, the main one first. */
  files: string[]
  /** SHA-256 over the merged, unresolved content. */
  hash: string
  connections: Record<string, Connection>
  capabilities: Capability[]
  imports: ImportRule[]
  workflows: Record<string, Definition>
  discovery: { include: DiscoveryKind[]; homeLimit: number; profile: 'classic' }
  /** Milliseconds. `holdMs`: how long an agent's call is held open while a person thinks. */
  approvals: { timeoutMs: number; holdMs: number }
  clients: Record<string, ClientDeclaration>
  people: Record<string, PersonDeclaration>
  store: { kind: 'sqlite' | 'memory'; path?: string }
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
