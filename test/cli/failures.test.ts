import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainSystemError } from '../../src/main/cli/system-failure.ts'
import { systemUser } from '../../src/main/cli/system-user.ts'
import { lockFolder } from '../../src/main/store/folder-lock.ts'
import { makeFolder } from '../support/folders.ts'
import { conversation, HANDSHAKE, makeWorkspace, run } from './processes.ts'

const fault = (detail: object) => Object.assign(new Error('bare'), detail)

describe('a folder that cannot be used', () => {
  it('is named, with what to do [cli.faults]', async () => {
    const workspace = await makeWorkspace('faults')
    const file = join(workspace.data, '..', 'file')
    await writeFile(file, '')
    for (const data of [file, join(file, 'below')]) {
      const refused = await run(['serve', '--config', workspace.config, '--data', data])
      const sentence = `The folder ${data} cannot be used: there is a file where a folder is needed`
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toContain(sentence)
      expect(refused.stderr).toMatch(/Choose another one with --data\.\n$/)
    }
    const homeless = await run(['open'], '', { COUNTERSIGN_HOME: file })
    expect(homeless.code).toBe(1)
    expect(homeless.stderr).toMatch(/^The folder .+ COUNTERSIGN_HOME\.\n$/)

    await mkdir(join(workspace.data, 'gateway.lock'), { recursive: true })
    const locked = await run(['serve', ...workspace.flags])
    expect(locked.code).toBe(1)
    expect(locked.stderr).toBe(
      `The folder ${workspace.data} cannot be used: its database cannot be opened. Choose another one with --data.\n`,
    )
    await workspace.end()
  })

  it('is free, and its database in use by the gateway of another one, which is said at once [cli.held]', async () => {
    const workspace = await makeWorkspace('database-held')
    const other = makeFolder('database-holder')
    const database = join(other.path, 'team.db')
    await appendFile(workspace.config, `store: { kind: sqlite, path: ${JSON.stringify(database)} }\n`)
    const lock = lockFolder(other.path, database, Date.now())
    const sentence = `The database ${database} is in use by process ${process.pid}`
    const refused = await run(['serve', ...workspace.flags])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(sentence)
    expect(refused.stderr).toContain('‘store.path’')
    const pipe = await run(['mcp', ...workspace.flags], conversation(...HANDSHAKE))
    expect(pipe.stdout + pipe.stderr).toContain(sentence)
    const pruned = await run([
      'audit',
      'prune',
      '--before',
      '2026-01-01',
      '--data',
      workspace.data,
      '--config',
      workspace.config,
    ])
    expect(pruned.code).toBe(1)
    if (lock.ok) lock.release()
    other.remove()
    await workspace.end()
  })

  it('and takes no new ones is not tried for ever, whoever names it [cli.faults]', async () => {
    const workspace = await makeWorkspace('endless')
    const refused = await run(['serve', '--config', workspace.config, '--data', '/proc/none/data'])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^The folder .proc.none.data cannot be used: .+ with --data\.\n$/)
    await appendFile(workspace.config, 'store: { kind: sqlite, path: /proc/none/deep/own.db }\n')
    const elsewhere = await run(['serve', ...workspace.flags])
    expect(elsewhere).toMatchObject({ code: 1, stdout: '' })
    expect(elsewhere.stderr).toMatch(
      /^.proc(.none)? cannot be used: .+\. Choose another place for it in the configuration\.\n$/,
    )
    await workspace.end()
  })

  it.skipIf(process.platform !== 'linux')(
    `does not keep the command waiting [cli.faults]${process.platform === 'linux' ? '' : ' (skipped: no /proc here)'}`,
    async () => {
      const workspace = await makeWorkspace('proc')
      const refused = await run(['serve', '--config', workspace.config, '--data', '/proc/foo'])
      expect(refused.code).toBe(1)
      expect(refused.stderr).toMatch(/^The folder \/proc\/foo cannot be used: .+ --data\.\n$/)
      await workspace.end()
    },
  )

  it.each([
    [{ code: 'EACCES' }, 'this user may not read or write there'],
    [{ code: 'EROFS' }, 'it can only be read from'],
    [{ code: 'ENOSPC', path: '/d/x' }, 'the disk is full (/d/x)'],
    [{ code: 'SQLITE_CANTOPEN_ISDIR' }, 'its database cannot be opened'],
  ])('is explained for %j [cli.faults]', (detail, reason) => {
    expect(explainSystemError(fault(detail), '/d', '--data')).toBe(
      `The folder /d cannot be used: ${reason}. Choose another one with --data.`,
    )
  })

  it('is not blamed for ports, nor for bugs [cli.faults]', () => {
    const listen = { syscall: 'listen', address: '127.0.0.1', port: 80 }
    expect(explainSystemError(fault({ ...listen, code: 'EACCES' }), '/d', '--data')).toBe(
      'This user may not open the port 80. Choose another one with --port, or leave it out.',
    )
    expect(explainSystemError(fault({ ...listen, code: 'EADDRINUSE' }), '/d', '--data')).toContain('--port')
    expect(explainSystemError(fault({ code: 'ERR_INVALID_ARG_TYPE' }), '/d', '--data')).toBeNull()
    expect(explainSystemError(new Error('a bug'), '/d', '--data')).toBeNull()
  })
})

describe('a client whose gateway cannot be started', () => {
  it('hears why [cli.faults, pipe.starts]', async () => {
    const folder = makeFolder('unreached')
    const file = join(folder.path, 'file')
    await writeFile(file, '')
    const none = join(folder.path, 'none.yaml')
    for (const [data, reason] of [
      [join(folder.path, 'data'), none],
      [file, 'a file where a folder is needed'],
    ] as const) {
      const asked = await run(['mcp', '--config', none, '--data', data], conversation(...HANDSHAKE))
      expect(asked.code).toBe(1)
      const { id, error } = JSON.parse(asked.stdout) as { id: number; error: { message: string } }
      expect(id).toBe(1)
      expect(error.message).toContain('Countersign could not reach its gateway: ')
      expect(error.message).toContain(reason)
      expect(error.message).not.toMatch(/connection .* lost|ask again/i)
    }
    folder.remove()
  })
})

describe('a user whom the system does not know', () => {
  it('has the name of the environment, or none in particular [cli.faults]', () => {
    const unknown = () => {
      throw fault({ code: 'ERR_SYSTEM_ERROR' })
    }
    expect(systemUser(() => ({ username: 'ada' }), { USER: 'other' })).toBe('ada')
    expect(systemUser(unknown, { USER: 'ada' })).toBe('ada')
    expect(systemUser(unknown, { USERNAME: 'ada' })).toBe('ada')
    expect(systemUser(unknown, {})).toBe('user')
  })
})
