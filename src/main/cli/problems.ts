/** A finding of `check`, as a line. */
import { relative } from 'node:path'
import type { Problem } from '../model/configuration.ts'

export function formatProblem(problem: Problem): string {
  return `${formatSource(problem)} ${problem.severity} ${problem.message}`
}

/** `file:line:column`, the file relative to where one stands, if it lies there. */
export function formatSource({ file, line, column }: Pick<Problem, 'file' | 'line' | 'column'>): string {
  const near = relative(process.cwd(), file)
  return `${near === '' || near.startsWith('..') ? file : near}:${line}:${column}`
}
