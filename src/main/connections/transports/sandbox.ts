/**
 * Locks a program in (R6.4). `readOnly`: it can write to no file, except on Linux to a temporary folder of its own.
 * `noNetwork`: it reaches no network, this computer's own addresses included. What remains open in both: sockets that
 * are files. Whether the system can is found out by really trying, once.
 */
import type { Sandbox } from '../../model/configuration.ts'
import { findProgram } from './find-program.ts'

const TRIAL_MS = 10_000

type Mode = Sandbox['mode']
/** Puts the lock before a command line. */
type Lock = (command: string[]) => string[]

export type SandboxFound =
  /** `lock` is null: the system cannot, and the connection goes on without. */
  { ok: true; lock: Lock | null; mode: Mode } | { ok: false; message: string }

const KEPT_FROM = { readOnly: 'writing to files', noNetwork: 'reaching the network' } as const

export async function findSandbox({ mode, ifAvailable }: Sandbox): Promise<SandboxFound> {
  const lock = await lockFor(mode)
  if (lock !== null || ifAvailable) return { ok: true, lock, mode }
  return {
    ok: false,
    message: `This system cannot keep a program from ${KEPT_FROM[mode]}, as sandbox: ${mode} demands, so it is not started. ${remedy()}`,
  }
}

/** For the log of a connection: what holds its program, in words. */
export function describeSandbox({ lock, mode }: Extract<SandboxFound, { ok: true }>): string {
  const kept = KEPT_FROM[mode]
  return lock === null
    ? `sandbox: this system cannot keep the program from ${kept}; it runs unlocked, as ifAvailable allows.`
    : `sandbox: the program is kept from ${kept}.`
}

function remedy(): string {
  const without = 'declare ifAvailable: true with the sandbox to go on without.'
  if (process.platform === 'linux') {
    return `Install bubblewrap and allow unprivileged user namespaces, or ${without}`
  }
  return `Only Linux and macOS can; ${without}`
}

const tried = new Map<Mode, Promise<Lock | null>>()

function lockFor(mode: Mode): Promise<Lock | null> {
  const known = tried.get(mode) ?? tryLock(mode)
  tried.set(mode, known)
  return known
}

async function tryLock(mode: Mode): Promise<Lock | null> {
  const lock = await buildLock(mode)
  const harmless = await find('true')
  if (lock === null || harmless === null) return null
  const [program = '', ...args] = lock([harmless])
  const { execa } = await import('execa')
  const { failed } = await execa(program, args, {
    reject: false,
    stdio: 'ignore',
    timeout: TRIAL_MS,
  })
  return failed ? null : lock
}

async function buildLock(mode: Mode): Promise<Lock | null> {
  if (process.platform === 'linux') {
    const bubblewrap = await find('bwrap')
    return bubblewrap === null ? null : (command) => [bubblewrap, ...BUBBLEWRAP[mode], '--', ...command]
  }
  if (process.platform === 'darwin') {
    const program = await find('sandbox-exec')
    return program === null ? null : (command) => [program, '-p', SEATBELT[mode], ...command]
  }
  return null
}

/** It sees its own processes only: through those outside, `/proc/PID/root` would lead past the lock. */
const ALONE = ['--die-with-parent', '--unshare-pid', '--proc', '/proc']

const BUBBLEWRAP: Record<Mode, string[]> = {
  // The fresh /dev is the one place in memory that can be written to.
  readOnly: ['--ro-bind', '/', '/', '--dev', '/dev', ...ALONE, '--setenv', 'TMPDIR', '/dev/shm'],
  noNetwork: ['--dev-bind', '/', '/', '--unshare-net', ...ALONE],
}

const SEATBELT: Record<Mode, string> = {
  readOnly: '(version 1)(allow default)(deny file-write*)(allow file-write* (regex #"^/dev/"))',
  noNetwork: '(version 1)(allow default)(deny network*)',
}

function find(command: string): Promise<string | null> {
  return findProgram(command, { path: process.env.PATH, folders: [], workingDirectory: null })
}
