import { spawn, spawnSync } from 'node:child_process'
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

  it.skipIf(old === undefined || process.platform === 'win32')(
    `that is too old takes the pinned one along when it is killed [R8.3]${old ? '' : ' (skipped: no old Node here)'}`,
    async () => {
      const folder = makeFolder('killednode')
      const place = (name: string) => join(folder.path, name)
      await bundle(place('out/main'))
      await writeFile(place('package.json'), '{"name":"countersign","version":"1.2.3","type":"module"}')
      const { href } = new URL('../../src/main/cli/hosting/parent.ts', import.meta.url)
      await writeFile(
        place('pinned.mjs'),
        `import { writeFileSync } from 'node:fs'
import { onParentGone } from ${JSON.stringify(href)}
const end = setTimeout(() => {}, 60_000)
onParentGone(() => {
  writeFileSync(${JSON.stringify(place('gone'))}, '')
  clearTimeout(end)
})
writeFileSync(${JSON.stringify(place('begun'))}, '')
`,
      )
      await mkdir(place('node_modules/node/bin'), { recursive: true })
      const program = `#!/bin/sh\nexec "${process.execPath}" "${place('pinned.mjs')}"\n`
      await writeFile(place('node_modules/node/bin/node'), program, { mode: 0o755 })
      const { npm_lifecycle_event: _, ...env } = process.env
      const started = spawn(old ?? '', [place('out/main/cli.js'), 'serve'], { env, stdio: 'ignore' })
      await expect.poll(() => existsSync(place('begun')), { timeout: 20_000 }).toBe(true)
      started.kill('SIGKILL')
      await expect.poll(() => existsSync(place('gone')), { timeout: 5000 }).toBe(true)
      folder.remove()
    },
  )
})

function isOld(path: string): boolean {
  const { stdout } = spawnSync(path, ['-p', 'process.versions.napi'], { encoding: 'utf8' })
  return Number(stdout) > 0 && Number(stdout) < 10
}
