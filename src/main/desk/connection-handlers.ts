/** Connections: how they are, and making one anew. */
import type { ConnectionView } from '../../preload/contract.ts'
import type { Gateway } from '../gateway.ts'
import type { Handlers } from './dispatch.ts'
import { DeskFault } from './fault.ts'

type State = ReturnType<Gateway['connections']['states']>[number]

export function createConnectionHandlers({
  gateway,
}: {
  gateway: Pick<Gateway, 'connections'>
}): Pick<Handlers, 'connections.list' | 'connections.restart' | 'connections.signIn'> {
  return {
    async 'connections.list'() {
      return gateway.connections.states().map(describeConnection)
    },
    async 'connections.restart'(_session, { name }) {
      if (gateway.connections.state(name) === null) throw unknownConnection(name)
      await gateway.connections.restart(name)
      const state = gateway.connections.state(name)
      if (state === null) throw unknownConnection(name)
      return describeConnection(state)
    },
    async 'connections.signIn'(_session, { name }) {
      if (gateway.connections.state(name) === null) throw unknownConnection(name)
      const begun = await gateway.connections.authorize(name)
      if (!begun.ok) throw new DeskFault('REJECTED', begun.message)
      return { url: begun.url }
    },
  }
}

function describeConnection(state: State): ConnectionView {
  const { name, kind, title, target, health, error, tools, since, logTail } = state
  return { name, kind, title, target, health, error, tools: tools.length, since, logTail }
}

function unknownConnection(name: string): DeskFault {
  return new DeskFault('NOT_FOUND', `The configuration has no connection named ‘${name}’.`)
}
