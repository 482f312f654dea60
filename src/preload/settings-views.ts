/**
 * What the desk shows of its settings and its people: view types of the contract, which re-exports them; nobody
 * imports them from here. May import: model (types only).
 */
/** How the files on the disk stand to the configuration in force (R2.2). */
export interface ConfigurationView {
  /** Content hash of what is in force. */
  hash: string
  acceptedAt: string
  /** `human:` and a name; `serve`, or `start`, for who started the gateway. */
  acceptedBy: string
  /** `invalid`: they have errors. `waiting`: a person is asked. `refused`: a person has said no. */
  disk: 'same' | 'invalid' | 'waiting' | 'refused'
  /** Of the item that waits. */
  approvalId: string | null
  /** Who refused them, and when. */
  refused: { by: string; at: string } | null
}

export interface SettingsView {
  workspace: {
    name: string
    configuration: string
    files: string[]
    dataFolder: string
    sample: boolean
    accepted: ConfigurationView
  }
  connect: {
    mcpUrl: string
    tokenFile: string
    /** One block of text a client, ready to be copied. */
    snippets: { client: string; file: string | null; language: 'json' | 'toml' | 'shell'; text: string }[]
  }
  people: { name: string; roles: string[]; permissions: string[]; you: boolean }[]
  /** The clients that the configuration declares. */
  clients: {
    name: string
    roles: string[]
    permissions: string[]
    /** It sees only what has one of these; null: everything. */
    tags: string[] | null
    sees: 'own' | 'all'
    /** Null: it has none, so nobody can come as this client. `since` is an ISO time. */
    token: { since: string } | null
  }[]
  approvals: {
    timeoutMs: number
    holdMs: number
    /** A queue may ask for a role, a permission, or both. */
    queues: { name: string; role: string | null; permission: string | null }[]
  }
  /** Errors of the files on the disk, then warnings of what is in force. */
  problems: { severity: 'error' | 'warning'; file: string; line: number; column: number; message: string }[]
  licences: { name: string; licence: string }[]
}

/** Somebody at a desk of this gateway. */
export interface DeskSessionView {
  id: string
  person: string
  origin: 'window' | 'browser'
  since: string
  /** This very desk. */
  you: boolean
}

/** Who may sit at this desk, and who does. */
export interface PeopleView {
  /** Name of the person; null: the desk is locked until somebody proves who they are. */
  you: string | null
  people: {
    name: string
    roles: string[]
    permissions: string[]
    hasPin: boolean
    /** By the configuration; otherwise it is the system's user. */
    declared: boolean
  }[]
  /** At least one person has a PIN, so that no link alone signs in (R1.4). */
  pinsExist: boolean
  /** Whether an outcome of high risk asks who is there (`approvals.proof`). */
  proof: 'never' | 'highRisk'
  /** What this desk can prove a person with, beside a PIN. */
  systemProof: 'touchId' | null
}

/** How this gateway tells its people that something waits. */
export interface PreferencesView {
  notifications: boolean
  /** Off by default. */
  sound: boolean
  /** Local times, `HH:MM`; null: none. In these hours nobody is told; everything waits as ever. */
  quietHours: { from: string; to: string } | null
  /** Nobody is told until then; null: not paused. ISO time. */
  pausedUntil: string | null
}

/** A change of the configuration that the desk writes for a person; the YAML stays the truth (R2.8). */
export type ConfigurationEdit =
  | { kind: 'approvals'; timeoutMs?: number; holdMs?: number; undoMs?: number; proof?: 'never' | 'highRisk' }
  | { kind: 'person'; name: string; roles: string[]; permissions: string[] }
  | { kind: 'removePerson'; name: string }
  | { kind: 'suggestion'; gate: string; until: string }

/** What an edit would write, to be seen before it is saved. */
export interface EditPreview {
  file: string
  /** Unified difference of the file; empty: nothing would change. */
  patch: string
  /** What would be allowed that is not now, first. */
  weaker: string[]
  problems: { line: number; column: number; message: string }[]
  /** Of the file as it is and as it would be: what was seen is what is saved. */
  hash: string
}

/** An MCP client of this machine whose configuration file the desk can write. */
export interface ClientFileView {
  /** `claude-desktop`, `claude-code`, `cursor`, `vscode`, `codex`, … */
  id: string
  title: string
  file: string
  /** `absent`: the client seems not to be installed. */
  state: 'absent' | 'not_connected' | 'connected' | 'unreadable'
  /** What connecting would change, as a unified difference; null where it is connected or cannot be read. */
  patch: string | null
  /** Of the file as it is: what was seen is what is changed. */
  hash: string
  /** The backup that undo would put back; null: there is none. */
  backup: { file: string; at: string } | null
  /** Why it cannot be read or written, as a sentence. */
  problem: string | null
}

export interface SecretsView {
  names: { name: string; usedBy: string[] }[]
  /** Named by the configuration, and not there. */
  missing: string[]
  /** Where they are kept, and what that protects from. */
  kept: { kind: 'keychain' | 'file'; honest: string }
}

export interface DataFolderView {
  folder: string
  database: { file: string; bytes: number }
  /** Whole size of the folder. */
  bytes: number
  instances: number
  audit: { entries: number; oldest: string | null }
  backups: { file: string; bytes: number; at: string }[]
}
