/** Files that are not what they should be: nothing of them is ever lost. */
import { chmod, lstat, mkdir, readFile, readlink, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeChange } from '../../../../src/main/desk/clients/files/describe-change.ts'
import { KNOWN_CLIENTS } from '../../../../src/main/desk/clients/files/known-clients.ts'
import { type Home, openHome, PIPE } from './homes.ts'

const FILE = '.cursor/mcp.json'

let home: Home
beforeEach(async () => {
  home = await openHome()
})
afterEach(() => home.remove())

describe('a file', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['that is no JSON', '{\n  "mcpServers": {\n    oops\n', /line 3 cannot be read/],
    ['of another shape', '[1]', /no JSON object/],
    ['whose servers are a list', '{"mcpServers": []}', /is no object/],
    ['with the servers twice', '{"mcpServers": {}, "mcpServers": {}}', /2 times/],
    ['with the server twice', '{"mcpServers": {"countersign": 1, "countersign": 2}}', /2 times/],
    ['that is no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /UTF-8/],
    ['that is nested without end', `${'['.repeat(100_000)}`, /cannot be read/],
    ['that is huge', `{"a": "${'x'.repeat(5 * 1024 * 1024)}"}`, /larger than 4 MiB/],
  ])('%s is not touched, and says why [settings.hostile-file]', async (_what, content, problem) => {
    const path = await home.put(FILE, content)
    const view = await home.view('cursor')
    expect(view).toMatchObject({ state: 'unreadable', patch: null, problem: expect.stringMatching(problem) })
    await expect(home.clients.connect('cursor', view.hash)).rejects.toMatchObject({
      data: { code: 'REJECTED' },
    })
    expect((await readFile(path)).equals(Buffer.from(content))).toBe(true)
    expect(await home.beside(FILE)).toEqual([])
  })

  it('that is a folder, leads nowhere, or in a circle, is not touched [settings.hostile-file]', async () => {
    const path = join(home.path, FILE)
    await mkdir(path, { recursive: true })
    expect((await home.view('cursor')).problem).toMatch(/no plain file/)
    await rename(path, `${path}.gone`)
    await symlink(join(home.path, 'nowhere.json'), path)
    expect((await home.view('cursor')).problem).toMatch(/link to a file that does not exist/)
    await rename(path, `${path}.too`)
    await symlink(path, path)
    expect(await home.view('cursor')).toMatchObject({ state: 'unreadable', patch: null })
  })

  it('that is marked as read-only stays so [settings.hostile-file]', async () => {
    const path = await home.put(FILE, '{}\n')
    await chmod(path, 0o444)
    const view = await home.view('cursor')
    expect(view.problem).toMatch(/read-only/)
    await expect(home.clients.connect('cursor', view.hash)).rejects.toThrow(/read-only/)
    expect(await readFile(path, 'utf8')).toBe('{}\n')
  })

  it('that is a link stays one; what it leads to is changed, and named [settings.hostile-file]', async () => {
    const target = await home.put('dotfiles/cursor.json', '{}\n')
    await mkdir(join(home.path, '.cursor'))
    const path = join(home.path, FILE)
    await symlink('../dotfiles/cursor.json', path)
    const view = await home.view('cursor')
    expect(view.linksTo).toBe(target)
    const { undo } = await home.clients.connect('cursor', view.hash)
    expect((await lstat(path)).isSymbolicLink()).toBe(true)
    expect(await readlink(path)).toBe('../dotfiles/cursor.json')
    expect(JSON.parse(await readFile(target, 'utf8')).mcpServers.countersign.command).toBe(PIPE.command)
    expect(undo?.backup?.startsWith(target)).toBe(true)
    await home.clients.disconnect('cursor', 'undo', (await home.view('cursor')).hash)
    expect(await readFile(target, 'utf8')).toBe('{}\n')
    expect((await lstat(path)).isSymbolicLink()).toBe(true)
  })

  it('keeps its permissions, and so does its backup; a new one is for its owner alone [settings.connect]', async () => {
    const path = await home.put(FILE, '{}\n')
    await chmod(path, 0o640)
    const { undo } = await home.clients.connect('cursor', (await home.view('cursor')).hash)
    expect((await stat(path)).mode & 0o777).toBe(0o640)
    expect((await stat(undo?.backup ?? '')).mode & 0o777).toBe(0o640)

    await mkdir(join(home.path, '.codex'))
    const view = await home.view('codex')
    expect(view).toMatchObject({ state: 'not_connected', undo: null })
    expect(view.patch).toContain('--- /dev/null')
    expect((await home.clients.connect('codex', view.hash)).undo).toMatchObject({
      backup: null,
      possible: true,
    })
    expect((await stat(join(home.path, '.codex/config.toml'))).mode & 0o777).toBe(0o600)
    await home.clients.disconnect('codex', 'undo', (await home.view('codex')).hash)
    expect(await home.view('codex')).toMatchObject({ state: 'not_connected', undo: null })
  })

  it('that changes between look and press is not written over [settings.connect]', async () => {
    const path = await home.put(FILE, '{}\n')
    const { hash } = await home.view('cursor')
    await writeFile(path, '{"mine": 1}\n')
    await expect(home.clients.connect('cursor', hash)).rejects.toMatchObject({
      data: { code: 'SEEN_CHANGED' },
    })
    expect(await readFile(path, 'utf8')).toBe('{"mine": 1}\n')
    expect(await home.beside(FILE)).toEqual([])
  })

  it('whose backup is gone or was changed is not undone [settings.undo]', async () => {
    await home.put(FILE, '{}\n')
    const { undo } = await home.clients.connect('cursor', (await home.view('cursor')).hash)
    await writeFile(undo?.backup ?? '', '{"evil": true}')
    const { hash } = await home.view('cursor')
    await expect(home.clients.disconnect('cursor', 'undo', hash)).rejects.toThrow(/not what was saved/)
    expect(await home.read(FILE)).toContain('countersign')
  })

  it('of a client that is not installed is not made [settings.connect]', async () => {
    const view = await home.view('zed')
    expect(view).toMatchObject({ state: 'absent', patch: null, problem: null })
    await expect(home.clients.connect('zed', view.hash)).rejects.toMatchObject({
      data: { code: 'NOT_FOUND' },
    })
    expect((await home.clients.views()).map(({ state }) => state)).toEqual(KNOWN_CLIENTS.map(() => 'absent'))
  })

  it('starts another gateway when the workspace has moved: that is said, and renewed in one press [settings.connect]', async () => {
    await home.put(FILE, '{}\n')
    await home.clients.connect('cursor', (await home.view('cursor')).hash)
    const moved = home.again({ command: PIPE.command, args: ['/new/pipe', 'mcp'] })
    const view = (await moved.views()).find(({ id }) => id === 'cursor')
    expect(view).toMatchObject({ state: 'not_connected', other: expect.stringContaining(PIPE.command) })
    expect(await moved.connect('cursor', view?.hash ?? '')).toMatchObject({ state: 'connected' })
    expect(await home.beside(FILE)).toHaveLength(2)
  })
})

describe('what a change is shown as', () => {
  it('hides values that may be secret, and breaks up a file of one line [settings.connect]', () => {
    const before = JSON.stringify({
      a: 'x'.repeat(500),
      env: { GITHUB_TOKEN: 'ghp_1', 'api-key': 'k"2' },
      mcpServers: {},
    })
    const after = before.replace('"mcpServers":{}', '"mcpServers":{"countersign":{"command":"c"}}')
    const patch = describeChange('/f', before, after, [])
    expect(patch).not.toMatch(/ghp_1|k\\"2/)
    expect(patch).toMatch(/\+.*"countersign"/)
    expect(Math.max(...patch.split('\n').map((line) => line.length))).toBeLessThan(600)
    expect(describeChange('/f', before, before, [])).toBe('')
    expect(describeChange('/f', "A = 1\nsecret_key = 'abc'\n", "A = 2\nsecret_key = 'abc'\n", [])).toBe(
      '--- /f\n+++ /f\n@@ -1,2 +1,2 @@\n-A = 1\n+A = 2\n secret_key = "•••"\n',
    )
  })
})

describe('the place of each file', () => {
  const at = (platform: NodeJS.Platform, home: string, environment: Record<string, string> = {}) =>
    Object.fromEntries(
      KNOWN_CLIENTS.map((client) => [client.id, client.file({ home, platform, environment })]),
    )

  it('is where its client looks for it on each system [settings.connect]', () => {
    expect(at('darwin', '/Users/kim')).toMatchObject({
      'claude-desktop': '/Users/kim/Library/Application Support/Claude/claude_desktop_config.json',
      vscode: '/Users/kim/Library/Application Support/Code/User/mcp.json',
      zed: '/Users/kim/.config/zed/settings.json',
      'claude-code': '/Users/kim/.claude.json',
    })
    expect(at('win32', 'C:\\Users\\kim', { APPDATA: 'D:\\Roaming' })).toMatchObject({
      'claude-desktop': 'D:\\Roaming\\Claude\\claude_desktop_config.json',
      zed: 'D:\\Roaming\\Zed\\settings.json',
      codex: 'C:\\Users\\kim\\.codex\\config.toml',
      windsurf: 'C:\\Users\\kim\\.codeium\\windsurf\\mcp_config.json',
    })
    const moved = { XDG_CONFIG_HOME: '/etc/kim', CODEX_HOME: '/c', CLAUDE_CONFIG_DIR: '/d' }
    expect(at('linux', '/home/kim', moved)).toMatchObject({
      vscode: '/etc/kim/Code/User/mcp.json',
      zed: '/etc/kim/zed/settings.json',
      codex: '/c/config.toml',
      'claude-code': '/d/.claude.json',
      cursor: '/home/kim/.cursor/mcp.json',
    })
  })
})
