/** The app as an installer lays it out: an asar archive, and beside it what other programs must be able to read. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it } from 'vitest'
import type { Bridge, ClientFileView } from '../../src/preload/contract.ts'
import { ROOT, readFound } from '../setup/found.ts'
import { readDesk } from '../support/desk-page.ts'
import { openDesktop } from '../support/electron.ts'
import { makeFolder } from '../support/folders.ts'
import { NODE } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'

/** Packages that lie beside the archive without having been in it: too large to be packed for a test. */
const BESIDE = ['node', '@modelcontextprotocol']

describeWhere(['electron', 'display'], 'The packed app', () => {
  it('starts, and the command that it writes into a client is its pipe [shell.packed]', async () => {
    const folder = makeFolder('packed')
    const archive = pack(folder.path)
    const home = makeFolder('home')
    mkdirSync(join(home.path, '.cursor'))
    const desktop = await openDesktop()
    try {
      const { page } = await desktop.launch(home.path, archive)
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
      const { command, args } = mcpServers.countersign as { command: string; args: string[] }
      const client = new Client({ name: 'cursor', version: '1.0.0' })
      // Only what the file says: a client knows nothing of the home of this test, and of no display.
      await client.connect(new StdioClientTransport({ command, args }), { timeout: 20_000 })
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name).sort()).toEqual([
        'gateway_describe',
        'gateway_home',
        'gateway_search',
        'workflow_explain',
        'workflow_get',
        'workflow_start',
        'workflow_submit',
      ])
      await client.close()
    } finally {
      await desktop.close()
      home.remove()
      folder.remove()
    }
  })
})

/** The window is in the archive, and what the command line needs beside it. @returns the archive */
function pack(folder: string): string {
  const stage = join(folder, 'stage')
  for (const name of ['out', 'resources', 'package.json'])
    cpSync(join(ROOT, name), join(stage, name), { recursive: true })
  const sqlite = 'node_modules/better-sqlite3'
  for (const part of ['lib', 'package.json', 'prebuilds'])
    cpSync(join(ROOT, sqlite, part), join(stage, sqlite, part), { recursive: true })
  const own = readFound().electron?.sqlite ?? null
  if (own !== null) cpSync(own, join(stage, sqlite, 'build/Release/better_sqlite3.node'))

  const archive = join(folder, 'app.asar')
  const packed = spawnSync(
    NODE,
    [
      join(ROOT, 'node_modules/@electron/asar/bin/asar.mjs'),
      ...['pack', stage, archive],
      ...['--unpack', 'package.json', '--unpack-dir', '{out/main,resources,node_modules}'],
    ],
    { encoding: 'utf8', timeout: 30_000 },
  )
  if (packed.status !== 0) throw new Error(packed.stderr)
  const modules = `${archive}.unpacked/node_modules`
  for (const name of BESIDE) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  return archive
}
