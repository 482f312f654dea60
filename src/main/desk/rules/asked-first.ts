/** Who has to agree before a step that is not a person's takes effect (R5.1, R5.4). */

import type { AskedFirst } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { asksPerson, certainPart, isProposal } from '../../workflow/executors/executors.ts'
import { type MissingVotes, peopleAsked } from '../../workflow/gates/gates.ts'
import { describeGate, type Gates, type Step } from './declared-rules.ts'

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
