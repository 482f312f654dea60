/** The servers in the text of a client's configuration, in whatever format. Pure. */
import { isJsonObject } from '../../../model/json.ts'
import { jsonValue, parseJson } from '../../clients/files/jsonc-tree.ts'
import type { KnownClient } from '../../clients/files/known-clients.ts'
import { readToml } from '../../clients/files/toml-entry.ts'
import { readYaml } from '../../clients/files/yaml-entry.ts'

export interface ServerSection {
  /** The folder of a project that the person's own file speaks of; null: everywhere. */
  project: string | null
  /** It stands deeper than where this desk writes. */
  isDeeper: boolean
  servers: Readonly<Record<string, unknown>>
  /** Whether the client leaves it out by a list beside the servers. */
  isOff(name: string): boolean
  /** What VS Code asks for. */
  inputs: unknown
}

type ParseResult = { ok: true; value: unknown } | { ok: false; problem: string }

const READERS: Record<KnownClient['format'], (text: string) => ParseResult> = {
  json: (text) => readJson(text, false),
  jsonc: (text) => readJson(text, true),
  toml(text) {
    const read = readToml(text)
    return 'problem' in read
      ? { ok: false, problem: read.problem }
      : { ok: true, value: withNumbers(read.values) }
  },
  yaml(text) {
    const read = readYaml(text)
    return 'problem' in read ? { ok: false, problem: read.problem } : { ok: true, value: read.values }
  },
}

/** All of it. */
export function parseClientText(text: string, format: KnownClient['format']): ParseResult {
  return READERS[format](text)
}

export function readClientText(
  text: string,
  { format, ...place }: Pick<KnownClient, 'format' | 'section' | 'deeper' | 'choice'>,
): { ok: true; sections: ServerSection[] } | { ok: false; problem: string } {
  if (text.trim() === '') return { ok: true, sections: [] }
  const parsed = parseClientText(text, format)
  if (!parsed.ok) return parsed
  const whole = isJsonObject(parsed.value) ? parsed.value : {}
  const projects = isJsonObject(whole.projects) ? Object.entries(whole.projects) : []
  return {
    ok: true,
    sections: [
      ...sectionsIn(whole, null, place),
      // Claude Code keeps what somebody has added for one folder beside what holds everywhere.
      ...projects.flatMap(([folder, held]) => sectionsIn(held, folder, place)),
    ],
  }
}

function sectionsIn(
  holder: unknown,
  project: string | null,
  { section, deeper, choice }: Pick<KnownClient, 'section' | 'deeper' | 'choice'>,
): ServerSection[] {
  if (!isJsonObject(holder)) return []
  const held = holder[section]
  if (!isJsonObject(held)) return []
  const chosen = choice === undefined ? undefined : holder[choice]
  const { allowed, excluded } = isJsonObject(chosen) ? chosen : {}
  // As Claude Code writes it beside the servers of a folder.
  const off = [holder.disabledMcpServers, excluded].flatMap((list) => (Array.isArray(list) ? list : []))
  const isOff = (server: string) =>
    off.includes(server) || (Array.isArray(allowed) && !allowed.includes(server))
  const inner = deeper === undefined ? undefined : held[deeper]
  // A server may be called so, too.
  const isHolder = isJsonObject(inner) && Object.values(inner).every(isJsonObject)
  const { [isHolder ? (deeper ?? '') : '']: _, ...servers } = held
  return [
    { project, isDeeper: false, servers: isHolder ? servers : held, isOff, inputs: holder.inputs },
    { project, isDeeper: true, servers: isHolder ? inner : {}, isOff, inputs: holder.inputs },
  ].filter((each) => Object.keys(each.servers).length > 0)
}

function readJson(text: string, comments: boolean): ParseResult {
  const parsed = parseJson(text, { comments })
  if (parsed.ok) return { ok: true, value: jsonValue(parsed.root) }
  const line = text.slice(0, parsed.offset).split('\n').length
  return { ok: false, problem: `It is no valid JSON: line ${line} cannot be read.` }
}

function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(withNumbers)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNumbers(each)]))
}
