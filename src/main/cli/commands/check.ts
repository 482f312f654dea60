/** `countersign check FILE`: every problem of a configuration, located. Exit code 1 if one is an error. */
import { dirname, resolve } from 'node:path'
import { loadConfiguration } from '../../config/load.ts'
import { builtinVariables, withSecrets } from '../../config/read/variables.ts'
import type { Secrets } from '../../runtime/ports.ts'
import type { CheckCommand } from '../command-line.ts'
import { openSecrets } from '../open-secrets.ts'
import { findUsual, ownPrograms } from '../places.ts'
import { formatProblem } from '../problems.ts'
import { checkFlowgate } from './check-flowgate.ts'

export async function runCheck({ file, json, from, to }: CheckCommand): Promise<number> {
  const path = resolve(file)
  if (from !== null) return checkFlowgate(path, { json, to: to === null ? null : resolve(to) })
  const brought = builtinVariables({ ...ownPrograms(), workspace: dirname(path) })
  const environment = await withSecrets({ ...process.env, ...brought }, await secretsFor(path))
  const { problems } = await loadConfiguration(path, environment)
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
async function secretsFor(path: string): Promise<Secrets | null> {
  const usual = await findUsual()
  if (path !== usual.configuration) return null
  return openSecrets(usual.dataFolder)
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
