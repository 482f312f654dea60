/** Where the files name a connection: the places that a new name has to reach, and what would be left hanging. Pure. */
import type { Path } from '../../config/read/tree.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'

export interface Reference {
  /** Of the text that names it. */
  path: Path
  /** What that text would be under another name. */
  renamed: (name: string) => string
  /** `mention`: words of a rule, which nothing hangs on. */
  kind: 'call' | 'import' | 'mention'
  /** The workflow, the capability, or the place in `proxy.expose` or `proxy.import`. */
  holder: Path
}

const SECTIONS = ['workflows', 'capabilities', 'proxy', 'connections']
/** Values that are data of a call or of a run: a name in them is no connection. */
const DATA = new Set([
  ...['arguments', 'map', 'output', 'body', 'query', 'headers', 'env', 'inputSchema', 'outputSchema'],
  ...['prefill', 'input', 'initialContext', 'examples'],
])
const KINDS: readonly JsonValue[] = ['mcp', 'cli', 'rest']

export function findReferences(document: JsonObject, name: string): Reference[] {
  const found: Reference[] = []
  const walk = (value: JsonValue, path: Path) => {
    if (typeof value === 'string') {
      const renamed = mentionIn(value, name)
      if (renamed !== null) found.push({ path, renamed, kind: 'mention', holder: holderOf(path) })
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, [...path, index])
    } else if (isJsonObject(value)) {
      const isImport = path[0] === 'proxy' && path[1] === 'import' && path.length === 3
      if (value.connection === name && (isImport || KINDS.includes(value.kind ?? null)))
        found.push({
          path: [...path, 'connection'],
          renamed: (to) => to,
          kind: isImport ? 'import' : 'call',
          holder: holderOf(path),
        })
      for (const [key, inner] of Object.entries(value)) if (!DATA.has(key)) walk(inner, [...path, key])
    }
  }
  for (const section of SECTIONS) walk(document[section] ?? null, [section])
  return found
}

/** In an expression: `$.call.connection == "name"`. */
function mentionIn(text: string, name: string): Reference['renamed'] | null {
  if (!text.includes('$.call.connection')) return null
  const quoted = name.replace(/[.]/g, '\\.')
  const compared = new RegExp(`(\\$\\.call\\.connection\\s*(?:==|!=)\\s*)(["'])${quoted}\\2`, 'g')
  if (!compared.test(text)) return null
  return (to) => text.replace(compared, (_, before, mark) => `${before}${mark}${to}${mark}`)
}

/** Texts that name one of these ids, such as a guidance that tells an agent which tool to use. */
export function findIds(document: JsonObject, renames: ReadonlyMap<string, string>): Reference[] {
  if (renames.size === 0) return []
  const any = [...renames.keys()].map((id) => id.replace(/[.]/g, '\\.')).join('|')
  const pattern = new RegExp(`(?<![\\w.-])(?:${any})(?![\\w-]|\\.\\w)`, 'g')
  const found: Reference[] = []
  const walk = (value: JsonValue, path: Path) => {
    if (typeof value === 'string') {
      const text = value.replace(pattern, (id) => renames.get(id) ?? id)
      if (text !== value) found.push({ path, renamed: () => text, kind: 'mention', holder: holderOf(path) })
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, [...path, index])
    } else if (isJsonObject(value))
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key])
  }
  for (const section of ['workflows', 'capabilities', 'proxy']) walk(document[section] ?? null, [section])
  return found
}

function holderOf(path: Path): Path {
  return path.slice(0, path[0] === 'proxy' ? 3 : 2)
}
