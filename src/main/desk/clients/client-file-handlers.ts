/** Connecting the MCP clients of this machine by writing their configuration, for a person who has seen the change. */

import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { requireWritable } from '../fault.ts'
import type { DeskSession } from '../session.ts'
import type { ClientFiles } from './files/client-files.ts'

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
