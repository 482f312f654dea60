/** Guards: expressions that parse, nobody asked for a role who has none, rights that somebody holds. */
import type { ExecutorDeclaration, Guard, Reliability } from '../model/definition.ts'
import { parseExpression } from '../workflow/expression.ts'
import { checkRequirements, declaredEvidence } from './check-evidence.ts'
import { didYouMean } from './nearest.ts'
import type { Subject, WorkflowSubject } from './subject.ts'
import type { Path } from './tree.ts'

/** Who judges a guard. */
interface Judged {
  /** The engine fires the transition, and it has no roles or permissions (R1.7). */
  byEngine: boolean
  /** Kinds of evidence that the workflow records itself. */
  evidence: ReadonlySet<string>
}

const ANYBODY: Judged = { byEngine: false, evidence: new Set() }

export function checkWorkflowGuards({ definition, path, subject }: WorkflowSubject): void {
  const evidence = declaredEvidence(definition)
  checkGuards(subject, definition.guards, [...path, 'guards'])
  for (const [state, { onEnter, transitions }] of Object.entries(definition.states)) {
    const here = [...path, 'states', state]
    if (onEnter) checkBranchGuards(subject, onEnter, [...here, 'onEnter'], evidence)
    for (const [name, transition] of Object.entries(transitions)) {
      const at = [...here, 'transitions', name]
      const byEngine = transition.actor === 'deterministic' || transition.actor === 'system'
      const judged = { byEngine, evidence }
      checkGuards(subject, transition.guards, [...at, 'guards'], judged)
      for (const [index, branch] of transition.branches.entries()) {
        checkGuard(subject, branch.when, [...at, 'branches', index, 'when'], judged)
      }
      checkBranchGuards(subject, transition, at, evidence)
    }
  }
}

export function checkGuards(
  subject: Subject,
  guards: readonly Guard[],
  path: Path,
  judged: Judged = ANYBODY,
): void {
  for (const [index, guard] of guards.entries()) checkGuard(subject, guard, [...path, index], judged)
}

/** The conditions of parallel branches, which the engine judges. */
export function checkBranchGuards(
  subject: Subject,
  { executor, reliability }: { executor?: ExecutorDeclaration; reliability?: Reliability },
  path: Path,
  evidence: ReadonlySet<string> = new Set(),
): void {
  const judged = { byEngine: true, evidence }
  for (const each of [executor, ...(reliability?.fallback ?? [])]) {
    if (each?.kind !== 'parallel') continue
    for (const [name, branch] of Object.entries(each.branches)) {
      const at = [...path, 'executor', 'branches', name]
      if (branch.when) checkGuard(subject, branch.when, [...at, 'when'], judged)
      checkBranchGuards(subject, branch, at, evidence)
    }
  }
}

function checkGuard(subject: Subject, guard: Guard, path: Path, judged: Judged): void {
  switch (guard.kind) {
    case 'expr': {
      const parsed = parseExpression(guard.expr)
      if (parsed.ok) return
      const message = `The expression ‘${shortened(guard.expr)}’ is wrong at its character ${parsed.column}: ${parsed.message}`
      subject.findings.error([...path, 'expr'], message)
      return
    }
    case 'role':
    case 'permission': {
      const [noun, value] = guard.kind === 'role' ? ['role', guard.role] : ['permission', guard.permission]
      if (judged.byEngine) {
        const message = `The engine fires this transition and has no roles or permissions: a ‘${noun}’ guard would always refuse it. Put the guard on a transition of an agent or a person.`
        subject.findings.error(path, message)
      } else checkHeld(subject, guard.kind, value, path)
      return
    }
    case 'allOf':
    case 'anyOf':
      checkGuards(subject, guard.guards, [...path, 'guards'], judged)
      return
    case 'not':
      checkGuard(subject, guard.guard, [...path, 'guard'], judged)
      return
    case 'evidence':
      checkRequirements(subject, guard.requires, [...path, 'requires'], judged.evidence)
      return
  }
}

function checkHeld(subject: Subject, kind: 'role' | 'permission', value: string, path: Path): void {
  const { clients, people } = subject.compiled
  const holders = [...Object.values(clients), ...Object.values(people)]
  // Without a list there is nothing to compare with: the desk's own person is not in the file.
  if (holders.length === 0) return
  const held = new Set(holders.flatMap((each) => (kind === 'role' ? each.roles : each.permissions)))
  if (held.has(value)) return
  const message = `Nobody in ‘people’ or ‘clients’ has the ${kind} ‘${value}’.`
  subject.findings.warning([...path, kind], message + didYouMean(value, held))
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
