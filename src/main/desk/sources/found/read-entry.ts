/** One server of a client's file as a server of the configuration, and whatever of it cannot be taken over. Pure. */
import type { ServerDraft, ServerInput } from '../../../../preload/contract.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../model/json.ts'
import { quoteName, quoteSaying } from '../../../workflow/wording/quote.ts'
import { escapeText } from './client-variables.ts'
import { createEntryTexts, type EntryContext, type EntryTexts } from './entry-texts.ts'

export interface EntryReading {
  /** Where a value is missing it holds `${input:NAME}`. */
  connection: JsonObject
  inputs: ServerInput[]
  /** Secret values of the file, by the name of their input. */
  kept: Map<string, string>
  /** Which tools were on in the client, and which off. */
  tools: Pick<NonNullable<ServerDraft['tools']>, 'include' | 'exclude'>
  /** What is other than in the client, as sentences. */
  notes: string[]
  isDisabled: boolean
}

export type ReadEntry = { ok: true; reading: EntryReading } | { ok: false; problem: string }

/** Values of a program that cannot be used from outside. */
const INTERNAL_TYPES = ['builtin', 'platform', 'frontend', 'inline_python', 'sdk', 'claudeai-proxy']

export function readEntry(entry: unknown, context: EntryContext): ReadEntry {
  if (!isJsonObject(entry)) return no('Its entry is no object with a command or an address.')
  const values = flatten(entry)
  const type = textOf(values.type ?? values.transport)?.toLowerCase() ?? ''
  if (INTERNAL_TYPES.includes(type)) return no('It is a part of that client, and cannot run outside of it.')
  const texts = createEntryTexts(context)
  const command = textOf(values.command)
  const address = ADDRESSES.map((key) => textOf(values[key])).find((each) => each !== null) ?? null
  if (command === null && address === null) return no('It has neither a command nor an address.')
  const notes: string[] = []
  const isLocal = command !== null && !(address !== null && /http|sse/.test(type))
  if (/^(?:ws|websocket)$/.test(type) || (!isLocal && OTHER_THAN_HTTP.test(address ?? '')))
    return no('It is reached over something else than HTTP, which is not supported.')
  if (command !== null && address !== null)
    notes.push(
      `It has a command and an address. The ${isLocal ? 'command' : 'address'} is taken over, not the other.`,
    )
  const connection = isLocal
    ? readProgram(values, command, context, texts)
    : readAddress(values, address ?? '', texts)
  const isSse = type === 'sse' || (type === '' && context.dialect.urlIsSse && values.httpUrl === undefined)
  if (!isLocal && isSse)
    notes.push(
      'That client reaches it in the older way (SSE). Countersign uses Streamable HTTP: it may not answer.',
    )
  return {
    ok: true,
    reading: {
      connection,
      inputs: texts.inputs(),
      kept: texts.kept(),
      tools: readTools(values),
      notes: [...notes, ...texts.notes(), ...describeRest(values, isLocal)],
      isDisabled: values.disabled === true || values.enabled === false,
    },
  }
}

function no(problem: string): ReadEntry {
  return { ok: false, problem }
}

const OTHER_THAN_HTTP = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\//i
const ADDRESSES = ['httpUrl', 'serverUrl', 'url', 'uri'] as const

/** Names that single clients give to the same, and the command as an object of its own or with its arguments in one list. */
function flatten(entry: JsonObject): JsonObject {
  const { command, cmd, envs, environment, http_headers, cwd, workingDirectory, working_directory, ...rest } =
    entry
  const program = isJsonObject(command) ? command : {}
  const { path, ...others } = program
  const [first, ...words] = Array.isArray(command) ? command : []
  const values: Record<string, JsonValue | undefined> = {
    ...rest,
    ...others,
    ...(words.length === 0 ? {} : { args: words }),
    command: first ?? (isJsonObject(command) ? path : command) ?? cmd,
    env: rest.env ?? envs ?? environment ?? program.env,
    headers: rest.headers ?? http_headers,
    cwd: cwd ?? workingDirectory ?? working_directory,
  }
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(set) as JsonObject
}

function readProgram(
  values: JsonObject,
  command: string,
  context: EntryContext,
  texts: EntryTexts,
): JsonObject {
  // In the order in which a person reads it, so that what it wants is asked for in that order.
  const program = texts.write(command, 'argument', null)
  const args = readArguments(values.args, texts)
  const env = {
    ...readMap(values.env, 'variable', texts),
    ...Object.fromEntries(
      namesOf(values.env_vars)
        .concat(namesOf(values.env_keys))
        .map((name) => [name, texts.writeVariable(name, 'variable')]),
    ),
  }
  const folder = textOf(values.cwd)
  const working =
    folder === null
      ? context.folder && escapeText(context.folder)
      : resolveFolder(texts.write(folder, 'argument', null), context)
  return {
    kind: 'mcp',
    command: program,
    ...(args.length > 0 ? { args } : {}),
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(working === null ? {} : { workingDirectory: working }),
  }
}

/** As the client starts it: in the folder of its project, under the home of its person. */
function resolveFolder(folder: string, { folder: project, home, platform }: EntryContext): string {
  const separator = platform === 'win32' ? '\\' : '/'
  if (/^~(?=[/\\]|$)/.test(folder)) return escapeText(home) + folder.slice(1)
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:[/\\]|\$\{)/.test(folder)
  return isAbsolute || project === null
    ? folder
    : `${escapeText(project)}${separator}${folder.replace(/^\.[/\\]/, '')}`
}

function readArguments(given: JsonValue | undefined, texts: EntryTexts): string[] {
  const all = Array.isArray(given) ? given.filter((each) => typeof each !== 'object').map(String) : []
  return all.map((argument, index) => {
    const before = all[index - 1] ?? ''
    const option = /^--?[A-Za-z][\w.-]*$/.test(before) ? before : null
    const named = /^(-{0,2}[A-Za-z_][\w.-]*)([=:]\s*)(?!\/\/)(?=.)/s.exec(argument)
    if (named?.[1] === undefined) return texts.write(argument, 'argument', option)
    // `--token=…`, `TOKEN=…` behind `-e`, `Authorization: …` behind `--header`.
    const head = named[0]
    return head + texts.write(argument.slice(head.length), 'argument', named[1])
  })
}

function readAddress(values: JsonObject, address: string, texts: EntryTexts): JsonObject {
  const named = isJsonObject(values.env_http_headers) ? values.env_http_headers : {}
  const bearer = textOf(values.bearer_token_env_var)
  const headers = {
    ...readMap(values.headers, 'header', texts),
    ...Object.fromEntries(
      Object.entries(named).flatMap(([name, variable]) =>
        typeof variable === 'string' ? [[name, texts.writeVariable(variable, 'header')]] : [],
      ),
    ),
    ...(bearer === null ? {} : { Authorization: `Bearer ${texts.writeVariable(bearer, 'header')}` }),
  }
  const auth = readSignIn(values.oauth ?? values.auth)
  return {
    kind: 'mcp',
    url: texts.write(address, 'address', null),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(auth === null ? {} : { auth }),
  }
}

/** What the gateway needs to ask a person to sign in; where, it finds out from the server. */
function readSignIn(given: JsonValue | undefined): JsonObject | null {
  if (!isJsonObject(given) || given.enabled === false) return null
  const clientId = textOf(given.clientId ?? given.client_id ?? given.CLIENT_ID)
  const scopes = namesOf(given.scopes).concat(textOf(given.scope)?.split(/\s+/) ?? [])
  return {
    kind: 'oauth',
    ...(clientId === null || clientId.includes('${') ? {} : { clientId }),
    ...(scopes.length === 0 ? {} : { scopes }),
  }
}

function readMap(
  given: JsonValue | undefined,
  place: 'variable' | 'header',
  texts: EntryTexts,
): Record<string, string> {
  if (!isJsonObject(given)) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === null || typeof value === 'object' ? [] : [[name, texts.write(String(value), place, name)]],
    ),
  )
}

/** Texts, or objects with a name. */
function namesOf(given: JsonValue | undefined): string[] {
  if (!Array.isArray(given)) return []
  return given.flatMap((each) => {
    const name = isJsonObject(each) ? each.name : each
    return typeof name === 'string' && name !== '' ? [name] : []
  })
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** What is taken over, or says nothing that counts here. */
const TAKEN = new Set<string>([
  ...['command', 'args', 'env', 'env_vars', 'env_keys', 'cwd', 'headers', 'env_http_headers'],
  ...['bearer_token_env_var', 'type', 'transport', 'disabled', 'enabled', 'oauth', 'auth'],
  ...['name', 'description', 'display_name', 'title', 'source', 'bundled', 'version', 'gallery'],
  ...ADDRESSES,
])

const LISTS = {
  only: ['includeTools', 'enabled_tools', 'available_tools', 'tools', 'allowedTools'],
  off: ['excludeTools', 'disabled_tools', 'disabledTools'],
  free: ['autoApprove', 'alwaysAllow', 'auto_approve'],
} as const

function readTools(values: JsonObject): EntryReading['tools'] {
  const named = (keys: readonly string[]) => [...new Set(keys.flatMap((key) => namesOf(values[key])))]
  const only = named(LISTS.only)
  const off = named(LISTS.off)
  return {
    ...(only.length === 0 || only.includes('*') ? {} : { include: only }),
    ...(off.length === 0 ? {} : { exclude: off }),
  }
}

/** One sentence for each thing that is not taken over, or that is not seen in the server itself. */
function describeRest(values: JsonObject, isLocal: boolean): string[] {
  const useless = isLocal ? ['headers', 'oauth', 'auth', 'bearer_token_env_var'] : ['args', 'env', 'cwd']
  const lost = useless.filter((key) => values[key] !== undefined)
  return Object.entries(values).flatMap(([key, value]) => {
    if (Array.isArray(value) && Object.values(LISTS).some((keys) => has(keys, key)))
      return sayList(key, value)
    if (key === 'trust')
      return value === true ? ['That client ran its tools without asking. Here a person is asked.'] : []
    if (key === 'envFile')
      return [`It reads variables from the file ${quoteName(String(value))}. Add those that it needs.`]
    if (SIGN_IN.includes(key) && !isLocal && holdsSecret(value))
      return ['It signs in with a secret of that client. Sign in anew once it is added.']
    if (TAKEN.has(key) && !lost.includes(key)) return []
    const shown = ['string', 'number', 'boolean'].includes(typeof value)
      ? ` (${quoteSaying(String(value))})`
      : ''
    const mayHide = /key|token|secret|pass|auth|header|credential/i.test(key)
    return [`${quoteName(key)}${mayHide ? '' : shown} is not taken over.`]
  })
}

function sayList(key: string, list: JsonValue[]): string[] {
  const tools = namesOf(list)
  if (tools.length === 0) return []
  const names = tools.map(quoteName).join(', ')
  if (has(LISTS.off, key)) return [`These tools are off, as in that client: ${names}.`]
  if (has(LISTS.free, key)) return [`That client ran ${names} without asking. Here a person is asked.`]
  return tools.includes('*') ? [] : [`Only these tools are on, as in that client: ${names}.`]
}

const SIGN_IN: readonly string[] = ['oauth', 'auth']

function holdsSecret(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).some((key) => /secret/i.test(key))
}

function has(list: readonly string[], key: string): boolean {
  return list.includes(key)
}
