/** The servers in the text of a client's configuration, in whatever format. Pure. */
import { isJsonObject } from '../../../model/json.ts'
import { jsonValue, parseJson } from '../../clients/files/jsonc-tree.ts'
import type { KnownClient } from '../../clients/files/known-clients.ts'
import { readToml } from '../../clients/files/toml-entry.ts'
import { readYaml } from '../../clients/files/yaml-entry.ts'

export interface ServerSection {
  /** The folder of a project that the person's own file speaks of; null: everywhere. */
  project: string | null
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
  { format, section, choice }: Pick<KnownClient, 'format' | 'section' | 'choice'>,
): { ok: true; sections: ServerSection[] } | { ok: false; problem: string } {
  if (text.trim() === '') return { ok: true, sections: [] }
  const parsed = parseClientText(text, format)
  if (!parsed.ok) return parsed
  const whole = isJsonObject(parsed.value) ? parsed.value : {}
  const projects = isJsonObject(whole.projects) ? Object.entries(whole.projects) : []
  return {
    ok: true,
    sections: [
      ...sectionIn(whole, section, null, choice),
      // Claude Code keeps what somebody has added for one folder beside what holds everywhere.
      ...projects.flatMap(([folder, held]) => sectionIn(held, section, folder, choice)),
    ],
  }
}

function sectionIn(
  holder: unknown,
  name: string,
  project: string | null,
  choice: KnownClient['choice'],
): ServerSection[] {
  if (!isJsonObject(holder)) return []
  const servers = holder[name]
  if (!isJsonObject(servers) || Object.keys(servers).length === 0) return []
  const chosen = choice === undefined ? undefined : holder[choice]
  const { allowed, excluded } = isJsonObject(chosen) ? chosen : {}
  // As Claude Code writes it beside the servers of a folder.
  const off = [holder.disabledMcpServers, excluded].flatMap((list) => (Array.isArray(list) ? list : []))
  const isOff = (server: string) =>
    off.includes(server) || (Array.isArray(allowed) && !allowed.includes(server))
  return [{ project, servers, isOff, inputs: holder.inputs }]
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
