/** What this machine has for Countersign and what it lacks, each with what to do. Nothing is changed, nothing is started. */
import { existsSync, statSync } from 'node:fs'
import { constants, stat, statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadConfiguration } from '../../config/load.ts'
import { writeCommand } from '../../desk/clients/connect-snippets.ts'
import { createClientFiles } from '../../desk/clients/files/client-files.ts'
import { findNeeds } from '../../gateway/servers/needs.ts'
import { declaredServer } from '../../gateway/servers/read-server.ts'
import { findGateway } from '../../mcp/endpoint.ts'
import { askGateway } from '../../mcp/pipe/ask.ts'
import { isError } from '../../model/configuration.ts'
import { codeOf, messageOf } from '../../model/error.ts'
import type { MachineCheck } from '../../model/machine-check.ts'
import type { Secrets } from '../../runtime/ports.ts'
import { canAccess } from '../../system/files.ts'
import { isPassing } from '../../updates/refusal.ts'
import type { Updates } from '../../updates/updates.ts'
import { sayInUtc } from '../../workflow/wording/in-utc.ts'
import { launcherCommand } from '../hosting/launcher.ts'
import { packageRoot, packageVersion, whyNoWindow } from '../package-root.ts'
import { commandLine, ownPrograms, type Places, pipeLaunch, sayMissing, variablesFor } from '../places.ts'
import { isSuitable } from '../suitable-node.ts'

export interface MachineOptions {
  places: Places
  secrets: Secrets
  /** This process is the gateway. */
  isGateway: boolean
  updates: ReturnType<Updates['view']>
}

/** Below this the next backup may not fit. */
const LITTLE_SPACE_BYTES = 1024 ** 3
const NO_SPACE_BYTES = 100 * 1024 ** 2
/** A gateway that is there answers at once. */
const ANSWER_MS = 5000

/** In the order in which they are read; a check that fails itself says so, and the others go on. */
export async function checkMachine(options: MachineOptions): Promise<MachineCheck[]> {
  const checks: [id: string, title: string, look: () => Promise<Finding | Finding[]>][] = [
    ['version', 'Countersign', async () => good(`Version ${packageVersion()}, in ${packageRoot()}.`)],
    ['update', 'Updates', async () => lookAtUpdates(options.updates)],
    ['node', 'Node', async () => lookAtNode()],
    ['window', 'Window', async () => lookAtWindow()],
    ['data', 'Data folder', () => lookAtData(options)],
    ['disk', 'Disk', () => lookAtDisk(options)],
    ['secrets', 'Secrets', () => lookAtSecrets(options)],
    ['gateway', 'Gateway', () => lookAtGateway(options)],
    ['configuration', 'Settings file', () => lookAtConfiguration(options)],
    ['servers', 'Servers', () => lookAtServers(options)],
    ['clients', 'Agents', () => lookAtClients(options)],
  ]
  const found = await Promise.all(
    checks.map(async ([id, title, look]): Promise<MachineCheck[]> => {
      const results = await look().catch((error: unknown) =>
        bad(`This could not be looked at: ${messageOf(error)}`, null),
      )
      return [results].flat().map((each) => ({ id, title, ...each }))
    }),
  )
  return found.flat()
}

type Finding = Omit<MachineCheck, 'id' | 'title'>

function good(text: string): Finding {
  return { state: 'good', text, help: null }
}
function note(text: string, help: string | null = null): Finding {
  return { state: 'note', text, help }
}
function bad(text: string, help: string | null): Finding {
  return { state: 'bad', text, help }
}

function lookAtUpdates(updates: MachineOptions['updates']): Finding[] {
  const { off, look, lastAt, refusal, offered, known, state, news, version } = updates
  const told = news === null || news.isGood ? [] : [bad(news.text, news.help)]
  if (off !== null) return [...told, note(off)]
  // Without a network nothing is wrong.
  if (refusal !== null) return [...told, (isPassing(refusal) ? note : bad)(refusal.text, refusal.help)]
  if (offered !== null) {
    const help = state === 'ready' ? 'Settings, About, “Restart now” takes it.' : offered.how
    return [...told, note(`Version ${offered.version} is there; this is ${version}.`, help)]
  }
  if (known !== null) {
    const text = `Version ${known.version} was found; this is ${version}.`
    if (!known.failed) return [...told, note(text, 'Start the desk: it offers it.')]
    return [...told, note(`${text} It did not start here, so it is not offered; a later one will be.`)]
  }
  const when = lastAt === null ? 'It has not looked yet.' : `It looked last on ${sayInUtc(lastAt)}.`
  if (!look)
    return [
      ...told,
      note(`This copy does not look for updates by itself. ${when}`, 'Turn it on in Settings, About.'),
    ]
  return [
    ...told,
    lastAt === null
      ? note(`This copy looks for updates. ${when}`)
      : good(`No newer version was found. ${when}`),
  ]
}

function lookAtNode(): Finding {
  const { node } = ownPrograms()
  const text = `Version ${process.versions.node} runs this; servers are started with ${node}.`
  if (isSuitable(process.versions, packageRoot())) return good(text)
  return bad(text, 'Install Node 22.14 or newer.')
}

function lookAtWindow(): Finding {
  const inBrowser = 'The desk opens in a browser, which works as well.'
  if (process.versions.electron !== undefined) return good(`Electron ${process.versions.electron}.`)
  const why = whyNoWindow()
  if (why !== null) return note(`${why.text} ${inBrowser}`, why.help)
  const version = electronVersion()
  return version === null
    ? note(`Electron is not installed here. ${inBrowser}`)
    : good(`Electron ${version}; there is a display.`)
}

function electronVersion(): string | null {
  try {
    const require = createRequire(join(packageRoot(), 'package.json'))
    return (require('electron/package.json') as { version: string }).version
  } catch {
    return null
  }
}

async function lookAtData({ places: { dataFolder, missing } }: MachineOptions): Promise<Finding[]> {
  const gone =
    missing === undefined ? [] : [bad(sayMissing(missing), 'Open it again in Settings, Workspace.')]
  const is = await stat(dataFolder).catch(() => null)
  const above = nearest(dataFolder)
  if (!statSync(above).isDirectory()) return [...gone, bad(`${above} is no folder.`, 'Move that file away.')]
  if (!(await canAccess(above, constants.W_OK | constants.X_OK)))
    return [...gone, bad(`${above} cannot be written to.`, `Give your user the right to write there.`)]
  if (is === null) return [...gone, note(`${dataFolder} is not there yet; the first start makes it.`)]
  if (process.platform !== 'win32' && (is.mode & 0o077) !== 0)
    return [...gone, bad(`Other users can look into ${dataFolder}.`, say(['chmod', '700', dataFolder]))]
  return [...gone, good(dataFolder)]
}

async function lookAtDisk({ places: { dataFolder } }: MachineOptions): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearest(dataFolder))
  const free = bavail * bsize
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB are free where the data is.`
  if (free > LITTLE_SPACE_BYTES) return good(text)
  const help = 'Make room on this disk: nothing is approved that cannot be written down.'
  return free > NO_SPACE_BYTES ? note(text, help) : bad(text, help)
}

/** Of a command that can be copied as it is. */
function say(words: readonly string[]): string {
  return `Say: ${writeCommand(words, process.platform)}`
}

/** The path itself, or the nearest above it that is there. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path))
}

async function lookAtSecrets({ secrets }: MachineOptions): Promise<Finding> {
  const { kind, honest } = secrets.describe()
  return kind === 'keychain' ? good(honest) : note(honest)
}

async function lookAtGateway({ places: { dataFolder }, isGateway }: MachineOptions): Promise<Finding[]> {
  const endpoint = await findGateway(dataFolder)
  if (endpoint === null)
    return [note('None runs for this workspace. The desk starts one, and so does an agent.')]
  const { pid, version, mcpUrl } = endpoint
  const asked = isGateway ? { ok: true as const } : await askGateway(dataFolder, 'status', packageVersion())
  const help = `End process ${pid}; the desk and agents start another one.`
  const own = packageVersion()
  return [
    asked.ok
      ? good(`Process ${pid} runs.`)
      : asked.reason === null
        ? bad(`Process ${pid} does not answer at its pipe.`, help)
        : bad(`Process ${pid} runs, and can do nothing. ${asked.reason}`, null),
    (await answersHttp(mcpUrl))
      ? good(`MCP over HTTP answers at ${mcpUrl}.`)
      : bad(`Nothing answers at ${mcpUrl}.`, help),
    ...(version === own ? [] : [bad(`It is version ${version}, and this is ${own}.`, help)]),
  ]
}

/** Without a token it refuses, and that is an answer. */
async function answersHttp(url: string): Promise<boolean> {
  return await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  )
}

async function load({ places: { configuration, dataFolder }, secrets }: MachineOptions) {
  return await loadConfiguration(configuration, await variablesFor(configuration, { secrets, dataFolder }))
}

async function lookAtConfiguration(options: MachineOptions): Promise<Finding> {
  const { configuration, usual } = options.places
  if (await isMissing(configuration))
    return usual
      ? note(`${configuration} is not there; the next start makes it.`)
      : bad(`There is no file ${configuration}.`, 'Put it back, or name another one: no start makes it.')
  const { problems } = await load(options)
  const errors = problems.filter(isError)
  const [first] = errors
  if (first !== undefined)
    return bad(
      `${configuration} has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}. Line ${first.line}: ${first.message}`,
      say([...commandLine(), 'check', configuration]),
    )
  const warnings = problems.length
  if (warnings === 0) return good(configuration)
  return note(
    `${configuration} has ${warnings === 1 ? 'a warning' : `${warnings} warnings`}.`,
    say([...commandLine(), 'check', configuration]),
  )
}

/** One that may not be read is there. */
async function isMissing(file: string): Promise<boolean> {
  return await stat(file).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT',
  )
}

async function lookAtServers(options: MachineOptions): Promise<Finding[]> {
  if (!existsSync(options.places.configuration)) return []
  const { configuration } = await load(options)
  if (configuration === null) return [note('They cannot be looked at before the settings file is right.')]
  const workspace = dirname(options.places.configuration)
  const variables = await variablesFor(options.places.configuration, null)
  const lines = Object.values(configuration.connections).flatMap((connection) => {
    const { command, args } = declaredServer(connection)
    return command === null || connection.disabled === true ? [] : [{ name: connection.name, command, args }]
  })
  const found = await Promise.all(
    lines.map(async ({ name, command, args }) => {
      const filled = [command, ...args].map((word) => fillIn(word, variables))
      const needs = await findNeeds(filled[0] ?? '', filled.slice(1), {
        path: process.env.PATH ?? process.env.Path,
        folders: [join(workspace, 'programs')],
        workingDirectory: workspace,
      })
      const missing = needs.filter((need) => need.found === null)
      return missing.map(({ program, help }) => bad(`${name} needs ${program}, which is not here.`, help))
    }),
  )
  const lacking = found.flat()
  if (lacking.length > 0) return lacking
  return [good(lines.length === 0 ? 'None needs a program.' : 'Their programs are all here.')]
}

/** Which program it is depends on no secret. */
function fillIn(word: string, variables: Record<string, string | undefined>): string {
  return word.replace(/\$\{([A-Za-z_]\w*)\}/g, (whole, name: string) => variables[name] ?? whole)
}

async function lookAtClients({ places }: MachineOptions): Promise<Finding[]> {
  const { views } = createClientFiles({
    person: { home: homedir(), platform: process.platform, environment: process.env },
    pipe: launcherCommand(pipeLaunch(places).folder),
    renew: async () => undefined,
    store: { setting: async () => null, saveSetting: async () => undefined },
    outside: () => ({ during: (_name, _event, act) => act(), begin: async () => undefined }),
    now: Date.now,
  })
  const installed = (await views()).filter(({ state }) => state !== 'absent')
  if (installed.length === 0)
    return [
      note(
        'No client that the desk knows is installed.',
        'Settings, Connect an agent, says how to connect others.',
      ),
    ]
  return installed.map(({ title, state, problem, file, other, missing }) => {
    if (state === 'connected') return good(`${title} starts this Countersign.`)
    if (state === 'unreadable')
      return bad(`${title}: ${problem ?? 'its file cannot be read.'}`, `Look at ${file}.`)
    if (state === 'broken')
      return bad(`${title} starts ${missing}, which is gone.`, 'Settings, Connect an agent, writes it anew.')
    const elsewhere = other === null ? '' : ` Its entry starts another one: ${other}`
    return note(`${title} is not connected.${elsewhere}`, 'Connect it in Settings, Connect an agent.')
  })
}
