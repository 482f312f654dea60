/** Gets the programs and libraries that the window tests need from Debian's packages, if we may. */
import { findProgram, runCommand } from './run-command.ts'

interface Need {
  /** Debian packages, the first that exists is taken: newer releases renamed some. */
  packages: string[]
  isThere(): Promise<boolean>
}

const program = (packages: string[], ...names: string[]): Need => ({
  packages,
  isThere: async () => (await findProgram(...names)) !== null,
})
const library = (packages: string[], soname: string): Need => ({
  packages,
  isThere: async () => (await runCommand('/sbin/ldconfig', ['-p'])).stdout.includes(soname),
})

/** The best first: what has no window of its own, which nobody sees here, starts in a fifth of the processor time. */
export const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'] as const

const WINDOW: Need[] = [
  program(['chromium-headless-shell', 'chromium'], ...BROWSERS),
  program(['xvfb'], 'Xvfb'),
  program(['xauth'], 'xauth'),
  program(['unzip'], 'unzip'),
  library(['libgtk-3-0t64', 'libgtk-3-0'], 'libgtk-3.so.0'),
  library(['libnss3'], 'libnss3.so'),
  library(['libasound2t64', 'libasound2'], 'libasound.so.2'),
  library(['libgbm1'], 'libgbm.so.1'),
  library(['libxss1'], 'libXss.so.1'),
]
/** Beside another browser, where the system has it. */
const SHELL: Need[] = [
  {
    packages: ['chromium-headless-shell'],
    isThere: async () =>
      (await findProgram('chromium-headless-shell')) !== null ||
      !(await isPackage('chromium-headless-shell')),
  },
]
/** Only where better-sqlite3 has to be compiled for an older Electron. */
const COMPILER: Need[] = [program(['gcc'], 'gcc'), program(['g++'], 'g++')]

/** Locks programs in, where the system lets it. */
const SANDBOX: Need[] = [program(['bubblewrap'], 'bwrap')]

/** A small Debian of its own, and somebody who presses keys: only for what `npm run test:long` tries. */
const CHROOT: Need[] = [program(['debootstrap'], 'debootstrap'), program(['xdotool'], 'xdotool')]

/** What is still missing afterwards, as names of packages; empty if all is there. */
export async function getSystemPackages(
  kind: 'window' | 'shell' | 'compiler' | 'sandbox' | 'chroot',
): Promise<string[]> {
  const needs = { window: WINDOW, shell: SHELL, compiler: COMPILER, sandbox: SANDBOX, chroot: CHROOT }[kind]
  const lacking = await missingOf(needs)
  if (lacking.length === 0 || process.platform !== 'linux') return []
  if (process.getuid?.() === 0 && (await findProgram('apt-get'))) {
    for (const attempt of [1, 2]) {
      if (await install(lacking)) break
      if (attempt === 1) console.log('[setup] apt-get failed; trying once more')
    }
  }
  return (await missingOf(needs)).map((need) => need.packages.at(-1) ?? '')
}

async function missingOf(needs: Need[]): Promise<Need[]> {
  const there = await Promise.all(needs.map((need) => need.isThere()))
  return needs.filter((_, index) => !there[index])
}

async function install(needs: Need[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runCommand('apt-get', ['update', '-qq'], { env, timeoutMs: 180_000 })
  const names: string[] = []
  for (const need of needs) names.push(await existing(need.packages))
  console.log(`[setup] apt-get install ${names.join(' ')}`)
  const result = await runCommand(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...names],
    { env, timeoutMs: 420_000 },
  )
  if (result.code !== 0) console.log((update.output + result.output).split('\n').slice(-12).join('\n'))
  return result.code === 0
}

async function existing(packages: string[]): Promise<string> {
  for (const name of packages) if (await isPackage(name)) return name
  return packages.at(-1) ?? ''
}

async function isPackage(name: string): Promise<boolean> {
  const shown = await runCommand('apt-cache', ['show', '--no-all-versions', name])
  return shown.code === 0 && shown.stdout.includes(`Package: ${name}\n`)
}
