/**
 * Tokens of the clients that the configuration declares: making and revoking them (R1.2). A token is in the reply
 * and nowhere else. May import: gateway.ts (types), model.
 */
import { LOCAL_CLIENT } from '../../model/principal.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'

export function createClientHandlers({
  gateway,
  clientTokens,
}: Pick<DeskOptions, 'gateway' | 'clientTokens'>): Pick<
  Handlers,
  'clients.createToken' | 'clients.revokeToken'
> {
  const hasToken = (client: string) => clientTokens.issued().some(({ name }) => name === client)

  function requireDeclared(client: string): void {
    if (client === LOCAL_CLIENT) {
      const message = `‘${LOCAL_CLIENT}’ is the identity of all clients without a token of their own. Give this client another name in the settings file.`
      throw new DeskFault('NOT_ALLOWED', message)
    }
    if (Object.hasOwn(gateway.configuration().clients, client)) return
    throw new DeskFault(
      'NOT_FOUND',
      `The settings file names no client named ‘${client}’. Add it under ‘clients’ first.`,
    )
  }

  return {
    async 'clients.createToken'(session, { name }) {
      requireDeclared(name)
      const replaced = hasToken(name)
      const token = await clientTokens.createClientToken(name)
      await note(session.principal().id, 'client.token_created', { client: name, replaced })
      return { token }
    },
    async 'clients.revokeToken'(session, { name }) {
      requireDeclared(name)
      if (!hasToken(name)) throw new DeskFault('NOT_FOUND', `The client ‘${name}’ has no token.`)
      await clientTokens.revokeClientToken(name)
      await note(session.principal().id, 'client.token_revoked', { client: name })
      return { revoked: true }
    },
  }

  /** Every open desk learns of it at once. */
  async function note(
    actor: string,
    eventType: 'client.token_created' | 'client.token_revoked',
    payload: { client: string; replaced?: boolean },
  ): Promise<void> {
    gateway.publish({ topic: 'clients' })
    await gateway.recordDone({ actor, eventType, payload })
  }
}
