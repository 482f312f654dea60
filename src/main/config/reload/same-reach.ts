/**
 * New connections that reach what others reach: the same program, the same address. What is called over one of them is
 * what could be called over the other, and who decided there is compared with who decides here (R2.2). Pure.
 */
import type { Configuration, Connection } from '../../model/configuration.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { editWork } from '../../workflow/executors/edit-work.ts'
import { connectionOf, executorsIn, throughRenamed, withPath } from '../../workflow/executors/executors.ts'
import { programOf } from '../../workflow/fetching-programs.ts'
import { declaredHash } from '../hash.ts'

export interface SameReach {
  /** The same calls over each connection of before that reaches what a new one does. */
  elsewhere(executor: ExecutorDeclaration): ExecutorDeclaration[]
  /** Of these, the calls that do what this one does: over the same file, with the same environment, headers, limits. */
  asGiven(executor: ExecutorDeclaration): ExecutorDeclaration[]
  /** The connection, and those of before that reach the same if it is new. */
  namesOf(connection: string): string[]
}

export function findSameReach(before: Configuration, after: Configuration): SameReach {
  const pairs = Object.values(after.connections)
    .filter(({ name }) => !Object.hasOwn(before.connections, name))
    .flatMap((is) =>
      Object.values(before.connections)
        .filter((was) => reachesSame(was, is))
        .map((was) => ({ is, was })),
    )
  const callsOver = (some: typeof pairs) => (executor: ExecutorDeclaration) =>
    some
      .filter(({ is }) => executorsIn(executor).some((each) => connectionOf(each) === is.name))
      .map(({ is, was }) => editWork({ executor }, (each) => callOver(each, is, was)).executor)
  return {
    elsewhere: callsOver(pairs),
    asGiven: callsOver(pairs.filter(({ is, was }) => isGivenSame(was, is))),
    namesOf: (connection) => [
      connection,
      ...pairs.filter(({ is }) => is.name === connection).map(({ was }) => was.name),
    ],
  }
}

export function reachesSame(one: Connection, other: Connection): boolean {
  const reach = reachOf(one)
  return reach !== null && reach === reachOf(other)
}

/** Whether a call over them is given the same: all that they declare but their names and who is asked. Paths go on from addresses. */
function isGivenSame(one: Connection, other: Connection): boolean {
  const [given, own] = [one, other].map((each) =>
    declaredHash({ ...each, name: '', title: '', gate: null, ...('baseUrl' in each && { baseUrl: '' }) }),
  )
  return given === own
}

/** What it is that a call over it meets, whatever the connection is called and asks for. Null: each call says so. */
function reachOf(connection: Connection): string | null {
  if ('baseUrl' in connection) return JSON.stringify(['rest', addressOf(connection.baseUrl).origin])
  if (!('transport' in connection))
    return connection.command === undefined ? null : JSON.stringify(['cli', programOf(connection.command)])
  const { transport } = connection
  if (transport.kind === 'stdio') return JSON.stringify(['mcp', programOf(transport.command), transport.args])
  const { origin, path } = addressOf(transport.url)
  return JSON.stringify(['mcp', origin, path])
}

function callOver(executor: ExecutorDeclaration, is: Connection, was: Connection): ExecutorDeclaration {
  if (connectionOf(executor) !== is.name) return executor
  const moved = throughRenamed(executor, () => was.name)
  if (!('baseUrl' in is && 'baseUrl' in was)) return moved
  // The path goes on from the address of its connection.
  const [above, base] = [addressOf(is.baseUrl).path, addressOf(was.baseUrl).path]
  return withPath(moved, (path) => {
    const whole = `${above}${path}`
    return whole.startsWith(base) ? whole.slice(base.length) : whole
  })
}

/** One with a variable in it may be no address yet. */
function addressOf(text: string): { origin: string; path: string } {
  if (!URL.canParse(text)) return { origin: text, path: '' }
  const { protocol, host, pathname } = new URL(text)
  return { origin: `${protocol}//${host}`, path: pathname.replace(/\/+$/, '') }
}
