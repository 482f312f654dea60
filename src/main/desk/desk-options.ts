/** What the desk is wired with. May import: gateway.ts (types), preload/contract. */
import type { DeskStatus } from '../../preload/contract.ts'
import type { Gateway } from '../gateway.ts'

export interface DeskOptions {
  gateway: Gateway
  /** A configured person, or the name of the system's user. */
  person: string
  workspace: { name: string; sample: boolean }
  mcp: {
    url(): string
    tokenFile: string
    /** The local token; for the scripted agent. */
    token(): Promise<string>
    clients(): DeskStatus['clients']
  }
  /** Tokens of the clients that the configuration declares; one that is replaced or revoked stops at once. */
  clientTokens: {
    createClientToken(name: string): Promise<string>
    revokeClientToken(name: string): Promise<void>
    /** `since` is an ISO time. */
    issued(): { name: string; since: string }[]
  }
  /** Whose MCP clients are looked for, and where. */
  home: { home: string; platform: NodeJS.Platform; environment: Record<string, string | undefined> }
  /** How a client starts the pipe from anywhere: absolute paths, `mcp` included. */
  pipe: { command: string; args: string[] }
  /** What this machine itself can ask its user with; absent where there is none. */
  systemProof?: {
    kind: 'touchId'
    /** Whether it is set up. */
    available(): boolean
    /** `reason` completes “Countersign wants to …”. False: they did not, or would not. */
    ask(reason: string): Promise<boolean>
  }
  /** Makes the beginning of another workspace on this machine, which somebody then starts a gateway with. */
  workspaces: {
    /** The words that run our commands from anywhere: absolute paths. */
    program: string[]
    suggest(): Promise<string>
    /** `command`: the words that start it, the program first. `problem`: why nothing was made, for a person. */
    create(folder: string): Promise<{ configuration: string; command: string[] } | { problem: string }>
  }
  licences: { name: string; licence: string }[]
  electron: string | null
  /** Writes a bug to the log; answers with a reference that finds it there. */
  report(fault: unknown): string
}
