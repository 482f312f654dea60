/** What a call gives itself, and its connection could give as well: a program, a folder, an environment, headers. Pure. */
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { throughRenamed } from './executors.ts'

/** The program that it names itself. */
export function ownProgram(executor: ExecutorDeclaration): string | undefined {
  return 'args' in executor ? executor.command : undefined
}

export function givesItself(executor: ExecutorDeclaration): boolean {
  if ('headers' in executor) return Object.keys(executor.headers).length > 0
  if (!('args' in executor)) return false
  const { command, workingDirectory, env } = executor
  return command !== undefined || workingDirectory !== undefined || Object.keys(env).length > 0
}

export function withoutOwnValues(executor: ExecutorDeclaration, keepsProgram: boolean): ExecutorDeclaration {
  if ('headers' in executor) return { ...executor, headers: {} }
  if (!('args' in executor)) return executor
  const { command, workingDirectory: _, ...rest } = executor
  return { ...rest, ...(keepsProgram && command !== undefined && { command }), env: {} }
}

/** The same over that connection; of programs also what is called without one. */
export function overConnection(executor: ExecutorDeclaration, name: string): ExecutorDeclaration {
  return 'args' in executor ? { ...executor, connection: name } : throughRenamed(executor, () => name)
}

/** With the names of its headers in small letters: no server tells these apart. */
export function withHeadersInSmall(executor: ExecutorDeclaration): ExecutorDeclaration {
  if (!('headers' in executor)) return executor
  const small = Object.entries(executor.headers).map(([name, text]) => [name.toLowerCase(), text])
  return { ...executor, headers: Object.fromEntries(small) }
}
