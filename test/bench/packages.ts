/** What the packages weigh, and how long people wait for what they bring. The `.deb` is packed with gzip at its fastest. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../setup/found.ts'
import { readDesk } from '../support/desk-page.ts'
import { openDesktop } from '../support/electron.ts'
import { makeFolder } from '../support/folders.ts'
import { startGateway } from '../support/gateway-process.ts'
import { installPackage, openByName, sizeOf } from '../support/npm-package.ts'
import { personEnvironment } from '../support/open-desk.ts'
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
    'size of the npm package',
    'packages that npm installs',
    'first start after npm',
  ],
  withinSeconds: 150,
  run: async (bench) => {
    await measureDesktop(bench)
    await measureNpm(bench)
  },
}

async function measureDesktop(bench: Bench): Promise<void> {
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

async function measureNpm(bench: Bench): Promise<void> {
  const folder = makeFolder('bench-npm')
  bench.onEnd(() => folder.remove())
  const { file, modules, count, cli } = await installPackage(folder.path)
  for (const [part, path] of Object.entries({ packed: file, installed: modules }))
    bench.print({
      figure: 'size of the npm package',
      part,
      value: (await sizeOf(path)) / MEBIBYTE,
      unit: 'MiB',
      runs: 1,
    })
  bench.print({ figure: 'packages that npm installs', value: count, unit: 'packages', runs: 1 })

  const times = await timeInTurns(
    [
      {
        name: 'node',
        run: async () => {
          await once(spawn(NODE, ['-e', '0'], { stdio: 'ignore' }), 'exit')
        },
      },
      {
        // Each with a home in which nothing is yet.
        name: 'first',
        run: async () => {
          const home = makeFolder('bench-npm-home')
          const {
            DISPLAY: _display,
            WAYLAND_DISPLAY: _wayland,
            ...environment
          } = personEnvironment(home.path)
          const { child, said } = await openByName(NODE, cli, environment)
          if (!said.includes('#key=')) throw new Error(`The desk did not open: ${said}`)
          return async () => {
            child.kill('SIGTERM')
            await once(child, 'exit')
            home.remove()
          }
        },
      },
    ],
    { signal: bench.signal, warmUp: 0, atMost: 7, atLeast: 3, withinMs: 30_000 },
  )
  const [node, first] = ['node', 'first'].map((name) => median(times.get(name) ?? []))
  bench.print({
    figure: 'first start after npm',
    ...against(first ?? 0, { name: 'start of node', value: node ?? 0, unit: 'ms' }),
    runs: times.get('first')?.length ?? 0,
  })
}
