/**
 * Runs that go on as they were declared when they began, while all around them is as it is in force (R2.4): what they can
 * do with a new configuration is compared, too, and what of it they find again under a name that was gone is named (R2.2).
 * Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import type { Definition } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { ownOf } from '../../model/json.ts'
import { connectionOf, executorsOf, startsRun } from '../../workflow/executors/executors.ts'
import { SECTION_WORDS } from '../../workflow/preview/unlike.ts'
import { definitionHash } from '../hash.ts'

export interface OpenRuns {
  /** As what runs that have begun and not ended are declared, and how many of them. */
  pinned: readonly { definition: Definition; runs: number }[]
  /** How many of them belong to each client, by its name. */
  owners: Readonly<Record<string, number>>
  /** Queues, roles and permissions for which what waits for people asks; absent: that is not known. */
  asked?: readonly string[]
}

export const NO_RUNS: OpenRuns = { pinned: [], owners: {} }

/** Each with the open runs that are declared otherwise than in one of them, as workflows of their own, which nobody starts. */
export function withOpenRuns(
  before: Configuration,
  after: Configuration,
  pinned: OpenRuns['pinned'],
): [Configuration, Configuration] {
  const others = pinned.filter(
    ({ definition }) => !isIn(before.workflows, definition) || !isIn(after.workflows, definition),
  )
  if (others.length === 0) return [before, after]
  const added: Record<string, Definition> = {}
  for (const { definition, runs } of others) {
    // No workflow of a file can be called so.
    let id = `${definition.id} (open runs: ${runs})`
    while (Object.hasOwn(added, id)) id += ' again'
    added[id] = { ...definition, id }
  }
  const grown = (each: Configuration) => ({ ...each, workflows: { ...each.workflows, ...added } })
  return [grown(before), grown(after)]
}

function isIn(workflows: Configuration['workflows'], definition: Definition): boolean {
  const { id } = definition
  const declared = ownOf(workflows, id)
  return declared !== undefined && definitionHash(declared) === definitionHash(definition)
}

/** One sentence for each name that was not there, and that open runs know. */
export function findAgain(
  before: Configuration,
  after: Configuration,
  { pinned, owners }: OpenRuns,
): string[] {
  const count = (isMeant: (call: ExecutorDeclaration) => boolean) =>
    pinned
      .filter(({ definition }) => executorsOf(definition).some(isMeant))
      .reduce((sum, { runs }) => sum + runs, 0)
  const again = (kind: string, names: readonly string[], countFor: (name: string) => number) =>
    names.flatMap((name) => {
      const runs = countFor(name)
      return runs === 0 ? [] : [`${AGAIN}${kind} ‘${name}’: ${runs} began with one of this name.`]
    })
  return [
    ...again(SECTION_WORDS.connections, addedTo(before.connections, after.connections), (name) =>
      count((call) => connectionOf(call) === name),
    ),
    ...again(SECTION_WORDS.workflows, addedTo(before.workflows, after.workflows), (name) =>
      count((call) => startsRun(call) && call.definitionId === name),
    ),
    ...again(
      SECTION_WORDS.clients,
      addedTo(before.clients, after.clients),
      (name) => ownOf(owners, name) ?? 0,
    ),
  ]
}

const AGAIN = 'Open runs go on with the new '

/** Whether a sentence is one of `findAgain`. */
export function saysAgain(sentence: string): boolean {
  return sentence.startsWith(AGAIN)
}

function addedTo(before: object, after: object): string[] {
  return Object.keys(after).filter((name) => !Object.hasOwn(before, name))
}

/** Whether surely nothing waits in a queue, or comes to wait there: nothing but its own rule names it. */
export function isEmptyQueue(
  queue: string,
  { pinned, asked }: OpenRuns,
  both: readonly Configuration[],
): boolean {
  if (asked === undefined || asked.includes(queue)) return false
  const withoutRules = both.map((each) => ({ ...each, approvals: { ...each.approvals, queues: {} } }))
  return !JSON.stringify([pinned, withoutRules]).includes(JSON.stringify(queue))
}
