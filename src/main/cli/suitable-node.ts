/**
 * The database's binary kills a Node that is too old without a word (R8.3), so the version is looked at before
 * anything is loaded. Imports nothing but Node, so that any Node can load it.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { HANDED_BY, onParentGone } from './hosting/parent.ts'
import { packageRoot, pinnedNode } from './package-root.ts'

const NEEDED_NAPI = 10

/** Whether this process can load the database. `root` is the package's folder. */
export function isSuitable(versions: Record<string, string | undefined>, root: string): boolean {
  const napi = Number(versions.napi ?? 0)
  if (napi >= NEEDED_NAPI) return true
  // Tests make a build of their own for an older runtime.
  return napi === 9 && existsSync(join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'))
}

/**
 * Runs the same command on the Node that came with the package, standard streams and signals passed through.
 * @returns its exit code, or null if there is no such Node
 */
export async function runOnPinnedNode(): Promise<number | null> {
  const pinned = pinnedNode()
  if (pinned === null || process.env[HANDED_BY] !== undefined) return null
  const child = spawn(pinned, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, [HANDED_BY]: String(process.pid) },
  })
  let told = false
  const tell = (signal: NodeJS.Signals) => {
    told = true
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, tell)
  // A second signal would end the child at once.
  onParentGone(() => told || tell('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

export function explainUnsuitable(): string {
  const root = packageRoot()
  const needed = `Countersign needs Node 22.14 or newer; this is ${process.versions.node}.`
  // An installed package has no lock file, and no Node of its own.
  if (!existsSync(join(root, 'package-lock.json'))) return `${needed} Install Node 22.14 or newer.`
  return `${needed} Install Node 22.14 or newer, or run "npm ci" in ${root} once: it brings its own.`
}
