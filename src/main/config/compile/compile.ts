/**
 * From a document that fits the schema to what the gateway runs on: defaults filled in, one spelling, nothing of
 * `${…}` resolved (R2.3). Pure.
 */
import { isAbsolute, resolve } from 'node:path'
import {
  type Configuration,
  type Connection,
  type ConnectionLimits,
  type ImportRule,
  type PersonDeclaration,
  type Sandbox,
  USUAL_UNDO_MS,
} from '../../model/configuration.ts'
import type { Capability } from '../../model/definition.ts'
import { type JsonValue, mapEntries, mapTexts, present } from '../../model/json.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import { trimProfile } from '../../workflow/search-profile/search-profile.ts'
import { unescapeText } from '../read/variables.ts'
import type { ApprovalDocument } from '../schema/approval.ts'
import type { ConnectionDocument } from '../schema/connection.ts'
import type { Document } from '../schema/schema.ts'
import { compileExposed } from './capability.ts'
import { compileDeciders, compileGate } from './gate.ts'
import type { CapabilityDocuments } from './unwrap-capability.ts'
import { compileWorkflow } from './workflow.ts'

/** The parts of a configuration that do not depend on how it was read. `folder`: of the main file. */
export function compileDocument(
  document: Document,
  folder: string,
): Omit<Configuration, 'path' | 'files' | 'hash'> {
  const { connections = {}, ...others } = document
  const {
    capabilities = {},
    proxy = {},
    workflows = {},
    discovery = {},
  } = mapTexts(others as unknown as JsonValue, unescapeText) as unknown as typeof others
  const { approvals = {}, audit = {}, clients = {}, people = {}, store = {} } = others
  return {
    connections: mapEntries(connections, (connection, name) => compileConnection(name, connection, folder)),
    capabilities: (proxy.expose ?? []).flatMap((entry) => compileExposed(entry, capabilities) ?? []),
    ...present({ gated: compileGated(capabilities) }),
    imports: (proxy.import ?? []).map(
      (rule): ImportRule => ({
        connection: rule.connection,
        prefix: prefixOf(rule),
        include: rule.include ?? [],
        exclude: rule.exclude ?? [],
        tags: rule.tags ?? [],
        aliases: rule.aliases ?? {},
        ...present({
          toolTags: rule.toolTags,
          gate: compileGate(rule, `proxy.import.${rule.connection}`),
          toolGates: rule.toolApproval && compileToolGates(rule.toolApproval, rule.connection),
          toolReadOnly: rule.toolReadOnly,
        }),
      }),
    ),
    workflows: mapEntries(workflows, (workflow, id) => compileWorkflow(id, workflow, capabilities)),
    discovery: {
      include: discovery.include ?? ['proxy', 'workflows'],
      homeLimit: discovery.homeLimit ?? 100,
      profile: compileProfile(discovery.profile),
    },
    approvals: {
      timeoutMs: approvals.timeoutMs ?? 300_000,
      holdMs: approvals.holdMs ?? 50_000,
      undoMs: approvals.undoMs ?? USUAL_UNDO_MS,
      proof: approvals.proof ?? 'never',
      pending: { perClient: 100, withoutToken: 400, itemBytes: 1024 * 1024, ...approvals.pending },
      queues: mapEntries(approvals.queues ?? {}, compileDeciders),
    },
    audit: compileAudit(audit, folder),
    clients: mapEntries(clients, ({ tags, names, sees = 'own', ...rights }) => ({
      ...compileRights(rights),
      ...present({ tags, names }),
      sees,
    })),
    people: mapEntries(people, compileRights),
    store: {
      kind: store.kind ?? 'sqlite',
      ...(store.path === undefined ? {} : { path: resolve(folder, store.path) }),
    },
  }
}

function compileRights({ roles = [], permissions = [] }: Partial<PersonDeclaration>): PersonDeclaration {
  return { roles, permissions }
}

function compileToolGates(
  declared: Record<string, ApprovalDocument>,
  connection: string,
): NonNullable<ImportRule['toolGates']> {
  return mapEntries(
    declared,
    (approval, tool) => compileGate({ approval }, `proxy.import.${connection}.${tool}`) ?? null,
  )
}

/** Undefined if there is none. One that is exposed, too, holds the same gates twice, which is once. */
function compileGated(declared: CapabilityDocuments): Capability[] | undefined {
  const all = Object.keys(declared).flatMap((capability) => compileExposed({ capability }, declared) ?? [])
  const gated = all.filter(({ gates = [] }) => gates.length > 0)
  return gated.length === 0 ? undefined : gated
}

/** What is wrong with it is found by `check`. */
function compileProfile(profile: NonNullable<Document['discovery']>['profile'] = 'classic'): SearchProfile {
  if (profile === 'classic' || profile === 'smart') return { ranking: profile }
  return trimProfile(profile)
}

/** The database always has the log; `sqlite` is another word for no extra copy. */
function compileAudit(
  { sink = 'none', path, names }: NonNullable<Document['audit']>,
  folder: string,
): Configuration['audit'] {
  if (sink === 'sqlite' || sink === 'none') return { sink: 'none' }
  return { sink, ...present({ path: path === undefined ? undefined : resolve(folder, path), names }) }
}

/** A dot follows it anyway. */
export function prefixOf({ prefix = '' }: { prefix?: string | undefined }): string {
  return prefix.replace(/\.+$/, '')
}

// ── Connections with their defaults filled in; their `${…}` stay as they are written (R2.3).

/** `folder`: of the main file. */
function compileConnection(name: string, connection: ConnectionDocument, folder: string): Connection {
  const shared = {
    name,
    ...present({
      title: connection.title,
      gate: compileGate(connection, `connections.${name}`),
      limits: compileLimits(connection),
      disabled: connection.enabled === false ? (true as const) : undefined,
    }),
  }
  if (connection.kind === 'rest') {
    return { kind: 'rest', ...shared, baseUrl: connection.baseUrl, headers: connection.headers ?? {} }
  }
  const workingDirectory = present({
    workingDirectory: connection.workingDirectory && placeIn(folder, connection.workingDirectory),
  })
  const locked = present({ sandbox: compileSandbox(connection.sandbox) })
  if (connection.kind === 'cli') {
    const { command, env = {} } = connection
    return { kind: 'cli', ...shared, ...locked, ...present({ command }), ...workingDirectory, env }
  }
  if (connection.url !== undefined) {
    const { url, headers = {}, auth } = connection
    return { kind: 'mcp', ...shared, transport: { kind: 'http', url, headers, ...present({ auth }) } }
  }
  const { command = '', args = [], env = {} } = connection
  return {
    kind: 'mcp',
    ...shared,
    ...locked,
    transport: { kind: 'stdio', command, args, env, ...workingDirectory },
  }
}

function compileLimits({ concurrency, breaker }: ConnectionDocument): ConnectionLimits | undefined {
  if (concurrency === undefined && breaker === undefined) return undefined
  return present({
    concurrency,
    breaker: breaker && { failures: breaker.failures ?? 5, resetMs: breaker.resetMs ?? 30_000 },
  })
}

type SandboxDocument = Extract<ConnectionDocument, { kind: 'cli' }>['sandbox']

function compileSandbox(sandbox: SandboxDocument): Sandbox | undefined {
  if (sandbox === undefined) return undefined
  const { mode, ifAvailable = false } = typeof sandbox === 'string' ? { mode: sandbox } : sandbox
  return mode === 'none' ? undefined : { mode, ifAvailable }
}

/** A folder relative to the main file. One that begins with a variable is left as it is: that may be absolute. */
function placeIn(folder: string, place: string): string {
  if (isAbsolute(place) || place.startsWith('${')) return place
  // The result is filled in later, when a dollar sign of the folder's own name must survive.
  return resolve(folder.replaceAll('$', '$$$$'), place)
}
