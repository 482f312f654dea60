/** Connections: how they are, making one anew, signing in at one. */
import type { ConnectionView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { viewConnection, viewConnections } from './connection-view.ts'

export function createConnectionHandlers({
  gateway,
}: {
  gateway: Pick<
    Gateway,
    | 'connections'
    | 'catalog'
    | 'configuration'
    | 'store'
    | 'breakers'
    | 'askAgainAboutTools'
    | 'importWarnings'
    | 'servers'
  >
}): HandlersOf<'connections'> {
  return {
    async 'connections.list'() {
      return await viewConnections(gateway)
    },
    async 'connections.restart'(_session, { name }): Promise<ConnectionView> {
      const state = gateway.connections.state(name)
      if (state === null) throw unknownConnection(name)
      if (state.health === 'disabled')
        throw new DeskFault('REJECTED', `The server ‘${name}’ is disabled. Enable it first.`)
      await gateway.connections.restart(name)
      // Calls that the restart ended have counted against it.
      gateway.breakers.close(name)
      // Whoever presses this wants to see anew what there is, and may have refused a tool by mistake.
      await gateway.askAgainAboutTools(name)
      const view = await viewConnection(gateway, name)
      if (view === null) throw unknownConnection(name)
      return view
    },
    async 'connections.signIn'(_session, { name }) {
      if (gateway.connections.state(name) === null) throw unknownConnection(name)
      const begun = await gateway.connections.authorize(name)
      if (!begun.ok) throw new DeskFault('REJECTED', begun.message)
      return { url: begun.url }
    },
  }
}

function unknownConnection(name: string): DeskFault {
  return new DeskFault('NOT_FOUND', `The settings file has no server named ‘${name}’.`)
}
