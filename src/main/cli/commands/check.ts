/** `countersign check FILE`: every problem of a configuration, located. Exit code 1 if one is an error. */
import { resolve } from 'node:path'
import { loadConfiguration } from '../../config/load.ts'
import type { Secrets } from '../../runtime/ports.ts'
import type { CheckCommand } from '../command-line.ts'
import { openSecrets } from '../open-secrets.ts'
import { findUsual, variablesFor } from '../places.ts'
import { formatProblem } from '../problems.ts'
import { count } from '../searching/search-text.ts'
import { checkFlowgate } from './check-flowgate.ts'

export async function runCheck({ file, json, from, to }: CheckCommand): Promise<number> {
  const path = resolve(file)
  if (from !== null) return checkFlowgate(path, { json, to: to === null ? null : resolve(to) })
  const { problems } = await loadConfiguration(path, await variablesFor(path, await keptFor(path)))
  const errors = problems.filter((problem) => problem.severity === 'error').length
  if (json) {
    process.stdout.write(`${JSON.stringify({ ok: errors === 0, problems })}\n`)
  } else {
    for (const problem of problems) process.stdout.write(`${formatProblem(problem)}\n`)
    const sum = [count(errors, 'error'), count(problems.length - errors, 'warning')].join(', ')
    process.stdout.write(problems.length === 0 ? 'No problems.\n' : `${sum}\n`)
  }
  return errors === 0 ? 0 : 1
}

/** Of the desk's own workspace they are known; elsewhere the data folder is not. */
async function keptFor(path: string): Promise<{ secrets: Secrets; dataFolder: string } | null> {
  const { configuration, dataFolder } = await findUsual()
  return path === configuration ? { secrets: openSecrets(dataFolder), dataFolder } : null
}
