/** Ends a program and everything that it has started. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 20

/**
 * The program must have been started as the leader of its own process group (`launch.ts` does). Asks the tree
 * to end, and after `graceMs` makes it. Resolves when nothing of it is left.
 */
export async function endProcessTree(pid: number, graceMs: number): Promise<void> {
  if (process.platform === 'win32') return endOnWindows(pid)
  // Descendants that made a group of their own are found through their parents, while those still live.
  const strays = await descendants(pid)
  signalAll(pid, strays, 'SIGTERM')
  if (await isGone(pid, strays, graceMs)) return
  for (const stray of await descendants(pid)) strays.add(stray)
  signalAll(pid, strays, 'SIGKILL')
  await isGone(pid, strays, graceMs)
}

async function endOnWindows(pid: number): Promise<void> {
  const killer = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  await once(killer, 'exit').catch(() => {})
}

function signalAll(pid: number, strays: Set<number>, signal: NodeJS.Signals): void {
  send(-pid, signal)
  for (const stray of strays) send(stray, signal)
}

async function isGone(pid: number, strays: Set<number>, withinMs: number): Promise<boolean> {
  const rounds = Math.ceil(withinMs / LOOK_AGAIN_MS)
  for (let round = 0; round <= rounds; round += 1) {
    for (const stray of strays) if (!send(stray, 0)) strays.delete(stray)
    if (strays.size === 0 && !send(-pid, 0)) return true
    await sleep(LOOK_AGAIN_MS)
  }
  return false
}

/** @returns false when there is nobody (left) to receive it. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal)
  } catch {
    return false
  }
}

async function descendants(root: number): Promise<Set<number>> {
  const children = new Map<number, number[]>()
  for (const [pid, parent] of await processes()) children.set(parent, [...(children.get(parent) ?? []), pid])
  const found = new Set<number>()
  const open = [root]
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    for (const child of children.get(pid) ?? []) {
      if (found.has(child)) continue
      found.add(child)
      open.push(child)
    }
  }
  return found
}

/** Pairs of process and parent. Empty where the system has no /proc; the group alone is ended there. */
async function processes(): Promise<[number, number][]> {
  const names = await readdir('/proc').catch(() => [])
  const pairs = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name): Promise<[number, number] | null> => {
        const status = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
        // The program's name stands in parentheses and may hold any character; the parent comes two fields on.
        const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
        return Number.isInteger(parent) ? [Number(name), parent] : null
      }),
  )
  return pairs.filter((pair) => pair !== null)
}
