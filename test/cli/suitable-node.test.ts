import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isSuitable } from '../../src/main/cli/suitable-node.ts'
import { makeFolder } from '../support/folders.ts'
import { bundle } from './bundle.ts'

describe('a Node', () => {
  it('is fit from Node-API 10 on, and with 9 only where a build for it lies [R8.3]', async () => {
    const folder = makeFolder('napi')
    expect(isSuitable({ napi: '10' }, folder.path)).toBe(true)
    expect(isSuitable({ napi: '11' }, folder.path)).toBe(true)
    expect(isSuitable({ napi: '9' }, folder.path)).toBe(false)
    expect(isSuitable({}, folder.path)).toBe(false)
    const release = join(folder.path, 'node_modules/better-sqlite3/build/Release')
    await mkdir(release, { recursive: true })
    await writeFile(join(release, 'better_sqlite3.node'), '')
    expect(isSuitable({ napi: '9' }, folder.path)).toBe(true)
    expect(isSuitable({ napi: '8' }, folder.path)).toBe(false)
    folder.remove()
  })

  const old = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path) && isOld(path))
  it.skipIf(old === undefined)(
    `that is too old hands the command to the pinned one, or says what to do [R8.3]${old ? '' : ' (skipped: no old Node here)'}`,
    async () => {
      const folder = makeFolder('oldnode')
      await bundle(join(folder.path, 'out/main'))
      await writeFile(
        join(folder.path, 'package.json'),
        '{"name":"countersign","version":"1.2.3","type":"module"}',
      )
      const ask = (...args: string[]) =>
        spawnSync(old ?? '', [join(folder.path, 'out/main/cli.js'), ...args], { encoding: 'utf8' })
      expect(ask('--version').stdout).toBe('1.2.3\n')
      const refused = ask('check', 'a.yaml')
      expect(refused.status).toBe(1)
      expect(refused.stderr).toMatch(/^Countersign needs Node 22\.14 or newer; this is \d/)
      expect(refused.stderr.trim().split('\n')).toHaveLength(1)
      expect(refused.stderr).toContain('. Install Node 22.14 or newer.\n')
      await writeFile(join(folder.path, 'package-lock.json'), '{}')
      expect(ask('check', 'a.yaml').stderr).toContain('or run "npm ci" in')

      const bin = join(folder.path, 'node_modules/node/bin')
      await mkdir(bin, { recursive: true })
      await writeFile(join(bin, 'node'), `#!/bin/sh\necho "pinned: $2 $3"\nexit 7\n`, { mode: 0o755 })
      const handed = ask('check', 'a.yaml')
      expect(handed.stdout).toBe('pinned: check a.yaml\n')
      expect(handed.status).toBe(7)
      folder.remove()
    },
  )
})

function isOld(path: string): boolean {
  const { stdout } = spawnSync(path, ['-p', 'process.versions.napi'], { encoding: 'utf8' })
  return Number(stdout) > 0 && Number(stdout) < 10
}
