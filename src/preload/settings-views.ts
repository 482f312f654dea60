import type { DataFolderLook, PruneForecast, SecretList } from '../main/model/data-folder.ts'
import type { Risk } from '../main/model/definition.ts'
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

/** How the app behaves on this computer. */
export interface AppSettingsView {
  /** Without its window, in the tray. Null: this copy is not installed. */
  startAtLogin: boolean | null
  /** When its window is closed. */
  keepRunning: boolean
}

export interface WorkspaceView {
  configuration: string
  name: string
  isOpen: boolean
  isThere: boolean
}

/** A workspace before it is opened. */
export interface WorkspaceLook {
  configuration: string
  /** Of what would open; null: it has errors. */
  hash: string | null
  /** What was accepted last opens; the files say something else by now, which waits in its inbox then. */
  isOlder: boolean
  /** What would be started or reached: the literal command line or address, unresolved; names of variables and headers. */
  servers: {
    name: string
    target: string
    variables: string[]
    hazards: { literal: string; text: string }[]
  }[]
  /** Errors, as sentences; with any of them it cannot be opened. */
  problems: string[]
}

export interface SettingsView {
  workspace: {
    name: string
    configuration: string
    files: string[]
    dataFolder: string
    sample: boolean
    /** Runs the commands on this machine, from anywhere: the beginning of a line for a terminal. */
    program: string
    accepted: ConfigurationView
  }
  connect: {
    mcpUrl: string
    tokenFile: string
    /** One block of text a client, ready to be copied. */
    snippets: {
      client: string
      file: string | null
      language: 'json' | 'toml' | 'yaml' | 'shell'
      text: string
    }[]
  }
  /** `declared`: by the configuration; otherwise it is the system's user. */
  people: { name: string; roles: string[]; permissions: string[]; you: boolean; declared: boolean }[]
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
    undoMs: number
    /** A queue may ask for a role, a permission, or both. */
    queues: { name: string; role: string | null; permission: string | null }[]
    /** Every gate that is declared; `place`: where in the configuration. `text`: who must approve, as a sentence. */
    gates: { holds: string; place: string; people: number; text: string }[]
  }
  /** Errors of the files on the disk, then warnings of what is in force. */
  problems: { severity: 'error' | 'warning'; file: string; line: number; column: number; message: string }[]
  licences: { name: string; licence: string }[]
}

/** Somebody at a desk of this gateway. */
export interface DeskSessionView {
  id: string
  /** Null: it is locked. */
  person: string | null
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
    /** After too many wrong PINs no further one counts before this ISO time; null: one does. */
    waitUntil: string | null
  }[]
  /** At least one person has a PIN, so that no link alone signs in (R1.4). */
  pinsExist: boolean
  /** Somebody has entered a PIN at this desk, so that it can be given on to people without one. */
  opened: boolean
  /** Your PIN was asked for since you sit here. */
  proven: boolean
  /** Whether an outcome of high risk asks who is there (`approvals.proof`). */
  proof: 'never' | 'highRisk'
  /** What this desk can prove a person with, beside a PIN. */
  systemProof: 'touchId' | null
  /** What somebody types who has forgotten their PIN, once Countersign has stopped. */
  forgotten: string
}

/** How this gateway tells its people that something waits. */
export interface PreferencesView {
  notifications: boolean
  /** Off by default. */
  sound: boolean
  /** `HH:MM` by the clock of whoever is told; null: none. In these hours nobody is; everything waits as ever. */
  quietHours: { from: string; to: string } | null
  /** Nobody is told until then; null: not paused. ISO time. */
  pausedUntil: string | null
  /** A locked desk says that something waits, and nothing of what. */
  tellLocked: boolean
  /** A desk that nobody touches for so long locks itself, if anybody has a PIN; null: never. */
  lockAfterMinutes: number | null
  /** Why nobody is told at this moment; null: they are. */
  silent: 'off' | 'paused' | 'quiet' | null
}

/** What an edit would write, to be seen before it is saved. */
export interface EditPreview {
  file: string
  /** Unified difference of the file; empty: nothing would change. */
  patch: string
  /** What would be allowed that is not now, first. */
  weaker: string[]
  /** How grave that is, and why; null: nothing but words differs. */
  risk: { level: Risk; reason: string } | null
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
  /** The file itself, where `file` is a link to it; that is what is written. */
  linksTo: string | null
  /** `absent`: the client seems not to be installed. `broken`: its entry starts something that is gone. */
  state: 'absent' | 'not_connected' | 'connected' | 'broken' | 'unreadable'
  /** Of the entry of our name, what is gone; null: nothing. */
  missing: string | null
  /** What the entry of our name starts or opens, if it is something else than this gateway: connecting replaces it. */
  other: string | null
  /** What connecting would change, as a unified difference; null where it is connected or cannot be changed. */
  patch: string | null
  /** The same for taking our entry out; null where there is none. */
  removal: string | null
  /** Of the file as it is: what was seen is what is changed. */
  hash: string
  /**
   * What was written last from here. `backup` null: there was no file before. Not `possible`: the file has changed
   * since.
   */
  undo: { at: string; backup: string | null; possible: boolean } | null
  /** Why it cannot be read or written, as a sentence. */
  problem: string | null
}

export type SecretsView = SecretList

export interface DataFolderView extends DataFolderLook {
  /** What somebody types once Countersign has stopped: `back` puts the newest backup in place, `keep` goes on with it. Null: there is none. */
  restore: { back: string; keep: string } | null
}

export interface PrunePreview extends PruneForecast {
  /** ISO time. */
  before: string
}

/** A change of a settings file that the desk has written, and can put back as long as the file has not moved. */
export interface SavedChangeView {
  /** What `configuration.undo` takes, or for an import `sources.undoImport`. */
  undo: string
  file: string
  /** ISO time; null: nobody wrote it down. */
  at: string | null
  by: string
  /** Unified difference. */
  patch: string
  canUndo: boolean
  /** Secrets and files of other apps are put back with it. */
  isImport: boolean
}

/** How this copy stands to newer versions. */
export interface UpdateView {
  version: string
  /** Why it looks for none, whatever a person wants; null: it may look. */
  off: string | null
  /** A person wants it to look. */
  look: boolean
  /** When it looked last, ISO time; null: never. */
  lastAt: string | null
  /** Why what was found then was not taken, as sentences. */
  refusal: { kind: string; text: string; help: string } | null
  state: 'resting' | 'looking' | 'downloading' | 'ready' | 'offered' | 'restarting'
  /** The newer version. `notes`: what is new, one line each. `how`: what the person does; null: only a press. */
  offered: { version: string; notes: string[]; how: string | null } | null
  /** A newer version that was found before and is not offered now: it did not start here (`failed`), or is to be looked for again. */
  known: { version: string; failed: boolean } | null
  /** How much of it is here, from 0 to 1. */
  fraction: number | null
  /** Steps that run now. */
  running: number
  /** The person does not want to be asked now. */
  isLater: boolean
  /** What became of the last update, as sentences, until it was read. */
  news: { isGood: boolean; text: string; help: string | null } | null
}
