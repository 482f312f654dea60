/** Guards: expressions that parse, nobody asked for a role who has none, rights that somebody holds. */
import type { EvidenceRequirement, Guard } from '../model/definition.ts'
import { parseExpression } from '../workflow/expression.ts'
import { didYouMean, listNames } from './nearest.ts'
import type { Subject, WorkflowSubject } from './subject.ts'
import type { Path } from './tree.ts'

export function checkWorkflowGuards({ definition, path, subject }: WorkflowSubject): void {
  checkGuards(subject, definition.guards, [...path, 'guards'])
  for (const [state, { transitions }] of Object.entries(definition.states)) {
    for (const [name, transition] of Object.entries(transitions)) {
      const at = [...path, 'states', state, 'transitions', name]
      const byEngine = transition.actor === 'deterministic' || transition.actor === 'system'
      checkGuards(subject, transition.guards, [...at, 'guards'], byEngine)
      for (const [index, branch] of transition.branches.entries()) {
        checkGuard(subject, branch.when, [...at, 'branches', index, 'when'], byEngine)
      }
    }
  }
}

/** `byEngine`: the engine fires the transition, and it has no roles or permissions (R1.7). */
export function checkGuards(subject: Subject, guards: readonly Guard[], path: Path, byEngine = false): void {
  for (const [index, guard] of guards.entries()) checkGuard(subject, guard, [...path, index], byEngine)
}

function checkGuard(subject: Subject, guard: Guard, path: Path, byEngine: boolean): void {
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
      if (byEngine) {
        const message = `The engine fires this transition and has no roles or permissions: a ‘${noun}’ guard would always refuse it. Put the guard on a transition of an agent or a person.`
        subject.findings.error(path, message)
      } else checkHeld(subject, guard.kind, value, path)
      return
    }
    case 'allOf':
    case 'anyOf':
      checkGuards(subject, guard.guards, [...path, 'guards'], byEngine)
      return
    case 'not':
      checkGuard(subject, guard.guard, [...path, 'guard'], byEngine)
      return
    case 'evidence':
      checkRecorded(subject, guard.requires, path)
      return
  }
}

/** What the engine records by itself; evidence of the author's own comes later. */
const RECORDED = ['cli_output', 'tool_result', 'human_decision', 'approval', 'human_request']

function checkRecorded(subject: Subject, requires: readonly EvidenceRequirement[], path: Path): void {
  for (const { kind } of requires) {
    if (RECORDED.includes(kind)) continue
    const hint = didYouMean(kind, RECORDED) || ` The engine records ${listNames(RECORDED, 'and')}.`
    subject.findings.warning([...path, 'requires'], `Nothing records evidence of the kind ‘${kind}’.${hint}`)
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
