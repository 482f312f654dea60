/**
 * Where servers come from that a person has not written: files of MCP clients, and registries. A part of the contract,
 * which spreads it; nobody imports it from here.
 */
import Type, { type Static } from 'typebox'
import { call, exactly, Hash, Id, savingCall } from './call.ts'
import { REGISTRY_CALLS } from './registry-calls.ts'
import type { ServerCandidate, ServerDraft } from './server-calls.ts'
import type { ServerExamination, ServerTrial } from './server-views.ts'
import type { EditPreview } from './settings-views.ts'
import { VERSION_CALLS } from './version-calls.ts'

export type * from './registry-calls.ts'
export type * from './version-calls.ts'

// ── files of MCP clients ─────────────────────────────────────────────────────────────────────────

/** A file of an MCP client with servers in it, or one part of it. All its texts are an outsider's. */
export interface FoundFile {
  id: string
  /** Title of the client. */
  client: string
  file: string
  /** The folder whose servers these are; null: the client has them everywhere. */
  project: string | null
  /** Only the person's own file is: a project's comes with whatever was checked out. */
  isTrusted: boolean
  /** Whether this step can take the servers out of it and put Countersign in. */
  canReplace: boolean
  servers: FoundServer[]
  /** Why it cannot be read, as a sentence. */
  problem: string | null
}

export interface FoundServer {
  /** Its name in the file. */
  key: string
  /** Of its entry: what was seen is what is added. */
  hash: string
  /** The same for servers that are the same, in whatever file. */
  print: string
  candidate: ServerCandidate | null
  /** Inputs whose value is in the file. The value stays at the gateway, and is stored as a secret when it is added. */
  kept: string[]
  /** What is not taken over, as sentences. */
  notes: string[]
  /** It is switched off in that client. */
  isDisabled: boolean
  /** A server of the configuration that starts or opens the same. */
  already: string | null
  /** Why it cannot be added, as a sentence. */
  problem: string | null
}

const Folder = Type.Union([Type.String({ minLength: 1, maxLength: 4096 }), Type.Null()])

/** Servers of one act. `values` are those that a person has filled in, by the name of the input. */
const Choice = exactly({
  /** The project's folder that was looked into. */
  folder: Folder,
  servers: Type.Array(
    exactly({
      file: Type.String({ maxLength: 9000 }),
      key: Type.String({ maxLength: 4000 }),
      hash: Hash,
      values: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 65_536 })),
      /** Absent: what fits. */
      sandbox: Type.Optional(
        Type.Union([Type.Literal('none'), Type.Literal('readOnly'), Type.Literal('noNetwork')]),
      ),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  /** Takes them out of the clients' own files, and puts Countersign in. */
  replace: Type.Boolean(),
})
export type ImportChoice = Static<typeof Choice>

export interface ImportPreview {
  edit: EditPreview
  /** Under which name each is added, by the id of its file and its own name. */
  names: { file: string; key: string; name: string }[]
  /** As each would be added, each once. */
  drafts: { draft: ServerDraft; isTrusted: boolean; examination: ServerExamination }[]
  /** Secrets that are stored with it. */
  secrets: string[]
  clients: { title: string; file: string; patch: string }[]
  /** Of all of it. */
  hash: string
}

// ── the calls ────────────────────────────────────────────────────────────────────────────────────

export const SOURCE_CALLS = {
  /** Servers in the files of MCP clients on this machine; with a `folder`, also those of that project. */
  'sources.found': call({ folder: Folder }).returns<FoundFile[]>(),
  /** What adding them would write, all in one. Writes nothing. */
  'sources.previewImport': call({ choice: Choice }).returns<ImportPreview>(),
  /** Starts one of them once, with the secrets of its file; `name`: as it would be added. As `servers.try` does. */
  'sources.try': savingCall({ choice: Choice, hash: Hash, name: Id }).returns<ServerTrial>(),
  /** Adds what was seen: secrets, the configuration, and the clients' files. SEEN_CHANGED if it is another by now. */
  'sources.import': savingCall({ choice: Choice, hash: Hash }).returns<{ undo: string }>(),
  /**
   * Takes all of it back. A client's file that has changed since stays: then it is in `left`, and says why; the
   * configuration is put back all the same.
   */
  'sources.undoImport': savingCall({ undo: Id }).returns<{
    left: { file: string; message: string }[]
    /** Names of those that something else uses by now. */
    secretsLeft: string[]
  }>(),

  ...REGISTRY_CALLS,
  ...VERSION_CALLS,
} as const
