/** The guards of whole workflows: who fires what they belong to, and what is recorded there. */

import {
  type Actor,
  type Definition,
  type Transition,
  targetsOf,
  transitionsOf,
} from '../../model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { humanId } from '../../model/principal.ts'
import { branchesOf, evidenceOf, executorsOf, triedBy } from '../../workflow/executors/executors.ts'
import { firedName, firedNames } from '../../workflow/fired-steps.ts'
import { GATE_EVIDENCE } from '../../workflow/guards/evidence.ts'
import { asksCaller, guardsIn, refusedToAll } from '../../workflow/guards/guards.ts'
import { checkGuard, checkGuards } from '../guards/guards.ts'
import { type Before, type GuardUse, NOTHING_BEFORE } from '../guards/kind.ts'
import type { Path } from '../read/tree.ts'
import { isWhole } from './checking.ts'
import { closure, comingFrom } from './graph.ts'
import { stepNames } from './reads.ts'
import type { Subject, WorkflowSubject } from './subject.ts'
import { meetsGate } from './timeout.ts'

/** People may fire what is for agents, too (R1.7). */
const FIRED_BY: Record<Actor, GuardUse['by']> = {
  agent: 'anybody',
  human: 'people',
  deterministic: 'engine',
  system: 'engine',
}

export function checkWorkflowGuards({ definition, path, subject }: WorkflowSubject): void {
  const whole = lookedUp(() => beforeIn(subject, definition))
  const comes = comingFrom(definition)
  const of = stepNames(definition) === null ? 'transition' : 'step'
  checkGuards(subject, definition.guards, [...path, 'guards'], {
    by: 'anybody',
    of: 'start',
    before: NOTHING_BEFORE,
  })
  if (definition.onTimeout) checkBranchGuards(subject, definition.onTimeout, [...path, 'onTimeout'], whole)
  for (const [state, { onEnter, transitions }] of Object.entries(definition.states)) {
    const here = [...path, 'states', state]
    const there = lookedUp(() => beforeIn(subject, until(definition, state, comes)), whole)
    if (onEnter) checkBranchGuards(subject, onEnter, [...here, 'onEnter'], there)
    for (const [name, transition] of Object.entries(transitions)) {
      const at = [...here, 'transitions', name]
      const by = FIRED_BY[transition.actor]
      // Its own gate, executor and record come after its guards.
      const before = lookedUp(() => {
        const found = beforeIn(subject, until(definition, state, comes, name))
        const leading = closure([state], comes)
        const own = targetsOf(transition).some((next) => leading.has(next)) && firedName(name, transition)
        return own ? { ...found, taken: new Set([...found.taken, own]) } : found
      }, whole)
      checkGuards(subject, transition.guards, [...at, 'guards'], { by, of, before })
      if (by === 'people') checkTakers(subject, name, transition.guards, [...at, 'guards'])
      for (const [index, branch] of transition.branches.entries()) {
        checkGuard(subject, branch.when, [...at, 'branches', index, 'when'], {
          by,
          of: 'choice',
          before: there,
        })
      }
      checkBranchGuards(subject, transition, at, there)
    }
  }
}

/** Whoever is at the desk and is not declared. */
const NO_RIGHTS = { roles: [], permissions: [] }

/** Each right is somebody's, and yet no single person passes. */
function checkTakers(subject: Subject, name: string, guards: readonly Guard[], path: Path): void {
  if (!isWhole(subject, ['people'])) return
  const declared = Object.entries(subject.compiled.people)
  const people = [['', NO_RIGHTS] as const, ...declared].map(([name, each]) => ({
    ...each,
    id: humanId(name),
  }))
  const isMissing = guards
    .flatMap((guard) => guardsIn(guard))
    .some(({ guard }) => asksCaller(guard) && refusedToAll([guard], null, people) !== null)
  if (isMissing || refusedToAll(guards, null, people) === null) return
  const message = `‘${name}’ is refused to everybody: of what its guards ask for, nobody in ‘people’ has all. Give one of them the rest, or remove a guard.`
  subject.findings.warning(path, message)
}

function beforeIn(subject: Subject, definition: Definition): Before {
  const transitions = transitionsOf(definition)
  const executors = executorsOf(definition)
  const isGated =
    transitions.some(({ gates = [] }) => gates.length > 0) ||
    executors.some((executor) => meetsGate(subject, executor))
  const ofCalls = new Set([...executors.flatMap(evidenceOf), ...(isGated ? GATE_EVIDENCE : [])])
  const recorded = transitions.flatMap(recordsOf)
  return {
    workflow: definition,
    byEngine: new Set([...ofCalls, ...(recorded.includes(DECIDED) ? [DECIDED] : [])]),
    taken: firedNames(definition),
    most: (kind) => (ofCalls.has(kind) ? Number.POSITIVE_INFINITY : countRecords(definition, kind)),
  }
}

const DECIDED = 'human_decision'

/** What a transition records each time it is taken, beside what its calls leave behind. */
function recordsOf({ actor, evidence = [] }: Transition): string[] {
  return [...evidence.map(({ kind }) => kind), ...(actor === 'human' ? [DECIDED] : [])]
}

/** Without end where one of those that record it can be taken again. */
function countRecords(definition: Definition, kind: string): number {
  const comes = comingFrom(definition)
  let count = 0
  for (const [state, { transitions }] of Object.entries(definition.states)) {
    for (const transition of Object.values(transitions)) {
      const records = recordsOf(transition).filter((each) => each === kind).length
      if (records === 0) continue
      const leading = closure([state], comes)
      if (targetsOf(transition).some((next) => leading.has(next))) return Number.POSITIVE_INFINITY
      count += records
    }
  }
  return count
}

/** Looked up where a guard asks for it: few do, and a workflow may have thousands of states. */
function lookedUp(find: () => Before, whole?: Before): Before {
  let found: Before | undefined
  const look = () => {
    found ??= find()
    return found
  }
  return {
    get workflow() {
      return look().workflow
    },
    get byEngine() {
      return look().byEngine
    },
    get taken() {
      return look().taken
    },
    most: (kind) => look().most?.(kind) ?? Number.POSITIVE_INFINITY,
    ...(whole === undefined ? {} : { whole }),
  }
}

/** The workflow without what can only come after this state, whatever leads away from it; and without `own`. */
function until(
  definition: Definition,
  state: string,
  comes: (name: string) => readonly string[],
  own?: string,
): Definition {
  const leading = closure([state], comes)
  const leads = (transition: Transition) => targetsOf(transition).some((next) => leading.has(next))
  const states = Object.entries(definition.states).flatMap(([name, each]) => {
    if (!leading.has(name)) return []
    const transitions = Object.entries(each.transitions).filter(([called, one]) =>
      name === state ? called !== own : leads(one),
    )
    return [[name, { ...each, transitions: Object.fromEntries(transitions) }]]
  })
  return { ...definition, states: Object.fromEntries(states) }
}

/** The conditions of parallel branches, which the engine evaluates. */
export function checkBranchGuards(
  subject: Subject,
  { executor, reliability }: { executor?: ExecutorDeclaration; reliability?: Reliability },
  path: Path,
  before: Before,
): void {
  const use = { by: 'engine', of: 'branch', before } as const
  for (const each of triedBy({ executor, reliability })) {
    for (const [name, branch] of Object.entries(branchesOf(each))) {
      const at = [...path, 'executor', 'branches', name]
      if (branch.when) checkGuard(subject, branch.when, [...at, 'when'], use)
      checkBranchGuards(subject, branch, at, before)
    }
  }
}
