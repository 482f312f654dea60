import { existsSync } from 'node:fs'
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findGateway, keepFree } from '../../../src/main/mcp/endpoint.ts'
import { askGateway } from '../../../src/main/mcp/pipe/ask.ts'
import { EXIT_LOCKED } from '../../../src/main/mcp/pipe/starter.ts'
import { isAlive } from '../../../src/main/system/processes.ts'
import { eventually } from '../../mcp/support.ts'
import { makeFolder } from '../../support/folders.ts'
import { conversation, HANDSHAKE, launch, makeWorkspace, run } from '../processes.ts'

const built = existsSync('out/renderer/index.html')
const LINK = /http:\/\/127\.0\.0\.1:\d+\/#key=\S+/g
const NO_WINDOW = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined }

let running: ReturnType<typeof launch>[] = []
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }
  running = []
})

function start(args: string[], environment: Record<string, string | undefined>) {
  const started = launch(args, environment)
  running.push(started)
  return started
}

async function acceptedHash(data: string): Promise<string> {
  const accepted = JSON.parse(await readFile(join(data, 'configuration.json'), 'utf8')) as { hash: string }
  return accepted.hash
}

const links = (text: string) => text.match(LINK) ?? []

/** What the page does with its link. */
async function signIn(link: string): Promise<number> {
  const { origin, hash } = new URL(link)
  const response = await fetch(`${origin}/sign-in`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ key: hash.slice('#key='.length) }),
  })
  return response.status
}

describe.skipIf(!built)(`open${built ? '' : ' (skipped: the window is not built)'}`, () => {
  it('says why there is no window and offers the browser desk on the sample workspace [R8.4]', async () => {
    const folder = makeFolder('open')
    const desk = start(['open'], { ...NO_WINDOW, COUNTERSIGN_HOME: folder.path })
    await eventually(() => links(desk.said.stdout).length === 1, 'the link')
    const why =
      process.getuid?.() === 0 ? 'A window is not opened for root.' : 'There is no display for a window.'
    expect(desk.said.stdout.split('\n')[0]).toBe(`${why} The desk opens in a browser instead.`)
    expect(existsSync(join(folder.path, 'workspace/countersign.yaml'))).toBe(true)
    const [link = ''] = links(desk.said.stdout)
    expect(await signIn(link)).toBe(200)
    expect(await signIn(link)).toBe(401)
    desk.child.stdin.write('\n')
    const next = await eventually(() => links(desk.said.stdout)[1], 'a new link')
    expect(next).not.toBe(link)
    expect(await signIn(next)).toBe(200)

    const again = await run(['open'], '', { ...NO_WINDOW, COUNTERSIGN_HOME: folder.path })
    expect(again.code).toBe(1)
    expect(links(again.stdout + again.stderr)).toEqual([])
    expect(again.stderr).toContain(`process ${desk.child.pid}`)
    expect(again.stderr).toContain('press Enter')
    desk.child.kill('SIGTERM')
    expect((await desk.ended).code).toBe(0)
    folder.remove()
  })

  it('shows the link to no other user of the machine: the browser gets a file that leads on [cli.private-link]', async () => {
    const folder = makeFolder('private')
    const seen = join(folder.path, 'seen')
    // Of the ways in which a file is opened on a system without a desktop, these two come first.
    await writeFile(join(folder.path, 'xdg-mime'), '#!/bin/sh\n', { mode: 0o755 })
    await writeFile(
      join(folder.path, 'run-mailcap'),
      `#!/bin/sh\nprintf '%s' "$2" > ${JSON.stringify(seen)}.new\nmv ${JSON.stringify(seen)}.new ${JSON.stringify(seen)}\n`,
      { mode: 0o755 },
    )
    const desk = start(['open'], {
      ...NO_WINDOW,
      DISPLAY: ':99',
      XDG_CURRENT_DESKTOP: 'X-Generic',
      PATH: `${folder.path}:${process.env.PATH}`,
      COUNTERSIGN_HOME: folder.path,
    })
    const [link = ''] = await eventually(
      () => (links(desk.said.stdout).length === 1 ? links(desk.said.stdout) : null),
      'the link',
    )
    await eventually(() => existsSync(seen), 'that a browser is opened')
    const file = await readFile(seen, 'utf8')
    expect(file).not.toContain('key=')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toContain(JSON.stringify(link))
    desk.child.kill('SIGTERM')
    await desk.ended
    expect(existsSync(file)).toBe(false)
    folder.remove()
  })

  it('gets the folder from a gateway that a pipe started [R3.2]', async () => {
    const folder = makeFolder('takes')
    const home = { ...NO_WINDOW, COUNTERSIGN_HOME: folder.path }
    const pipe = await run(['mcp'], conversation(...HANDSHAKE), home)
    expect(pipe).toMatchObject({ code: 0, stderr: '' })
    const desk = start(['open'], home)
    await eventually(() => links(desk.said.stdout).length === 1, 'the link')
    const client = await run(['mcp'], conversation(...HANDSHAKE), home)
    expect(client).toMatchObject({ code: 0, stderr: '' })
    desk.child.kill('SIGTERM')
    await desk.ended
    folder.remove()
  })

  it('is not forestalled: for a moment no pipe takes the folder that was handed over [R3.2]', async () => {
    const workspace = await makeWorkspace('forestalled')
    await run(['mcp', ...workspace.flags], conversation(...HANDSHAKE))
    const { pid = 0 } = (await findGateway(workspace.data)) ?? {}
    expect(await askGateway(workspace.data, 'handover', '0.0.0')).toEqual({ ok: true })
    await eventually(() => !isAlive(pid), 'its end')
    const { keptFree } = JSON.parse(await readFile(join(workspace.data, 'gateway.json'), 'utf8'))
    const another = start(['serve', '--auto', ...workspace.flags], {})
    let ended: Awaited<typeof another.ended> | null = null
    void another.ended.then((end) => {
      ended = end
    })
    // However long its start takes, the moment is not over.
    const end = await eventually(async () => {
      await keepFree(workspace.data, keptFree.version)
      return ended
    }, 'that another one gives up')
    expect(end).toMatchObject({ code: EXIT_LOCKED, stderr: expect.stringContaining('was just handed over') })
    const served = start(['serve', ...workspace.flags, '--json'], {})
    await eventually(() => served.said.stdout !== '', 'the ready line')
    await workspace.end()
  })

  it('gets it with serve --desk, too, and says so if it does not [R3.2]', async () => {
    const workspace = await makeWorkspace('served')
    const pipe = await run(['mcp', ...workspace.flags], conversation(...HANDSHAKE))
    expect(pipe).toMatchObject({ code: 0, stderr: '' })
    const accepted = await acceptedHash(workspace.data)
    await appendFile(workspace.config, '\nclients: { other: {} }\n')
    const served = start(['serve', ...workspace.flags, '--desk'], {})
    await eventually(() => links(served.said.stdout).length === 1, 'the link')
    // What changed while the other one ran has been seen by nobody.
    expect(await acceptedHash(workspace.data)).toBe(accepted)
    const second = await run(['serve', ...workspace.flags])
    expect(second.code).not.toBe(0)
    expect(second.stderr).toContain(`process ${served.child.pid}`)
    expect(second.stderr).toContain('Stop that one first, or name another folder with --data.')
    await workspace.end()
  })

  it('has a port of its own with serve --desk, and Enter gives a new link [cli.ready]', async () => {
    const workspace = await makeWorkspace('desk')
    const served = start(['serve', ...workspace.flags, '--desk', '--json'], {})
    const line = await eventually(() => /^(.+)\n/.exec(served.said.stdout)?.[1], 'the ready line')
    const ready = JSON.parse(line) as { mcp: string; desk: string }
    expect(ready.desk).toMatch(LINK)
    expect(new URL(ready.desk).port).not.toBe(new URL(ready.mcp).port)
    expect(await signIn(ready.desk)).toBe(200)
    served.child.stdin.write('\n')
    await eventually(() => links(served.said.stdout).length === 2, 'a new link')
    served.child.stdin.end()
    await eventually(
      () => served.said.stderr.includes('Enter prints no further link'),
      'that Enter does no more',
    )
    await workspace.end()
  })
})
