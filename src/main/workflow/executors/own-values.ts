/** What a call gives itself, and its connection could give as well: a program, a folder, an environment, headers. Pure. */
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { kindOf } from './executors.ts'

/** The program that it names itself. */
export function ownProgram(executor: ExecutorDeclaration): string | undefined {
  return kindOf(executor).own?.program(executor)
}

export function givesItself(executor: ExecutorDeclaration): boolean {
  return kindOf(executor).own?.areGiven(executor) === true
}

export function withoutOwnValues(executor: ExecutorDeclaration, keepsProgram: boolean): ExecutorDeclaration {
  return kindOf(executor).own?.without(executor, keepsProgram) ?? executor
}

/** The same over that connection; of programs also what is called without one. */
export function overConnection(executor: ExecutorDeclaration, name: string): ExecutorDeclaration {
  return kindOf(executor).withConnection(executor, () => name)
}

/** The same in one spelling, where nobody on the other side tells its spellings apart. */
export function inOneSpelling(executor: ExecutorDeclaration): ExecutorDeclaration {
  return kindOf(executor).respell(executor)
}
