/** A server that is not in the configuration yet, read exactly as if it were. */
import { loadConfiguration } from '../../config/load.ts'
import { readerOf } from '../../config/read/include.ts'
import { withSecrets } from '../../config/read/variables.ts'
import type { Connection } from '../../model/configuration.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ServerDraft } from './server-edits.ts'

export interface DraftReading {
  /** Null if it has errors. */
  connection: Connection | null
  /** What `check` refuses, as sentences. */
  problems: string[]
  /** What it warns of. */
  warnings: string[]
}

export interface DraftReader {
  /** Of the main file: relative folders count from its folder. */
  path(): string
  environment(): Promise<Record<string, string | undefined>>
}

/** `values`: null: which secrets there are does not matter; else those that are not stored yet, by their names. */
export async function readDraft(
  { name, connection, tools }: ServerDraft,
  values: Readonly<Record<string, string>> | null,
  reader: DraftReader,
): Promise<DraftReading> {
  const path = reader.path()
  const own = await reader.environment()
  const environment =
    values === null ? { ...(await withSecrets(own, null)), ...own } : { ...own, ...secretsOf(values) }
  const document: JsonObject = {
    version: '1.0.0',
    connections: { [name]: { ...connection, enabled: true } },
    ...(tools === null ? {} : { proxy: { import: [{ connection: name }] } }),
  }
  const { configuration, problems } = await loadConfiguration(
    path,
    environment,
    readerOf({ [path]: JSON.stringify(document) }),
  )
  const said = (severity: 'error' | 'warning') =>
    problems.filter((problem) => problem.severity === severity).map(({ message }) => message)
  const unused = `The connection ‘${name}’ is not used by anything.`
  return {
    connection: configuration?.connections[name] ?? null,
    problems: said('error'),
    warnings: said('warning').filter((message) => message !== unused),
  }
}

export function secretsOf(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`secret:${name}`, value]))
}
