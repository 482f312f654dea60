/** People and their rights, as changes of the configuration. */

import { ownOf } from '../../model/json.ts'
import { DeskFault } from '../fault.ts'
import { type EditKind, sayElsewhere } from './edit-kind.ts'

export const person: EditKind<'person'> = {
  edits(gateway, { name, roles, permissions }) {
    requireName(name)
    const { people } = gateway.configuration()
    const before = ownOf(people, name)
    // Where nothing changes, its spelling stays too.
    if (before !== undefined && areSame(before.roles, roles) && areSame(before.permissions, permissions))
      return []
    const value = {
      ...(roles.length > 0 ? { roles } : {}),
      ...(permissions.length > 0 ? { permissions } : {}),
    }
    return [{ path: ['people', name], value }]
  },
  missed({ people }, { name, roles, permissions }) {
    const is = ownOf(people, name)
    const isMet = is !== undefined && areSame(is.roles, roles) && areSame(is.permissions, permissions)
    return isMet ? null : sayElsewhere(name)
  },
}

export const removePerson: EditKind<'removePerson'> = {
  edits(gateway, { name }) {
    requireName(name)
    const { people } = gateway.configuration()
    if (!Object.hasOwn(people, name))
      throw new DeskFault('NOT_FOUND', `The settings file names nobody named ‘${name}’.`)
    return [{ path: ['people', name], value: undefined }]
  },
  missed: ({ people }, { name }) => (Object.hasOwn(people, name) ? sayElsewhere(name) : null),
}

function areSame(one: string[], other: string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function requireName(name: string): void {
  if (name.trim() === '' || name.length > 200 || name === '__proto__')
    throw new DeskFault('INVALID_REQUEST', 'A person needs a name.')
}
