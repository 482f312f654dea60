/** Clients that agents come as, and what each may do and see, as changes of the configuration. */
import type { ClientDeclaration } from '../../model/configuration.ts'
import { type JsonValue, ownOf } from '../../model/json.ts'
import { LOCAL_CLIENT } from '../../model/principal.ts'
import { DeskFault } from '../fault.ts'
import { type EditKind, type EditOf, sayElsewhere } from './edit-kind.ts'

/** What the desk changes of a client; it leaves the rest of it as it is written. */
const RIGHTS = ['roles', 'permissions', 'tags'] as const

export const client: EditKind<'client'> = {
  edits(gateway, edit) {
    const { name } = edit
    if (name.trim() === '' || name.length > 200 || name === '__proto__')
      throw new DeskFault('INVALID_REQUEST', 'A client needs a name.')
    if (name === LOCAL_CLIENT)
      throw new DeskFault(
        'INVALID_REQUEST',
        '‘local’ stands for all clients without a token. Take another name.',
      )
    const before = declared(gateway.configuration(), name)
    if (before === undefined) {
      const rights = RIGHTS.flatMap((right) => {
        const value = written(edit, right)
        return value === undefined ? [] : [[right, value] as const]
      })
      return [{ path: ['clients', name], value: Object.fromEntries(rights) }]
    }
    return RIGHTS.flatMap((right) =>
      areSame(before, edit, right) ? [] : [{ path: ['clients', name, right], value: written(edit, right) }],
    )
  },
  missed(after, edit) {
    const is = declared(after, edit.name)
    return is !== undefined && RIGHTS.every((right) => areSame(is, edit, right))
      ? null
      : sayElsewhere(edit.name)
  },
}

export const removeClient: EditKind<'removeClient'> = {
  edits(gateway, { name }) {
    if (declared(gateway.configuration(), name) === undefined)
      throw new DeskFault('NOT_FOUND', `The settings file names no client named ‘${name}’.`)
    return [{ path: ['clients', name], value: undefined }]
  },
  missed: (after, { name }) => (declared(after, name) === undefined ? null : sayElsewhere(name)),
}

function declared(
  { clients }: { clients: Record<string, ClientDeclaration> },
  name: string,
): ClientDeclaration | undefined {
  return ownOf(clients, name)
}

/** Undefined: it is not written at all. No tags at all and an empty list of them are two things. */
function written(edit: EditOf<'client'>, right: (typeof RIGHTS)[number]): JsonValue | undefined {
  const value = edit[right]
  return value === null || (right !== 'tags' && value.length === 0) ? undefined : value
}

function areSame(is: ClientDeclaration, edit: EditOf<'client'>, right: (typeof RIGHTS)[number]): boolean {
  return JSON.stringify(is[right] ?? null) === JSON.stringify(edit[right])
}
