/** What is measured: the built gateway in a process of its own, and the real servers behind it. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../support/folders.ts'
import { CLI, NODE, startGateway, type Workspace } from '../support/gateway-process.ts'
import { type BenchClient, connectAddress, connectProgram, type Era } from './client.ts'
import type { Bench } from './figure.ts'

export { CLI, NODE }

export interface Subject {
  workspace: Workspace
  /** Of the gateway's process. */
  pid: number
  /** Its address for MCP over HTTP, and the local token. */
  mcp: string
  token: string
  overPipe(era?: Era, ...flags: string[]): Promise<BenchClient>
  overHttp(era: Era): Promise<BenchClient>
  /** The gateway ends as if asked to; its database may be read afterwards. */
  stop(): Promise<void>
}

/** `configuration` without its version. Everything is gone when the group is over. */
export async function openSubject(bench: Bench, configuration: object): Promise<Subject> {
  return await openWorkspace(bench, await makeWorkspace(bench, configuration))
}

export async function openWorkspace(bench: Bench, workspace: Workspace): Promise<Subject> {
  const gateway = await startGateway(workspace)
  bench.onEnd(() => gateway.stop())
  const token = (await readFile(gateway.ready.tokenFile, 'utf8')).trim()
  const kept = (client: BenchClient) => {
    bench.onEnd(() => client.close())
    return client
  }
  return {
    workspace,
    pid: gateway.pid,
    mcp: gateway.ready.mcp,
    token,
    overPipe: async (era, ...flags) =>
      kept(await connectProgram({ command: NODE, args: [CLI, ...pipeArguments(workspace), ...flags] }, era)),
    overHttp: async (era) => kept(await connectAddress(gateway.ready.mcp, token, era)),
    async stop() {
      await gateway.stop()
    },
  }
}

export async function makeWorkspace(bench: Bench, configuration: object): Promise<Workspace> {
  const folder = makeFolder('bench')
  bench.onEnd(() => folder.remove())
  const config = join(folder.path, 'countersign.yaml')
  // JSON is YAML.
  await writeFile(config, JSON.stringify({ version: '1.0.0', ...configuration }))
  return { config, data: join(folder.path, 'data') }
}

export function pipeArguments(workspace: Workspace): string[] {
  return ['mcp', '--config', workspace.config, '--data', workspace.data]
}

/** Tries again until something other than null comes out. @throws after half a minute */
export async function waitFor<Result>(what: string, look: () => Promise<Result | null>): Promise<Result> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    const found = await look()
    if (found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Waited in vain for ${what}.`)
}
