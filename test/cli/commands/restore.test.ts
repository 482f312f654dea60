import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { connectHttp, eventually } from '../../mcp/support.ts'
import { entry } from '../../store/samples.ts'
import { makeFolder } from '../../support/folders.ts'
import { launch, makeWorkspace, run } from '../processes.ts'

let folder: ReturnType<typeof makeFolder> | null = null
afterEach(() => folder?.remove())

async function write(file: string, count: number): Promise<number> {
  const store = await openSqliteStore({ file })
  expect(store.readOnly).toBe(null)
  for (let index = 0; index < count; index += 1) await store.commit({ expect: [], audit: [entry()] })
  const { count: all } = await store.verifyAudit()
  await store.close()
  return all
}

it('lists the backups, puts one back beside what was there, and goes on when a person says so [store.restore] [store.behind]', async () => {
  folder = makeFolder('restore')
  const data = folder.path
  const file = join(data, 'countersign.db')
  const restore = (...more: string[]) => run(['restore', ...more, '--data', data])
  expect((await restore()).stdout).toContain('There is no backup in')
  await write(file, 1)
  const backup = join(data, 'backups/countersign-2026-01-02T10-00-00.db')
  mkdirSync(join(data, 'backups'))
  copyFileSync(file, backup)
  await write(file, 1)
  expect((await restore('--keep')).stdout).toContain('Nothing was to be done')

  expect((await restore()).stdout).toContain(`${backup}  2026-01-02T10:00:00Z`)
  const restored = await restore(backup)
  expect(restored.stdout).toContain(`${file} is now what ${backup} was.`)
  expect(restored.stdout).toContain('What was there lies in')
  expect(restored.code).toBe(0)
  expect(readdirSync(data).filter((name) => name.endsWith('.replaced'))).toHaveLength(1)

  // It is read only until somebody has looked.
  const looked = await openSqliteStore({ file })
  expect(looked.readOnly).toContain('ends at entry 1 of its audit log, but entry 2 had been written')
  await looked.close()
  // The file that it is held by is named once nothing is held by it any more.
  const verify = async () => {
    const { code, stderr } = await run(['audit', 'verify', '--data', data])
    expect(code).toBe(1)
    expect(stderr).toContain('does not have its entry 2')
    return stderr
  }
  const held = await verify()
  expect(held).toContain('Nothing runs until a person has settled it')
  expect(held).toContain('restore --keep')
  expect(held).not.toContain('.head')
  expect((await restore('--keep')).stdout).toContain('goes on with')
  const kept = await verify()
  expect(kept).toContain('The next start asks about what was under way')
  expect(kept).not.toContain('.head')
  const store = await openSqliteStore({ file })
  store.setBack?.settled()
  await store.commit({ expect: [], audit: [entry({ id: 'au_another' })] })
  await store.close()
  expect(await verify()).toContain(`stop Countersign and remove ${file}.head`)
})

it('a gateway on an emptied database starts, answers and shows why nothing runs [store.behind]', async () => {
  const workspace = await makeWorkspace('behind', 'version: "1.0.0"\nworkflows: {}\n')
  try {
    const file = join(workspace.data, 'countersign.db')
    await write(file, 3)
    truncateSync(file, 0)
    const served = launch(['serve', ...workspace.flags, '--json'])
    const line = await eventually(() => /^(.+)\n/.exec(served.said.stdout)?.[1], 'the ready line')
    expect(served.said.stderr).toContain('is empty, but entry 3 had been written')
    const { mcp } = JSON.parse(line) as { mcp: string }
    const client = await connectHttp(mcp, readFileSync(join(workspace.data, 'token'), 'utf8').trim(), '2026')
    const answer = await client.call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability: 'x', arguments: {} },
    })
    expect(answer.isError).toBe(true)
    expect(JSON.stringify(answer)).not.toContain('stack')
    served.child.kill('SIGTERM')
    expect((await served.ended).code).toBe(0)
    // It has taken nothing on by itself.
    const again = await openSqliteStore({ file })
    expect(again.readOnly).toContain('had been written')
    await again.close()
  } finally {
    await workspace.end()
  }
})

it('touches nothing for a backup that is not there, is none, or while somebody has the folder [store.restore]', async () => {
  folder = makeFolder('restore-not')
  const data = folder.path
  const file = join(data, 'countersign.db')
  await write(file, 1)
  const gone = await run(['restore', join(data, 'none.db'), '--data', data])
  expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no backup') })
  const other = join(data, 'other.db')
  const { default: Database } = await import('better-sqlite3')
  new Database(other).exec('CREATE TABLE notes (text TEXT)').close()
  const foreign = await run(['restore', other, '--data', data])
  expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining('another program') })
  expect(existsSync(`${file}.replaced`)).toBe(false)
  expect(await write(file, 1)).toBe(2)
  const both = await run(['restore', other, '--keep', '--data', data])
  expect(both).toMatchObject({ stderr: expect.stringContaining('Say one of them') })
})
