/** How long people and agents wait at the beginning, against the start of Node itself. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { defaultPlaces, ensureSampleWorkspace } from '../../src/main/config/workspace.ts'
import { ROOT } from '../setup/found.ts'
import { makeFolder } from '../support/folders.ts'
import { startGateway, type Workspace } from '../support/gateway-process.ts'
import { connectProgram } from './client.ts'
import { against, type Bench, type Group, median } from './figure.ts'
import { makeManyTools, measureIdleMemory } from './many-tools.ts'
import { timeInTurns } from './probes.ts'
import { readProcessorMs } from './processor-time.ts'
import { CLI, makeWorkspace, NODE, pipeArguments } from './subject.ts'

export const startTime: Group = {
  name: 'start',
  figures: ['start of node', 'start of the gateway', 'start of the pipe', 'memory when idle'],
  withinSeconds: 45,
  run: measureStart,
}

async function measureStart(bench: Bench): Promise<void> {
  const minimal = await makeWorkspace(bench, {})
  const sample = await makeSample(bench)
  const many = await makeManyTools(bench)
  const running = await makeWorkspace(bench, {})
  const gateway = await startGateway(running)
  bench.onEnd(() => gateway.stop())
  const workspaces = { minimal, sample, '500 tools': many }
  type Name = keyof typeof workspaces
  const names = Object.keys(workspaces) as Name[]
  const processor: Record<Name, number[]> = { minimal: [], sample: [], '500 tools': [] }
  const timeGateway = async (workspace: Name) => {
    const started = await startGateway(workspaces[workspace])
    bench.onEnd(() => started.stop())
    return async () => {
      const spent = readProcessorMs(started.pid)
      if (spent !== null) processor[workspace].push(spent)
      await started.stop()
    }
  }
  const times = await timeInTurns(
    [
      { name: 'node', run: runNode },
      ...names.map((name) => ({ name, run: () => timeGateway(name) })),
      { name: 'pipe', run: () => listOverPipe(running) },
    ],
    // The first start makes the database, and finds nothing in the disk's cache.
    { signal: bench.signal, warmUp: 1, atMost: 11, atLeast: 3, withinMs: 16_000 },
  )
  const of = (name: string) => median(times.get(name) ?? [])
  const runs = times.get('node')?.length ?? 0
  const node = { name: 'start of node', value: of('node'), unit: 'ms' }
  bench.print({ figure: node.name, value: node.value, unit: 'ms', runs })
  for (const workspace of names) {
    bench.print({
      figure: 'start of the gateway',
      workspace,
      ...against(of(workspace), node),
      ...(processor[workspace].length > 0 && { processorMs: median(processor[workspace]) }),
      runs,
    })
  }
  bench.print({ figure: 'start of the pipe', ...against(of('pipe'), node), runs })
  for (const workspace of ['minimal', '500 tools'] as const) {
    const value = await measureIdleMemory(bench, workspaces[workspace])
    if (value !== null) bench.print({ figure: 'memory when idle', workspace, value, unit: 'MiB', runs: 1 })
  }
}

async function makeSample(bench: Bench): Promise<Workspace> {
  const folder = makeFolder('bench')
  bench.onEnd(() => folder.remove())
  const { configuration } = await ensureSampleWorkspace(folder.path, join(ROOT, 'resources'))
  return { config: configuration, data: defaultPlaces(folder.path).data }
}

async function runNode(): Promise<void> {
  await once(spawn(NODE, ['-e', '0'], { stdio: 'ignore' }), 'exit')
}

/** From the start of the process that an MCP client starts to its list of tools. */
async function listOverPipe(workspace: Workspace): Promise<() => Promise<void>> {
  const client = await connectProgram({ command: NODE, args: [CLI, ...pipeArguments(workspace)] })
  await client.tools()
  return () => client.close()
}
