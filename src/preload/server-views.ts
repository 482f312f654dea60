/**
 * What the desk shows of servers that a person adds, changes and removes: view types of the contract, which re-exports
 * them; nobody imports them from here.
 */

export type {
  SandboxMode,
  ServerExamination,
  ServerHazard,
} from '../main/model/server-examination.ts'

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

/** Who would notice that a server is gone. */
export interface ServerUses {
  /** How many tools of it agents find at present. */
  tools: number
  /** Places in the files that call it, by the name of the workflow or capability. */
  uses: { kind: 'workflow' | 'capability'; id: string; title: string }[]
  /** Tools that are declared for it alone, and go with it. */
  own: string[]
  /** Runs that have not ended and whose workflow calls it. */
  runs: number
  /** Single calls of its tools that wait for approval. */
  waiting: number
  /** The file in which it is declared. */
  file: string
}

export interface ServerLog {
  /** Oldest first, secrets removed. */
  lines: string[]
  /** How many earlier lines are not kept any more. */
  dropped: number
  /** So many lines are kept, for as long as the gateway runs. */
  most: number
}
