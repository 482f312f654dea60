/** The desktop package: what electron-builder makes of `resources/packaging`, around the Electron of the tests. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Bridge, ClientFileView } from '../../src/preload/contract.ts'
import { ROOT } from '../setup/found.ts'
import { connectByEntry } from '../support/agent.ts'
import { readDesk } from '../support/desk-page.ts'
import { openDesktop } from '../support/electron.ts'
import { makeFolder } from '../support/folders.ts'
import { describeWhere } from '../support/needs.ts'
import { type PackagedDesktop, packDesktop } from '../support/packaged-desktop.ts'

const SEVEN_TOOLS = [
  'gateway_describe',
  'gateway_home',
  'gateway_search',
  'workflow_explain',
  'workflow_get',
  'workflow_start',
  'workflow_submit',
]

describeWhere(['electron', 'display'], 'The desktop package', () => {
  let packed: PackagedDesktop
  beforeAll(async () => {
    packed = await packDesktop()
  })
  afterAll(() => packed.remove())

  it('starts, and the command that it writes into a client is its pipe, with the app and without [shell.packed]', async () => {
    const home = makeFolder('home')
    mkdirSync(join(home.path, '.cursor'))
    const desktop = await openDesktop()
    try {
      const { app, page } = await desktop.launch(home.path, packed.twin)
      expect(await app.evaluate(({ app }) => [app.isPackaged, app.getAppPath()])).toEqual([
        true,
        join(packed.resources, 'app.asar'),
      ])
      await readDesk(page).untilConnected()

      await page.evaluate(async () => {
        const { call } = (window as unknown as { countersign: Bridge }).countersign
        const files = await call('clients.files', {})
        const views = files.ok ? (files.value as ClientFileView[]) : []
        const cursor = views.find(({ id }) => id === 'cursor')
        const written = await call('clients.connect', { id: 'cursor', hash: cursor?.hash ?? '' })
        if (!written.ok) throw new Error(JSON.stringify([files, written]))
      })
      const { mcpServers } = JSON.parse(readFileSync(join(home.path, '.cursor/mcp.json'), 'utf8'))
      // Only what the file says: a client knows nothing of the home of this test, of a display, or of a Node.
      const environment = { HOME: home.path, PATH: '/usr/bin:/bin' }
      const whileItRuns = await connectByEntry(mcpServers.countersign, environment)
      expect((await whileItRuns.tools()).sort()).toEqual(SEVEN_TOOLS)
      await whileItRuns.close()
      await app.close()
      const afterwards = await connectByEntry(mcpServers.countersign, environment)
      expect((await afterwards.tools()).sort()).toEqual(SEVEN_TOOLS)
      await afterwards.close()
    } finally {
      await desktop.close()
      home.remove()
    }
  })

  it('writes what outlives an image: its mount is gone when it ends [package.image]', async () => {
    const home = makeFolder('home')
    mkdirSync(join(home.path, 'programs/0.0.1'), { recursive: true })
    mkdirSync(join(home.path, 'programs/0.0.2.new'))
    vi.stubEnv('APPIMAGE', join(home.path, 'Countersign.AppImage'))
    vi.stubEnv('APPDIR', dirname(packed.twin))
    const desktop = await openDesktop()
    const away = `${packed.resources}.away`
    try {
      const { app, page } = await desktop.launch(home.path, packed.twin)
      await readDesk(page).untilConnected()
      await app.close()
      renameSync(packed.resources, away)
      const client = await connectByEntry(
        { command: join(home.path, 'countersign-mcp'), args: [] },
        { HOME: home.path, PATH: '/usr/bin:/bin' },
      )
      expect(await client.tools()).toHaveLength(7)
      await client.close()
      // Of what was there before, one is kept: somebody may still use it.
      expect(readdirSync(join(home.path, 'programs'))).toHaveLength(2)
    } finally {
      if (existsSync(away)) renameSync(away, packed.resources)
      vi.unstubAllEnvs()
      await desktop.close()
      home.remove()
    }
  })

  it('cannot be made a Node, be attached to, or load anything but its archive [package.fuses]', async () => {
    const fuses = await getCurrentFuseWire(packed.program)
    const state = (fuse: FuseV1Options) => FuseState[fuses[fuse] ?? FuseState.REMOVED]
    expect({
      runAsNode: state(FuseV1Options.RunAsNode),
      nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: state(FuseV1Options.EnableNodeCliInspectArguments),
      fileRights: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
      onlyArchive: state(FuseV1Options.OnlyLoadAppFromAsar),
      cookies: state(FuseV1Options.EnableCookieEncryption),
      integrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    }).toEqual({
      runAsNode: 'DISABLE',
      nodeOptions: 'DISABLE',
      inspect: 'DISABLE',
      fileRights: 'DISABLE',
      onlyArchive: 'ENABLE',
      cookies: 'ENABLE',
      integrity: 'ENABLE',
    })
    // Nothing of the app lies beside the archive but what the system loads itself.
    const beside = execFileSync('find', [`${packed.resources}/app.asar.unpacked`, '-type', 'f'], {
      encoding: 'utf8',
    })
    expect(
      beside
        .trim()
        .split('\n')
        .every((file) => file.endsWith('.node')),
    ).toBe(true)
  })

  it('starts a server by npx where nobody has installed Node [package.node]', async () => {
    const folder = makeFolder('no-node')
    const programs = join(folder.path, 'programs')
    mkdirSync(programs)
    for (const name of ['sh', 'dirname', 'readlink', 'env'])
      symlinkSync(`/usr/bin/${name}`, join(programs, name))
    // As if it had been fetched: npx looks here before it asks the registry.
    symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'))
    const [config, data] = [join(folder.path, 'countersign.yaml'), join(folder.path, 'data')]
    writeFileSync(
      config,
      `version: "1.0.0"
connections:
  files: { kind: mcp, command: npx, args: ["--no", mcp-server-filesystem, "${folder.path}"], workingDirectory: "${folder.path}" }
proxy:
  import: [{ connection: files, prefix: files }]
`,
    )
    const [node, cli] = [
      join(packed.resources, 'node/bin/node'),
      join(packed.resources, 'command-line/out/main/cli.js'),
    ]
    const agent = await connectByEntry(
      { command: node, args: [cli, 'mcp', '--config', config, '--data', data] },
      { HOME: folder.path, PATH: programs },
    )
    await expect
      .poll(
        async () => {
          const { answer } = await agent.call('gateway.search', { query: 'read text file' })
          return (answer.results as { item: { id: string } }[]).map(({ item }) => item.id)
        },
        { timeout: 40_000, interval: 500 },
      )
      .toContain('files.read_text_file')
    await agent.close()
    folder.remove()
  })

  it('brings a Node with npm along, for servers that are started by npx, and its command line [package.node]', () => {
    const programs = join(packed.resources, 'node/bin')
    const run = (name: string, ...args: string[]) =>
      execFileSync(join(programs, name), args, { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } }).trim()
    const { version } = JSON.parse(
      readFileSync(join(programs, '../lib/node_modules/npm/package.json'), 'utf8'),
    )
    expect(run('npm', '--version')).toBe(version)
    expect(run('npx', '--version')).toBe(version)
    expect(run('node', '--version')).toMatch(/^v24\./)
    expect(run('countersign', '--help')).toContain('countersign doctor')
    expect(existsSync(join(packed.resources, 'command-line/out/main/index.js'))).toBe(false)
  })
})
