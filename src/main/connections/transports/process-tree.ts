/** Ends a program and everything that it has started. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 20
/** Processes that are read before other work goes on: some five milliseconds. */
const AT_ONCE = 200
/** A killed process needs a moment to vanish. */
const VANISH_MS = 1000

/**
 * The program must have been started as the leader of its own process group (`launch.ts` does). Asks the tree
 * to end, and after `graceMs` makes it. Resolves when nothing of it runs any more.
 */
export async function endProcessTree(pid: number, graceMs: number): Promise<void> {
  if (process.platform === 'win32') return endOnWindows(pid)
  let members = await findMembers(pid, [])
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const deadline = performance.now() + (signal === 'SIGTERM' ? graceMs : VANISH_MS)
    send(-pid, signal)
    for (const member of members) send(member, signal)
    members = await findMembers(pid, members)
    while (members.length > 0 && performance.now() < deadline) {
      await sleep(LOOK_AGAIN_MS)
      members = await findMembers(pid, members)
    }
    if (members.length === 0) return
  }
}

async function endOnWindows(pid: number): Promise<void> {
  const killer = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  await once(killer, 'exit').catch(() => {})
}

/** @returns false when there is nobody to receive it. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal)
  } catch {
    return false
  }
}

/**
 * What still runs of the tree: the group, and descendants that made a group of their own. Those lose their
 * parent when it ends, so the ones found before have to be handed in again.
 */
async function findMembers(root: number, found: number[]): Promise<number[]> {
  const all = await listProcesses()
  // Without /proc only the group is known.
  if (all.length === 0) return send(-root, 0) ? [root] : []
  const tree = new Set([root, ...found])
  const members = new Set<number>()
  let size = -1
  while (size < members.size) {
    size = members.size
    for (const { pid, parent, group } of all) {
      if (group === root || tree.has(pid) || tree.has(parent)) {
        members.add(pid)
        tree.add(pid)
      }
    }
  }
  return [...members]
}

interface RunningProcess {
  pid: number
  parent: number
  group: number
}

/** Empty where the system has no /proc. Leaves out the dead whose parent has not looked after them yet. */
async function listProcesses(): Promise<RunningProcess[]> {
  const names = whatIsThere(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name))
  const found: RunningProcess[] = []
  for (let start = 0; start < names.length; start += AT_ONCE) {
    if (start > 0) await nextTurn()
    found.push(...names.slice(start, start + AT_ONCE).flatMap(readProcess))
  }
  return found
}

/** These are no files of a disk: to wait for each of them takes six times as long as to read it. */
function whatIsThere<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

function readProcess(name: string): RunningProcess[] {
  const status = whatIsThere(() => readFileSync(`/proc/${name}/stat`, 'latin1'), '')
  // The program's name stands in parentheses and may hold any character; the state comes right behind it.
  const [state, parent, group] = status.slice(status.lastIndexOf(')') + 2).split(' ')
  if (group === undefined || state === 'Z' || state === 'X') return []
  return [{ pid: Number(name), parent: Number(parent), group: Number(group) }]
}
