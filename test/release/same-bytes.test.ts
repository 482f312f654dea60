/** The whole release, twice, each from a copy of the sources in a folder of its own. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../setup/found.ts'
import { isLong } from '../support/effort.ts'
import { makeFolder } from '../support/folders.ts'

const run = promisify(execFile)
const long = isLong(process.env)

/** @returns the checksums of what it made */
async function releaseCopy(copy: string): Promise<string[]> {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard']
  const { stdout } = await run('git', list, { cwd: ROOT, maxBuffer: 8 * 1024 * 1024 })
  for (const file of stdout.trim().split('\n')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  // Desktop packages have a test of their own; docs/releasing.md says what differs in them.
  const words = ['resources/packaging/release/run.ts', '--without', 'desktop']
  await run(process.execPath, words, { cwd: copy })
  return readFileSync(join(copy, 'release/SHA256SUMS'), 'utf8').trim().split('\n')
}

describe.skipIf(!long)(`a release${long ? '' : ' (skipped: minutes; `npm run test:long` makes it)'}`, () => {
  it('has the same bytes as another one of the same sources [release.same-bytes]', async () => {
    const folder = makeFolder('release-twice')
    const first = await releaseCopy(join(folder.path, 'one'))
    const second = await releaseCopy(join(folder.path, 'another-place'))
    expect(first.length).toBeGreaterThan(5)
    expect(second).toEqual(first)
    folder.remove()
  })
})
