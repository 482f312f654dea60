/** Says why a gateway did not open, and with which exit code the process ends. */

import { EXIT_LOCKED } from '../mcp/starter.ts'
import { ConfigurationInvalid, FolderHeld } from '../model/failure-to-open.ts'
import { formatProblem } from './problems.ts'

/** Writes to standard error. Anything that is not a known reason is a bug and is thrown again. */
export function explainFailure(error: unknown): number {
  if (error instanceof ConfigurationInvalid) {
    process.stderr.write(`The configuration has errors and was not used.\n`)
    for (const problem of error.problems) process.stderr.write(`${formatProblem(problem)}\n`)
    return 1
  }
  if (error instanceof FolderHeld) {
    process.stderr.write(`${error.message}\n`)
    return EXIT_LOCKED
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    process.stderr.write(
      'The port is taken by another program. Choose another one with --port, or leave it out.\n',
    )
    return 1
  }
  throw error
}
