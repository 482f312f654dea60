/** `countersign serve`: the gateway without a window; with `--desk`, the desk in a browser. */

import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import type { DeskWeb } from '../../desk/doors/web.ts'
import type { Gateway } from '../../gateway.ts'
import { isKeptFree } from '../../mcp/endpoint.ts'
import { EXIT_LOCKED } from '../../mcp/pipe/starter.ts'
import { humanName } from '../../model/principal.ts'
import type { Command } from '../command-line.ts'
import { explainFailure } from '../failure.ts'
import { type Host, openHost } from '../hosting/host.ts'
import { onParentGone } from '../hosting/parent.ts'
import { createStop } from '../hosting/stop.ts'
import { takeFolder } from '../hosting/take-folder.ts'
import { createLog } from '../log.ts'
import { packageVersion } from '../package-root.ts'
import { choosePlaces, findUsual, type WorkspacePlace } from '../places.ts'
import { formatProblem } from '../problems.ts'

/** Resolves with an exit code only if it could not start; otherwise the process ends by a signal. */
export async function runServe(command: Extract<Command, { name: 'serve' }>): Promise<number | null> {
  const log = createLog(command.auto ? 'info' : 'warn')
  const places = await choosePlaces(command)
  if (command.auto && (await isKeptFree(places.dataFolder, packageVersion()))) {
    process.stderr.write(
      `The data folder ${places.dataFolder} was just handed over to whoever asked for it.\n`,
    )
    return EXIT_LOCKED
  }
  let host: Host
  let web: DeskWeb | null = null
  let stop: (reason: string) => void = () => undefined
  try {
    host = await (command.auto ? openHost : takeFolder)({
      places,
      log,
      startedBy: command.auto ? 'pipe' : 'serve',
      // Nobody who could accept anything stands behind a pipe (R2.2).
      acceptsPath: !command.auto && command.acceptConfiguration === true,
      onEnd(reason) {
        log.info({ reason }, 'the gateway ends')
        stop(reason)
      },
      ...(command.port !== null && { port: command.port }),
      ...(command.auto && { noDesk: sayHowToOpen(places, await findUsual()) }),
    })
  } catch (error) {
    const code = explainFailure(error, places)
    if (!command.auto) await tellStdioClientAtEnd()
    return code
  }
  stop = createStop(
    async () => {
      await web?.close()
      await host.close()
    },
    // What is read then waits for a person like any other change (R2.2).
    () => void host.gateway.live.consider().catch((error: unknown) => log.error({ error }, 'reload')),
  )
  // What a pipe starts is meant to outlive it.
  if (!command.auto) onParentGone(() => stop('parent'))
  // Loaded only where it is asked for: most starts are without it.
  const browserDesk = command.desk && !command.auto ? await import('../hosting/browser-desk.ts') : null
  if (browserDesk) web = await browserDesk.openBrowserDesk(host)
  for (const problem of host.gateway.problems()) process.stderr.write(`${formatProblem(problem)}\n`)
  if (!command.auto)
    tellConfiguration(host.gateway, (text) => process.stderr.write(text), { desk: web !== null })
  if (command.auto) log.info({ mcp: host.doors.mcpUrl }, 'ready')
  else {
    announce(command, host, web)
    if (browserDesk && web) {
      if (!command.json) browserDesk.sayLink(web.newLink())
      browserDesk.offerLinks(web)
    } else tellStdioClients()
  }
  // After the ready line, which whoever started us reads first (R2.8).
  if (!command.auto && host.gateway.configuration().audit.sink === 'stdout')
    await host.gateway.copyAudit(process.stdout)
  stayFrugal()
  return null
}

/** A gateway that a pipe has started makes room for the one of a desk. */
function sayHowToOpen(own: WorkspacePlace, usual: WorkspacePlace): string {
  const isUsual = own.configuration === usual.configuration && own.dataFolder === usual.dataFolder
  const command = isUsual
    ? 'start the Countersign app, or run `npx countersign` in a terminal'
    : `run \`npx countersign serve --config "${own.configuration}" --data "${own.dataFolder}" --desk\` in a terminal`
  return `No desk is open, so nobody can decide. Tell the person at this computer to open one: ${command}. What waits is there, and you stay connected.`
}

function announce(command: { json: boolean }, host: Host, web: DeskWeb | null): void {
  const { mcpUrl, tokenFile } = host.doors
  if (command.json) {
    const ready = { ready: true, mcp: mcpUrl, tokenFile, ...(web && { desk: web.newLink() }) }
    process.stdout.write(`${JSON.stringify(ready)}\n`)
  } else {
    const lines = [
      `Countersign ${packageVersion()} runs with ${host.gateway.configuration().path}`,
      `  MCP    ${mcpUrl}`,
      `  token  ${tokenFile}`,
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}

/** So large the young generation may become, both halves together, in bytes. */
const YOUNG_BYTES = 16 * 1024 * 1024
/** Who has worked for so long, in milliseconds, has more to do than to start. */
const STARTED_MS = 3000

/**
 * Left to itself, V8 lets the young generation grow to 64 MiB, and the old one to three times what is needed: twice the
 * memory, for hardly less processor time. As small as the start leaves it, a fourth of the time of many calls goes to
 * collecting, and more on a busy machine, where the threads that collect wait for one another.
 */
function stayFrugal(): void {
  setFlagsFromString('--heap-growing-percent=100')
  // V8 reads how large it may become only when it starts; whether it may grow it can be told at any time.
  const look = () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    const isSmall = (young?.space_size ?? YOUNG_BYTES) < YOUNG_BYTES
    const mayGrow = isSmall && performance.eventLoopUtilization().active > STARTED_MS
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
  }
  look()
  setInterval(look, 1000).unref()
}

/** What becomes of a changed configuration, in the terminal of whoever runs the gateway: there may be no desk open. */
type Disk = ReturnType<Gateway['live']['status']>['disk']

const STAYS = 'What was in force before stays so.'

/** Each change once, at once if one waits already. `desk`: there is one, with its links in this terminal. Returns the way to stop. */
export function tellConfiguration(
  gateway: Pick<Gateway, 'live' | 'onChange' | 'redact'>,
  write: (text: string) => void,
  { desk }: { desk: boolean },
): () => void {
  let told = keyOf({ kind: 'same' })
  const look = () => {
    const { disk, path } = gateway.live.status()
    const now = keyOf(disk)
    if (now === told) return
    told = now
    const lines = linesFor(disk, path, desk)
    write(`${gateway.redact(lines.join('\n'))}\n`)
  }
  look()
  return gateway.onChange(({ topic }) => {
    if (topic === 'configuration') look()
  })
}

/** When it was refused is known twice, and not to the same instant. */
function keyOf(disk: Disk): string {
  return JSON.stringify({ ...disk, at: null })
}

function linesFor(disk: Disk, path: string, desk: boolean): string[] {
  switch (disk.kind) {
    case 'invalid':
      return [
        `The configuration ${path} was changed and has errors. ${STAYS}`,
        ...disk.problems.map(formatProblem),
      ]
    case 'waiting':
      return [
        `The configuration ${path} was changed, and a person must accept that. ${STAYS} ` +
          `${desk ? 'Accept it at the desk (Enter prints a link)' : 'Start this with --desk to see and accept it there'}, ` +
          'or stop this and start it again: whoever starts it stands for what is on the disk.',
      ]
    case 'refused':
      return [`${humanName(disk.by)} has refused the changed configuration ${path}. ${STAYS}`]
    case 'same':
      return [`The configuration ${path} is in force as it is on the disk.`]
  }
}

// ── A client whose entry says `countersign serve` takes it for a server on its pipes, and would wait for ever. It
// is told which command is meant, where both its log and its own window show it.

const SAYS =
  'This is `countersign serve`, the gateway itself, and no server on stdin. In the entry of this client, write `mcp` in place of `serve`: `countersign mcp`.'

/** A client writes as soon as it has started the process: what is there by then is all. */
const WRITTEN_MS = 300

/** Where the gateway does not start, as beside one that runs: the client's own way is told before the process ends. */
async function tellStdioClientAtEnd(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, WRITTEN_MS)
    tellStdioClients(resolve)
  })
}

/** Looks at the first line of the input. With a terminal, nobody but a person writes there. */
function tellStdioClients(looked: () => void = () => undefined): void {
  const { stdin } = process
  if (stdin.isTTY) {
    looked()
    return
  }
  const lines = createInterface({ input: stdin })
  // A file or a pipe that has ended keeps nothing open; `/dev/null` has no `unref`.
  if ('unref' in stdin) stdin.unref()
  lines.once('close', looked)
  lines.once('line', (line) => {
    lines.off('close', looked)
    lines.close()
    const id = idOfInitialize(line)
    if (id === null) {
      looked()
      return
    }
    const error = { code: -32600, message: SAYS }
    process.stderr.write(`${SAYS}\n`)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`, () => looked())
  })
}

/** Null: it is no such request. */
function idOfInitialize(line: string): string | number | null {
  try {
    const { method, id } = JSON.parse(line) as { method?: unknown; id?: unknown }
    return method === 'initialize' && (typeof id === 'string' || typeof id === 'number') ? id : null
  } catch {
    return null
  }
}
