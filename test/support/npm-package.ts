/** The package as npm installs it, and a desk that it opens. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../setup/found.ts'

const run = promisify(execFile)

interface InstalledPackage {
  /** What npm would publish. */
  file: string
  modules: string
  /** How many packages lie in `modules`. */
  count: number
  cli: string
}

/** @param folder an empty one */
export async function installPackage(folder: string): Promise<InstalledPackage> {
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { stdout } = await run('npm', pack, { cwd: ROOT, maxBuffer: 8 * 1024 * 1024 })
  const [packed] = JSON.parse(stdout) as { filename: string }[]
  const file = join(folder, packed?.filename ?? '')
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--no-audit', '--no-fund', file], { cwd: folder })
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'))
  const modules = join(folder, 'node_modules')
  // The folder itself is one of the entries.
  const count = Object.keys(lock.packages).length - 1
  return { file, modules, count, cli: join(modules, 'countersign/out/main/cli.js') }
}

/** Until it has said where the desk is, or has ended. */
export async function openByName(
  node: string,
  cli: string,
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(node, [cli], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
  const said = await new Promise<string>((resolve) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk
      if (text.includes('#key=')) resolve(text)
    })
    child.once('exit', () => resolve(text))
  })
  return { child, said }
}

/** In bytes, with all that is in it. */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path)
  if (!found.isDirectory()) return found.size
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))))
  return sizes.reduce((sum, each) => sum + each, 0)
}
