/** Exceptions of gates: guards that can be judged where the gate stands, and an end that is near (issue 4). */
import type { GateException } from '../../model/definition.ts'
import { readsRoot } from '../../workflow/guards/guards.ts'
import { readUntil } from '../compile/gate.ts'
import { checkGuardReads, checkGuards } from '../guards/guards.ts'
import type { Path } from '../read/tree.ts'
import type { ExceptDocument } from '../schema/approval.ts'
import { keysOfSchema } from './known-keys.ts'
import type { Subject } from './subject.ts'

const LONGEST_DAYS = 366

/** What stands behind the gate. */
export type Behind =
  /** Calls that are met on every way: they have no arguments of a declaration. */
  | { kind: 'calls' }
  | { kind: 'capability' }
  /** `byEngine`: the engine fires it, and has no rights. */
  | { kind: 'transition'; byEngine: boolean }

export function checkException(
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
    const message = `This exception ended on ${until.slice(0, 10)}: the gate asks again. Remove it, or give it another day.`
    findings.warning([...path, 'until'], message)
  } else if (Date.parse(until) > now + LONGEST_DAYS * 86_400_000) {
    const message = `An exception may last a year at most. Write a day that is nearer than ${declared.until}.`
    findings.error([...path, 'until'], message)
  }
  const byEngine = behind.kind === 'transition' && behind.byEngine
  checkGuards(subject, compiled.when, [...path, 'when'], { byEngine, evidence: new Set() })
  if (behind.kind === 'calls' && readsRoot(compiled.when, 'arguments')) {
    const message =
      'Here ‘$.arguments’ would be those of whatever leads to the call, and could say something else than it. Read the call itself: $.call.arguments for a tool, $.call.args for a program, $.call.path and $.call.body for a request.'
    findings.error([...path, 'when'], message)
    return
  }
  const readable = {
    arguments: keysOfSchema(undefined),
    ...(byEngine ? { noArguments: 'the engine fires this transition, without arguments' } : {}),
    context: null,
    input: null,
    output: false,
    call: true as const,
  }
  for (const [index, guard] of compiled.when.entries())
    checkGuardReads(subject, guard, [...path, 'when', index], readable)
}
