/** A finding of `check`, as a line. */
import { relative } from 'node:path'
import type { Problem } from '../model/configuration.ts'

export function formatProblem(problem: Problem): string {
  const near = relative(process.cwd(), problem.file)
  const file = near === '' || near.startsWith('..') ? problem.file : near
  return `${file}:${problem.line}:${problem.column} ${problem.severity} ${problem.message}`
}
