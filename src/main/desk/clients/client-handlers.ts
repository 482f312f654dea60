/**
 * Tokens of the clients that the configuration declares: making and revoking them (R1.2). A token is in the reply
 * and nowhere else. May import: gateway.ts (types), model.
 */
import { LOCAL_CLIENT } from '../../model/principal.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault, requireWritable } from '../fault.ts'
import type { DeskSession } from '../session.ts'
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

// ── Connecting the MCP clients of this machine by writing their configuration, for a person who has seen the
// change.

type Calls = 'clients.files' | 'clients.connect' | 'clients.disconnect'

export function createClientFileHandlers(
  { gateway }: Pick<DeskOptions, 'gateway'>,
  clients: ClientFiles,
): Pick<Handlers, Calls> {
  async function note(
    session: DeskSession,
    eventType: 'client.connected' | 'client.disconnected',
    client: string,
    file: string,
  ): Promise<void> {
    gateway.publish({ topic: 'clients' })
    await gateway.recordDone({ actor: session.principal().id, eventType, payload: { client, file } })
  }

  return {
    'clients.files': async () => clients.views(),
    async 'clients.connect'(session, { id, hash }) {
      // Without its memory nothing of it could be undone.
      requireWritable(gateway)
      const view = await clients.connect(id, hash)
      await note(session, 'client.connected', id, view.file)
      return view
    },
    async 'clients.disconnect'(session, { id, how, hash }) {
      requireWritable(gateway)
      const view = await clients.disconnect(id, how, hash)
      await note(session, 'client.disconnected', id, view.file)
      return view
    },
  }
}
