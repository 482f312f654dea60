/** Says why a gateway did not open, and with which exit code the process ends. */

import { EXIT_LOCKED } from '../mcp/pipe/starter.ts'
import {
  ConfigurationDiffers,
  ConfigurationInvalid,
  DatabaseHeld,
  FolderHeld,
} from '../model/failure-to-open.ts'
import type { Places } from './places.ts'
import { formatProblem } from './problems.ts'
import { explainSystemError } from './system-failure.ts'

/** Writes to standard error. Anything that is not a known reason is a bug and is thrown again. */
export function explainFailure(error: unknown, places: Places): number {
  if (error instanceof ConfigurationInvalid) {
    process.stderr.write(`The configuration has errors and was not used.\n`)
    for (const problem of error.problems) process.stderr.write(`${formatProblem(problem)}\n`)
    return 1
  }
  if (error instanceof ConfigurationDiffers) {
    const remedy = 'If this one is to take its place, add --accept-configuration.'
    process.stderr.write(`${error.message} ${remedy}\n`)
    return 1
  }
  if (error instanceof DatabaseHeld) {
    const remedy =
      'Stop that one first, or choose another place for it with ‘store.path’ in the configuration.'
    process.stderr.write(`${error.message} ${remedy}\n`)
    return 1
  }
  const remedy = places.usual ? 'COUNTERSIGN_HOME' : '--data'
  if (error instanceof FolderHeld) {
    process.stderr.write(`${error.message} Stop that one first, or name another folder with ${remedy}.\n`)
    return EXIT_LOCKED
  }
  const sentence = explainSystemError(error, places.dataFolder, remedy)
  if (sentence === null) throw error
  process.stderr.write(`${sentence}\n`)
  return 1
}
