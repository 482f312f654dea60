/**
 * What somebody copied from a README: a command line, a `… mcp add` of a client, the link of a button that installs a
 * server in one, or JSON, TOML or YAML with one or several servers. Pure.
 */
import { type ParseError, parse as parseJson } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { isObject } from '../../../values/typed-fields.ts'
import { splitLines, splitWords } from './command-line.ts'

type JsonRecord = Record<string, unknown>

export interface PastedServer {
  name: string | null
  /** As `connections` has it. */
  connection: JsonRecord
  /** How many more there were in the text. */
  others: number
}

/** Null: it is none of these. */
export function readPasted(text: string): PastedServer | null {
  const whole = text
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .replace(/^\s*```\w*\n?|```$/g, '')
    .trimEnd()
  const trimmed = whole.trim()
  if (/^[{"]/.test(trimmed) && trimmed.includes(':')) return readJson(trimmed)
  const bare = withoutComments(trimmed)
  if (/^(?:\[[\w.-]+\]|\w+ += +["[{])/.test(bare)) return readWith(parseToml, trimmed)
  if (/^(?:- +)?["']?[\w.-]+["']?:(?:\s|$)/.test(bare))
    // Its first line may have come without the blanks before it.
    return readWith(parseYaml, whole) ?? readWith(parseYaml, trimmed)
  if (isInstallLink(trimmed)) return readLink(trimmed)
  if (/^https?:\/\/\S+$/.test(trimmed)) return one(null, { kind: 'mcp', url: trimmed })
  return readLines(trimmed)
}

function one(name: string | null, connection: JsonRecord, others = 0): PastedServer {
  return { name, connection, others }
}

// ── command lines ────────────────────────────────────────────────────────────────────────────────

/** The first program, after the variables that are set for it; lines of a shell may have more. */
function readLines(text: string): PastedServer | null {
  const env: Record<string, string> = {}
  const lines = splitLines(text).map((line) => (/^[$>]$/.test(line[0] ?? '') ? line.slice(1) : line))
  for (const [at, line] of lines.entries()) {
    const words = afterVariables(line, env)
    const [command, ...args] = words
    if (command === undefined) continue
    return readAddCommand(words) ?? one(null, program(command, args, env), lines.length - at - 1)
  }
  return null
}

/** `A=1 x`, `export A=1`, `env A=1 x`, `set "A=1"` and `$env:A="1"`. @param env gets them */
function afterVariables(words: readonly string[], env: Record<string, string>): string[] {
  const isSet = ['export', 'env', 'set'].includes(words[0] ?? '') && VARIABLE.test(words[1] ?? '')
  const rest = isSet ? words.slice(1) : [...words]
  for (;;) {
    const variable = rest[0]?.replace(/^\$env:/i, '') ?? ''
    if (!VARIABLE.test(variable)) return rest
    put(env, variable, '=')
    rest.shift()
  }
}

function withoutComments(text: string): string {
  return text.replace(/^\s*#.*\n/gm, '')
}

function program(command: string, args: readonly string[], env: Record<string, string>): JsonRecord {
  return {
    kind: 'mcp',
    command,
    ...(args.length === 0 ? {} : { args: [...args] }),
    ...(Object.keys(env).length === 0 ? {} : { env }),
  }
}

const ENV_OPTIONS = ['-e', '--env']
const HEADER_OPTIONS = ['-H', '--header']
/** Of clients whose `mcp add` takes what others know by its place. */
const NAMED_PARTS = ['--name', '--url', '--command', '--args']
const WITH_VALUE = [...ENV_OPTIONS, ...HEADER_OPTIONS, '-s', '--scope', '-t', '--transport', '--timeout']
/** One option may have several of them. */
const VARIABLE = /^[A-Za-z_]\w*=/

/** `claude mcp add NAME -e A=1 -- npx …`, `claude mcp add-json NAME {…}`, `code --add-mcp {…}`, and the same of other clients. */
function readAddCommand(words: readonly string[]): PastedServer | null {
  if (words[1] === '--add-mcp') return readJson(words[2] ?? '')
  if (words[1] !== 'mcp') return null
  if (words[2] === 'add-json') {
    const json = words.findIndex((word) => word.startsWith('{'))
    const read = readJson(words[json] ?? '')
    return read === null ? null : { ...read, name: words[json - 1] ?? null }
  }
  return words[2] === 'add' ? readAdd(words.slice(3)) : null
}

/** @param words what stands behind `mcp add` */
function readAdd(words: readonly string[]): PastedServer | null {
  const { env, headers, named, rest } = sortAddWords(words)
  const { '--name': called, '--url': url, '--command': program_, '--args': list } = named
  const all = [called, ...rest, url ?? program_, ...(list?.split(',') ?? [])].filter(
    (word) => word !== undefined,
  )
  // Some clients want the whole command as one word.
  const [name, command, ...args] = all.length === 2 ? [...all.slice(0, 1), ...splitWords(all[1] ?? '')] : all
  if (name === undefined || command === undefined) return null
  if (/^https?:\/\//.test(command))
    return one(name, { kind: 'mcp', url: command, ...(Object.keys(headers).length > 0 ? { headers } : {}) })
  return one(name, program(command, args, env))
}

/** `rest`: the name, the program or address, and the arguments, as far as they are not `named`. */
function sortAddWords(words: readonly string[]) {
  const env: Record<string, string> = {}
  const headers: Record<string, string> = {}
  const named: Record<string, string> = {}
  const rest: string[] = []
  const left = splitOptions(words)
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') rest.push(...left.splice(0))
    else if (ENV_OPTIONS.includes(word))
      while (VARIABLE.test(left[0] ?? '')) put(env, left.shift() ?? '', '=')
    else if (HEADER_OPTIONS.includes(word)) {
      const header = left.shift() ?? ''
      put(headers, header, /^[\w-]+=/.test(header) ? '=' : ':')
    } else if (WITH_VALUE.includes(word)) left.shift()
    // What follows the program is its own.
    else if (rest.length >= 2) rest.push(word)
    else if (NAMED_PARTS.includes(word)) named[word] = left.shift() ?? ''
    else if (!word.startsWith('-')) rest.push(word)
  }
  return { env, headers, named, rest }
}

/** `--env=A=1` as two words, where it is an option of the client. */
function splitOptions(words: readonly string[]): string[] {
  const end = words.indexOf('--')
  return words.flatMap((word, at) => {
    const [, option = '', value = ''] = /^(--\w+)=(.*)$/s.exec(word) ?? []
    return WITH_VALUE.includes(option) && (end === -1 || at < end) ? [option, value] : [word]
  })
}

function put(into: Record<string, string>, text: string, sign: string): void {
  const at = text.indexOf(sign)
  if (at > 0) into[text.slice(0, at).trim()] = text.slice(at + 1).trim()
}

// ── links ─────────────────────────────────────────────────────────────────────────────────────────────

/** `cursor://…/mcp/install?name=…&config=…`, `vscode:mcp/install?{…}`, `lmstudio://add_mcp?…`, `goose://extension?cmd=…`, and pages that lead there. */
export function isInstallLink(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\S*(?:(?:mcp(?:\/|%2f)install|install-mcp|add_mcp)(?:\?|%3f)|extension\?cmd=)\S+$/i.test(
    text.trim(),
  )
}

/** What it would install is read from the link itself: nobody follows it. */
function readLink(link: string): PastedServer | null {
  const query = link.slice(link.indexOf('?') + 1)
  const whole = decoded(query)
  if (whole.startsWith('{')) return readJson(whole)
  const given = new URLSearchParams(query)
  const [url, name] = [given.get('url'), given.get('name')]
  if (url !== null && isInstallLink(url)) return readLink(url)
  const command = given.get('cmd')
  if (command !== null) return one(given.get('id') ?? name, program(command, given.getAll('arg'), {}))
  const config = given.get('config') ?? ''
  const read = readJson(config.startsWith('{') ? config : fromBase64(config))
  return read === null ? null : { ...read, name: name ?? read.name }
}

/** Empty: it is no such text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Blanks were plus signs before the address was read. Empty: it is no such text. */
function fromBase64(text: string): string {
  try {
    const bytes = atob(text.replace(/[ -]/g, '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)),
    )
  } catch {
    return ''
  }
}

// ── JSON, TOML and YAML ─────────────────────────────────────────────────────────────────────────────────────────

/** What holds the servers in a file, also as the settings of an editor are called: `amp.mcpServers`. */
const HOLDER = /^(\w+\.)?(mcpServers|servers|context_servers|mcp_servers|mcp|extensions)$|^augment\.advanced$/

function readJson(text: string): PastedServer | null {
  // A part of a file often comes without its braces, or with a comma at its end.
  const whole = text.startsWith('{') ? text : `{${text.replace(/,\s*$/, '')}}`
  const errors: ParseError[] = []
  try {
    const read: unknown = parseJson(whole, errors, { allowTrailingComma: true })
    return errors.length === 0 && isObject(read) ? findIn(read) : null
  } catch {
    // It is nested too deep to be read.
    return null
  }
}

function readWith(parse: (text: string) => unknown, text: string): PastedServer | null {
  try {
    return findIn(Object(parse(text)))
  } catch {
    return null
  }
}

function findIn(read: JsonRecord): PastedServer | null {
  if (isServer(read)) return one(typeof read.name === 'string' ? read.name : null, toConnection(read))
  const held = Object.keys(read).find((key) => HOLDER.test(key) && typeof read[key] === 'object')
  if (held !== undefined) return findIn(Object(read[held]))
  const servers = Object.entries(read).filter((entry): entry is [string, JsonRecord] => isServer(entry[1]))
  const [first] = servers
  if (first === undefined) return null
  const [key, server] = first
  const name = Array.isArray(read) ? server.name : key
  return one(typeof name === 'string' ? name : null, toConnection(server), servers.length - 1)
}

const ADDRESSES = ['url', 'serverUrl', 'httpUrl', 'uri']
const COMMANDS = ['command', 'cmd']

function isServer(value: unknown): value is JsonRecord {
  const isText = (key: string) => isObject(value) && typeof value[key] === 'string'
  return isObject(value) && (Array.isArray(value.command) || [...ADDRESSES, ...COMMANDS].some(isText))
}

function toConnection(server: JsonRecord): JsonRecord {
  const url = server.url ?? server.serverUrl ?? server.httpUrl ?? server.uri
  const texts = (value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, ownVariables(each)]))
      : {}
  if (typeof url === 'string') {
    const headers = texts(server.headers ?? server.http_headers)
    return { kind: 'mcp', url: ownVariables(url), ...(Object.keys(headers).length > 0 ? { headers } : {}) }
  }
  const command = server.command ?? server.cmd
  const [program_ = '', ...more] = Array.isArray(command)
    ? command.map(ownVariables)
    : wordsOf(ownVariables(command), server.args)
  const args = Array.isArray(server.args) ? server.args : splitWords(String(server.args ?? ''))
  return {
    ...program(
      program_,
      [...more, ...args.map(ownVariables)],
      texts(server.env ?? server.environment ?? server.envs),
    ),
    ...(typeof server.cwd === 'string' ? { workingDirectory: server.cwd } : {}),
  }
}

/** Some write a whole line there. The path of a program may have blanks. */
function wordsOf(command: string, args: unknown): string[] {
  return args === undefined && /^[\w.-]+ /.test(command) ? splitWords(command) : [command]
}

/** What other apps write for a variable of the computer. */
function ownVariables(value: unknown): string {
  return String(value).replace(/\$\{env:(\w+)\}/g, '$${$1}')
}
