import { chmod, chown, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../mcp/support.ts'
import { makeFolder } from '../support/folders.ts'
import { launch, makeWorkspace, run } from './processes.ts'

describe('countersign', () => {
  it('says its version, its help, and what it does not understand [cli.words]', async () => {
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await run(['--help'])).stdout).toContain('countersign serve [--config FILE --data DIR]')
    const wrong = await run(['serve', '--loud'])
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    expect(wrong.stderr).toContain('no option --loud')
  })
})

describe.skipIf(process.platform === 'win32')('what Node compiled of it', () => {
  const user = process.getuid?.() ?? 0
  /** The folder after a start, if `prepare` left there what it did before. */
  async function kept(prepare: (folder: string) => Promise<unknown>) {
    const temporary = makeFolder('temporary')
    onTestFinished(() => temporary.remove())
    const folder = join(temporary.path, `countersign-compiled-${user}`)
    await prepare(folder)
    const environment = { TMPDIR: temporary.path, NODE_COMPILE_CACHE: undefined }
    const ran = await run(['check', 'resources/examples/content-review.yaml'], '', environment)
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    const others = (await readdir(temporary.path)).filter((name) => join(temporary.path, name) !== folder)
    return {
      others,
      files: await readdir(folder, { recursive: true }),
      mode: (await stat(folder)).mode & 0o777,
    }
  }

  it('is kept where its user alone may look [cli.compiled]', async () => {
    const { others, files, mode } = await kept(async () => undefined)
    expect(mode).toBe(0o700)
    expect(files.length).toBeGreaterThan(1)
    expect(others).toEqual([])
  })

  it('is not kept where others may write, in a folder of theirs, or behind a link [cli.compiled]', async () => {
    const open = await kept((folder) => mkdir(folder).then(() => chmod(folder, 0o777)))
    expect(open).toMatchObject({ others: [], files: [] })
    const linked = await kept(async (folder) => {
      await mkdir(`${folder}-theirs`, { mode: 0o700 })
      await symlink(`${folder}-theirs`, folder)
    })
    expect(linked.files).toEqual([])
    // Only root can make a folder of somebody else.
    if (user !== 0) return
    const theirs = await kept((folder) =>
      mkdir(folder, { mode: 0o700 }).then(() => chown(folder, 12345, 12345)),
    )
    expect(theirs).toMatchObject({ others: [], files: [] })
  })
})

describe('check', () => {
  it('prints located problems and exits 1, or 0 [cli.check]', async () => {
    const folder = makeFolder('check')
    const file = join(folder.path, 'bad.yaml')
    await writeFile(
      file,
      'version: "1.0.0"\nworkflows:\n  a:\n    initialState: one\n    states:\n      one: { transitions: { go: { target: tow } } }\n      two: {}\n',
    )
    const bad = await run(['check', file])
    expect(bad.code).toBe(1)
    expect(bad.stdout).toMatch(/bad\.yaml:6:\d+ error /)
    expect(bad.stdout).toContain('tow')
    const asJson = await run(['check', file, '--json'])
    const { ok, problems } = JSON.parse(asJson.stdout) as {
      ok: boolean
      problems: { file: string; line: number }[]
    }
    expect(ok).toBe(false)
    expect(problems[0]).toMatchObject({ file, line: 6, severity: 'error' })
    expect((await run(['check', join(folder.path, 'none.yaml')])).code).toBe(1)
    expect(await run(['check', 'resources/examples/content-review.yaml'])).toMatchObject({ code: 0 })
    expect(await run(['check', 'resources/sample/countersign.yaml', '--json'])).toMatchObject({ code: 0 })
    folder.remove()
  })
})

describe('serve', () => {
  it('is ready with one line, keeps others out of the folder, and ends on SIGTERM [cli.ready, R3.1]', async () => {
    const workspace = await makeWorkspace('serve')
    const served = launch(['serve', ...workspace.flags, '--json'])
    const line = await eventually(() => /^(.+)\n/.exec(served.said.stdout)?.[1], 'the ready line')
    const ready = JSON.parse(line) as { ready: boolean; mcp: string; tokenFile: string; desk?: string }
    expect(ready).toEqual({
      ready: true,
      mcp: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
      tokenFile: join(workspace.data, 'token'),
    })
    expect((await fetch(ready.mcp, { method: 'POST' })).status).toBe(401)

    const second = await run(['serve', ...workspace.flags, '--json'])
    expect(second).toMatchObject({ code: 75, stdout: '' })
    expect(second.stderr).toContain(`process ${served.child.pid}`)

    served.child.kill('SIGTERM')
    expect(await served.ended).toMatchObject({ code: 0, stderr: '' })
    expect(served.said.stdout.trim().split('\n')).toHaveLength(1)
    expect(workspace.endpoint()).toBeNull()
    await workspace.end()
  })

  it('says what is wrong with a configuration, where, and does not start [cli.ready]', async () => {
    const workspace = await makeWorkspace('wrong', 'version: "1.0.0"\nworkflow: {}\n')
    const refused = await run(['serve', ...workspace.flags, '--json'])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/countersign\.yaml:2:1 error /)
    expect(refused.stderr).not.toContain('    at ')
    await workspace.end()
  })

  it('says that a port is taken [cli.ready]', async () => {
    const [one, other] = [await makeWorkspace('port1'), await makeWorkspace('port2')]
    const served = launch(['serve', ...one.flags, '--json'])
    const line = await eventually(() => /^(.+)\n/.exec(served.said.stdout)?.[1], 'the ready line')
    const { port } = new URL((JSON.parse(line) as { mcp: string }).mcp)
    const refused = await run(['serve', ...other.flags, '--port', port])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`The port ${port} is taken`)
    served.child.kill('SIGINT')
    expect((await served.ended).code).toBe(0)
    await one.end()
    await other.end()
  })
})
