/** Errors of the operating system as sentences for a person. Imports nothing, so that any Node can load it. */

const REASONS: Record<string, string> = {
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EROFS: 'it can only be read from',
  EEXIST: 'there is a file where a folder is needed',
  ENOTDIR: 'there is a file where a folder is needed',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full for this user',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle',
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'its database can only be read from',
  SQLITE_CANTOPEN: 'its database cannot be opened',
  SQLITE_NOTADB: 'its database is a file of another kind',
  SQLITE_CORRUPT: 'its database is damaged',
}

/** What a person can do about a folder: name another one, or, of a workspace at the desk, mend this one. */
export type Remedy = '--data' | 'COUNTERSIGN_HOME' | 'mend'

const REMEDIES: Record<Remedy, string> = {
  '--data': 'Choose another one with --data.',
  mend: 'Put that right, then try again.',
  COUNTERSIGN_HOME: 'Choose another one with the environment variable COUNTERSIGN_HOME.',
}

/** The message is a sentence for a person. */
export class FolderUnusable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FolderUnusable'
  }
}

/** Null for what is no error of the system that a person could do something about. */
export function explainSystemError(error: unknown, folder: string, remedy: Remedy): string | null {
  const code = codeOf(error)
  const port = error instanceof Error && 'port' in error ? error.port : null
  if (typeof port === 'number' && port >= 0) {
    const another = 'Choose another one with --port, or leave it out.'
    if (code === 'EADDRINUSE') return `The port ${port} is taken by another program. ${another}`
    if (code === 'EACCES') return `This user may not open the port ${port}. ${another}`
  }
  const reason = reasonOf(code)
  if (reason === null) return null
  const path = error instanceof Error && 'path' in error ? error.path : null
  // Neither in it nor above it: the configuration says where that is.
  if (typeof path === 'string' && !path.startsWith(folder) && !folder.startsWith(path))
    return `${path} cannot be used: ${reason}. Choose another place for it in the configuration.`
  const where = typeof path === 'string' && path !== folder ? ` (${path})` : ''
  return `The folder ${folder} cannot be used: ${reason}${where}. ${REMEDIES[remedy]}`
}

/** Of a folder that was to be made. Nobody knows the draft beside it, which the error may name. */
export function explainUnmade(error: unknown, folder: string): string {
  const reason = reasonOf(codeOf(error))
  if (reason !== null) return `The folder ${folder} cannot be used: ${reason}. Choose another one.`
  return `The folder ${folder} cannot be made: ${error instanceof Error ? error.message : String(error)}`
}

/** Of a new file, for which an option of the command line has the name. */
export function explainUnwritten(error: unknown, file: string): string {
  const code = codeOf(error)
  if (code === 'EEXIST') return `${file} exists already, and nothing is written over. Name another file.`
  if (code === 'ENOENT') return `${file} cannot be written: the folder that it is to stand in does not exist.`
  const reason = reasonOf(code) ?? (error instanceof Error ? error.message : String(error))
  return `${file} cannot be written: ${reason}. Name another file.`
}

function reasonOf(code: string | null): string | null {
  // SQLite's extended codes begin with the plain one.
  const known = Object.keys(REASONS).find((one) => code === one || code?.startsWith(`${one}_`))
  return known === undefined ? null : (REASONS[known] ?? null)
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
