/**
 * What a changed configuration lets run without any person, and what its new workflows can run: each by the call itself
 * and the way to it, whatever stands around it is called (R2.2). By the gates of the configuration that is asked about.
 * Pure.
 */

import type { Configuration } from '../../model/configuration.ts'
import type { Actor } from '../../model/definition.ts'
import { calledTools } from '../../workflow/executors/called-tools.ts'
import { limitsByTags } from '../../workflow/preview/meaning.ts'
import { importsByName } from './by-name.ts'
import { asksAll, asksCarefully, conditionsOf, eitherOf, holdsAll, runsNoMore, type Way } from './deciding.ts'
import { type DeclaredCall, listPossible, type Possibility, UNCONDITIONAL } from './possibilities.ts'
import { findSameReach, NOWHERE_ELSE, type SameReach } from './same-reach.ts'

export interface Freedoms {
  /** What runs without a person, and did not before; then what is new and asks fewer or other people than the same call did, or with less care. */
  freed: string[]
  /** What runs without a person and changes nothing, and what new workflows and capabilities can run after one has decided. */
  guarded: string[]
}

export function findFreed(before: Configuration, after: Configuration): Freedoms {
  const reach = findSameReach(before, after)
  const toolsOf = toolsIn([before, after], reach)
  // What the change itself says about what only reads proves nothing.
  const list = (configuration: Configuration) =>
    listPossible(configuration, {
      claims: before,
      tagsAreRights: limitsByTags(before) || limitsByTags(after),
      bound: configuration === after ? 'least' : 'most',
      reach: configuration === after ? reach : NOWHERE_ELSE,
      toolsOf,
    })
  const formerly = list(before)
  const free = formerly.filter(({ asked }) => asked === 'never')
  const known = new Set(free.flatMap((each) => [each.told, ...keysFor(each)]))
  const excepted = new Set(formerly.filter(isExcepted).flatMap((each) => keysFor(each)))
  const names = {
    workflow: new Set(Object.keys(before.workflows)),
    capability: new Set(before.capabilities.map(({ id }) => id)),
    import: new Set(Object.keys(importsByName(before))),
  }
  const isNew = ({ of: { kind, id } }: Possibility) => !names[kind === 'tool' ? 'import' : kind].has(id)
  // Another connection may have other tools.
  const isKnown = (each: Possibility) =>
    isNew(each) && each.of.kind !== 'import'
      ? [each.under, UNCONDITIONAL].some((under) => keysFor(each, under).some((key) => known.has(key)))
      : known.has(each.told)
  const possible = list(after)
  // What a workflow that was there before may except is compared step by step, with its exceptions.
  const isNewlyExcepted = (each: Possibility) =>
    isExcepted(each) && isNew(each) && !keysFor(each).some((key) => excepted.has(key))
  // What an import lets run without a person is said of all its tools at once.
  const declared = possible.filter(({ of }) => of.kind !== 'tool')
  const freed = declared.filter(
    (each) => (each.asked === 'never' || isNewlyExcepted(each)) && !each.reads && !isKnown(each),
  )
  const reading = declared.filter((each) => each.asked === 'never' && each.reads && !isKnown(each))
  const asked = possible.filter((each) => each.asked !== 'never' && isNew(each) && !freed.includes(each))
  const areKept = (each: Possibility, ways: Way[], isSame: IsSameWay) => {
    const isKeptBy = (calls: readonly DeclaredCall[]): boolean | null => {
      const equal = formerly.filter(({ calls: [own] }) => calls.some(({ hash }) => own?.hash === hash))
      const isLiteral = equal.length > 0
      // Where nothing is declared so, it is compared with whatever may make the same call with other values.
      const same = isLiteral
        ? equal
        : formerly.filter((other) => calls.some((call) => mayBeSame(other, call)))
      if (same.length === 0) return null
      return ways.every((way) =>
        same.some((other) => waysFromStart(other).some((was) => isSame(was, way, isLiteral))),
      )
    }
    // What is given otherwise is held against each connection that reaches the same: any of them may be the strict one.
    return each.reads || (isKeptBy(each.calls) ?? each.elsewhere.every((call) => isKeptBy([call]) ?? true))
  }
  const isKept = (each: Possibility, isSame: IsSameWay) =>
    areKept(each, waysFromStart(each), isSame) &&
    each.starts.every(({ id, by }) =>
      possible
        .filter(({ of }) => of.kind === 'workflow' && of.id === id)
        .every((inner) => areKept(inner, waysThrough(each, inner, by), isSame)),
    )
  const eased = asked.filter((each) => !isKept(each, asksAll))
  const hastened = asked.filter((each) => !eased.includes(each) && !isKept(each, asksCarefully))
  const told = [...eased, ...hastened]
  const loosened = asked.filter((each) => !told.includes(each) && !isKept(each, holdsAll))
  const others = asked.filter((each) => ![...told, ...loosened].includes(each))
  const oftener = others.filter((each) => !isKept(each, runsNoMore))
  const guarded = others.filter((each) => declared.includes(each) && !oftener.includes(each))
  return {
    freed: [
      ...freed.map(({ what, where, asked }) => {
        const rule = asked === 'excepted' ? ' where an exception holds' : ''
        return `Agents can now run ${what} without asking a person${rule}${at(where)}.`
      }),
      ...eased.map(
        ({ what, where }) =>
          `Agents can now run ${what} where fewer or other people decide before it than did${at(where)}.`,
      ),
      ...hastened.map(
        ({ what, where }) =>
          `Agents can now run ${what} where the decision before it takes fewer gestures, less proof, or leaves less time to take it back, than it did${at(where)}.`,
      ),
      ...loosened.map(
        ({ what, where }) =>
          `Agents can now run ${what} where other conditions hold before it, or others give its values, than did${at(where)}.`,
      ),
      ...oftener.map(
        ({ what, where }) =>
          `Agents can now run ${what} where it may run more often after one decision than it did, or again after a failure or a crash${at(where)}.`,
      ),
    ],
    guarded: [
      ...reading.map(
        ({ what, where }) => `Agents can now run ${what} without asking a person${at(where)}. It only reads.`,
      ),
      ...guarded.map(({ what, where, asked }) => {
        const who =
          asked === 'always' ? 'A person decides before it.' : 'A person does not always decide before it.'
        return `Agents can now run ${what}${at(where)}. ${who}`
      }),
    ],
  }
}

/** A tool that its server offers stands nowhere else. */
function at(where: string): string {
  return where === '' ? '' : `: ${where}`
}

/** `isLiteral`: its values are declared alike. */
type IsSameWay = (was: Way, is: Way, isLiteral: boolean) => boolean

/** Tools that are called by name, or included by it, over a connection or one that reaches the same. */
function toolsIn(both: readonly Configuration[], { namesOf }: SameReach): (connection: string) => string[] {
  const known = new Map<string, string[]>()
  return (connection) => {
    const tools =
      known.get(connection) ??
      namesOf(connection).flatMap((name) =>
        both.flatMap(({ workflows, capabilities, gated, imports }) => [
          ...calledTools([workflows, capabilities, gated], name),
          ...imports.filter((rule) => rule.connection === name).flatMap(({ include }) => include),
        ]),
      )
    known.set(connection, [...new Set(tools)])
    return known.get(connection) ?? []
  }
}

function waysFromStart({ ways, start }: Possibility): Way[] {
  return ways.map((way) => ({ ...way, route: [...conditionsOf(start), ...way.route] }))
}

/** To what a workflow does that another one starts: it is started with the rights of whoever went on there. */
function waysThrough(outer: Possibility, inner: Possibility, by: Actor): Way[] {
  return waysFromStart(outer).flatMap((before) =>
    inner.ways.map((way) => ({
      ...way,
      seen: before.seen,
      times: () => eitherOf(before.times(), way.times()),
      route: [...before.route, ...conditionsOf(inner.start, by), ...way.route],
    })),
  )
}

function mayBeSame({ calls: [one] }: Possibility, other: DeclaredCall): boolean {
  return one !== undefined && (one.sketches.some(other.makes) || other.sketches.some(one.makes))
}

function isExcepted({ asked }: Possibility): boolean {
  return asked === 'excepted'
}

function keysFor({ calls, under }: Possibility, condition = under): string[] {
  return calls.map(({ hash }) => `${hash}\n${condition}`)
}
