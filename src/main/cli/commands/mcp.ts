/** `countersign mcp`: the pipe that an MCP client starts. Loads neither the database nor the SDK. */
import { runPipe } from '../../mcp/pipe/pipe.ts'
import { reachGateway } from '../../mcp/pipe/reach.ts'
import type { Command } from '../command-line.ts'
import { onParentGone } from '../hosting/parent.ts'
import { packageVersion } from '../package-root.ts'
import { choosePlaces, commandLine } from '../places.ts'

export async function runMcp(command: Extract<Command, { name: 'mcp' }>): Promise<number> {
  const tell = (sentence: string) => process.stderr.write(`countersign: ${sentence}\n`)
  onParentGone(() => process.exit(0))
  return runPipe({
    input: process.stdin,
    output: process.stdout,
    tell,
    async reach() {
      // In here, because the client too is to hear why there is no workspace.
      const places = await choosePlaces(command)
      return reachGateway({
        dataFolder: places.dataFolder,
        configuration: places.configuration,
        insists: !places.usual,
        token: process.env.COUNTERSIGN_TOKEN ?? null,
        client: command.client,
        names: command.names,
        version: packageVersion(),
        command: ownCommand(),
        environment: process.env,
        tell,
      })
    },
  })
}

/** As this process was started. A client that runs us in its own app is no Node for others, unless they inherit that it is one. */
function ownCommand(): string[] {
  const isApp = process.versions.electron !== undefined && process.env.ELECTRON_RUN_AS_NODE !== '1'
  return isApp ? commandLine() : [process.execPath, ...process.execArgv, process.argv[1] ?? '']
}
