/** Which branches of groups no possible way runs. Pure. */

import type { Plan } from '../../model/call.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { branchesOf, plansInside } from '../executors/executors.ts'

export interface BranchNotes {
  /** A step on one of the ways, and what would run there. */
  note(executor: ExecutorDeclaration | undefined, plan: Plan): void
  /** Names that one way at least would have, and that none runs. */
  leftOut(): string[]
}

export function createBranchNotes(): BranchNotes {
  const mayRun = new Map<string, boolean>()
  return {
    note(executor, { calls: [{ call }] }) {
      const inside = plansInside(call)
      for (const name of executor === undefined ? [] : Object.keys(branchesOf(executor))) {
        const runs = Object.hasOwn(inside, name)
        mayRun.set(name, runs || mayRun.get(name) === true)
      }
    },
    leftOut: () => [...mayRun].flatMap(([name, runs]) => (runs ? [] : [name])),
  }
}
