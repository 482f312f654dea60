/**
 * What the desk shows of servers that a person adds, changes and removes: view types of the contract, which re-exports
 * them; nobody imports them from here.
 */

export type {
  SandboxMode,
  ServerExamination,
  ServerHazard,
  ServerLog,
  ServerTool,
  ServerTrial,
} from '../main/model/server-examination.ts'

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
