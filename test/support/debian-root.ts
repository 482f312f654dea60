/**
 * A small Debian in a folder, in which a package is installed as on a computer that has nothing else: made once by
 * debootstrap with what the package says that it depends on, and kept as an archive among the tests' downloads.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CACHE } from '../setup/found.ts'
import { getSystemPackages } from '../setup/system-packages.ts'
import { makeFolder } from './folders.ts'

const SUITE = 'bookworm'
const PERSON = 'ann'
const NUMBER = 1001

export interface DebianRoot {
  path: string
  /** The home of the only person, seen from outside. */
  home: string
  /** Runs it as root and answers what it said. @throws with that if it fails */
  asRoot(...words: string[]): string
  /** The words that run something inside as an ordinary person; a program of its own, to be ended like any. */
  asPerson(
    words: readonly string[],
    environment?: Record<string, string>,
  ): { command: string; args: string[] }
  remove(): void
}

/** Why there can be none here, as a sentence; null: there can. */
export function whyNoDebianRoot(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'only on Linux, 64 bits'
  if (process.getuid?.() !== 0) return 'only root may change the root of a process'
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0) return 'this machine lets nobody mount anything'
  return null
}

/** @param depends as a `.deb` says it @throws if it cannot be made */
export async function openDebianRoot(depends: readonly string[]): Promise<DebianRoot> {
  const lacking = await getSystemPackages('chroot')
  if (lacking.length > 0) throw new Error(`These packages of Debian are missing: ${lacking.join(', ')}.`)
  const names = depends.map((each) => each.split('|')[0]?.trim() ?? '')
  const print = createHash('sha256')
    .update(`${SUITE} ${names.join(' ')}`)
    .digest('hex')
    .slice(0, 12)
  const archive = join(CACHE, `debian-${print}.tar`)
  if (!existsSync(archive)) await makeArchive(archive, names)

  const folder = makeFolder('debian')
  const { path } = folder
  must('tar', '-xf', archive, '-C', path)
  // A folder for tests is its owner's alone; a root is everybody's.
  chmodSync(path, 0o755)
  const before = 'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; exec chroot "$@"'
  const enter = (more: string[], words: readonly string[]) => ({
    command: 'unshare',
    args: ['--mount', 'sh', '-c', before, path, ...more, path, ...words],
  })
  return {
    path,
    home: join(path, 'home', PERSON),
    asRoot(...words) {
      const { command, args } = enter([], ['/usr/bin/env', 'DEBIAN_FRONTEND=noninteractive', ...words])
      return must(command, ...args)
    },
    asPerson(words, environment = {}) {
      const variables = {
        ...{ HOME: `/home/${PERSON}`, USER: PERSON, LANG: 'C.UTF-8', PATH: '/usr/local/bin:/usr/bin:/bin' },
        ...environment,
      }
      const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
      return enter([`--userspec=${NUMBER}:${NUMBER}`, '--groups='], ['/usr/bin/env', '-i', ...set, ...words])
    },
    remove() {
      endInside(path)
      folder.remove()
    },
  }
}

async function makeArchive(archive: string, names: readonly string[]): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const folder = makeFolder('debootstrap')
  console.log('[setup] making a small Debian by debootstrap (some minutes, once)')
  try {
    const { path } = folder
    must('debootstrap', '--variant=minbase', '--include=ca-certificates', SUITE, path)
    copyFileSync('/etc/resolv.conf', join(path, 'etc/resolv.conf'))
    const proxies = '/etc/apt/apt.conf.d'
    for (const name of readdirSync(proxies).filter((each) => /proxy|registry/.test(each)))
      copyFileSync(join(proxies, name), join(path, proxies, name))
    // No daemon of a package may start.
    writeFileSync(join(path, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    // A font, because it has none: the package need not bring one.
    const install = [
      'apt-get',
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      'fonts-dejavu-core',
      ...names,
    ]
    must('chroot', path, '/usr/bin/env', 'DEBIAN_FRONTEND=noninteractive', ...install)
    must('chroot', path, 'apt-get', 'clean')
    must('chroot', path, 'useradd', '--create-home', '--uid', String(NUMBER), PERSON)
    must('tar', '-cf', `${archive}.new`, '-C', path, '.')
    renameSync(`${archive}.new`, archive)
  } finally {
    folder.remove()
    rmSync(`${archive}.new`, { force: true })
  }
}

/** What runs inside knows nothing of the folder by name: a gateway that a pipe has started, for example. */
function endInside(path: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/root`) === path) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
}

function must(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return stdout
  throw new Error(`${command} ${args.slice(-4).join(' ')}: ${error?.message ?? stderr.slice(-2000)}`)
}
