/**
 * Connections that reach what others reach: the same program, the same address. What is called over one of them is what
 * could be called over the other, and who decided there is compared with who decides here (R2.2). Pure.
 */
import type { Configuration, Connection } from '../../model/configuration.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { ownOf } from '../../model/json.ts'
import { editWork } from '../../workflow/executors/edit-work.ts'
import { connectionOf, executorsIn, withPath } from '../../workflow/executors/executors.ts'
import {
  givesItself,
  overConnection,
  ownProgram,
  withoutOwnValues,
} from '../../workflow/executors/own-values.ts'
import { programOf } from '../../workflow/fetching-programs.ts'
import { declaredHash } from '../hash.ts'

export interface SameReach {
  /** Where it is made over a new connection: the calls over others that do the same, over the same file, with the same environment, headers, limits. */
  asGiven(executor: ExecutorDeclaration): ExecutorDeclaration[]
  /** The same calls over each other connection of before that reaches the same, whatever that is given. */
  elsewhere(executor: ExecutorDeclaration): ExecutorDeclaration[]
  /** The connection, and those that reach the same if one of the two is new. */
  namesOf(connection: string): string[]
}

export const NOWHERE_ELSE: Pick<SameReach, 'asGiven' | 'elsewhere'> = {
  asGiven: () => [],
  elsewhere: () => [],
}

export function findSameReach(before: Configuration, after: Configuration): SameReach {
  const others = Object.values(before.connections)
  const isNew = (name: string) => !Object.hasOwn(before.connections, name)
  const sourceOf = (executor: ExecutorDeclaration) => ownOf(after.connections, connectionOf(executor) ?? '')
  const isAsGiven = (each: ExecutorDeclaration, was: Connection) => {
    const is = sourceOf(each)
    return is !== undefined && isNew(is.name) && reachesSame(is, was, each) && isGivenSame(is, was)
  }
  const isElsewhere = (each: ExecutorDeclaration, was: Connection) => {
    const is = sourceOf(each)
    if (is?.name === was.name || !reachesSame(is, was, each) || isAsGiven(each, was)) return false
    // Which of several connections that were there is used is for whoever declares the call, unless that makes no difference.
    return is === undefined || isNew(is.name) || givesItself(each) || isGivenSame(is, was)
  }
  const movedBy =
    (isMeant: typeof isElsewhere, move: typeof callOver) =>
    (executor: ExecutorDeclaration): ExecutorDeclaration[] =>
      others
        .filter((was) => executorsIn(executor).some((each) => isMeant(each, was)))
        .map((was) => {
          const edit = (each: ExecutorDeclaration) =>
            isMeant(each, was) ? move(each, was, sourceOf(each)) : each
          return editWork({ executor }, edit).executor
        })
  const [asIs, plain] = [movedBy(isElsewhere, callOver), movedBy(isElsewhere, plainlyOver)]
  const pairs = Object.values(after.connections)
    .filter(({ name }) => isNew(name))
    .flatMap((is) => others.filter((was) => reachesSame(is, was)).map((was) => [is.name, was.name]))
  return {
    asGiven: movedBy(isAsGiven, callOver),
    elsewhere: (executor) =>
      executorsIn(executor).some(givesItself) ? [...asIs(executor), ...plain(executor)] : asIs(executor),
    namesOf: (connection) =>
      [connection, ...pairs.filter((pair) => pair.includes(connection)).flat()].filter(
        (name, place, all) => all.indexOf(name) === place,
      ),
  }
}

export function reachesSame(
  one: Connection | undefined,
  other: Connection,
  call?: ExecutorDeclaration,
): boolean {
  const reach = reachOf(one, call)
  return reach !== null && reach === reachOf(other, call)
}

/** Whether a call over them is given the same: all that they declare but their names and who is asked. Paths go on from addresses. */
function isGivenSame(one: Connection, other: Connection): boolean {
  const [given, own] = [one, other].map((each) =>
    declaredHash({ ...each, name: '', title: '', gate: null, ...(each.kind === 'rest' && { baseUrl: '' }) }),
  )
  return given === own
}

/** What it is that a call meets, whatever its connection is called and asks for. Null: nothing that can be told. */
function reachOf(connection: Connection | undefined, call?: ExecutorDeclaration): string | null {
  if (connection?.kind === 'rest') return JSON.stringify(['rest', addressOf(connection.baseUrl).origin])
  if (connection?.kind !== 'mcp') {
    const command = (call && ownProgram(call)) ?? connection?.command
    return command === undefined ? null : JSON.stringify(['cli', programOf(command)])
  }
  const { transport } = connection
  if (transport.kind === 'stdio') return JSON.stringify(['mcp', programOf(transport.command), transport.args])
  const { origin, path } = addressOf(transport.url)
  return JSON.stringify(['mcp', origin, path])
}

function callOver(
  call: ExecutorDeclaration,
  was: Connection,
  is: Connection | undefined,
): ExecutorDeclaration {
  const moved = overConnection(call, was.name)
  if (is?.kind !== 'rest' || was.kind !== 'rest') return moved
  // The path goes on from the address of its connection.
  const [above, base] = [addressOf(is.baseUrl).path, addressOf(was.baseUrl).path]
  return withPath(moved, (path) => {
    const whole = `${above}${path}`
    return whole.startsWith(base) ? whole.slice(base.length) : whole
  })
}

/** Its connection may give what it is given itself. */
function plainlyOver(
  call: ExecutorDeclaration,
  was: Connection,
  is: Connection | undefined,
): ExecutorDeclaration {
  const moved = callOver(call, was, is)
  return withoutOwnValues(moved, reachOf(was) !== reachOf(was, moved))
}

/** One with a variable in it may be no address yet. */
function addressOf(text: string): { origin: string; path: string } {
  if (!URL.canParse(text)) return { origin: text, path: '' }
  const { protocol, host, pathname } = new URL(text)
  return { origin: `${protocol}//${host}`, path: pathname.replace(/\/+$/, '') }
}
