/** What can be approved later than before: what a person lets through then is older (R5.5). One sentence each. Pure. */
import type { Configuration } from '../../model/configuration.ts'
import type { Gate } from '../../model/definition.ts'
import { timeoutOf } from '../../workflow/gates/gates.ts'
import { duration } from '../../workflow/wording/waiting.ts'
import { importsByName } from './unproven.ts'

export function longerDeadlines(before: Configuration, after: Configuration): string[] {
  const [usual, usualNow] = [before.approvals.timeoutMs, after.approvals.timeoutMs]
  const former = new Map(gatesIn(before))
  const found = [
    ...sayLonger('An approval', usual, usualNow),
    ...gatesIn(after).flatMap(([what, gates]) => {
      const were = former.get(what) ?? []
      // Where none says so itself, it is said of all at once.
      const own = [...were, ...gates].some(({ timeoutMs }) => timeoutMs !== undefined)
      if (!own || were.length === 0 || gates.length === 0) return []
      return sayLonger(`${what}: its approval`, timeoutOf(were, usual), timeoutOf(gates, usualNow))
    }),
  ]
  // What is exposed as it is declared is compared twice.
  return [...new Set(found)]
}

function sayLonger(what: string, was: number, is: number): string[] {
  if (is <= was) return []
  const [now, then] = [duration(is), duration(was)]
  // They may differ by less than is usually said of a time.
  const told = now === then ? `${is} instead of ${was} milliseconds` : `${now} instead of ${then}`
  return [`${what} can be given for ${told} before it is refused.`]
}

function gatesIn({
  connections,
  imports,
  capabilities,
  gated = [],
  workflows,
}: Configuration): [string, Gate[]][] {
  return [
    ...Object.entries(connections).map(([name, { gate }]) => of(`The connection ‘${name}’`, gate)),
    ...Object.entries(importsByName({ imports })).flatMap(([name, { gate, toolGates = {} }]) => [
      of(`The import of ‘${name}’`, gate),
      ...Object.entries(toolGates).map(([tool, each]) => of(`The tool ‘${tool}’ of ‘${name}’`, each)),
    ]),
    ...[...capabilities, ...gated].map(({ id, gates = [] }) => of(`The capability ‘${id}’`, ...gates)),
    ...Object.values(workflows).flatMap(({ id, states }) =>
      Object.entries(states).flatMap(([state, { transitions }]) =>
        Object.entries(transitions).map(([name, { gates = [] }]) =>
          of(`‘${name}’ in state ‘${state}’ of ‘${id}’`, ...gates),
        ),
      ),
    ),
  ]
}

function of(what: string, ...gates: (Gate | null | undefined)[]): [string, Gate[]] {
  return [what, gates.filter((gate) => gate != null)]
}
