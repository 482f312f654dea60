/** The package as npm installs it: into an empty folder, for somebody with an empty home. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectByEntry } from '../support/agent.ts'
import { isLong } from '../support/effort.ts'
import { makeFolder } from '../support/folders.ts'
import { installPackage, openByName, sizeOf } from '../support/npm-package.ts'
import { personEnvironment } from '../support/open-desk.ts'

const run = promisify(execFile)
const MEBIBYTE = 1024 * 1024
const folder = makeFolder('package')
const home = makeFolder('package-home')
const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = personEnvironment(home.path)
let installed: Awaited<ReturnType<typeof installPackage>>

beforeAll(async () => {
  installed = await installPackage(folder.path)
}, 120_000)
afterAll(() => {
  folder.remove()
  home.remove()
})

describe('the package of npm', () => {
  it('is small, and brings little along [package.small]', async () => {
    expect(await sizeOf(installed.file)).toBeLessThan(5 * MEBIBYTE)
    expect(await sizeOf(installed.modules)).toBeLessThan(60 * MEBIBYTE)
    expect(installed.count).toBeLessThan(100)
  })

  it('opens the desk by its name alone, in a browser where there is no window [package.opens]', async () => {
    await tryOn(process.execPath, environment)
  }, 60_000)

  it.skipIf(!isLong(process.env) || process.platform !== 'linux').each(['22', '26'])(
    `does so on Node %s, too [package.opens]${isLong(process.env) ? '' : ' (skipped: npm run test:long runs it)'}`,
    async (major) => {
      const nodes = makeFolder(`node-${major}`)
      const own = makeFolder(`node-${major}-home`)
      const fetched = `node-linux-${process.arch}`
      const quiet = ['--no-save', '--no-audit', '--no-fund', '--force', '--prefix', nodes.path]
      await run('npm', ['install', ...quiet, `${fetched}@${major}`])
      const node = join(nodes.path, 'node_modules', fetched, 'bin/node')
      const { stdout } = await run(node, ['--version'])
      expect(stdout).toMatch(new RegExp(`^v${major}\\.`))
      const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...ownEnvironment } = personEnvironment(own.path)
      await tryOn(node, ownEnvironment)
      nodes.remove()
      own.remove()
    },
    300_000,
  )

  /** The desk, and an agent that finds the sample's tools. */
  async function tryOn(node: string, environment: Record<string, string>): Promise<void> {
    const { child, said } = await openByName(node, installed.cli, environment)
    expect(said).toContain('The desk opens in a browser instead.')
    const link = /http:\S+#key=/.exec(said)?.[0] ?? ''
    const page = await fetch(link)
    expect(await page.text()).toContain('<title>Countersign</title>')

    const agent = await connectByEntry({ command: node, args: [installed.cli, 'mcp'] }, environment)
    expect(await agent.tools()).toHaveLength(7)
    // The file server of the sample came along.
    await expect
      .poll(
        async () => {
          const { answer } = await agent.call('gateway.search', { query: 'read a text file' })
          return (answer.results as { item: { id: string } }[]).map(({ item }) => item.id)
        },
        { timeout: 20_000 },
      )
      .toContain('files.read_text_file')
    await agent.close()
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
  }
})
