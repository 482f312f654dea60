/** What lies in the data folder, as people see it. */

export interface DataFolderLook {
  folder: string
  /** Null: everything is kept in memory, and gone with the gateway. */
  database: { file: string; bytes: number } | null
  /** Whole size of the folder. */
  bytes: number
  /** Of workflows, as the screen of runs lists them. */
  runs: number
  singleCalls: number
  audit: { entries: number; oldest: string | null }
  /** Newest first. */
  backups: Backup[]
}

export interface Backup {
  /** Absolute path. */
  file: string
  /** ISO time. */
  at: string
  bytes: number
}

/** What a retention would take away; what comes later stays. */
export interface PruneForecast {
  entries: number
  /** Times of the first and the last that would go; null: none would. */
  oldest: string | null
  newest: string | null
  /** How many would stay. */
  kept: number
}

export interface SecretList {
  /** `usedBy`: names of connections. `signIn`: what a server handed out to somebody who signed in there. */
  names: { name: string; usedBy: string[]; signIn: boolean }[]
  /** Named by the configuration in force or by the files on the disk, and not there. */
  missing: { name: string; usedBy: string[] }[]
  /** Where they are kept, and what that protects from. */
  kept: { kind: 'keychain' | 'file'; honest: string }
}
