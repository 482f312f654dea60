/** What a person fills in of a server, and the draft that comes of it. Pure. */

import { fillInputs, inputsIn } from '../../../../main/workflow/wording/fill-inputs.ts'
import { isSurelySecret, MASK, namesSecret } from '../../../../main/workflow/wording/key-like.ts'
import type {
  SandboxMode,
  ServerCandidate,
  ServerCapability,
  ServerDraft,
} from '../../../../preload/contract.ts'
import { isObject } from '../../../values/typed-fields.ts'
import { findShellSign, joinWords, splitWords } from './command-line.ts'

export type FormKind = 'command' | 'address' | 'program' | 'api'

/** A variable or a header. */
export interface FormRow {
  id: number
  name: string
  value: string
  /** Kept as a secret; null: nobody has said, so its name and its look do. */
  isSecret: boolean | null
}

export function isKept({ name, value, isSecret }: FormRow): boolean {
  return isSecret ?? (value === '' ? namesSecret(name) : isSurelySecret(name.trim(), value))
}

/** Not to be read over a shoulder; what takes its value from elsewhere (`${…}`), or hides it, is no secret itself. */
export function isMasked(row: FormRow): boolean {
  if (row.value.includes(MASK)) return false
  return isKept(row) || (namesSecret(row.name) && !/^\$\{[^{}]*\}$/.test(row.value.trim()))
}

export interface ServerForm {
  kind: FormKind
  name: string
  /** Somebody has named it: the name no longer follows what is typed. */
  isNamed: boolean
  /** A whole command line. Of a program that tools call: the program alone. */
  command: string
  url: string
  folder: string
  rows: FormRow[]
  sandbox: SandboxMode
  /** The sandbox as it stood in the file, which can say more. */
  writtenSandbox: Json | null
  /** Arguments that are kept as secrets, by their place. */
  secretArguments: Record<number, boolean>
  isOffered: boolean
  prefix: string
  ask: 'always' | 'unlessReadOnly' | 'never'
  capability: CapabilityForm | null
  /** What the form does not show, as it was: it stays. */
  others: Record<string, Json>
  /** What a candidate asks for, by name. */
  inputs: Record<string, { value: string; isSecret: boolean }>
}

export interface CapabilityForm {
  title: string
  description: string
  readOnly: boolean
  /** Of a program: one line with `{name}` for each input. */
  args: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  inputs: { id: number; name: string; description: string; isRequired: boolean }[]
}

type Connection = ServerDraft['connection']
type Json = Connection[string]

export interface FormReading {
  draft: ServerDraft
  /** Values of secrets that the draft names, by name. */
  secrets: Record<string, string>
}

const SHOWN = ['kind', 'command', 'args', 'env', 'url', 'baseUrl', 'headers', 'workingDirectory', 'sandbox']

export function emptyForm(kind: FormKind): ServerForm {
  return {
    ...{ kind, name: '', isNamed: false, command: '', url: '', folder: '', rows: [], sandbox: 'none' },
    ...{ writtenSandbox: null, secretArguments: {} },
    ...{ isOffered: true, prefix: '', ask: 'always', capability: null, others: {}, inputs: {} },
  }
}

export function emptyCapability(): CapabilityForm {
  return { title: '', description: '', readOnly: false, args: '', method: 'GET', path: '/', inputs: [] }
}

/** `connection` as the configuration has it. */
export function formOf(name: string, connection: Record<string, unknown>): ServerForm {
  const { kind, command, args, env, url, baseUrl, headers, workingDirectory, sandbox } = connection
  const formKind: FormKind =
    kind === 'cli' ? 'program' : kind === 'rest' ? 'api' : url === undefined ? 'command' : 'address'
  const own = text(command)
  const words = [...(own === '' ? [] : [own]), ...(Array.isArray(args) ? args.map(String) : [])]
  const others = Object.entries(connection).filter(([key]) => !SHOWN.includes(key))
  return {
    ...emptyForm(formKind),
    name,
    isNamed: true,
    command: formKind === 'command' ? joinWords(words) : own,
    url: text(url ?? baseUrl),
    folder: text(workingDirectory),
    rows: rowsOf(isObject(env) ? env : isObject(headers) ? headers : {}),
    sandbox: sandboxMode(sandbox),
    writtenSandbox: sandbox === undefined ? null : (sandbox as Json),
    prefix: name,
    others: Object.fromEntries(others) as Record<string, Json>,
  }
}

/** Of what a candidate says about itself, so much is taken over; whether a person is asked is no matter of its own. */
const TAKEN_OVER = ['title', 'auth']

/** Names in braces that agents would not be asked for. Pure. */
export function namesWithoutInput(text: string, inputs: readonly { name: string }[]): string[] {
  const names = [...text.matchAll(/\{([A-Za-z0-9_][A-Za-z0-9_.-]{0,63})\}/g)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !inputs.some((input) => input.name === name))
}

export function formOfCandidate({ draft: { name, connection, tools }, inputs }: ServerCandidate): ServerForm {
  const form = formOf(name, connection)
  return {
    ...form,
    others: Object.fromEntries(Object.entries(form.others).filter(([key]) => TAKEN_OVER.includes(key))),
    isOffered: tools !== null,
    prefix: tools?.prefix ?? name,
    inputs: Object.fromEntries(
      inputs.map(({ name: input, standard, isSecret }) => [
        input,
        { value: standard ?? '', isSecret: isSecret || namesSecret(input) },
      ]),
    ),
  }
}

let lastId = 0
export function newId(): number {
  lastId += 1
  return lastId
}

function rowsOf(values: Record<string, unknown>): FormRow[] {
  return Object.entries(values).map(([name, value]) => ({
    id: newId(),
    name,
    value: String(value),
    isSecret: null,
  }))
}

function sandboxMode(value: unknown): SandboxMode {
  const mode = isObject(value) ? value.mode : value
  return mode === 'readOnly' || mode === 'noNetwork' ? mode : 'none'
}

/** `freeName`: a name under which no secret is stored yet. */
export function readForm(form: ServerForm, freeName: (wanted: string) => string): FormReading {
  const secrets: Record<string, string> = {}
  const keep = (what: string, value: string): string => {
    const name = freeName(`${form.name || 'server'}.${what.replace(/[^A-Za-z0-9_.-]+/g, '_')}`)
    secrets[name] = value
    return `\${secret:${name}}`
  }
  const draft: ServerDraft = {
    name: form.name,
    connection: connectionOf(form, keep),
    tools: form.isOffered && isMcp(form) ? { prefix: form.prefix, ask: form.ask } : null,
    ...(form.capability === null || isMcp(form) ? {} : { capability: capabilityOf(form, form.capability) }),
  }
  return { draft, secrets }
}

export function isMcp({ kind }: Pick<ServerForm, 'kind'>): boolean {
  return kind === 'command' || kind === 'address'
}

type Keep = (what: string, value: string) => string

function connectionOf(form: ServerForm, keep: Keep): Connection {
  const rows = Object.fromEntries(
    form.rows
      .filter(({ name }) => name.trim() !== '')
      .map((row) => [
        row.name.trim(),
        row.value !== '' && isKept(row) ? keepValue(row.name, row.value, keep) : row.value,
      ]),
  )
  const some = (key: string, map: Record<string, string>) =>
    Object.keys(map).length === 0 ? {} : { [key]: map }
  const gate = isMcp(form) || form.ask === 'never' || 'approval' in form.others ? {} : approval(form.ask)
  const own = (): Connection => {
    switch (form.kind) {
      case 'command': {
        const [command = '', ...args] = splitWords(form.command)
        const kept = args.map((word, index) =>
          form.secretArguments[index] === true ? keepArgument(word, args[index - 1] ?? '', keep) : word,
        )
        return {
          kind: 'mcp',
          command,
          ...(kept.length === 0 ? {} : { args: kept }),
          ...some('env', rows),
          ...place(form),
        }
      }
      case 'address':
        return { kind: 'mcp', url: form.url.trim(), ...some('headers', rows) }
      case 'program':
        return { kind: 'cli', command: form.command.trim(), ...some('env', rows), ...place(form) }
      case 'api':
        return { kind: 'rest', baseUrl: form.url.trim(), ...some('headers', rows) }
    }
  }
  const { kind, ...parts } = own()
  const whole = { kind: kind ?? 'mcp', ...form.others, ...parts, ...gate }
  const filled = new Map(
    Object.entries(form.inputs).map(([name, { value, isSecret }]) => [
      name,
      isSecret && value !== '' ? keep(name, value) : value,
    ]),
  )
  return fillInputs(whole, (name) => filled.get(name) || null)
}

function approval(ask: ServerForm['ask']): Connection {
  return { approval: { required: ask === 'always' ? true : ask } }
}

function place({ folder, sandbox: mode, writtenSandbox }: ServerForm): Connection {
  const isAsWritten = writtenSandbox !== null && sandboxMode(writtenSandbox) === mode
  const sandbox = isAsWritten ? writtenSandbox : mode
  return {
    ...(folder.trim() === '' ? {} : { workingDirectory: folder.trim() }),
    ...(sandbox === 'none' ? {} : { sandbox }),
  }
}

/** The word before a token stays readable. */
function keepValue(name: string, value: string, keep: Keep): string {
  const scheme = /^(Bearer|Basic|Token)\s+/i.exec(value)?.[0] ?? ''
  return scheme + keep(name, value.slice(scheme.length))
}

function keepArgument(word: string, before: string, keep: Keep): string {
  const own = /^((?:--?)?[A-Za-z_][\w-]*=)(.+)$/s.exec(word)
  if (own === null) return keep(before.replace(/^-+/, '') || 'argument', word)
  const [, option = '', value = ''] = own
  return option + keep(option.replace(/[-=]+/g, ' ').trim(), value)
}

function capabilityOf(form: ServerForm, own: CapabilityForm): ServerCapability {
  return {
    id: `${form.name}.${slug(own.title) || 'run'}`,
    title: own.title.trim(),
    description: own.description.trim(),
    readOnly: own.readOnly,
    inputs: own.inputs
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, description, isRequired }) => ({
        name: name.trim(),
        description: description.trim(),
        isRequired,
      })),
    call:
      form.kind === 'program'
        ? { kind: 'cli', args: splitWords(own.args) }
        : { kind: 'rest', method: own.method, path: own.path.trim() },
  }
}

function slug(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
}

/** A name for a server, from what is known of it: `npx -y @scope/server-files` is `files`. */
export function suggestName(
  form: Pick<ServerForm, 'kind' | 'command' | 'url'>,
  taken: readonly string[],
): string {
  const base =
    form.kind === 'address' || form.kind === 'api' ? nameOfAddress(form.url) : nameOfCommand(form.command)
  const wanted = slug(base).replaceAll('_', '-') || 'server'
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!taken.includes(name)) return name
  }
}

function nameOfAddress(url: string): string {
  if (!URL.canParse(url)) return ''
  const { hostname } = new URL(url)
  // Of an address of digits one part says nothing.
  if (/^(\[|[\d.]+$)/.test(hostname)) return ''
  const parts = hostname.split('.').filter((part) => !['www', 'api', 'mcp'].includes(part))
  return parts.length > 1 ? (parts.at(-2) ?? '') : (parts[0] ?? '')
}

const STARTERS =
  /^(npx|pnpx|bunx|uvx|npm|pnpm|yarn|bun|uv|pipx|node|python3?|docker|podman|deno|cmd|sh|bash|env|exec|dlx|run|tool|x|stdio|index|main|server|dist|src|build|-.*)$/

function nameOfCommand(line: string): string {
  const spoken = splitWords(line).filter((word) => !/[\s()]|:\/|:\\/.test(word))
  const words = spoken.map((word) =>
    word
      .replace(/^.*\/server-([\w-]+)\/dist\/index\.js$/, '$1')
      .replace(/\$\{[^}]*\}/g, '')
      .replace(/@sha256:.*$|==.*$/, '')
      .replace(/(.)@[^/]*$/, '$1')
      .replace(/:[\w.-]+$/, '')
      .replace(/^.*[\\/]/, '')
      .replace(/\.(exe|cmd|js|mjs|cjs|ts|py|jar|sh)$/i, ''),
  )
  const found = words.find((word) => word !== '' && !STARTERS.test(word)) ?? ''
  return found.replace(/^(mcp[-_])?(server[-_])?(mcp[-_])?|([-_]mcp)?([-_]server)?([-_]mcp)?$/g, '') || found
}

/** What is still missing, as a sentence; null: the draft can be looked at. */
export function missingIn(form: ServerForm, taken: readonly string[], words: MissingWords): string | null {
  if (form.name.trim() === '') return words.name
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/.test(form.name)) return words.nameSigns
  if (taken.includes(form.name)) return words.nameTaken(form.name)
  const isAddress = form.kind === 'address' || form.kind === 'api'
  if (isAddress && !/^https?:\/\/.|^\$\{/i.test(form.url.trim())) return words.url
  if (!isAddress && form.command.trim() === '') return words.command
  // Nobody has a program of such a name: it is a part of a file, and would be looked for as one.
  if (!isAddress && /^\s*(\{|"[^"]*"\s*:)/.test(form.command)) return words.json
  const sign = isAddress ? null : findShellSign(form.command)
  if (sign !== null) return words.shell(sign)
  const names = form.rows.map(({ name }) => (isAddress ? name.trim().toLowerCase() : name.trim()))
  if (form.rows.some(({ value }, index) => names[index] === '' && value !== '')) return words.rowName
  const asked = [form.command, form.url, form.folder, ...form.rows.map(({ value }) => value)].flatMap(
    inputsIn,
  )
  const unknown = asked.find((name) => !Object.hasOwn(form.inputs, name))
  if (unknown !== undefined) return words.input(unknown)
  const twice = firstTwice(names)
  if (twice !== null) return words.twice(form.rows[twice]?.name.trim() ?? '')
  return form.capability === null || isMcp(form) ? null : missingInTool(form.kind, form.capability, words)
}

function missingInTool(kind: FormKind, tool: CapabilityForm, words: MissingWords): string | null {
  if (tool.title.trim() === '') return words.title
  const names = tool.inputs.map(({ name }) => name.trim())
  if (tool.inputs.some(({ description }, index) => names[index] === '' && description.trim() !== ''))
    return words.inputName
  if (names.some((name) => !/^(?:[A-Za-z0-9_][A-Za-z0-9_-]{0,63})?$/.test(name))) return words.inputSigns
  const twice = firstTwice(names)
  if (twice !== null) return words.twice(names[twice] ?? '')
  // A program may want its braces; a path with them is no address.
  const unnamed = kind === 'api' ? namesWithoutInput(tool.path, tool.inputs) : []
  return unnamed.length === 0 ? null : words.noInput(unnamed)
}

/** The place of what has stood there before. */
function firstTwice(names: readonly string[]): number | null {
  const place = names.findIndex((name, index) => name !== '' && names.indexOf(name) < index)
  return place === -1 ? null : place
}

interface MissingWords {
  name: string
  nameSigns: string
  nameTaken: (name: string) => string
  url: string
  command: string
  json: string
  shell: (sign: string) => string
  rowName: string
  input: (name: string) => string
  twice: (name: string) => string
  title: string
  inputName: string
  inputSigns: string
  noInput: (names: readonly string[]) => string
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
