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
  { format, section }: { format: KnownClient['format']; section: string },
): { ok: true; sections: ServerSection[] } | { ok: false; problem: string } {
  if (text.trim() === '') return { ok: true, sections: [] }
  const parsed = parseClientText(text, format)
  if (!parsed.ok) return parsed
  const whole = isJsonObject(parsed.value) ? parsed.value : {}
  const projects = isJsonObject(whole.projects) ? Object.entries(whole.projects) : []
  return {
    ok: true,
    sections: [
      ...sectionIn(whole, section, null),
      // Claude Code keeps what somebody has added for one folder beside what holds everywhere.
      ...projects.flatMap(([folder, held]) => sectionIn(held, section, folder)),
    ],
  }
}

function sectionIn(holder: unknown, name: string, project: string | null): ServerSection[] {
  if (!isJsonObject(holder)) return []
  const servers = holder[name]
  return isJsonObject(servers) && Object.keys(servers).length > 0
    ? [{ project, servers, inputs: holder.inputs }]
    : []
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
