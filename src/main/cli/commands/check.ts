/** `countersign check FILE`: every problem of a configuration, located. Exit code 1 if one is an error. */
import { dirname, resolve } from 'node:path'
import { loadConfiguration } from '../../config/load.ts'
import { builtinVariables, withSecrets } from '../../config/read/variables.ts'
import { defaultHome, defaultPlaces } from '../../config/workspace.ts'
import type { Secrets } from '../../runtime/ports.ts'
import { openSecretFile } from '../../store/secrets/secret-file.ts'
import { ownPrograms } from '../places.ts'
import { formatProblem } from '../problems.ts'

export async function runCheck({ file, json }: { file: string; json: boolean }): Promise<number> {
  const path = resolve(file)
  const brought = builtinVariables({ ...ownPrograms(), workspace: dirname(path) })
  const environment = await withSecrets({ ...process.env, ...brought }, secretsFor(path))
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
function secretsFor(path: string): Secrets | null {
  const usual = defaultPlaces(resolve(defaultHome(process.env, process.platform)))
  if (path !== usual.configuration) return null
  return openSecretFile({ dataFolder: usual.data, passphrase: process.env.COUNTERSIGN_SECRET_KEY })
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
