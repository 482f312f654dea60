/** `countersign check FILE`: every problem of a configuration, located. Exit code 1 if one is an error. */
import { dirname, resolve } from 'node:path'
import { loadConfiguration } from '../config/load.ts'
import { builtinVariables } from '../config/variables.ts'
import { ownPrograms } from './places.ts'
import { formatProblem } from './problems.ts'

export async function runCheck({ file, json }: { file: string; json: boolean }): Promise<number> {
  const path = resolve(file)
  const brought = builtinVariables({ ...ownPrograms(), workspace: dirname(path) })
  const { problems } = await loadConfiguration(path, { ...process.env, ...brought })
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

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
