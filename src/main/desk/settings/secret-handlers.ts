/** Secrets: which there are and which are missing, storing and deleting one. A value goes in and nowhere else. */

import type { SecretsView } from '../../../preload/contract.ts'
import { messageOf } from '../../model/error.ts'
import { isReservedSecret } from '../../model/reserved-names.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'

export function createSecretHandlers({ gateway }: Pick<DeskOptions, 'gateway'>): HandlersOf<'secrets'> {
  function keeper() {
    if (gateway.secrets === null)
      throw new DeskFault('REJECTED', 'This gateway was started without a place to keep secrets in.')
    return gateway.secrets
  }
  /** Its sentences name the secret and never its value. */
  async function plainly<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw new DeskFault('REJECTED', messageOf(error))
    }
  }
  const list = (): Promise<SecretsView> => plainly(() => keeper().list())

  return {
    'secrets.list': list,
    async 'secrets.set'(session, { name, value, of }) {
      if (isReservedSecret(name))
        throw new DeskFault('REJECTED', `Countersign keeps the name ‘${name}’ for itself. Choose another.`)
      const found = of === undefined ? null : await gateway.servers.edits.key(of, value)
      if (found?.ok === false) throw new DeskFault('REJECTED', found.message)
      await plainly(() => keeper().set(name, found?.key ?? value, session.principal().id))
      return list()
    },
    async 'secrets.delete'(session, { name }) {
      const was = await plainly(() => keeper().delete(name, session.principal().id))
      if (!was) throw new DeskFault('NOT_FOUND', `There is no secret named ‘${name}’.`)
      return list()
    },
  }
}
