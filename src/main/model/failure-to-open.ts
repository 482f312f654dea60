/** Why a gateway did not open; each is shown to a person as it is. May import: model. */
import { isError, type Problem } from './configuration.ts'

export class ConfigurationInvalid extends Error {
  readonly problems: Problem[]
  constructor(path: string, problems: Problem[]) {
    const first = problems.find(isError)
    const where = first === undefined ? '' : ` ${first.file}:${first.line}:${first.column}: ${first.message}`
    super(`The configuration ${path} has errors and was not used.${where}`)
    this.name = 'ConfigurationInvalid'
    this.problems = problems
  }
}

/** The data folder belongs to another configuration, and nobody has said that this is meant (R2.1). */
export class ConfigurationDiffers extends Error {
  constructor(dataFolder: string, accepted: string, asked: string) {
    super(`The data folder ${dataFolder} belongs to the configuration ${accepted}, and not to ${asked}.`)
    this.name = 'ConfigurationDiffers'
  }
}

type Holder = { pid: number; startedAt: string } | null

/** Another process owns the data folder (R3.1). */
export class FolderHeld extends Error {
  readonly holder: Holder
  constructor(dataFolder: string, holder: Holder) {
    super(`The data folder ${dataFolder} is in use by ${describe(holder)}. A data folder has one gateway.`)
    this.name = 'FolderHeld'
    this.holder = holder
  }
}

/** The data folder is free, and the gateway of another one has the database: nobody here can ask it to make room (R3.1). */
export class DatabaseHeld extends Error {
  constructor(database: string, holder: Holder) {
    super(
      `The database ${database} is in use by ${describe(holder)}, with another data folder. A database has one gateway.`,
    )
    this.name = 'DatabaseHeld'
  }
}

function describe(holder: Holder): string {
  return holder === null ? 'another process' : `process ${holder.pid}, running since ${holder.startedAt}`
}

/** `database`: the file that is held; null: it is the folder. */
export function failureOfLock(
  dataFolder: string,
  { holder, database }: { holder: Holder; database: string | null },
): FolderHeld | DatabaseHeld {
  return database === null ? new FolderHeld(dataFolder, holder) : new DatabaseHeld(database, holder)
}
