/** Who comes to the desk by a new configuration, and who goes: whoever sits there chooses somebody without a PIN freely (R1.4). Pure. */
import type { Configuration } from '../../model/configuration.ts'
import { countsDecisions, countsRequesters } from '../../workflow/preview/backdrop.ts'

export function newPeople(before: Configuration, after: Configuration): string[] {
  const say = [before, after].every(isOneEnough) ? sayOneEnough : sayCounts
  return Object.keys(after.people)
    .filter((name) => !Object.hasOwn(before.people, name))
    .map(say)
}

function sayCounts(name: string): string {
  return `Decisions of a new person ‘${name}’ count: until they have a PIN, anybody at the desk can decide as ‘${name}’, also where more than one person must.`
}

const ONE_ENOUGH = 'A new person can decide, and one is enough everywhere: '

function sayOneEnough(name: string): string {
  return `${ONE_ENOUGH}until ‘${name}’ has a PIN, anybody at the desk can decide under that name.`
}

/** Nothing more can happen by it than by anybody else at the desk. */
export function saysOneEnough(sentence: string): boolean {
  return sentence.startsWith(ONE_ENOUGH)
}

/** No decision waits for a second person, for one who lacks a right, or for a proof that only some can give. */
function isOneEnough(configuration: Configuration): boolean {
  const declared = JSON.stringify(configuration)
  return (
    configuration.approvals.proof === 'never' &&
    !/"quorum":(?!1\b)/.test(declared) &&
    !declared.includes('"kind":"not"') &&
    !countsRequesters(declared) &&
    !countsDecisions(declared)
  )
}

/** Whoever holds the only PIN locks the desk for all others. */
export function gonePeople(before: Configuration['people'], after: Configuration['people']): string[] {
  return Object.keys(before)
    .filter((name) => !Object.hasOwn(after, name))
    .map(
      (name) =>
        `The person ‘${name}’ is removed: nobody signs in as ‘${name}’ any more, and if nobody else has a PIN, the desk no longer asks for one.`,
    )
}
