/** The calls of a configuration as gates know them. Pure. */
import type { Configuration, Connection } from '../../model/configuration.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { identityOf, keysOf, sketchCalls, triedBy } from '../../workflow/executors/executors.ts'
import { programsOf } from '../../workflow/gates/gate-index.ts'
import { listEffects } from '../../workflow/preview/effects.ts'

/** Whether any of it may be met by the gate of a declaration, which was found by the connections of then. */
export function mayCall(
  { connections, capabilities, gated = [], workflows }: Configuration,
  declared: ExecutorDeclaration,
  then: Record<string, Connection>,
): boolean {
  const { keys } = identityOf(declared, programsOf(then))
  const executors = [
    ...[...capabilities, ...gated].flatMap(triedBy),
    ...Object.values(workflows).flatMap((each) =>
      listEffects(each, () => false).map(({ step }) => step.executor),
    ),
  ]
  return executors
    .flatMap((each) => sketchCalls(each, programsOf(connections)))
    .some((call) => keysOf(call).some((key) => keys.includes(key)))
}
