import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect } from 'vitest'
import { lockFolder } from '../../src/main/store/folder-lock.ts'
import { test } from '../support/fixtures.ts'
import { programOf } from '../support/programs.ts'

const CHILD = await programOf('lock-child')

// It asks for the folder so that its processes end before that goes.
const it = test.extend('start', ({ folder: _ }, { onCleanup }) => {
  const children: ChildProcess[] = []
  onCleanup(async () => {
    for (const child of children) await end(child, 'SIGKILL')
  })
  return async (dataFolder: string, databaseFile = '') => {
    const child = spawn(process.execPath, [CHILD, dataFolder, databaseFile], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    children.push(child)
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const said: { ok: boolean; holder: { pid: number; startedAt: string } | null } = JSON.parse(String(line))
    return { child, ...said }
  }
})

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  if (signal) child.kill(signal)
  else child.stdin?.end()
  await exited
}

describe('the lock on a data folder', () => {
  it('is held by one process, and names it to the others [R3.1]', async ({ folder: root, start }) => {
    const folder = join(root, 'data')
    const first = await start(folder, join(folder, 'a.db'))
    expect(first.ok).toBe(true)
    const second = await start(folder, join(folder, 'a.db'))
    expect(second.ok).toBe(false)
    expect(second.holder?.pid).toBe(first.child.pid)
    expect(Date.parse(second.holder?.startedAt ?? '')).toBeGreaterThan(0)
    await end(first.child)
    expect((await start(folder, join(folder, 'a.db'))).ok).toBe(true)
  })

  it('is taken back by the system when its process is killed [R3.1]', async ({ folder: root, start }) => {
    const folder = join(root, 'data')
    const first = await start(folder, join(folder, 'a.db'))
    await end(first.child, 'SIGKILL')
    const second = await start(folder, join(folder, 'a.db'))
    expect(second.ok).toBe(true)
    expect((await start(folder, join(folder, 'a.db'))).holder?.pid).toBe(second.child.pid)
  })

  it('goes to exactly one of many simultaneous starters [R3.1]', async ({ folder: root, start }) => {
    const folder = join(root, 'data')
    const starters = await Promise.all(Array.from({ length: 8 }, () => start(folder, join(folder, 'a.db'))))
    expect(starters.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('covers the database wherever it is, under any name [R3.1]', async ({ folder: root, start }) => {
    const shared = join(root, 'elsewhere')
    await mkdir(shared)
    await writeFile(join(shared, 'team.db'), '')
    await symlink(join(shared, 'team.db'), join(root, 'link.db'))
    expect((await start(join(root, 'one'), join(shared, 'team.db'))).ok).toBe(true)
    expect((await start(join(root, 'two'), join(shared, 'team.db'))).ok).toBe(false)
    expect((await start(join(root, 'two'), join(root, 'link.db'))).ok).toBe(false)
    // A refusal leaves nothing locked: the folder is free for another database.
    expect((await start(join(root, 'two'), join(root, 'two', 'own.db'))).ok).toBe(true)
  })

  it('covers a database that lies in the folder of somebody else [R3.1]', async ({ folder: root, start }) => {
    const database = join(root, 'one', 'countersign.db')
    expect((await start(join(root, 'one'), database)).ok).toBe(true)
    expect((await start(join(root, 'two'), database)).ok).toBe(false)
  })

  it('holds within one process too, and can be released twice [R3.1]', ({ folder: root }) => {
    const folder = join(root, 'data')
    const first = lockFolder(folder, null, 0)
    expect(first.ok).toBe(true)
    expect(lockFolder(folder, null, 0)).toEqual({
      ok: false,
      holder: { pid: process.pid, startedAt: '1970-01-01T00:00:00.000Z' },
      database: null,
    })
    if (first.ok) {
      first.release()
      first.release()
    }
    const again = lockFolder(folder, null, 0)
    expect(again.ok).toBe(true)
    if (again.ok) again.release()
  })
})
