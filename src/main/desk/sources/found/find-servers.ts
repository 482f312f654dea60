/** The servers that the MCP clients of this machine have, read anew each time; their secrets do not leave the gateway. */
import { stat } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import type { FoundFile, FoundServer, ServerCandidate } from '../../../../preload/contract.ts'
import type { Configuration } from '../../../model/configuration.ts'
import { type JsonValue, ownOf, sortKeys } from '../../../model/json.ts'
import { isThisComputer } from '../../../system/this-computer.ts'
import {
  KNOWN_CLIENTS,
  type KnownClient,
  type Person,
  type Pipe,
  SERVER_NAME,
} from '../../clients/files/known-clients.ts'
import { fingerprint, readPersonFile } from '../../clients/files/person-file.ts'
import { DeskFault } from '../../fault.ts'
import { dialectOf } from './client-variables.ts'
import { freeName, serverName } from './names.ts'
import { readClientText } from './read-client-text.ts'
import { type ReadEntry, readEntry } from './read-entry.ts'

/** Where servers of a client are written down: in the person's own files, or in those of a project's folder. */
interface SourcePlace {
  client: KnownClient
  file: string
  /** The member or table that holds all servers. */
  section: string
  /** Null: the person's own file. */
  project: string | null
}

/** How clients call their files in a project's folder; their formats are those of the person's own. */
const IN_PROJECT: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['.mcp.json'],
  cursor: ['.cursor', 'mcp.json'],
  vscode: ['.vscode', 'mcp.json'],
  'gemini-cli': ['.gemini', 'settings.json'],
  codex: ['.codex', 'config.toml'],
  kiro: ['.kiro', 'settings', 'mcp.json'],
  junie: ['.junie', 'mcp', 'mcp.json'],
  'roo-code': ['.roo', 'mcp.json'],
  'amazon-q': ['.amazonq', 'mcp.json'],
  warp: ['.warp', '.mcp.json'],
  opencode: ['opencode.json'],
}

function placesOf(person: Person, folder: string | null): SourcePlace[] {
  const { join } = person.platform === 'win32' ? win32 : posix
  const own = KNOWN_CLIENTS.map((client) => ({
    client,
    file: client.file(person),
    section: client.section,
    project: null,
  }))
  if (folder === null) return own
  const projects = KNOWN_CLIENTS.flatMap((client) => {
    const names = ownOf(IN_PROJECT, client.id)
    if (names === undefined) return []
    return [{ client, file: join(folder, ...names), section: client.section, project: folder }]
  })
  return [...own, ...projects.filter(({ file }) => own.every((each) => each.file !== file))]
}

/** One server of a file, with what only the gateway knows of it. */
export interface FoundEntry {
  place: SourcePlace
  project: string | null
  key: string
  /** The client leaves it out, whatever its entry says. */
  isOff: boolean
  hash: string
  print: string
  read: ReadEntry
}

export interface FoundSource {
  id: string
  place: SourcePlace
  project: string | null
  /** Its servers can be taken out of it, and this gateway be put in. */
  canReplace: boolean
  problem: string | null
  entries: FoundEntry[]
}

export interface Finder {
  person: Person
  pipe: Pipe
  /** Address of this gateway's own MCP. */
  mcpUrl: string
}

/** @throws DeskFault where the folder is none */
export async function findServers(finder: Finder, given: string | null): Promise<FoundSource[]> {
  const folder = given === null ? null : await readFolder(finder.person, given)
  const found = await Promise.all(placesOf(finder.person, folder).map((place) => readPlace(finder, place)))
  return found.flat()
}

async function readFolder({ home, platform }: Person, given: string): Promise<string> {
  const { isAbsolute, resolve } = platform === 'win32' ? win32 : posix
  const whole = given.trim().replace(/^~(?=[/\\]|$)/, () => home)
  if (!isAbsolute(whole))
    throw new DeskFault('INVALID_REQUEST', 'Give the whole path of the folder, from the top or from ~ on.')
  const folder = resolve(whole)
  const facts = await stat(folder).catch(() => null)
  if (facts?.isDirectory() !== true) throw new DeskFault('NOT_FOUND', 'There is no such folder.')
  return folder
}

async function readPlace(finder: Finder, place: SourcePlace): Promise<FoundSource[]> {
  const file = await readPersonFile(place.file, 'look')
  const source = (project: string | null, isDeeper = false) => ({
    ...{ id: idOf(place.file, project, isDeeper), place, project },
    canReplace: project === null && !isDeeper,
  })
  const failed = (problem: string) => [{ ...source(place.project), problem, entries: [] }]
  if (file.kind === 'missing') return []
  if (file.kind === 'problem') return failed(file.problem)
  const text = readClientText(file.text, { ...place.client, section: place.section })
  if (!text.ok) return failed(text.problem)
  return text.sections.map((section) => {
    const project = place.project ?? section.project
    const entries = Object.entries(section.servers).flatMap(([key, entry]): FoundEntry[] => {
      if (key === SERVER_NAME || leadsHere(entry, finder)) return []
      const { person } = finder
      const isOff = section.isOff(key)
      const read = readEntry(entry, {
        dialect: dialectOf(place.client.id),
        inputs: section.inputs,
        // It could ask for whatever is set, and send it anywhere.
        environment: project === null ? person.environment : null,
        isOwnFile: place.project === null,
        platform: person.platform,
        home: person.home,
        folder: project,
      })
      return [{ place, project, key, isOff, hash: printOf(entry), print: printOfRead(key, read), read }]
    })
    return { ...source(project, section.isDeeper), problem: null, entries }
  })
}

/** Its text is no secret, and no path that is read: files are found anew and compared with it. */
function idOf(file: string, project: string | null, isDeeper: boolean): string {
  return [file, ...(project === null ? [] : [project]), ...(isDeeper ? ['deeper'] : [])].join(' ')
}

/** `countersign mcp` in every way in which that is said: installed, fetched, in a container, by the file of a checkout. */
const OWN_PROGRAM =
  /^(.*[\\/])?countersign(@[\w.-]+)?(\.(exe|cmd|js|appimage))?$|[\\/]out[\\/]main[\\/]cli\.js$/i

/** What a desk writes into the files of clients. */
const LAUNCHER = /[\\/]countersign-mcp(\.cmd)?$/i

/** What starts or opens this gateway, or another one, would lead agents in a circle. */
export function leadsHere(entry: unknown, { pipe, mcpUrl }: Omit<Finder, 'person'>): boolean {
  const text = JSON.stringify(entry)
  const words = [pipe.command, ...pipe.args].map((word) => JSON.stringify(word))
  const addresses = [...text.matchAll(/"(http:[^"]*)"/g)].map(([, address = '']) => address)
  return (
    words.every((word) => text.includes(word)) ||
    addresses.some((each) => isHere(each, mcpUrl)) ||
    startsPipe(textsWithin(entry))
  )
}

function startsPipe(words: readonly string[]): boolean {
  return words.some(
    (word, index) => LAUNCHER.test(word) || (word === 'mcp' && OWN_PROGRAM.test(words[index - 1] ?? '')),
  )
}

function textsWithin(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsWithin) : []
}

/** Whatever is asked for at its port. */
function isHere(address: string, mcpUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, port } = new URL(address)
  return isThisComputer(hostname) && port === new URL(mcpUrl).port
}

function printOf(value: unknown): string {
  return fingerprint(JSON.stringify(sortKeys(JSON.parse(JSON.stringify(value)) as JsonValue)))
}

/** Of what would be added, with the secrets: the same in two clients is one server. */
function printOfRead(key: string, read: ReadEntry): string {
  return printOf(
    read.ok ? [read.reading.connection, [...read.reading.kept], read.reading.tools] : [key, read.problem],
  )
}

/** Gives what was found its id. */
type Identify = (connection: Record<string, JsonValue>, isTrusted: boolean) => string

/** What the window sees. */
export function viewSources(
  sources: readonly FoundSource[],
  configuration: Configuration,
  identify: Identify,
): FoundFile[] {
  return sources
    .filter(({ entries, problem }) => entries.length > 0 || problem !== null)
    .map(({ id, place, project, canReplace, problem, entries }) => ({
      id,
      client: place.client.title,
      file: place.file,
      project,
      isTrusted: project === null,
      canReplace,
      servers: entries.map((entry) => viewEntry(entry, configuration, identify)),
      problem,
    }))
}

/** In its client, by its own entry or by a list beside it. */
export function isDisabled({ isOff, read }: FoundEntry): boolean {
  return isOff || (read.ok && read.reading.isDisabled)
}

function viewEntry(entry: FoundEntry, now: Configuration, identify: Identify): FoundServer {
  const { place, project, key, hash, print, read } = entry
  const base = { key, hash, print }
  if (!read.ok) return { ...base, ...EMPTY, problem: read.problem }
  const { connection, inputs, kept, tools, notes } = read.reading
  const name = freeName(serverName(key), new Set(Object.keys(now.connections)))
  const candidate: ServerCandidate = {
    id: identify(connection, project === null),
    draft: { name, connection, tools: { prefix: name, ask: 'always', ...tools } },
    origin: { kind: 'clientFile', client: place.client.title, file: place.file, isTrusted: project === null },
    inputs,
  }
  return {
    ...base,
    candidate,
    kept: [...kept.keys()],
    notes,
    isDisabled: isDisabled(entry),
    already: findSame(connection, now),
    problem: null,
  }
}

const EMPTY = { candidate: null, kept: [], notes: [], isDisabled: false, already: null }

/** The server of the configuration that starts or opens the same, whatever its secrets are. */
function findSame(connection: Record<string, JsonValue>, { connections }: Configuration): string | null {
  const plain = (text: unknown) => String(text).replace(/\$\{(?:input|secret):[^}]*\}/g, '*')
  const wanted =
    connection.url === undefined
      ? [connection.command, ...(Array.isArray(connection.args) ? connection.args : [])].map(plain)
      : [plain(connection.url)]
  const same = Object.values(connections).find((each) => {
    if (each.kind !== 'mcp') return false
    const { transport } = each
    const is = transport.kind === 'http' ? [transport.url] : [transport.command, ...transport.args]
    return JSON.stringify(is.map(plain)) === JSON.stringify(wanted)
  })
  return same?.name ?? null
}
