/** What is known of a server before anything of it starts, when it is tried once, and what it writes. */

/** Of a draft, before anything starts. All texts of the draft are an outsider's, unless a person has typed them. */
export interface ServerExamination {
  kind: 'mcp' | 'cli' | 'rest'
  /** The literal command line or address, `${…}` unfilled; what looks like a key is masked. */
  target: string
  /** The folder that a program runs in; null: that of the settings file, or there is no program. */
  folder: string | null
  /** What `check` would refuse, as sentences; a missing secret is none of them. */
  problems: string[]
  variables: ServerVariable[]
  /** What it will be able to do to this machine, as sentences. */
  touches: string[]
  hazards: ServerHazard[]
  needs: ServerNeed[]
  /** Null: there is no program to lock in. */
  sandbox: ServerSandbox | null
}

export interface ServerVariable {
  name: string
  place: 'variable' | 'header' | 'argument'
  /** Of an argument: its place among them. */
  index?: number
  /** As it is written; masked where it looks like a key. */
  value: string
  /** The secrets that it names, and whether each is stored. */
  secrets: { name: string; isStored: boolean }[]
  /** It is written out and looks like a key, a password or a token. */
  looksSecret: boolean
  /** Kept as a secret without being asked: its name says that it is one, or it is nothing but a key. */
  isSurelySecret: boolean
}

export interface ServerHazard {
  /** `refused`: it comes from outside and has no honest use; it can neither be tried nor added. */
  level: 'refused' | 'named'
  /** Literally, as it stands in the draft. */
  literal: string
  /** What it does, as a sentence. */
  text: string
}

export interface ServerNeed {
  program: string
  /** Where it is; null: it is missing. */
  found: string | null
  /** The way to get it, as a sentence; null: it is there. */
  help: string | null
}

export type SandboxMode = 'none' | 'readOnly' | 'noNetwork'

export interface ServerSandbox {
  /** What this system can do. */
  modes: SandboxMode[]
  suggested: SandboxMode
  /** Why, and what it would break, as sentences. */
  reason: string
}

/** It was started once, because a person has pressed for it. */
export interface ServerTrial {
  id: string
  /** `signIn`: it answers only to somebody who has signed in, which is possible once it is added. */
  status: 'running' | 'answered' | 'failed' | 'signIn' | 'stopped'
  /** ISO. */
  startedAt: string
  /** The server's claims. */
  tools: ServerTool[]
  /** Tools that cannot be used, each with a sentence that says why. */
  refused: { tool: string; reason: string }[]
  /** What is wrong, as a sentence; null while nothing is. */
  error: string | null
  /** The newest of what it wrote, secrets removed. */
  log: string[]
}

export interface ServerTool {
  name: string
  title: string | null
  description: string | null
  /** As the server says; null: it does not say. */
  readOnly: boolean | null
}

export interface ServerLog {
  /** Oldest first, secrets removed. */
  lines: string[]
  /** How many earlier lines are not kept any more. */
  dropped: number
  /** So many lines are kept, for as long as the gateway runs. */
  most: number
}
