import { spawnSync } from 'node:child_process'
import { chmod, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { launcherCommand, writeBatch, writeLauncher } from '../../../src/main/cli/hosting/launcher.ts'
import { test } from '../../support/fixtures.ts'

const ODD = `it's a "copy" of $HOME & 100%`

/** A copy of Countersign that says what it was started with. */
async function makeCopy(folder: string, version: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const cli = join(folder, 'cli.js')
  await writeFile(cli, `console.log(JSON.stringify(['${version}', ...process.argv.slice(2)]))`)
  return cli
}

describe.skipIf(process.platform === 'win32')('what clients start', () => {
  test('starts the copy that last opened the desk, from wherever that lies; of one that is gone it says so [clients.lasts]', async ({
    folder,
  }) => {
    const data = join(folder, 'a data folder')
    await mkdir(data)
    const { command, args } = launcherCommand(data)
    const start = (node = process.env.PATH) =>
      spawnSync(command, [...args, '--names', 'underscores'], { encoding: 'utf8', env: { PATH: node } })
    const cli = await makeCopy(join(folder, ODD), 'first')
    const launch = { node: process.execPath, args: ['mcp', '--config', join(folder, ODD, 'c.yaml')] }
    await writeLauncher(data, { ...launch, cli })
    const given = ['mcp', '--config', join(folder, ODD, 'c.yaml'), '--names', 'underscores']
    expect(JSON.parse(start().stdout)).toEqual(['first', ...given])
    expect((await stat(command)).mode & 0o777).toBe(0o700)
    // Found as it is, it is left alone; but not where others may change it.
    const { ino } = await stat(command)
    await writeLauncher(data, { ...launch, cli })
    expect((await stat(command)).ino).toBe(ino)
    await chmod(command, 0o777)
    await writeLauncher(data, { ...launch, cli })
    expect((await stat(command)).mode & 0o777).toBe(0o700)

    // An update puts it elsewhere, and nobody has opened the desk yet.
    await rename(join(folder, ODD), join(folder, 'moved'))
    const gone = start()
    expect(gone).toMatchObject({ status: 1, stdout: '' })
    expect(gone.stderr).toContain('Open its desk once, and this works again.')
    await writeLauncher(data, { ...launch, cli: await makeCopy(join(folder, 'second'), 'second') })
    expect(JSON.parse(start().stdout)).toEqual(['second', ...given])

    // The Node that was brought along is gone: the machine's own will do.
    await writeLauncher(data, {
      ...launch,
      node: join(folder, 'node'),
      cli: join(folder, 'second', 'cli.js'),
    })
    expect(JSON.parse(start(join(process.execPath, '..')).stdout)[0]).toBe('second')
  })

  test('on Windows is a batch file behind cmd, in which nothing of a path is a variable [clients.lasts]', () => {
    expect(launcherCommand('C:\\Data', 'win32')).toEqual({
      command: 'cmd.exe',
      args: ['/d', '/c', expect.stringMatching(/countersign-mcp\.cmd$/)],
    })
    const text = writeBatch({ node: 'C:\\100%\\node.exe', cli: 'C:\\A B\\cli.js', args: ['mcp'] })
    expect(text).toContain('set "node=C:\\100%%\\node.exe"\r\n')
    expect(text).toContain('"%node%" "%cli%" "mcp" %*\r\n')
  })
})
