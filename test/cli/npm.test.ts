import { spawn } from 'node:child_process'
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findModules } from '../../src/main/cli/places.ts'
import { isAlive } from '../../src/main/system/processes.ts'
import { eventually } from '../mcp/support.ts'
import { makeFolder } from '../support/folders.ts'
import { bundle } from './bundle.ts'
import { makeWorkspace } from './processes.ts'

describe('under npm', () => {
  it.skipIf(process.platform === 'win32')(
    `a gateway ends in order when npm is told to end [cli.npm]${process.platform === 'win32' ? ' (skipped: no signals here)' : ''}`,
    async () => {
      const copy = makeFolder('npm')
      await copyFile('package.json', join(copy.path, 'package.json'))
      await symlink(resolve('node_modules'), join(copy.path, 'node_modules'))
      await bundle(join(copy.path, 'out/main'))
      const workspace = await makeWorkspace('npm')
      const npm = spawn('npm', ['run', '-s', 'countersign', '--', 'serve', ...workspace.flags, '--json'], {
        cwd: copy.path,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = new Promise((done) => npm.once('exit', done))
      const gateway = await eventually(() => workspace.endpoint(), 'the gateway')
      npm.kill('SIGTERM')
      await ended
      await eventually(() => !isAlive(gateway.pid), 'the end of the gateway')
      expect(workspace.endpoint()).toBeNull()
      await expect(readFile(join(workspace.data, 'gateway.lock.holder'))).rejects.toThrow('ENOENT')
      await workspace.end()
      copy.remove()
    },
  )

  it('the servers of the sample are found in the checkout, or in what the package brings [cli.npm]', async () => {
    const folder = makeFolder('modules')
    expect(findModules(folder.path)).toBe(join(folder.path, 'out/modules'))
    const server = join(folder.path, 'node_modules/@modelcontextprotocol/server-filesystem')
    await mkdir(server, { recursive: true })
    await writeFile(join(server, 'package.json'), '{}')
    expect(findModules(folder.path)).toBe(join(folder.path, 'node_modules'))
    folder.remove()
  })
})
