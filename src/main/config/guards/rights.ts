/** `role` and `permission` in a configuration: a right that somebody has, and never one of the engine. */
import Type from 'typebox'
import type { GuardOf } from '../../model/guard.ts'
import { type CheckContext, isWhole } from '../check/checking.ts'
import { didYouMean } from '../check/nearest.ts'
import type { Path } from '../read/tree.ts'
import { word } from '../schema/terms.ts'
import { type GuardDeclaration, type GuardPlace, type GuardUse, guardShape, UNCHECKED } from './kind.ts'

export const permission: GuardDeclaration<'permission'> = {
  ...UNCHECKED,
  schema: guardShape('permission', 'Whoever fires it has a permission.', {
    kind: Type.Literal('permission'),
    permission: word('The permission that the caller must have.'),
  }),
  compile: (document) => ({ kind: 'permission', permission: document.permission }),
  check: checkRight,
}

export const role: GuardDeclaration<'role'> = {
  ...UNCHECKED,
  schema: guardShape('role', 'Whoever fires it has a role.', {
    kind: Type.Literal('role'),
    role: word('The role that the caller must have.'),
  }),
  compile: (document) => ({ kind: 'role', role: document.role }),
  check: checkRight,
}

const BY_ENGINE: Readonly<Record<GuardPlace, string>> = {
  transition: 'The engine fires this transition',
  start: 'The engine starts this workflow',
  step: 'The engine runs this step',
  capability: 'The engine makes this call',
  choice: 'The engine chooses between these branches',
  branch: 'The engine decides whether this branch of ‘parallel’ runs',
  exception: 'The engine makes the call that this exception is for',
}

function checkRight(
  checking: CheckContext,
  guard: GuardOf<'role' | 'permission'>,
  path: Path,
  { by, of, isDenied = false }: GuardUse,
): void {
  const noun = guard.kind
  const wanted = guard.kind === 'role' ? guard.role : guard.permission
  if (by === 'engine') {
    const message = `${BY_ENGINE[of]}, and has no roles or permissions: a ‘${noun}’ guard never passes here. Put it on a transition of an agent or a person.`
    checking.findings.error(path, message)
    return
  }
  // Whoever was left out may have it.
  if (!isWhole(checking, ['people']) || !isWhole(checking, ['clients'])) return
  const { clients, people } = checking.compiled
  const holders = [...Object.values(people), ...(by === 'people' ? [] : Object.values(clients))]
  const held = new Set(holders.flatMap((each) => (noun === 'role' ? each.roles : each.permissions)))
  if (held.has(wanted)) return
  // Where nobody may have it, nobody is refused.
  if (by === 'people' && !isDenied) {
    const message = `Only a person can take this, and nobody in ‘people’ has the ${noun} ‘${wanted}’. Give it to somebody there.`
    checking.findings.warning([...path, noun], message + didYouMean(wanted, held))
    return
  }
  // Without a list there is nothing to compare with: rights may be given with the first client or person.
  if (holders.length === 0) return
  const listed = by === 'people' ? '‘people’' : '‘people’ or ‘clients’'
  const message = `Nobody in ${listed} has the ${noun} ‘${wanted}’.`
  checking.findings.warning([...path, noun], message + didYouMean(wanted, held))
}
