/**
 * What a changed configuration lets run without any person, and what its new workflows can run: each by the call itself
 * and the way to it, whatever stands around it is called (R2.2). By the gates of the configuration that is asked about.
 * Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import type { Gate } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import {
  asksPerson,
  certainPart,
  executorsIn,
  sketchCalls,
  toolOf,
} from '../../workflow/executors/executors.ts'
import { declaredInFull } from '../../workflow/executors/wording.ts'
import { gatesBefore } from '../../workflow/gates/declared-gates.ts'
import { indexGates } from '../../workflow/gates/gate-index.ts'
import { listEffects, placeOf } from '../../workflow/preview/effects.ts'
import { quoteSaying } from '../../workflow/wording/quote.ts'

/** Something that an agent can bring about. */
interface Possibility {
  /** Literally what runs, as it is declared. */
  what: string
  /** Where it is declared. */
  where: string
  /** Whether a person decides before it, on every way there. `sometimes`: not where an exception holds. */
  asked: 'always' | 'sometimes' | 'never'
  /** It changes nothing, as far as that is declared. */
  reads: boolean
  /** Of this workflow; null: of none. */
  workflow: string | null
}

export interface Freedoms {
  /** What runs without a person, and did not before. */
  freed: string[]
  /** What new workflows can run after a person has decided. */
  guarded: string[]
}

export function findFreed(before: Configuration, after: Configuration): Freedoms {
  const known = new Set(listPossible(before).flatMap(({ what, asked }) => (asked === 'never' ? [what] : [])))
  const possible = listPossible(after)
  const freed = possible.filter(({ what, asked, reads }) => asked === 'never' && !reads && !known.has(what))
  const isNew = (name: string | null) => name !== null && !Object.hasOwn(before.workflows, name)
  const guarded = possible.filter(({ asked, workflow }) => asked !== 'never' && isNew(workflow))
  return {
    freed: freed.map(({ what, where }) => `Agents can now run ${what} without asking a person: ${where}.`),
    guarded: guarded.map(({ what, where, asked }) => {
      const who =
        asked === 'always' ? 'A person decides before it.' : 'A person does not always decide before it.'
      return `Agents can now run ${what}: ${where}. ${who}`
    }),
  }
}

function listPossible({
  capabilities,
  gated = [],
  connections,
  imports,
  workflows,
}: Configuration): Possibility[] {
  const index = indexGates([capabilities, gated], connections, imports)
  const lookup = {
    gatesFor: index.gatesFor,
    isReadOnlyCall: index.isReadOnly,
    cliConnection(name: string) {
      const connection = Object.hasOwn(connections, name) ? connections[name] : undefined
      return connection?.kind === 'cli' ? connection : null
    },
  }
  /** Of a tool it is not known here whether it only reads; of programs and requests it is. */
  const standing = (gates: readonly Gate[], mayRead: boolean): Possibility['asked'] => {
    const isFirm = ({ required, except }: Gate) => except === undefined && (required === true || !mayRead)
    return gates.some(isFirm) ? 'always' : gates.length > 0 ? 'sometimes' : 'never'
  }
  const askedBefore = ({ executor, gates = [] }: { executor?: ExecutorDeclaration; gates?: Gate[] }) => {
    if (executor === undefined) return standing(gates, false)
    if (asksPerson(executor)) return 'always'
    const mayRead = executorsIn(executor).some((each) => toolOf(each) !== null)
    return standing(gatesBefore({ gates, executor: certainPart(executor) }, lookup), mayRead)
  }
  const reads = (executor: ExecutorDeclaration) => sketchCalls(executor, lookup).every(index.isReadOnly)
  const say = (executor: ExecutorDeclaration) => quoteSaying(declaredInFull(executor) ?? executor.kind)
  return [
    ...Object.entries(workflows).flatMap(([name, definition]) => {
      const rarely = listEffects(definition, (step) => askedBefore(step) !== 'never')
      return listEffects(definition, (step) => askedBefore(step) === 'always').map((effect, place) => ({
        what: say(effect.step.executor),
        where: `workflow ‘${name}’, ${placeOf(definition, effect)}${sayWay(effect.way)}`,
        asked: !effect.alone
          ? ('always' as const)
          : rarely[place]?.alone
            ? ('never' as const)
            : ('sometimes' as const),
        reads: reads(effect.step.executor),
        workflow: name,
      }))
    }),
    ...capabilities.map(({ id, executor, gates }) => ({
      what: say(executor),
      where: `capability ‘${id}’`,
      asked: askedBefore({ executor, ...(gates && { gates }) }),
      reads: reads(executor),
      workflow: null,
    })),
    ...imports.map(({ connection, include, gate }) => ({
      what: `${include.length === 0 ? 'the tools' : include.map((tool) => `‘${tool}’`).join(', ')} of ‘${connection}’`,
      where: 'they are imported',
      asked: standing(
        [gate, connections[connection]?.gate].filter((each) => each !== undefined),
        true,
      ),
      reads: false,
      workflow: null,
    })),
  ]
}

function sayWay(way: readonly string[]): string {
  return way.length === 0 ? '' : ` (the way there: ${way.join(' → ')})`
}
