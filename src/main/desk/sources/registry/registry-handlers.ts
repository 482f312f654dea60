/** Registries of MCP servers: which there are, and what they have. Nothing is asked before a person presses for it. */

import type { RegistryPage } from '../../../../preload/contract.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../model/json.ts'
import type { DeskOptions } from '../../desk-options.ts'
import type { HandlersOf } from '../../dispatch.ts'
import { DeskFault } from '../../fault.ts'
import { fetchJson } from '../fetch-json.ts'
import { createRegistryBook, isOfficial, type Registry, type RegistryBook } from './registry-book.ts'
import { waysOf } from './registry-ways.ts'
import { type ListedServer, readListed } from './server-json.ts'

export function createRegistryHandlers({ gateway }: Pick<DeskOptions, 'gateway'>): HandlersOf<'registries'> {
  const book = createRegistryBook(gateway)
  const answers = createRegistryAnswers(book)

  return {
    'registries.list': () => book.view(),
    async 'registries.save'(session, { id, title, address, token }) {
      await book.save(id, { title, address }, token, session.principal().id)
      return await book.view()
    },
    async 'registries.remove'(session, { id }) {
      await book.remove(id, session.principal().id)
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

// ── The HTTP API of a registry: its pages, its versions, one server. What it answers is read, never believed.

/** Where an address does not say which version of the API it is. */
const API_VERSIONS = ['v0.1', 'v0'] as const
const PAGE = 30

interface RegistryAnswers {
  search(registry: Registry, text: string, cursor: string | null): Promise<RegistryPage>
  versions(registry: Registry, name: string): Promise<RegistryPage>
  /** `version` null: the latest. @throws DeskFault NOT_FOUND */
  server(registry: Registry, name: string, version: string | null): Promise<ListedServer>
}

function createRegistryAnswers(book: Pick<RegistryBook, 'tokenOf'>): RegistryAnswers {
  async function ask(registry: Registry, path: string, query: Record<string, string>): Promise<JsonValue> {
    const token = await book.tokenOf(registry)
    const versions = /\/v\d+(?:\.\d+)?$/.test(registry.address)
      ? ['']
      : API_VERSIONS.map((each) => `/${each}`)
    for (const version of versions) {
      const address = new URL(`${registry.address}${version}${path}`)
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      const answer = await fetchJson({ address, token, who: 'The registry' })
      if (answer !== null) return answer
    }
    throw new DeskFault('NOT_FOUND', 'The registry has no such server, or its address is another.')
  }

  return {
    async search(registry, text, cursor) {
      const query = { version: 'latest', limit: String(PAGE) }
      const more = {
        ...(text.trim() === '' ? {} : { search: text.trim() }),
        ...(cursor === null ? {} : { cursor }),
      }
      return readPage(registry, await ask(registry, '/servers', { ...query, ...more }))
    },
    async versions(registry, name) {
      return readPage(registry, await ask(registry, `/servers/${encodeURIComponent(name)}/versions`, {}))
    },
    async server(registry, name, version) {
      const path = `/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version ?? 'latest')}`
      const listed = readListed(await ask(registry, path, {}), isOfficial(registry))
      // One that answers with another would be added under the name of the first.
      if (
        listed === null ||
        listed.server.name !== name ||
        (version ?? listed.server.version) !== listed.server.version
      )
        throw new DeskFault('REJECTED', 'The registry answers with something else than what was asked for.')
      return listed
    },
  }
}

function readPage(registry: Registry, answer: JsonValue): RegistryPage {
  if (!isJsonObject(answer) || !Array.isArray(answer.servers))
    throw new DeskFault('REJECTED', 'The address answers, but not as a registry of MCP servers does.')
  const given = answer.servers.slice(0, 200)
  const read = given.map((each) => readListed(each, isOfficial(registry))).filter((each) => each !== null)
  const metadata: JsonObject = isJsonObject(answer.metadata) ? answer.metadata : {}
  const next = metadata.nextCursor ?? metadata.next_cursor
  return {
    address: registry.address,
    servers: read.map(({ server }) => server),
    nextCursor: typeof next === 'string' && next !== '' && next.length <= 2000 ? next : null,
    unreadable: given.length - read.length,
  }
}
