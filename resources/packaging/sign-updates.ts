/**
 * Signs a release: reads the packages of a folder and writes the list of updates beside them, `countersign-CHANNEL.json`.
 *
 *   COUNTERSIGN_UPDATE_KEY=… node resources/packaging/sign-updates.ts FOLDER --version 1.0.1 --notes NOTES.txt
 *   node resources/packaging/sign-updates.ts new-key FILE
 *
 * `COUNTERSIGN_UPDATE_KEY` is a private key (PKCS #8, PEM), or with `_FILE` behind its name the path of one;
 * `COUNTERSIGN_UPDATE_NEXT_KEY` the same for the next key, while they change: then both sign. docs/operations.md says more.
 */
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { keyId, type Manifest, signManifest, type UpdateFile } from '../../src/main/updates/manifest.ts'

const DAY_MS = 86_400_000
const KINDS: [ending: string, platform: UpdateFile['platform'], kind: UpdateFile['kind']][] = [
  ['.AppImage', 'linux', 'AppImage'],
  ['.deb', 'linux', 'deb'],
  ['.rpm', 'linux', 'rpm'],
  ['.exe', 'win32', 'nsis'],
  ['.zip', 'darwin', 'zip'],
]

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      version: { type: 'string' },
      notes: { type: 'string' },
      channel: { type: 'string', default: 'stable' },
      days: { type: 'string', default: '90' },
    },
  })
  const [what, file] = positionals
  if (what === 'new-key' && file !== undefined) makeKey(resolve(file))
  else if (what !== undefined && values.version !== undefined) await signFolder(resolve(what), values)
  else
    throw new Error(
      'Say: sign-updates.ts FOLDER --version VERSION [--notes FILE], or sign-updates.ts new-key FILE.',
    )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

/** The private half goes into the file, which must not be there yet; the public half is said. */
function makeKey(file: string): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  const written = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  process.stdout.write(`${written}\n`)
  process.stderr.write(
    `The private key is in ${file}: keep it where nobody else can read it, and a copy elsewhere.\n` +
      `Its public half, above, belongs into "keys" of resources/packaging/updates.json. Its name is ${keyId(written)}.\n`,
  )
}

async function signFolder(
  folder: string,
  { version = '', notes, channel, days }: { version?: string; notes?: string; channel: string; days: string },
): Promise<void> {
  const keys = ['COUNTERSIGN_UPDATE_KEY', 'COUNTERSIGN_UPDATE_NEXT_KEY'].flatMap(readKey)
  if (keys.length === 0) throw new Error('COUNTERSIGN_UPDATE_KEY names no key, so nothing was signed.')
  const files = await Promise.all(
    readdirSync(folder).flatMap((name) => {
      const found = KINDS.find(([ending]) => name.endsWith(ending))
      return found === undefined ? [] : [describe(folder, name, found[1], found[2])]
    }),
  )
  if (files.length === 0) throw new Error(`There is no package in ${folder}, so nothing was signed.`)
  const now = Date.now()
  const manifest: Manifest = {
    product: 'countersign',
    version,
    channel,
    notBefore: new Date(now).toISOString(),
    expires: new Date(now + Number(days) * DAY_MS).toISOString(),
    notes: notes === undefined ? [] : readLines(notes),
    files,
  }
  const list = join(folder, `countersign-${channel}.json`)
  writeFileSync(list, `${signManifest(manifest, keys)}\n`)
  process.stdout.write(`${list}\n`)
}

async function describe(
  folder: string,
  name: string,
  platform: UpdateFile['platform'],
  kind: UpdateFile['kind'],
): Promise<UpdateFile> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(join(folder, name)), hash)
  const { size } = statSync(join(folder, name))
  return { name, platform, arch: archOf(name, platform), kind, size, sha512: hash.digest('base64') }
}

/** As electron-builder names packages; without a word it is one for Intel's processors, and on macOS for all. */
function archOf(name: string, platform: UpdateFile['platform']): UpdateFile['arch'] {
  if (/arm64|aarch64/.test(name)) return 'arm64'
  if (/universal/.test(name)) return 'universal'
  return /x64|x86_64|amd64/.test(name) || platform !== 'darwin' ? 'x64' : 'universal'
}

function readKey(variable: string): KeyObject[] {
  const file = process.env[`${variable}_FILE`]
  const text = process.env[variable] ?? (file === undefined ? undefined : readFileSync(file, 'utf8'))
  if (text === undefined || text.trim() === '') return []
  try {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType === 'ed25519') return [key]
  } catch {
    // What it says might quote the key.
  }
  throw new Error(`${variable} is no Ed25519 key (PKCS #8, PEM), so nothing was signed.`)
}

function readLines(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.map((line) => line.replace(/^\s*[-*]\s+/, '').trim()).filter((line) => line !== '')
}
