/** What the desktop package weighs, and how long people wait for what it brings. The `.deb` is packed with gzip at its fastest. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../setup/found.ts'
import { readDesk } from '../support/desk-page.ts'
import { openDesktop } from '../support/electron.ts'
import { makeFolder } from '../support/folders.ts'
import { startGateway } from '../support/gateway-process.ts'
import { packDesktop } from '../support/packaged-desktop.ts'
import { connectProgram } from './client.ts'
import { against, type Bench, type Group, median } from './figure.ts'
import { timeInTurns } from './probes.ts'
import { makeWorkspace, NODE, pipeArguments } from './subject.ts'

const MEBIBYTE = 1024 * 1024

export const packages: Group = {
  name: 'packages',
  figures: [
    'size of the package',
    'time to make the package',
    'start of the packaged pipe',
    'start of the app',
  ],
  withinSeconds: 150,
  run: measurePackages,
}

async function measurePackages(bench: Bench): Promise<void> {
  const before = performance.now()
  const packed = await packDesktop(['deb'], { CUSTOM_FPM_PATH: join(ROOT, 'test/support/fpm.ts') })
  bench.onEnd(() => packed.remove())
  const seconds = (performance.now() - before) / 1000
  bench.print({ figure: 'time to make the package', value: seconds, unit: 's', runs: 1 })
  const deb = (await readdir(packed.output)).find((name) => name.endsWith('.deb')) ?? ''
  const parts = {
    deb: join(packed.output, deb),
    installed: join(packed.output, 'linux-unpacked'),
    archive: join(packed.resources, 'app.asar'),
    'command line': join(packed.resources, 'command-line'),
    'node and npm': join(packed.resources, 'node'),
  }
  for (const [part, path] of Object.entries(parts))
    bench.print({
      figure: 'size of the package',
      part,
      value: (await sizeOf(path)) / MEBIBYTE,
      unit: 'MiB',
      runs: 1,
    })

  const workspace = await makeWorkspace(bench, {})
  const gateway = await startGateway(workspace)
  bench.onEnd(() => gateway.stop())
  const desktop = await openDesktop()
  bench.onEnd(() => desktop.close())
  const home = makeFolder('bench-home')
  bench.onEnd(() => home.remove())
  const node = join(packed.resources, 'node/bin/node')
  const cli = join(packed.resources, 'command-line/out/main/cli.js')
  const times = await timeInTurns(
    [
      {
        name: 'node',
        run: async () => {
          await once(spawn(NODE, ['-e', '0'], { stdio: 'ignore' }), 'exit')
        },
      },
      {
        name: 'pipe',
        run: async () => {
          const client = await connectProgram({ command: node, args: [cli, ...pipeArguments(workspace)] })
          await client.tools()
          return () => client.close()
        },
      },
      {
        name: 'app',
        run: async () => {
          const { app, page } = await desktop.launch(home.path, packed.twin)
          await readDesk(page).untilConnected()
          return () => app.close()
        },
      },
    ],
    { signal: bench.signal, warmUp: 1, atMost: 7, atLeast: 3, withinMs: 30_000 },
  )
  const of = (name: string) => median(times.get(name) ?? [])
  const runs = times.get('node')?.length ?? 0
  const baseline = { name: 'start of node', value: of('node'), unit: 'ms' }
  bench.print({ figure: 'start of the packaged pipe', ...against(of('pipe'), baseline), runs })
  bench.print({ figure: 'start of the app', ...against(of('app'), baseline), runs })
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path)
  if (!found.isDirectory()) return found.size
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))))
  return sizes.reduce((sum, each) => sum + each, 0)
}
