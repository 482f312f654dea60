/** What the desk is wired with. May import: gateway.ts (types), preload/contract. */
import type {
  AppSettingsView,
  DeskStatus,
  UpdateView,
  WorkspaceLook,
  WorkspaceView,
} from '../../preload/contract.ts'
import type { Gateway } from '../gateway.ts'
import type { JsonObject } from '../model/json.ts'
import type { MachineCheck } from '../model/machine-check.ts'
import type { HumanPrincipal } from '../model/principal.ts'

/** What a tool call is answered with, as it goes over the wire. */
export interface ToolResult {
  content: JsonObject[]
  structuredContent?: JsonObject
  isError?: boolean
}

export interface DeskOptions {
  gateway: Gateway
  /** One of the seven tools by the very function that serves agents, for a person. */
  callTool(
    who: HumanPrincipal,
    request: { name: string; arguments: JsonObject },
    options: NonNullable<Parameters<Gateway['runtime']['start']>[2]>,
  ): Promise<ToolResult>
  /** A configured person, or the name of the system's user. */
  person: string
  /** What trying a PIN costs, in rounds of scrypt. Absent: what keeps others from trying many; tests alone say less. */
  pinRounds?: number | undefined
  /** `missing`: that another one should be open and is not there, as a sentence. */
  workspace: { name: string; sample: boolean; missing: string | null }
  mcp: {
    url(): string
    tokenFile: string
    /** The local token; for the scripted agent. */
    token(): Promise<string>
    clients(): DeskStatus['clients']
    /** The list of tools that clients are given, in the spelling that all of them take. */
    tools(): { name: string; description: string; inputSchema: JsonObject }[]
  }
  /** Tokens of the clients that the configuration declares; one that is replaced or revoked stops at once. */
  clientTokens: {
    createClientToken(name: string, by: string): Promise<string>
    revokeClientToken(name: string, by: string): Promise<void>
    /** `since` is an ISO time. */
    issued(): { name: string; since: string }[]
    /** Puts a removal back: whom that declares again has the token of before. */
    puttingBack<Result>(change: () => Promise<Result>): Promise<Result>
  }
  /** Whose MCP clients are looked for, and where. */
  home: { home: string; platform: NodeJS.Platform; environment: Record<string, string | undefined> }
  /** How a client starts the pipe from anywhere: absolute paths. `renew`: whatever these start is there, and right. */
  pipe: { command: string; args: string[]; renew(): Promise<void> }
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
    /**
     * `during` makes it. `command`: the words that start it, the program first. `problem`: why nothing was made, for a
     * person.
     */
    create(
      folder: string,
      during: (configuration: string, make: () => Promise<void>) => Promise<void>,
    ): Promise<{ configuration: string; command: string[] } | { problem: string }>
    /** Those that were opened at this desk, the newest first, and the desk's own. */
    known(): Promise<WorkspaceView[]>
    /** What a workspace holds; nothing of it is started. `problem`: why it cannot be read. */
    look(configuration: string): Promise<WorkspaceLook | { problem: string }>
    /**
     * Opens it in place of this one, if it still is what `hash` was made of; once that is done, and before this one is closed, calls `leave`. Null: this gateway
     * was started with its workspace.
     */
    open: ((configuration: string, hash: string, leave: () => Promise<void>) => Promise<OpenedOrNot>) | null
  }
  /** Newer versions of this copy. */
  updates: {
    view(): UpdateView
    look(): Promise<void>
    setLook(look: boolean): Promise<void>
    later(): Promise<void>
    /** False: none is ready. */
    restart(): boolean
    onChange(listener: () => void): () => void
  }
  /** How the app itself behaves on this computer; absent where the desk has no app. */
  app?: {
    look(): Promise<AppSettingsView>
    save(change: Partial<Record<keyof AppSettingsView, boolean>>): Promise<void>
  }
  licences: { name: string; licence: string }[]
  /** What this machine has for all this and what it lacks. */
  checkMachine(): Promise<MachineCheck[]>
  electron: string | null
  /** Writes a bug to the log; answers with a reference that finds it there. */
  report(fault: unknown): string
}

export type OpenedOrNot = { opened: true } | { moved: true } | { problem: string }
