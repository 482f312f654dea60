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

/** Another process owns the data folder (R3.1). */
export class FolderHeld extends Error {
  readonly holder: { pid: number; startedAt: string } | null
  constructor(dataFolder: string, holder: { pid: number; startedAt: string } | null) {
    const whose =
      holder === null ? 'another process' : `process ${holder.pid}, running since ${holder.startedAt}`
    super(`The data folder ${dataFolder} is in use by ${whose}. A data folder has one gateway.`)
    this.name = 'FolderHeld'
    this.holder = holder
  }
}
