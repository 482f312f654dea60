/** The sections of a file, each thing in them converted by itself. */
import { isJsonObject, type JsonObject, type JsonValue, mapTexts } from '../../model/json.ts'
import type { Path } from '../read/tree.ts'
import { convertArguments, convertProgram, isRelative } from './executors.ts'
import { convertGuards } from './guards.ts'
import {
  type ConversionContext,
  type ConvertKey,
  convertKeys,
  listAt,
  objectAt,
  same,
  type TakeNote,
} from './notes.ts'
import { convertWorkflow, RUNS, WORDING } from './workflow.ts'

/** A thing of the file that is converted, or left out, as a whole. */
export interface Owner {
  /** Where it stands there; its first step, or two, are its section here too. */
  path: Path
  value: JsonValue | undefined
  /** Whether it is in the converted file. */
  written: boolean
}

/** Takes no arguments: what holds there where no schema is declared. */
const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {}, additionalProperties: false }

const CAPABILITY: Record<string, ConvertKey> = {
  ...WORDING,
  inputSchema: same,
  wraps: same,
  guards: convertGuards,
  executor: RUNS.executor,
  reliability: RUNS.reliability,
}

const EXPOSE: Record<string, ConvertKey> = { ...CAPABILITY, name: same }

export function convertSections(document: JsonObject, note: TakeNote): Owner[] {
  const owners: Owner[] = []
  const add = (path: Path, value: JsonValue | undefined) =>
    owners.push({ path, value, written: value !== undefined })
  const context = (schema: JsonValue | undefined): ConversionContext => ({
    note,
    document,
    initialContext: {},
    inputSchema: undefined,
    argumentsSchema: schema,
  })
  const {
    version,
    connections: _c,
    capabilities: _p,
    proxy,
    workflows: _w,
    $schema: _s,
    ...others
  } = document
  if (version !== '1.0.0') note('format-version', ['version'], String(version))
  add(['version'], '1.0.0')
  for (const [name, value] of Object.entries(objectAt(document, 'connections')))
    add(['connections', name], convertConnection(value, ['connections', name], note))
  for (const [name, value] of Object.entries(objectAt(document, 'capabilities'))) {
    const path = ['capabilities', name]
    add(path, isJsonObject(value) ? convertKeys(value, path, context(value.inputSchema), CAPABILITY) : value)
  }
  for (const [index, value] of listAt(proxy, 'expose').entries()) {
    const path = ['proxy', 'expose', index]
    add(path, isJsonObject(value) ? convertExposed(value, path, context(value.inputSchema)) : value)
  }
  for (const [index, value] of listAt(proxy, 'import').entries()) {
    const path = ['proxy', 'import', index]
    const known = new Set(['connection', 'prefix', 'include', 'exclude', 'tags'])
    add(path, isJsonObject(value) ? keepRead(value, path, known, note) : value)
  }
  for (const [name, value] of Object.entries(objectAt(document, 'workflows'))) {
    const path = ['workflows', name]
    add(path, isJsonObject(value) ? convertWorkflow(value, path, { note, document }) : value)
  }
  addSettings(others, note, add)
  return owners
}

function addSettings(
  { discovery, store, audit, ...unknown }: JsonObject,
  note: TakeNote,
  add: (path: Path, value: JsonValue | undefined) => void,
): void {
  if (isJsonObject(discovery)) {
    const { enabled, ...known } = discovery
    if (enabled !== undefined) note('unread-key', ['discovery', 'enabled'], 'enabled')
    add(['discovery'], known)
  }
  const kind = (isJsonObject(store) ? store.kind : undefined) ?? 'memory'
  if (store === undefined) note('kept-runs', [])
  else if (kind !== 'memory') note('stored-runs', ['store'], String(kind))
  add(['store'], store === undefined ? undefined : { kind: kind === 'memory' ? 'memory' : 'sqlite' })
  const sink = isJsonObject(audit) ? (audit.sink ?? 'stdout') : null
  if (sink === 'file') note('audit-files', ['audit'])
  else if (sink !== 'stdout') note('audit-memory', audit === undefined ? [] : ['audit'])
  const copied = sink === 'file' || sink === 'stdout'
  add(['audit'], copied ? { sink, names: 'snake_case' } : undefined)
  for (const name of Object.keys(unknown)) {
    const isHelp = ['skills', 'lexicon', 'flowgate'].includes(name)
    note(isHelp ? 'lost-help' : 'no-counterpart', [name], name)
    add([name], undefined)
  }
}

function convertExposed(entry: JsonObject, path: Path, context: ConversionContext): JsonObject {
  const { note, document } = context
  if (typeof entry.capability === 'string') {
    const known = new Set(['capability', 'as', 'description', 'tags', 'aliases', 'guards', 'reliability'])
    const kept = keepRead(entry, path, known, note)
    const result = convertKeys(kept, path, context, {
      ...CAPABILITY,
      capability: same,
      as: same,
    })
    if (declaresArguments(entry.capability, document)) return result
    note('open-arguments', path)
    return { ...result, inputSchema: NO_ARGUMENTS }
  }
  const result = convertKeys(entry, path, context, EXPOSE)
  if (entry.inputSchema === undefined) note('open-arguments', path)
  return {
    ...result,
    executor: result.executor ?? { kind: 'noop' },
    inputSchema: result.inputSchema ?? NO_ARGUMENTS,
  }
}

function declaresArguments(name: JsonValue, document: JsonObject, seen: readonly JsonValue[] = []): boolean {
  if (typeof name !== 'string' || seen.includes(name)) return false
  const declared = objectAt(objectAt(document, 'capabilities'), name)
  return (
    declared.inputSchema !== undefined || declaresArguments(declared.wraps ?? null, document, [...seen, name])
  )
}

/** The keys that were read; what else stands there had no effect. */
function keepRead(whole: JsonObject, path: Path, known: ReadonlySet<string>, note: TakeNote): JsonObject {
  const entries = Object.entries(whole).filter(([key]) => {
    if (!known.has(key)) note('unread-key', [...path, key], key)
    return known.has(key)
  })
  return Object.fromEntries(entries)
}

const CONNECTION_KEYS: Record<string, string[]> = {
  mcp: ['kind', 'command', 'args', 'url', 'env'],
  cli: ['kind', 'command', 'workingDirectory', 'env'],
  rest: ['kind', 'baseUrl', 'headers'],
}

function convertConnection(connection: JsonValue, path: Path, note: TakeNote): JsonValue {
  if (!isJsonObject(connection)) return connection
  const known = CONNECTION_KEYS[String(connection.kind)]
  if (known === undefined) {
    note('no-counterpart', path, `kind: ${String(connection.kind)}`)
    return connection
  }
  const kept = keepRead(connection, path, new Set(known), note)
  // An address wins over a command there.
  if (typeof kept.url === 'string') {
    for (const key of ['command', 'args', 'env']) delete kept[key]
    return kept
  }
  if (typeof kept.command !== 'string') return kept
  convertProgram(kept.command, [...path, 'command'], { note })
  if (kept.args !== undefined) convertArguments(kept.args, [...path, 'args'], { note })
  const { workingDirectory } = kept
  if (typeof workingDirectory !== 'string')
    note(connection.kind === 'mcp' ? 'server-folder' : 'program-folder', path)
  else if (!/^([/\\]|[A-Za-z]:)/.test(workingDirectory) || isRelative(workingDirectory))
    note('relative-path', [...path, 'workingDirectory'], workingDirectory)
  note('program-environment', path)
  return kept
}

/** The document of what is written, with the escapes that our format needs. */
export function assemble(owners: readonly Owner[]): JsonObject {
  const document: JsonObject = {}
  for (const { path, value, written } of owners) {
    if (!written || value === undefined) continue
    const [section = '', name, index] = path
    const isConnection = section === 'connections'
    const escaped = mapTexts(value, (text) =>
      isConnection ? text.replaceAll('$$', () => '$$$$') : text.replaceAll('${', () => '$${'),
    )
    if (name === undefined) document[section] = escaped
    else if (index === undefined)
      document[section] = { ...objectAt(document, String(section)), [name]: escaped }
    else {
      const proxy = objectAt(document, 'proxy')
      document.proxy = { ...proxy, [name]: [...listAt(proxy, String(name)), escaped] }
    }
  }
  return document
}
