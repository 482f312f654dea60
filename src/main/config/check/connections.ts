/** Connections: variables that are set, a command or an address, folders that hold nothing of the gateway's. */
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isOfMethod } from '../../workflow/executors/rest.ts'
import { checkCommand } from '../executors/cli.ts'
import { checkHeaders } from '../executors/rest.ts'
import { type Path, textsAt } from '../read/tree.ts'
import { dataFolderIn, givenTo, resolveVariables, variableProblem } from '../read/variables.ts'
import type { ConnectionDocument } from '../schema/connection.ts'
import { isWhole } from './checking.ts'
import type { Subject } from './subject.ts'

type ConnectionOf<Kind> = Extract<ConnectionDocument, { kind: Kind }>

export function checkConnections(subject: Subject): void {
  for (const [name, connection] of Object.entries(subject.document.connections ?? {})) {
    const path = ['connections', name]
    checkVariables(subject, path)
    if (connection.kind === 'cli') checkProgram(subject, connection, path, ' of the executors that use it')
    else if (connection.kind === 'rest') checkApi(subject, connection, path)
    else checkServer(subject, connection, path)
  }
}

function checkProgram(subject: Subject, { command }: { command?: string }, path: Path, where: string): void {
  if (command !== undefined) checkCommand(subject, command, [...path, 'command'], where)
}

function checkApi(subject: Subject, { baseUrl, headers = {} }: ConnectionOf<'rest'>, path: Path): void {
  checkAddress(subject, baseUrl, [...path, 'baseUrl'])
  checkHeaders(subject, headers, [...path, 'headers'])
  checkMethods(subject, headers, [...path, 'headers'])
  checkOpenly(subject, baseUrl, headers, [...path, 'baseUrl'])
}

function checkServer(subject: Subject, connection: ConnectionOf<'mcp'>, path: Path): void {
  const { url, headers = {}, args = [] } = connection
  checkProgram(subject, connection, path, '')
  checkHeaders(subject, headers, [...path, 'headers'])
  checkEither(subject, connection, path)
  if (url !== undefined) {
    checkAddress(subject, url, [...path, 'url'])
    checkOpenly(subject, url, headers, [...path, 'url'])
  }
  for (const [index, argument] of args.entries()) checkFolder(subject, argument, [...path, 'args', index])
}

/** A server is a program that is started, or one that runs at an address, with what belongs to that. */
function checkEither(subject: Subject, connection: ConnectionOf<'mcp'>, path: Path): void {
  const { findings } = subject
  const { command, url } = connection
  const server = `The connection ‘${String(path.at(-1))}’`
  if (command !== undefined && url !== undefined)
    findings.error(path, `${server} has both ‘command’ and ‘url’. Keep one of them.`)
  if (command === undefined && url === undefined && isWhole(subject, path))
    findings.error(path, `${server} needs a ‘command’ (a program to start) or a ‘url’ (a server that runs).`)
  const [useless, needs] =
    url === undefined
      ? [['headers', 'auth'] as const, 'a ‘url’']
      : [['args', 'env', 'workingDirectory', 'sandbox'] as const, 'a ‘command’']
  for (const key of useless)
    if (connection[key] !== undefined)
      findings.errorAtKey([...path, key], `‘${key}’ belongs to a connection with ${needs}.`)
}

function checkVariables(subject: Subject, path: Path): void {
  for (const each of textsAt(subject.tree, path)) {
    const problem = variableProblem(each.text, subject.environment)
    if (problem !== null) subject.findings.error(each.path, problem)
  }
}

function checkAddress(subject: Subject, url: string, path: Path): void {
  const resolved = resolveVariables(url, subject.environment)
  if (!resolved.ok) return
  const isAddress = URL.canParse(resolved.value) && /^https?:/i.test(resolved.value)
  // The value may hold a secret: only what the author wrote is shown.
  if (!isAddress)
    subject.findings.error(path, `‘${url}’ is not an address that begins with http:// or https://.`)
  else if (path.at(-1) === 'baseUrl' && !isBare(new URL(resolved.value)))
    subject.findings.error(
      path,
      'A path is added to this address, so it takes no user name, query or fragment. Put a user into ‘headers’, a query into the requests.',
    )
  else if (resolved.value === url && new URL(url).username !== '')
    subject.findings.warning(
      path,
      `What stands before the ‘@’ is a user name: the server is ‘${new URL(url).host}’. Put a user into ‘headers’.`,
    )
}

/** Whether a request only reads is told by what it declares itself (R5.3): with such a header no GET of them would. */
function checkMethods(subject: Subject, headers: Record<string, string>, path: Path): void {
  for (const name of Object.keys(headers).filter(isOfMethod))
    subject.findings.errorAtKey(
      [...path, name],
      `With ‘${name}’ each request over this connection may be another than its ‘method’ says. Put it into the ‘headers’ of the requests that are meant.`,
    )
}

/** Names that are known to everybody, so that what is sent goes over the networks of others. */
const OUTSIDE = /\.(?!(?:local|localhost|internal|lan|home|arpa|test|example|invalid)\.?$)[a-z][a-z-]+\.?$/i

/** A secret that is sent where anybody on the way can read it. */
function checkOpenly(subject: Subject, url: string, headers: Record<string, string>, path: Path): void {
  const resolved = resolveVariables(url, subject.environment)
  if (!resolved.ok || !URL.canParse(resolved.value)) return
  const { protocol, hostname } = new URL(resolved.value)
  const [given] = Object.values(headers).flatMap(givenTo)
  if (protocol !== 'http:' || given === undefined || !OUTSIDE.test(hostname)) return
  const message = `‘${given.replace('secret:', '')}’ is sent to ‘${hostname}’ over http: whoever is on the way can read it. Write https.`
  subject.findings.warning(path, message)
}

function isBare({ username, password, search, hash }: URL): boolean {
  return [username, password, search, hash].every((part) => part === '')
}

/** A server that is given the folder of the configuration or of the data can change what it is allowed to do (R2.7). */
function checkFolder(subject: Subject, argument: string, path: Path): void {
  const resolved = resolveVariables(argument, subject.environment)
  if (!resolved.ok) return
  // Also as the value of an option: `--root=/folder`.
  const given = resolved.value.replace(/^-[^=/]*=/, '')
  if (!isAbsolute(given)) return
  const folder = resolve(given)
  const data = dataFolderIn(subject.environment)
  const inside = [
    ...(contains(folder, subject.mainFile) ? ['this configuration'] : []),
    ...(data !== undefined && (folder === data || contains(folder, data)) ? ['Countersign’s data'] : []),
  ]
  if (inside.length === 0) return
  const message = `‘${argument}’ contains ${inside.join(' and ')}: what the server may write there could change what it is allowed to do. Give it a folder of its own.`
  subject.findings.warning(path, message)
}

/** Whether the second lies somewhere in the first. */
function contains(folder: string, place: string): boolean {
  const way = relative(folder, place)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Connections that nothing uses. Only meaningful where nothing was left out. */
export function checkUse(subject: Subject): void {
  const { compiled, document, findings } = subject
  if (subject.removed.length > 0) return
  const used = new Set(compiled.imports.map((rule) => rule.connection))
  collectConnections([document.workflows, document.proxy, document.capabilities], used)
  for (const name of Object.keys(document.connections ?? {})) {
    if (used.has(name)) continue
    findings.warningAtKey(['connections', name], `The connection ‘${name}’ is not used by anything.`)
  }
}

function collectConnections(value: unknown, used: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'connection' && typeof inner === 'string') used.add(inner)
    else collectConnections(inner, used)
  }
}
