/** `server.json` as registries answer with it, read with care: bounded, in both spellings of its keys. Pure. */
import type { RegistryServer, ServerInput } from '../../../../preload/contract.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../../model/json.ts'

export interface ListedServer {
  server: RegistryServer
  packages: ServerPackage[]
  remotes: ServerRemote[]
}

export interface ServerPackage {
  type: string
  baseUrl: string | null
  identifier: string
  version: string | null
  sha256: string | null
  runtime: string | null
  transport: string
  runtimeArguments: ServerArgument[]
  packageArguments: ServerArgument[]
  variables: NamedValue[]
}

export interface ServerRemote {
  type: string
  url: string
  headers: NamedValue[]
  variables: Record<string, ValueField>
}

/** What is to be filled in, or is fixed. */
export interface ValueField extends Omit<ServerInput, 'name' | 'place'> {
  /** Fixed; `{name}` in it is a variable. */
  value: string | null
  variables: Record<string, ValueField>
}

export interface NamedValue extends ValueField {
  name: string
}

export interface ServerArgument extends ValueField {
  /** Null: it stands by itself. */
  name: string | null
  hint: string | null
  isRepeated: boolean
  /** A switch, which has no value. */
  isBare: boolean
}

const OFFICIAL_META = 'io.modelcontextprotocol.registry/official'
/** Longer ones are no honest text of a list, and nobody reads them. */
const LONGEST = 4000
const MOST = 100

/** Null: it names no server. `isOfficial`: the answer is of the registry that has names proven. */
export function readListed(given: JsonValue, isOfficial: boolean): ListedServer | null {
  if (!isJsonObject(given)) return null
  const server = isJsonObject(given.server) ? given.server : given
  const name = text(server, 'name')
  const detail = object(server, 'versionDetail')
  const version = text(server, 'version') ?? text(detail, 'version')
  if (name === null || version === null) return null
  const meta = {
    ...object(object(server, '_meta'), OFFICIAL_META),
    ...object(object(given, '_meta'), OFFICIAL_META),
  }
  const status = text(meta, 'status') ?? text(server, 'status')
  return {
    server: {
      name,
      title: text(server, 'title'),
      description: text(server, 'description') ?? '',
      version,
      publisher: isOfficial ? publisherOf(name) : null,
      status: status === 'deprecated' || status === 'deleted' ? status : 'active',
      statusMessage: text(meta, 'statusMessage'),
      publishedAt: time(text(meta, 'publishedAt')),
      repository: text(object(server, 'repository'), 'url'),
      isLatest: meta.isLatest === true || meta.is_latest === true,
    },
    packages: list(server, 'packages').map(readPackage),
    remotes: list(server, 'remotes').map(readRemote),
  }
}

/** The official registry gives a name only to whoever proves that the account or the domain is theirs. */
function publisherOf(name: string): string | null {
  const [space = ''] = name.split('/')
  if (!name.includes('/') || space === '') return null
  const account = /^io\.github\.(.+)$/.exec(space)
  if (account?.[1] !== undefined) return `github.com/${account[1]}`
  return space.split('.').reverse().join('.')
}

function readPackage(given: JsonObject): ServerPackage {
  const transport = given.transport
  return {
    type: (text(given, 'registryType') ?? text(given, 'registryName') ?? '').toLowerCase(),
    baseUrl: text(given, 'registryBaseUrl'),
    identifier: text(given, 'identifier') ?? text(given, 'name') ?? '',
    version: text(given, 'version'),
    sha256: text(given, 'fileSha256'),
    runtime: text(given, 'runtimeHint'),
    transport: (isJsonObject(transport) ? text(transport, 'type') : null) ?? 'stdio',
    runtimeArguments: list(given, 'runtimeArguments').map(readArgument),
    packageArguments: list(given, 'packageArguments').map(readArgument),
    variables: list(given, 'environmentVariables').flatMap(readNamed),
  }
}

function readRemote(given: JsonObject): ServerRemote {
  return {
    type: text(given, 'type') ?? text(given, 'transportType') ?? 'streamable-http',
    url: text(given, 'url') ?? '',
    headers: list(given, 'headers').flatMap(readNamed),
    variables: readVariables(given),
  }
}

function readArgument(given: JsonObject): ServerArgument {
  const field = readField(given)
  const isNamed = text(given, 'type') === 'named' || text(given, 'name') !== null
  const hint = text(given, 'valueHint')
  const format = text(given, 'format')
  const saysNothing =
    field.value === null &&
    field.standard === null &&
    field.choices === null &&
    hint === null &&
    format === null
  return {
    ...field,
    name: isNamed ? text(given, 'name') : null,
    hint,
    isRepeated: flag(given, 'isRepeated'),
    isBare:
      isNamed && saysNothing && !field.isRequired && !field.isSecret && text(given, 'placeholder') === null,
  }
}

function readNamed(given: JsonObject): NamedValue[] {
  const name = text(given, 'name')
  return name === null ? [] : [{ ...readField(given), name }]
}

function readField(given: JsonObject): ValueField {
  const choices = key(given, 'choices')
  const texts = Array.isArray(choices)
    ? choices.filter((each) => typeof each === 'string').slice(0, MOST)
    : []
  return {
    value: scalar(key(given, 'value')),
    description: text(given, 'description'),
    isRequired: flag(given, 'isRequired'),
    isSecret: flag(given, 'isSecret'),
    standard: scalar(key(given, 'default')),
    choices: texts.length === 0 ? null : texts,
    variables: readVariables(given),
  }
}

function readVariables(given: JsonObject): Record<string, ValueField> {
  const entries = Object.entries(object(given, 'variables'))
    .slice(0, MOST)
    .flatMap(([name, field]) => (isJsonObject(field) ? [[name, readField(field)] as const] : []))
  return Object.fromEntries(entries)
}

/** Earlier registries write `registry_type` for `registryType`. */
function key(given: JsonObject, name: string): JsonValue | undefined {
  if (Object.hasOwn(given, name)) return given[name]
  const other = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return ownOf(given, other)
}

function text(given: JsonObject, name: string): string | null {
  const value = key(given, name)
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST) : null
}

function scalar(value: JsonValue | undefined): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST) : null
}

function flag(given: JsonObject, name: string): boolean {
  return key(given, name) === true
}

function object(given: JsonObject, name: string): JsonObject {
  const value = key(given, name)
  return isJsonObject(value) ? value : {}
}

function list(given: JsonObject, name: string): JsonObject[] {
  const value = key(given, name)
  return Array.isArray(value) ? value.slice(0, MOST).filter(isJsonObject) : []
}

function time(given: string | null): string | null {
  const at = given === null ? Number.NaN : Date.parse(given)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
