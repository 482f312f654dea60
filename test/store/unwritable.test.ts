/** Folders and files that may only be read. Root may write everywhere, so the work is done as somebody else. */
import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/folders.ts'
import { programOf } from '../support/programs.ts'
import { entry } from './samples.ts'

const CLI = await programOf('cli')
const NOBODY = 65_534
const SOMEBODY = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

let folder: ReturnType<typeof makeFolder>
let data: string
let file: string
beforeEach(async () => {
  folder = makeFolder('unwritable')
  data = join(folder.path, 'data')
  file = join(data, 'countersign.db')
  await mkdir(data)
  const store = await openSqliteStore({ file })
  await store.commit({ expect: [], audit: [entry(), entry()] })
  await store.close()
  await chmod(folder.path, 0o755)
})
afterEach(async () => {
  await chmod(data, 0o755)
  folder.remove()
})

async function runAsSomebody(...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path },
    ...SOMEBODY,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, said }))
  })
}

/** Null: it can be tried. */
function whyNot(): string | null {
  if (process.platform === 'win32') return 'Windows has other rights'
  const { status } = spawnSync(process.execPath, [CLI, '--version'], SOMEBODY)
  return status === 0 ? null : 'this checkout is hidden from other users'
}
const skipped = whyNot()
const reason = skipped === null ? '' : ` (skipped: ${skipped})`
describe.skipIf(skipped !== null)('what may only be read [store.unwritable]', () => {
  it(`is verified without writing to it, in a folder that takes no new files [audit.verify]${reason}`, async () => {
    for (const name of await readdir(data)) await chmod(join(data, name), 0o444)
    await chmod(data, 0o555)
    const before = await readdir(data)
    const verified = await runAsSomebody('audit', 'verify', '--data', data)
    expect(verified).toMatchObject({ code: 0, said: expect.stringContaining('whole: 2 entries') })
    expect(await readdir(data)).toEqual(before)
  })

  it(`is not taken by a gateway, which says why${reason}`, async () => {
    const config = join(folder.path, 'countersign.yaml')
    await writeFile(config, 'version: "1.0.0"\nworkflows: {}\n')
    await chmod(config, 0o444)
    await chmod(data, 0o555)
    const served = () => runAsSomebody('serve', '--config', config, '--data', data)
    const folderRefused = await served()
    expect(folderRefused.code).toBe(1)
    expect(folderRefused.said).toMatch(/cannot be used: this user may not read or write there/)

    await chmod(data, 0o777)
    await chmod(file, 0o444)
    const fileRefused = await served()
    expect(fileRefused.code).toBe(1)
    expect(fileRefused.said).toMatch(
      /cannot be used: this user may not read or write there \(.*countersign\.db/,
    )
  })

  it(`is never said to be missing where nobody may look${reason}`, async () => {
    await chmod(data, 0)
    const refused = `The folder ${data} cannot be used: this user may not read or write there. Choose another one with --data.\n`
    for (const command of [['audit', 'verify'], ['restore'], ['pin', 'remove', 'ada'], ['search', 'mail']]) {
      expect(await runAsSomebody(...command, '--data', data)).toEqual({ code: 1, said: refused })
    }
    const config = join(data, 'countersign.yaml')
    const { said } = await runAsSomebody('doctor', '--config', config, '--data', join(folder.path, 'other'))
    expect(said).toContain(`The file ‘${config}’ may not be read.`)
  })
})
