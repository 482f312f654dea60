/** Approval gates: said without contradiction, and decided by people who exist (R5.4). */

import type { Deciders, Gate } from '../../model/definition.ts'
import { compileDeciders, compileGate } from '../compile/gate.ts'
import { checkQueue } from '../executors/human.ts'
import type { Path } from '../read/tree.ts'
import type { ApprovalDocument } from '../schema/approval.ts'
import type { StepDocument } from '../schema/step.ts'
import { type Behind, checkException } from './exceptions.ts'
import { didYouMean } from './nearest.ts'
import type { Subject } from './subject.ts'

interface GateDocument {
  approval?: ApprovalDocument
  auto_approve?: boolean
}

export function checkGates(subject: Subject): void {
  const { document, compiled } = subject
  const { connections = {}, capabilities = {}, proxy = {}, workflows = {} } = document
  for (const [name, queue] of Object.entries(compiled.approvals.queues)) {
    checkDeciders(subject, queue, 1, ['approvals', 'queues', name])
  }
  for (const [name, each] of Object.entries(connections))
    checkGate(subject, each, ['connections', name], { kind: 'calls' })
  for (const [name, each] of Object.entries(capabilities))
    checkGate(subject, each, ['capabilities', name], { kind: 'capability' })
  for (const list of ['expose', 'import'] as const) {
    for (const [index, each] of (proxy[list] ?? []).entries())
      checkGate(subject, each, ['proxy', list, index], {
        kind: list === 'expose' ? 'capability' : 'calls',
      })
  }
  for (const [id, { states = {}, steps = [] }] of Object.entries(workflows)) {
    for (const [state, { transitions = {} }] of Object.entries(states)) {
      for (const [name, each] of Object.entries(transitions)) {
        checkGate(subject, each, ['workflows', id, 'states', state, 'transitions', name], {
          kind: 'transition',
          byEngine: each.actor === 'deterministic' || each.actor === 'system',
        })
      }
    }
    checkSteps(subject, steps, ['workflows', id, 'steps'])
  }
}

function checkSteps(subject: Subject, steps: readonly StepDocument[], path: Path): void {
  for (const [index, step] of steps.entries()) {
    const at = [...path, index]
    checkGate(subject, step, at, { kind: 'transition', byEngine: true })
    if (step.approve?.by) {
      checkDeciders(subject, compileDeciders(step.approve.by), 1, [...at, 'approve', 'by'])
    }
    checkSteps(subject, step.parallel ?? [], [...at, 'parallel'])
  }
}

function checkGate(subject: Subject, gated: GateDocument, path: Path, behind: Behind): void {
  const { approval, auto_approve } = gated
  const gate = compileGate(gated, '')
  if (approval && auto_approve !== undefined && auto_approve !== (gate === undefined)) {
    subject.findings.error(
      [...path, 'auto_approve'],
      `‘auto_approve: ${auto_approve}’ and ‘approval’ say the opposite of each other. Keep one of them.`,
    )
    return
  }
  if (!gate) return
  const at = approval ? [...path, 'approval'] : [...path, 'auto_approve']
  if (gate.queue !== undefined) checkQueue(subject, gate.queue, [...at, 'queue'])
  if (approval && approval.quorum !== undefined && approval.quorum > 1 && approval.notRequester === false) {
    subject.findings.warning(
      [...at, 'notRequester'],
      `Of ${approval.quorum} people who must approve, one may be the one who asked.`,
    )
  }
  checkDeciders(subject, deciders(subject, gate), gate.quorum, at)
  if (approval?.except && gate.except)
    checkException(subject, approval.except, gate.except, [...at, 'except'], behind)
}

function deciders(subject: Subject, gate: Gate): Deciders {
  if (gate.by) return gate.by
  const { queues } = subject.compiled.approvals
  return gate.queue !== undefined && Object.hasOwn(queues, gate.queue) ? (queues[gate.queue] ?? {}) : {}
}

/** What nobody can decide never runs: that is safe, and seldom meant. */
function checkDeciders(subject: Subject, rule: Deciders, quorum: number, path: Path): void {
  const people = Object.values(subject.compiled.people)
  for (const [kind, held] of [
    ['role', people.flatMap(({ roles }) => roles)],
    ['permission', people.flatMap(({ permissions }) => permissions)],
  ] as const) {
    const wanted = rule[kind]
    if (wanted === undefined || held.includes(wanted)) continue
    const message = `Nobody in ‘people’ has the ${kind} ‘${wanted}’, so nobody can decide this.`
    subject.findings.warning(path, message + didYouMean(wanted, held))
    return
  }
  const able = people.filter(
    ({ roles, permissions }) =>
      (rule.role === undefined || roles.includes(rule.role)) &&
      (rule.permission === undefined || permissions.includes(rule.permission)),
  )
  const named = rule.role !== undefined || rule.permission !== undefined
  if (quorum <= able.length || (!named && people.length === 0)) return
  const who = named ? 'can decide this' : 'are in ‘people’'
  subject.findings.warning(
    path,
    `${quorum} different people must approve, and only ${able.length} ${who}: it can never be approved.`,
  )
}
