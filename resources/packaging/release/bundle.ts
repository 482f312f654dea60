/**
 * The MCP bundle that is downloaded: Countersign as a whole, for every system, run by the Node that the client brings
 * along. The one that a desk saves starts that desk's copy instead (`src/main/desk/clients/bundle`).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeBundle } from '../../../src/main/desk/clients/bundle/mcp-bundle.ts'
import type { ZipEntry } from '../../../src/main/desk/clients/bundle/zip.ts'
import { advertise, TOOLS } from '../../../src/main/mcp/tools/tools.ts'
import { packEntries, readEntries } from './archive.ts'
import type { ShippedPackage } from './shipped.ts'

/** What a package needs only to be compiled; the database comes compiled for each system. */
const ONLY_TO_BUILD = /^node_modules\/better-sqlite3\/(deps|src)\/|^node_modules\/node-addon-api\//

/**
 * @param options `checkout`: with its installed packages; `files`: what the package of npm holds, relative to it
 */
export function makeBundle(options: {
  checkout: string
  files: readonly string[]
  shipped: readonly ShippedPackage[]
  version: string
}): Buffer {
  const { checkout, files, shipped, version } = options
  const own = files.map((name): ZipEntry => ({ name, content: readFileSync(join(checkout, name)) }))
  const others = shipped.flatMap(({ folder }) => readEntries(join(checkout, folder), `${folder}/`))
  const server = [...own, ...others]
    .filter(({ name }) => !ONLY_TO_BUILD.test(name))
    .map((entry) => ({ ...entry, name: `server/${entry.name}` }))
  const manifest = describeBundle({
    version,
    platforms: ['darwin', 'win32', 'linux'],
    node: '>=22.14.0',
    tools: TOOLS.map((tool) => advertise(tool, 'underscores')),
    about:
      'Countersign as a whole. Its desk, where people decide, is opened by the app or by `npx countersign`.',
    script: 'server/out/main/cli.js',
    args: ['mcp', '--client', 'claude-desktop', '--names', 'underscores'],
  })
  const icon = readFileSync(join(checkout, 'resources/icons/icon.png'))
  return packEntries([
    {
      name: 'manifest.json',
      content: Buffer.from(`${JSON.stringify({ ...manifest, icon: 'icon.png' }, null, 2)}\n`),
    },
    { name: 'icon.png', content: icon },
    ...server,
  ])
}
