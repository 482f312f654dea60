/**
 * Where this copy looks for updates, whose signature it believes, and why it may not look. The file `out/updates.json` is
 * written by the build from `resources/packaging/updates.json`. May import: nothing of ours.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isThisComputer } from '../system/this-computer.ts'
import { findImage } from './own-image.ts'

export interface UpdateSource {
  /** The folder on the server; https, or this machine. Null: there is none. */
  address: string | null
  channel: string
  /** Where people download packages by hand; null: nowhere yet. */
  page: string | null
  /** Ed25519 public keys, SPKI as base64: the one that signs, and the one that will. */
  keys: readonly string[]
}

/** How this copy came to this computer. */
export type Installation = 'AppImage' | 'nsis' | 'zip' | 'deb' | 'rpm' | 'npm' | 'folder'

const NONE: UpdateSource = { address: null, channel: 'stable', page: null, keys: [] }

/** @param root the folder of this copy, maybe an archive. What cannot be read is as if nothing was built in. */
export function readUpdateSource(root: string): UpdateSource {
  try {
    const { address, channel, page, keys } = JSON.parse(
      readFileSync(join(root, 'out/updates.json'), 'utf8'),
    ) as Record<keyof UpdateSource, unknown>
    return {
      address: typeof address === 'string' && isSafe(address) ? address : null,
      channel: typeof channel === 'string' ? channel : NONE.channel,
      page: typeof page === 'string' && isSafe(page) ? page : null,
      keys: Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [],
    }
  } catch {
    return NONE
  }
}

/** Encrypted, or not on any network. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isThisComputer(hostname))
}

export interface InstallationFacts {
  platform: NodeJS.Platform
  environment: Record<string, string | undefined>
  /** What runs. */
  program: string
  /** The window's program runs this, and not a Node. */
  isElectron: boolean
  /** Where a packaged app keeps its parts; null: it is not packaged. */
  resources: string | null
  /** The folder of this copy. */
  root: string
}

export function findInstallation(facts: InstallationFacts): Installation {
  const { platform, environment, program, isElectron, resources, root } = facts
  if (!isElectron) {
    // An AppImage keeps its command line in the desk's home.
    if (basename(root) === 'command-line' && basename(join(root, '../..')) === 'programs') return 'AppImage'
    // The command line lies beside the archive of a packaged app.
    if (basename(root) === 'command-line')
      return findInstallation({ ...facts, isElectron: true, resources: dirname(root) })
    return /[\\/]node_modules[\\/]countersign$/.test(root) ? 'npm' : 'folder'
  }
  if (platform === 'linux') {
    if (findImage(environment, program) !== null) return 'AppImage'
    return (resources === null ? null : readPackageType(resources)) ?? 'folder'
  }
  if (resources === null) return 'folder'
  return platform === 'darwin' ? 'zip' : platform === 'win32' ? 'nsis' : 'folder'
}

/** electron-builder writes it into what package managers install. */
function readPackageType(folder: string): 'deb' | 'rpm' | null {
  try {
    const type = readFileSync(join(folder, 'package-type'), 'utf8').trim()
    return type === 'deb' || type === 'rpm' ? type : null
  } catch {
    return null
  }
}

/** Whoever looks after this machine says so for all its users. */
const POLICY_FILE = '/etc/countersign/updates'

/** Why this copy does not look for updates, whatever its person wants; null: it may. */
export function offBecause(
  source: UpdateSource,
  installation: Installation,
  environment: Record<string, string | undefined>,
  policyFile = POLICY_FILE,
): string | null {
  if (environment.COUNTERSIGN_UPDATES === 'off')
    return 'Updates are turned off by COUNTERSIGN_UPDATES. Whoever set it updates Countersign.'
  if (isOffByPolicy(policyFile))
    return `Updates are turned off by ${policyFile}. Whoever looks after this computer updates Countersign.`
  if (installation === 'npm')
    return 'npm updates this copy: npm i -g countersign@latest, or npx countersign@latest.'
  if (installation === 'folder') return 'This copy is a folder, which is updated by whoever made it.'
  if (source.keys.length === 0)
    return 'This copy knows no key that signs updates, so it does not look for any.'
  if (source.address === null) return 'This copy knows no address of updates, so it does not look for any.'
  return null
}

function isOffByPolicy(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === 'off'
  } catch {
    return false
  }
}
