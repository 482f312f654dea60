/**
 * Tokens of the clients that the configuration declares: making and revoking them (R1.2). A token is in the reply
 * and nowhere else. May import: gateway.ts (types), model.
 */
import { LOCAL_CLIENT } from '../../model/principal.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import type { ClientFiles } from './files/client-files.ts'

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
      return { token: await clientTokens.createClientToken(name, session.principal().id) }
    },
    async 'clients.revokeToken'(session, { name }) {
      requireDeclared(name)
      if (!hasToken(name)) throw new DeskFault('NOT_FOUND', `The client ‘${name}’ has no token.`)
      await clientTokens.revokeClientToken(name, session.principal().id)
      return { revoked: true }
    },
  }
}

// ── Connecting the MCP clients of this machine by writing their configuration, for a person who has seen the
// change.

type Calls = 'clients.files' | 'clients.connect' | 'clients.disconnect'

export function createClientFileHandlers(
  { gateway }: Pick<DeskOptions, 'gateway'>,
  clients: ClientFiles,
): Pick<Handlers, Calls> {
  return {
    'clients.files': async () => clients.views(),
    async 'clients.connect'(session, { id, hash }) {
      const view = await clients.connect(id, hash, session.principal().id)
      gateway.publish({ topic: 'clients' })
      return view
    },
    async 'clients.disconnect'(session, { id, how, hash }) {
      const view = await clients.disconnect(id, how, hash, session.principal().id)
      gateway.publish({ topic: 'clients' })
      return view
    },
  }
}
