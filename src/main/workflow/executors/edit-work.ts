/** The executors of a step, each changed, with those inside it and its fallbacks. Pure. */
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import { mapEntries } from '../../model/json.ts'
import { branchesOf, kindOf } from './executors.ts'

export interface Work {
  executor?: ExecutorDeclaration
  reliability?: Reliability
}

export function editWork<Step extends Work>(
  step: Step,
  edit: (executor: ExecutorDeclaration) => ExecutorDeclaration,
): Step {
  const { executor, reliability } = step
  const edited = (each: ExecutorDeclaration): ExecutorDeclaration =>
    edit(
      kindOf(each).withBranches(
        each,
        mapEntries(branchesOf(each), (branch) => editWork(branch, edit)),
      ),
    )
  return {
    ...step,
    ...(executor && { executor: edited(executor) }),
    ...(reliability && { reliability: { ...reliability, fallback: reliability.fallback.map(edited) } }),
  }
}
