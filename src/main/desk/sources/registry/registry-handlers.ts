/** Registries of MCP servers: which there are, and what they have. Nothing is asked before a person presses for it. */

import type { DeskOptions } from '../../desk-options.ts'
import type { HandlersOf } from '../../dispatch.ts'
import { requireWritable } from '../../fault.ts'
import { createRegistryAnswers } from './ask-registry.ts'
import { createRegistryBook } from './registry-book.ts'
import { waysOf } from './registry-ways.ts'

export function createRegistryHandlers({ gateway }: Pick<DeskOptions, 'gateway'>): HandlersOf<'registries'> {
  const book = createRegistryBook(gateway)
  const answers = createRegistryAnswers(book)

  return {
    'registries.list': () => book.view(),
    async 'registries.save'(session, { id, title, address, token }) {
      requireWritable(gateway)
      const registry = await book.save(id, { title, address }, token)
      await gateway.recordDone({
        actor: session.principal().id,
        eventType: 'registry.saved',
        payload: { title: registry.title, address: registry.address },
      })
      return await book.view()
    },
    async 'registries.remove'(session, { id }) {
      requireWritable(gateway)
      const { title, address } = await book.remove(id)
      await gateway.recordDone({
        actor: session.principal().id,
        eventType: 'registry.removed',
        payload: { title, address },
      })
      return await book.view()
    },
    async 'registries.search'(_, { id, text, cursor }) {
      return await answers.search(await book.find(id), text, cursor ?? null)
    },
    async 'registries.versions'(_, { id, name }) {
      return await answers.versions(await book.find(id), name)
    },
    async 'registries.server'(_, { id, name, version }) {
      const registry = await book.find(id)
      const listed = await answers.server(registry, name, version)
      const { server } = listed
      const origin = {
        kind: 'registry' as const,
        registry: registry.title,
        name: server.name,
        version: server.version,
        publisher: server.publisher,
      }
      const taken = new Set(Object.keys(gateway.configuration().connections))
      const { origins } = gateway.servers
      const ways = waysOf(listed, origin, taken, (connection) => origins.remember(connection, false))
      return { address: registry.address, server, ways }
    },
  }
}
