/** `countersign check FILE`: every problem of a configuration, located. Exit code 1 if one is an error. */
import { relative, resolve } from 'node:path'
import { loadConfiguration } from '../config/load.ts'
import { withBuiltins } from './environment.ts'

export async function runCheck({ file, json }: { file: string; json: boolean }): Promise<number> {
  const path = resolve(file)
  const { problems } = await loadConfiguration(path, withBuiltins(path))
  const failed = problems.some((problem) => problem.severity === 'error')
  if (json) {
    process.stdout.write(`${JSON.stringify({ ok: !failed, problems })}\n`)
    return failed ? 1 : 0
  }
  for (const problem of problems) {
    const where = `${relative(process.cwd(), problem.file) || problem.file}:${problem.line}:${problem.column}`
    process.stdout.write(`${where} ${problem.severity} ${problem.message}\n`)
  }
  const errors = problems.filter((problem) => problem.severity === 'error').length
  const warnings = problems.length - errors
  const sum = `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`
  process.stdout.write(problems.length === 0 ? 'No problems.\n' : `${sum}\n`)
  return failed ? 1 : 0
}
