/** What a declaration asks before, around and after a call, as sentences. Pure. May import: model, workflow. */

import type { AskedFirst } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Configuration, Connection } from '../../model/configuration.ts'
import type { Gate, Transition } from '../../model/definition.ts'
import type { Reliability } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { asksPerson, certainPart, isProposal, keyOfRepetition } from '../../workflow/executors/executors.ts'
import { declaredCall } from '../../workflow/executors/wording.ts'
import {
  decidersOf,
  describeRights,
  type MissingVotes,
  peopleAsked,
  type Queues,
} from '../../workflow/gates/gates.ts'
import { describeGuard } from '../../workflow/guards/guards.ts'
import { sayInUtc } from '../../workflow/wording/in-utc.ts'
import { plural } from '../../workflow/wording/waiting.ts'

type Step = Pick<Transition, 'executor' | 'reliability' | 'gates'> &
  Partial<Pick<Transition, 'actor' | 'guards'>>

/** The gates in force. */
export interface Gates {
  /** Of every level that the declared call meets. */
  gatesBefore(step: Step): Gate[]
  queues: Queues
}

/** Of a step or a capability: what it is refused by, gates of every level that its own call meets, what happens if it fails. */
export function describeRules(declared: Step, { gatesBefore, queues }: Gates): string[] {
  const { executor, reliability, gates = [], guards = [] } = declared
  const met = [...gates, ...gatesBefore({ ...(executor === undefined ? {} : { executor }) })]
  return [
    ...describeGuards(guards),
    ...new Set(met.map((gate) => describeGate(gate, queues))),
    ...describeReliability(reliability),
    ...(executor !== undefined && keyOfRepetition(executor) !== undefined
      ? ['It is sent with a key by which the other side recognises a repetition.']
      : []),
  ]
}

/** Of a step, a capability, or the start of a workflow. */
export function describeGuards(guards: readonly Guard[]): string[] {
  return [...new Set(guards.map((guard) => `Refused unless this holds: ${describeGuard(guard)}.`))]
}

/** Of a connection itself. */
export function describeConnectionRules(
  connection: Connection,
  { approvals }: Pick<Configuration, 'approvals'>,
) {
  const { gate, limits } = connection
  const sandbox = connection.kind === 'rest' ? undefined : connection.sandbox
  return [
    ...(gate === undefined ? [] : [describeGate(gate, approvals.queues)]),
    ...(sandbox === undefined
      ? []
      : [
          `${sandbox.mode === 'readOnly' ? 'Its programs may write to no file' : 'Its programs may reach no network'}${sandbox.ifAvailable ? ', where the system can keep them from it' : ''}.`,
        ]),
    ...(limits?.concurrency === undefined
      ? []
      : [`At most ${plural(limits.concurrency, 'call')} at once; others wait.`]),
    ...(limits?.breaker === undefined
      ? []
      : [
          `After ${plural(limits.breaker.failures, 'failure')} in a row it is left alone for ${sayTime(limits.breaker.resetMs)}: calls fail at once meanwhile.`,
        ]),
  ]
}

/** As a sentence. */
export function describeGate(gate: Gate, queues: Queues): string {
  const rights = describeRights(decidersOf(gate, queues))
  const people = gate.quorum === 1 ? 'A person' : `${gate.quorum} different people`
  const which = rights === '' ? '' : ` with ${rights}`
  const not = gate.notRequester ? ', not whoever asked' : ''
  const when = gate.required === 'unlessReadOnly' ? ', unless the call only reads' : ''
  const { except } = gate
  const unless =
    except === undefined
      ? ''
      : ` Until ${sayInUtc(except.until)} it does not ask where ${except.when.map(describeGuard).join(' and ')}.`
  const risk = gate.risk === 'high' ? ' It is of high risk.' : ''
  return `${people}${which} must approve it before it runs${not}${when}.${risk}${unless}`
}

function describeReliability(reliability: Reliability | undefined): string[] {
  if (reliability === undefined) return []
  const { timeoutMs, retry, fallback } = reliability
  const instead = fallback.map((executor) => declaredCall(executor) ?? 'nothing')
  return [
    ...(timeoutMs === undefined ? [] : [`An attempt is given up after ${sayTime(timeoutMs)}.`]),
    ...(retry === undefined || retry.maxAttempts <= 1
      ? []
      : [`If it fails it is tried again, ${plural(retry.maxAttempts, 'attempt')} in all.`]),
    ...(instead.length === 0 ? [] : [`If it fails for good, this runs instead: ${instead.join(', then ')}.`]),
  ]
}

function sayTime(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`
  const seconds = milliseconds / 1000
  if (seconds < 120) return `${seconds} s`
  return `${Math.round(seconds / 60)} minutes`
}

// ── Who has to agree before a step that is not a person's takes effect (R5.1, R5.4).

export type GateSource = Pick<Gateway, 'discovery' | 'configuration'>

/** What is in force now. */
export function gatesNow(gateway: GateSource): Gates {
  const around = gateway.discovery.around()
  const { queues } = gateway.configuration().approvals
  return { gatesBefore: (step) => around.gatesBefore(step), queues }
}

/** Null: nobody is asked, or the step itself is a person's. */
export function askedFirst(step: Step, { gatesBefore, queues }: Gates): AskedFirst | null {
  if (step.actor === 'human') return null
  const { reliability, ...alone } = step
  const gates = gatesBefore(alone)
  const text = [...new Set(gates.map((gate) => describeGate(gate, queues)))].join(' ')
  const { executor } = step
  const certain = { ...alone, ...(executor === undefined ? {} : { executor: certainPart(executor) }) }
  // Where an exception holds, nobody is asked.
  const firm = gatesBefore(certain).filter(({ except }) => except === undefined)
  const asked = peopleAsked(firm)
  if (asked.people > 0) return { short: approve(asked, peopleAsked(gates)), text, always: true }
  if (executor !== undefined && (asksPerson(executor) || isProposal(executor)))
    return { short: 'A person approves', text: 'A person answers it.', always: true }
  if (gates.some(({ except }) => except === undefined))
    return { ...MAYBE, text: `${text} Nobody is asked where the branches that ask are left out.` }
  if (gates.length > 0) return { ...MAYBE, text }
  if (reliability === undefined || gatesBefore(step).length === 0) return null
  return { ...MAYBE, text: 'If it fails, a person must approve what runs instead.' }
}

/** `all`: with those that may not stand. */
function approve({ people, atLeast }: MissingVotes, all: MissingVotes): string {
  const isOpen = atLeast || all.atLeast || all.people > people
  if (people === 1) return isOpen ? 'At least one person approves' : 'A person approves'
  return `${isOpen ? 'At least ' : ''}${people} people approve`
}

const MAYBE = { short: 'A person may be asked', always: false }
