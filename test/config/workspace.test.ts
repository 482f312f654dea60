import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { loadConfiguration } from '../../src/main/config/load.ts'
import { defaultHome, defaultPlaces, ensureSampleWorkspace } from '../../src/main/config/workspace.ts'
import { test as it } from '../support/fixtures.ts'

describe('the default places', () => {
  it('are in the home of the user of the system where HOME is empty', () => {
    vi.stubEnv('HOME', '')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    expect(defaultHome({ HOME: '' }, 'linux')).toBe(join(userInfo().homedir, '.local/share/countersign'))
  })

  it.each([
    [{ COUNTERSIGN_HOME: '/x' }, 'linux', '/x'],
    [{ HOME: '/home/ada' }, 'linux', '/home/ada/.local/share/countersign'],
    [{ HOME: '/home/ada', XDG_DATA_HOME: '/data' }, 'linux', '/data/countersign'],
    [{ HOME: '/Users/ada' }, 'darwin', '/Users/ada/Library/Application Support/countersign'],
  ] as const)('%j on %s: %s', (environment, platform, home) => {
    expect(defaultHome(environment, platform)).toBe(home)
  })

  it('are two folders: what the gateway keeps, and what the person writes', () => {
    expect(defaultPlaces('/h')).toEqual({ data: '/h/data', configuration: '/h/workspace/countersign.yaml' })
  })
})

describe('the sample workspace [config.sample]', () => {
  it('is copied whole, passes `check` without a warning, and can be written', async ({ folder }) => {
    const home = join(folder, 'deep', 'home')
    const { created, configuration } = await ensureSampleWorkspace(home, 'resources')
    expect(created).toBe(true)
    const loaded = await loadConfiguration(configuration, {})
    expect(loaded.problems).toEqual([])
    expect(Object.keys(loaded.configuration?.workflows ?? {})).toEqual([
      'content_review',
      'file_change',
      'payment',
    ])
    const workspace = dirname(configuration)
    expect((await readdir(workspace)).sort()).toEqual([
      'README.md',
      'countersign.yaml',
      'files',
      'judged.jsonl',
    ])
    expect(await readFile(join(workspace, 'files/notes.txt'), 'utf8')).toContain('coffee')
    expect((await stat(configuration)).mode & 0o200).toBe(0o200)
    expect(await readdir(home)).toEqual(['workspace'])
  })

  it('is never overwritten', async ({ folder: home }) => {
    const { configuration } = await ensureSampleWorkspace(home, 'resources')
    await writeFile(configuration, 'version: "1.0.0"\n')
    expect(await ensureSampleWorkspace(home, 'resources')).toEqual({ created: false, configuration })
    expect(await readFile(configuration, 'utf8')).toBe('version: "1.0.0"\n')
  })

  it('is made once by two that start at the same time', async ({ folder: home }) => {
    const both = await Promise.all([1, 2, 3].map(() => ensureSampleWorkspace(home, 'resources')))
    expect(both.filter(({ created }) => created)).toHaveLength(1)
    expect(await readdir(home)).toEqual(['workspace'])
  })

  it('says that the place cannot be written', async ({ folder }) => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await expect(ensureSampleWorkspace(join(file, 'home'), 'resources')).rejects.toThrow(/ENOTDIR/)
  })

  it('imports no tool that writes', async () => {
    const { configuration } = await loadConfiguration('resources/sample/countersign.yaml', {})
    const imported = configuration?.imports.flatMap(({ include }) => include) ?? []
    expect(imported.length).toBeGreaterThan(0)
    expect(imported.filter((tool) => /write|edit|move|create|delete/.test(tool))).toEqual([])
  })
})
