/**
 * Fetches Node for systems that the npm registry has none for, as the files that nodejs.org publishes, held against its
 * checksums: `node resources/packaging/fetch-node.ts FOLDER darwin-arm64 darwin-x64`. `COUNTERSIGN_NODES=FOLDER` then has
 * electron-builder take them. For the public CI, where macOS packages are made; it was not run elsewhere.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = '', ...systems] = process.argv.slice(2)
if (folder === '' || systems.length === 0) throw new Error('Say a folder, and systems such as darwin-arm64.')
const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
const version = `v${devDependencies.node}`

const sums = (await fetchFile('SHASUMS256.txt')).toString('utf8')
for (const system of systems) {
  const name = `node-${version}-${system}`
  const archive = await fetchFile(`${name}.tar.gz`)
  const sum = createHash('sha256').update(archive).digest('hex')
  if (!sums.split('\n').includes(`${sum}  ${name}.tar.gz`))
    throw new Error(`${name}.tar.gz is not the file whose checksum is published.`)
  const programs = join(folder, system, 'bin')
  mkdirSync(programs, { recursive: true })
  const packed = join(folder, `${name}.tar.gz`)
  writeFileSync(packed, archive)
  execFileSync('tar', ['-xzf', packed, '-C', folder, `${name}/bin/node`])
  renameSync(join(folder, name, 'bin/node'), join(programs, 'node'))
  rmSync(packed)
  rmSync(join(folder, name), { recursive: true })
}

async function fetchFile(name: string): Promise<Buffer> {
  const response = await fetch(`https://nodejs.org/dist/${version}/${name}`)
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}.`)
  return Buffer.from(await response.arrayBuffer())
}
