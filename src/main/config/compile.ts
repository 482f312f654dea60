/**
 * From a document that fits the schema to what the gateway runs on: defaults filled in, one spelling, nothing of
 * `${…}` resolved (R2.3). Pure.
 */
import { isAbsolute, resolve } from 'node:path'
import type {
  ClientDeclaration,
  Configuration,
  Connection,
  ImportRule,
  PersonDeclaration,
} from '../model/configuration.ts'
import { compileExposed } from './compile-capability.ts'
import { present } from './compile-executor.ts'
import { compileWorkflow } from './compile-workflow.ts'
import type { Document } from './schema.ts'
import type { ConnectionDocument } from './schema-connection.ts'
import { unescapeText } from './variables.ts'

/** The parts of a configuration that do not depend on how it was read. `folder`: of the main file. */
export function compileDocument(
  document: Document,
  folder: string,
): Omit<Configuration, 'path' | 'files' | 'hash'> {
  const { connections = {}, ...others } = document
  const { capabilities = {}, proxy = {}, workflows = {}, discovery = {} } = unescaped(others)
  const { approvals = {}, clients = {}, people = {}, store = {} } = others
  return {
    connections: Object.fromEntries(
      Object.entries(connections).flatMap(([name, connection]) => {
        const compiled = compileConnection(name, connection, folder)
        return compiled ? [[name, compiled]] : []
      }),
    ),
    capabilities: (proxy.expose ?? []).flatMap((entry) => compileExposed(entry, capabilities) ?? []),
    imports: (proxy.import ?? []).map(
      (rule): ImportRule => ({
        connection: rule.connection,
        prefix: (rule.prefix ?? '').replace(/\.+$/, ''),
        include: rule.include ?? [],
        exclude: rule.exclude ?? [],
        tags: rule.tags ?? [],
        aliases: rule.aliases ?? {},
      }),
    ),
    workflows: Object.fromEntries(
      Object.entries(workflows).flatMap(([id, workflow]) =>
        workflow.steps ? [] : [[id, compileWorkflow(id, workflow)]],
      ),
    ),
    discovery: {
      include: discovery.include ?? ['proxy', 'workflows'],
      homeLimit: discovery.homeLimit ?? 100,
      profile: 'classic',
    },
    approvals: { timeoutMs: approvals.timeoutMs ?? 300_000, holdMs: approvals.holdMs ?? 50_000, queues: {} },
    audit: { sink: 'none' },
    clients: Object.fromEntries(
      Object.entries(clients).map(([name, client]): [string, ClientDeclaration] => [
        name,
        {
          roles: client.roles ?? [],
          permissions: client.permissions ?? [],
          ...present({ tags: client.tags, names: client.names }),
          sees: client.sees ?? 'own',
        },
      ]),
    ),
    people: Object.fromEntries(
      Object.entries(people).map(([name, person]): [string, PersonDeclaration] => [
        name,
        { roles: person.roles ?? [], permissions: person.permissions ?? [] },
      ]),
    ),
    store: {
      kind: store.kind ?? 'sqlite',
      ...(store.path === undefined ? {} : { path: resolve(folder, store.path) }),
    },
  }
}

/** Null for what a later version opens. */
function compileConnection(name: string, connection: ConnectionDocument, folder: string): Connection | null {
  if (connection.kind === 'rest') return null
  const shared = { name, ...present({ title: connection.title }) }
  const workingDirectory = present({
    workingDirectory: connection.workingDirectory && placeIn(folder, connection.workingDirectory),
  })
  if (connection.kind === 'cli') {
    const { command, env = {} } = connection
    return { kind: 'cli', ...shared, ...present({ command }), ...workingDirectory, env }
  }
  if (connection.url !== undefined) {
    const transport = { kind: 'http', url: connection.url, headers: connection.headers ?? {} } as const
    return { kind: 'mcp', ...shared, transport }
  }
  const { command = '', args = [], env = {} } = connection
  return { kind: 'mcp', ...shared, transport: { kind: 'stdio', command, args, env, ...workingDirectory } }
}

/** A folder relative to the main file. One that begins with a variable is left as it is: that may be absolute. */
function placeIn(folder: string, place: string): string {
  if (isAbsolute(place) || place.startsWith('${')) return place
  // The result is filled in later, when a dollar sign of the folder's own name must survive.
  return resolve(folder.replaceAll('$', '$$$$'), place)
}

function unescaped<Value>(value: Value): Value {
  if (typeof value === 'string') return unescapeText(value) as Value
  if (Array.isArray(value)) return value.map(unescaped) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unescaped(inner)])) as Value
}
