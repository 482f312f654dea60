/** Approval gates: said without contradiction, and decided by people who exist (R5.4). */

import { type Deciders, type Gate, type GateException, transitionsOf } from '../../model/definition.ts'
import { ownOf } from '../../model/json.ts'
import { isOfEngine } from '../../workflow/advance.ts'
import { gatesOfCalls } from '../../workflow/gates/declared-gates.ts'
import { decidersOf, holdsRights } from '../../workflow/gates/gates.ts'
import { readsRoot } from '../../workflow/guards/guards.ts'
import { asksNoLess } from '../../workflow/preview/conditions.ts'
import { keysOfSchema } from '../../workflow/schema/schema.ts'
import { sayInUtc } from '../../workflow/wording/in-utc.ts'
import { compileDeciders, compileGate, type GateDocument, readUntil } from '../compile/gate.ts'
import { checkQueue } from '../executors/human.ts'
import { checkGuards } from '../guards/guards.ts'
import { ANYTHING_BEFORE } from '../guards/kind.ts'
import type { Path } from '../read/tree.ts'
import type { ApprovalDocument, ExceptDocument } from '../schema/approval.ts'
import type { StepDocument } from '../schema/step.ts'
import { type Findings, isWhole } from './checking.ts'
import { checkConditions, conditionsAt } from './conditions.ts'
import { didYouMean } from './nearest.ts'
import { FIRED_BY_ENGINE, type Subject } from './subject.ts'

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
  for (const [index, { toolApproval = {} }] of (proxy.import ?? []).entries()) {
    for (const [tool, approval] of Object.entries(toolApproval)) {
      const at = ['proxy', 'import', index, 'toolApproval', tool]
      checkApproval(subject, approval, compileGate({ approval }, ''), at, { kind: 'calls' })
    }
  }
  for (const [id, { states = {}, steps = [] }] of Object.entries(workflows)) {
    for (const [state, { transitions = {} }] of Object.entries(states)) {
      for (const [name, each] of Object.entries(transitions)) {
        checkGate(subject, each, ['workflows', id, 'states', state, 'transitions', name], {
          kind: 'transition',
          byEngine: isOfEngine({ actor: each.actor ?? 'agent' }),
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
  checkApproval(subject, approval, gate, [...path, approval ? 'approval' : 'auto_approve'], behind)
}

function checkApproval(
  subject: Subject,
  approval: ApprovalDocument | undefined,
  gate: Gate | undefined,
  at: Path,
  behind: Behind,
): void {
  if (!gate) return
  // Who decides is said by the gate itself; its queue is where it waits.
  if (gate.queue !== undefined && gate.by === undefined) checkQueue(subject, gate.queue, [...at, 'queue'])
  const rule = gate.queue === undefined ? undefined : ownOf(subject.compiled.approvals.queues, gate.queue)
  if (gate.by !== undefined && rule !== undefined && !asksNoLess(rule, gate.by)) {
    const message = `Whoever this names decides here, and what the queue ‘${gate.queue}’ asks for does not count. Leave ‘by’ out, or ask for both.`
    subject.findings.warning([...at, 'by'], message)
  }
  if (approval && approval.quorum !== undefined && approval.quorum > 1 && approval.notRequester === false) {
    subject.findings.warning(
      [...at, 'notRequester'],
      `Of ${approval.quorum} people who must approve, one may be the one who asked.`,
    )
  }
  checkDeciders(subject, decidersOf(gate, subject.compiled.approvals.queues) ?? {}, gate.quorum, at)
  if (approval?.except && gate.except)
    checkException(subject, approval.except, gate.except, [...at, 'except'], behind)
}

/** A time to take back holds for high risk alone, and is one in which a person can act. */
export function checkUndo({ document, compiled, findings }: Subject): void {
  for (const [id, { states = {} }] of Object.entries(document.workflows ?? {}))
    for (const [state, { transitions = {} }] of Object.entries(states))
      for (const [name, { undoMs }] of Object.entries(transitions))
        checkHaste(findings, undoMs, ['workflows', id, 'states', state, 'transitions', name, 'undoMs'])
  checkHaste(findings, document.approvals?.undoMs, ['approvals', 'undoMs'])
  if ((document.approvals?.undoMs ?? 0) === 0) return
  const steps = Object.values(compiled.workflows).flatMap(transitionsOf)
  const gates = [...gatesOfCalls(compiled), ...steps.flatMap((step) => step.gates ?? [])]
  if ([...steps, ...gates].some(({ risk }) => risk === 'high')) return
  findings.warning(
    ['approvals', 'undoMs'],
    '‘undoMs’ is for decisions of high risk: no step and no ‘approval’ here has ‘risk: high’, so nothing can be taken back.',
  )
}

function checkHaste(findings: Findings, undoMs: number | undefined, path: Path): void {
  if (undoMs === undefined || undoMs === 0 || undoMs >= 1000) return
  const message = `These are ${undoMs} thousandths of a second, in which nobody takes anything back. Eight seconds are 8000; 0 turns it off.`
  findings.warning(path, message)
}

/** What nobody can decide never runs: that is safe, and seldom meant. */
function checkDeciders(subject: Subject, rule: Deciders, quorum: number, path: Path): void {
  // Whoever was left out may be who decides.
  if (!isWhole(subject, ['people'])) return
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
  const able = people.filter((each) => holdsRights(each, rule))
  const named = rule.role !== undefined || rule.permission !== undefined
  if (quorum <= able.length || (!named && people.length === 0)) return
  const who = named ? 'can decide this' : `${able.length === 1 ? 'is' : 'are'} in ‘people’`
  const message =
    able.length === 0
      ? 'Nobody in ‘people’ has all that this asks for, so nobody can decide it. Give one of them the rest.'
      : `${quorum} different people must approve, and only ${able.length} ${who}: it can never be approved.`
  subject.findings.warning(path, message)
}

/** Exceptions of gates: guards that can be judged where the gate stands, and an end that is near. */
const LONGEST_DAYS = 366

/** What stands behind the gate. */
type Behind =
  /** Calls that are met on every way: they have no arguments of a declaration. */
  | { kind: 'calls' }
  | { kind: 'capability' }
  /** `byEngine`: the engine fires it, and has no rights. */
  | { kind: 'transition'; byEngine: boolean }

function checkException(
  subject: Subject,
  declared: ExceptDocument,
  compiled: GateException,
  path: Path,
  behind: Behind,
): void {
  const { findings, now } = subject
  const until = readUntil(declared.until)
  if (until === null) {
    const message = `‘${declared.until}’ is no date. Write the last day, like 2026-12-31, or a time, like 2026-12-31T18:00:00Z.`
    findings.error([...path, 'until'], message)
  } else if (Date.parse(until) < now) {
    const message = `This exception ended on ${sayInUtc(until)}: the gate asks again. Remove it, or give it another day.`
    findings.warning([...path, 'until'], message)
  } else if (Date.parse(until) > now + LONGEST_DAYS * 86_400_000) {
    const message = `An exception may last a year at most. Write a day that is nearer than ${declared.until}.`
    findings.error([...path, 'until'], message)
  }
  const byEngine = behind.kind === 'transition' && behind.byEngine
  checkGuards(subject, compiled.when, [...path, 'when'], {
    by: byEngine ? 'engine' : 'anybody',
    of: 'exception',
    before: ANYTHING_BEFORE,
  })
  if (behind.kind === 'calls' && readsRoot(compiled.when, 'arguments')) {
    const message =
      'Here ‘$.arguments’ would be those of whatever leads to the call, and could say something else than it. Read the call itself: $.call.arguments for a tool, $.call.args for a program, $.call.path and $.call.body for a request.'
    findings.error([...path, 'when'], message)
    return
  }
  const readable = {
    arguments: keysOfSchema(undefined),
    ...(byEngine ? { noArguments: FIRED_BY_ENGINE } : {}),
    context: null,
    input: null,
    output: false,
    call: true as const,
  }
  checkConditions(subject, conditionsAt(compiled.when, [...path, 'when']), readable)
}
