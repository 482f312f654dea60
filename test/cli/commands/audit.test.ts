import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { goOnWith } from '../../../src/main/store/backups/database-restore.ts'
import { openSqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { at, entry } from '../../store/samples.ts'
import { makeFolder } from '../../support/folders.ts'
import { run } from '../processes.ts'

let folder: ReturnType<typeof makeFolder>
let file: string
beforeEach(async () => {
  folder = makeFolder('audit')
  file = join(folder.path, 'countersign.db')
  const store = await openSqliteStore({ file })
  const payload = { note: 'He said "no", then =1+1' }
  const audit = [1, 2, 3, 4, 5, 6].map((n) => entry({ id: `au_${n}`, timestamp: at(n), payload }))
  audit[1] = entry({ id: 'au_2', timestamp: at(2), workflowId: 'wf_other', actor: '=cmd|calc' })
  await store.commit({ expect: [], audit })
  await store.close()
})
afterEach(async () => {
  await chmod(folder.path, 0o700)
  folder.remove()
})

const audit = (...args: string[]) => run(['audit', ...args, '--data', folder.path])
const change = (sql: string) => {
  const other = new Database(file)
  other.exec(sql)
  other.close()
}

describe('audit verify', () => {
  it('says that a log is whole, beside an open store too [audit.verify]', async () => {
    const store = await openSqliteStore({ file })
    await store.commit({ expect: [], audit: [entry()] })
    const { head } = await store.verifyAudit()
    const whole = await audit('verify')
    expect(whole).toMatchObject({ code: 0, stderr: '' })
    expect(whole.stdout).toBe(`The audit log is whole: 7 entries. Its last hash is ${head}.\n`)
    await store.close()
    const asJson = await audit('verify', '--json')
    expect(JSON.parse(asJson.stdout)).toEqual({
      ...{ ok: true, count: 7, head, broken: null, removed: 0, lost: null, compared: true },
    })
  })

  it('names what was changed, and ends with 1 [audit.verify]', async () => {
    change(`UPDATE audit SET body = json_set(body, '$.payload.note', 'yes') WHERE sequence = 3`)
    const broken = await audit('verify')
    expect(broken).toMatchObject({ code: 1, stdout: '' })
    expect(broken.stderr).toContain('The audit log is broken at entry 3')
    expect(JSON.parse((await audit('verify', '--json')).stdout)).toMatchObject({ ok: false, broken: 3 })
  })

  it('notices an end that was removed, before and after a gateway wrote on [audit.head, R8.7]', async () => {
    change('DELETE FROM audit WHERE sequence > 4')
    const cut = await audit('verify')
    expect(cut.code).toBe(1)
    expect(cut.stderr).toContain('does not have its entry 6')
    expect(await goOnWith(file)).toBe(true)
    const store = await openSqliteStore({ file })
    await store.commit({ expect: [], audit: [entry(), entry(), entry()] })
    expect(await store.verifyAudit()).toMatchObject({ broken: null, lost: { sequence: 6 } })
    await store.close()
    expect((await audit('verify')).stderr).toContain('does not have its entry 6')
    await rm(`${file}.head`)
    const unknown = await audit('verify')
    expect(unknown.code).toBe(0)
    expect(unknown.stdout).toContain('Nothing outside the database says where it ended')
  })

  it('says what it cannot read [audit.verify]', async () => {
    const none = await run(['audit', 'verify', '--data', join(folder.path, 'none')])
    expect(none.code).toBe(1)
    expect(none.stderr).toContain('There is no database')
    await writeFile(file, 'no database '.repeat(100))
    const text = await audit('verify', '--json')
    expect(text.code).toBe(1)
    expect(JSON.parse(text.stdout)).toMatchObject({
      ok: false,
      error: expect.stringContaining('another kind'),
    })
  })

  it('finds a store that the configuration puts elsewhere [audit.verify]', async () => {
    const config = join(folder.path, 'countersign.yaml')
    await mkdir(join(folder.path, 'data'))
    await writeFile(
      config,
      'version: "1.0.0"\nstore: { kind: sqlite, path: ./countersign.db }\nworkflows: {}\n',
    )
    const found = await run(['audit', 'verify', '--config', config, '--data', join(folder.path, 'data')])
    expect(found.stderr).toBe('')
    expect(found.stdout).toContain('6 entries')
  })

  it('needs no variable and no secret of the configuration for that [audit.verify]', async () => {
    const config = join(folder.path, 'countersign.yaml')
    await mkdir(join(folder.path, 'data'))
    const headers = `{ A: "\${NOT_SET_ANYWHERE}", B: "\${secret:unknown}" }`
    const api = `{ kind: rest, baseUrl: "https://a.example", headers: ${headers} }`
    await writeFile(
      config,
      `version: "1.0.0"\nstore: { path: ./countersign.db }\nconnections: { api: ${api} }\n`,
    )
    const found = await run(['audit', 'verify', '--config', config, '--data', join(folder.path, 'data')])
    expect(found.stdout).toContain('6 entries')
  })
})

describe('audit export', () => {
  it('writes the entries as JSON lines, filtered [audit.export]', async () => {
    const lines = async (...args: string[]) =>
      (await audit('export', ...args)).stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { sequence: number }).sequence)
    expect(await lines()).toEqual([1, 2, 3, 4, 5, 6])
    expect(await lines('--from', at(3), '--to', at(5))).toEqual([3, 4, 5])
    expect(await lines('--workflow', 'wf_other')).toEqual([2])
  })

  it('writes a table that no spreadsheet takes for formulas [audit.export]', async () => {
    const rows = (await audit('export', '--format', 'csv')).stdout.split('\r\n')
    expect(rows[0]).toBe(
      'sequence,timestamp,eventType,actor,workflowId,correlationId,id,payload,previousHash,hash',
    )
    expect(rows[1]).toContain('"{""note"":""He said \\""no\\"", then =1+1""}"')
    expect(rows[2]).toContain(`,'=cmd|calc,wf_other,`)
  })
})

describe('audit prune', () => {
  it('removes a beginning behind a checkpoint, and the rest is still whole [audit.prune, R8.7]', async () => {
    const pruned = await audit('prune', '--before', at(4))
    expect(pruned).toMatchObject({ code: 0, stdout: '3 entries were removed from the audit log.\n' })
    const whole = await audit('verify')
    expect(whole.stdout).toContain('whole: 4 entries, after 3 that were removed on purpose')
    const store = await openSqliteStore({ file })
    expect((await store.audit({}, { limit: 9 })).items.map((event) => event.sequence)).toEqual([7, 6, 5, 4])
    await store.commit({ expect: [], audit: [entry()] })
    expect(await store.verifyAudit()).toMatchObject({ count: 5, removed: 3, broken: null, lost: null })
    await store.close()
    expect((await audit('prune', '--before', at(4), '--json')).stdout).toBe('{"ok":true,"removed":0}\n')
    change('DELETE FROM audit WHERE sequence = 4')
    expect((await audit('verify')).stderr).toContain('broken at entry 4')
  })

  it('is not believed without the entry that tells of it [audit.prune]', async () => {
    change(`INSERT INTO settings (key, value) SELECT 'audit.checkpoint',
        json_object('sequence', 2, 'hash', hash) FROM audit WHERE sequence = 2;
      DELETE FROM audit WHERE sequence <= 2`)
    expect((await audit('verify')).stderr).toContain('broken at entry 3')
    const refused = await audit('prune', '--before', at(9))
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('not whole, so nothing was removed')
  })

  it('waits until no gateway has the folder [audit.prune]', async () => {
    const { lockFolder } = await import('../../../src/main/store/folder-lock.ts')
    const lock = lockFolder(folder.path, file, 0)
    const refused = await audit('prune', '--before', at(4))
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('is in use by')
    if (lock.ok) lock.release()
    expect(JSON.parse(await readFile(`${file}.head`, 'utf8'))).toMatchObject({ head: { sequence: 6 } })
  })
})
