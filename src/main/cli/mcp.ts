/** `countersign mcp`: the pipe that an MCP client starts. Loads neither the database nor the SDK. */
import { runPipe } from '../mcp/pipe.ts'
import { reachGateway } from '../mcp/reach.ts'
import type { Command } from './command-line.ts'
import { packageVersion } from './package-root.ts'
import { choosePlaces } from './places.ts'

export async function runMcp(command: Extract<Command, { name: 'mcp' }>): Promise<number> {
  const places = await choosePlaces(command)
  const tell = (sentence: string) => process.stderr.write(`countersign: ${sentence}\n`)
  return runPipe({
    input: process.stdin,
    output: process.stdout,
    tell,
    reach: () =>
      reachGateway({
        dataFolder: places.dataFolder,
        configuration: places.configuration,
        insists: !places.usual,
        token: process.env.COUNTERSIGN_TOKEN ?? null,
        client: command.client,
        names: command.names,
        version: packageVersion(),
        command: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
        environment: process.env,
        tell,
      }),
  })
}
