/** Where a copy looks for updates, and why it may not. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import {
  findInstallation,
  type InstallationFacts,
  offBecause,
  readUpdateSource,
} from '../../src/main/updates/update-source.ts'
import { test as it } from './open-updates.ts'

describe('a copy', () => {
  const source = { address: 'https://updates.test/', channel: 'stable', page: null, keys: ['key'] }

  it('looks for no updates without a key or an address, from npm, as a folder, or if it was told not to [update.off]', async ({
    folder,
    open,
  }) => {
    const policy = join(folder, 'policy')
    const why = (
      ...[from, installation, environment = {}]: [
        typeof source,
        'npm' | 'folder' | 'deb' | 'AppImage',
        object?,
      ]
    ) => offBecause(from, installation, environment as Record<string, string>, policy)
    expect(why(source, 'AppImage')).toBeNull()
    expect(why(source, 'deb')).toBeNull()
    expect(why(source, 'npm')).toContain('npm i -g countersign@latest')
    expect(why(source, 'folder')).toContain('is a folder')
    expect(why({ ...source, keys: [] }, 'AppImage')).toContain('knows no key')
    expect(offBecause({ ...source, address: null }, 'AppImage', {}, policy)).toContain('no address')
    expect(why(source, 'AppImage', { COUNTERSIGN_UPDATES: 'off' })).toContain('COUNTERSIGN_UPDATES')
    writeFileSync(policy, 'off\n')
    expect(why(source, 'AppImage')).toContain(policy)
    const { updates, server } = open({ policyFile: policy })
    await updates.look()
    expect(updates.view()).toMatchObject({ off: expect.stringContaining(policy), state: 'resting' })
    expect(server.asked).toEqual([])
  })

  it('as it is built now knows no key, and so looks for none [update.off]', async ({ folder }) => {
    mkdirSync(join(folder, 'out'))
    writeFileSync(join(folder, 'out/updates.json'), readFileSync('resources/packaging/updates.json'))
    expect(offBecause(readUpdateSource(folder), 'AppImage', {}, join(folder, 'none'))).toContain(
      'knows no key',
    )
    expect(readUpdateSource(join(folder, 'nowhere')).keys).toEqual([])
  })

  it('asks no server that everybody can listen to [update.signed]', async ({ folder }) => {
    mkdirSync(join(folder, 'out'))
    const addressOf = (address: string) => {
      writeFileSync(join(folder, 'out/updates.json'), JSON.stringify({ ...source, address }))
      return readUpdateSource(folder).address
    }
    expect(addressOf('https://updates.test/a')).toBe('https://updates.test/a')
    expect(addressOf('http://127.0.0.1:80/')).toBe('http://127.0.0.1:80/')
    for (const host of ['localhost', '[::1]', '127.0.0.2', 'updates.localhost', '0.0.0.0'])
      expect(addressOf(`http://${host}/`)).toBe(`http://${host}/`)
    for (const address of [
      'http://updates.test/',
      'http://notlocalhost/',
      'file:///etc',
      'nothing',
      'http://127.0.0.1.updates.test/',
    ])
      expect(addressOf(address)).toBeNull()
  })

  it('knows how it came to this computer [update.off] [update.own-image]', async ({ folder }) => {
    const facts: InstallationFacts = {
      platform: 'linux',
      environment: {},
      program: join(folder, 'countersign-desk'),
      isElectron: true,
      resources: folder,
      root: folder,
    }
    expect(findInstallation(facts)).toBe('folder')
    writeFileSync(facts.program, '')
    const image = { APPIMAGE: '/a', APPDIR: folder }
    expect(findInstallation({ ...facts, environment: image })).toBe('AppImage')
    // An editor that is an AppImage has started it.
    const foreign = { APPIMAGE: '/editor', APPDIR: join(folder, 'editor') }
    expect(findInstallation({ ...facts, environment: foreign })).toBe('folder')
    for (const type of ['deb', 'rpm']) {
      writeFileSync(join(folder, 'package-type'), `${type}\n`)
      expect(findInstallation(facts)).toBe(type)
      expect(findInstallation({ ...facts, environment: foreign })).toBe(type)
      // Its command line, which is a Node beside the archive.
      const root = join(folder, 'command-line')
      expect(findInstallation({ ...facts, isElectron: false, resources: null, root })).toBe(type)
    }
    const kept = '/home/anna/.local/share/countersign/programs/1.0.0/command-line'
    expect(findInstallation({ ...facts, isElectron: false, resources: null, root: kept })).toBe('AppImage')
    expect(findInstallation({ ...facts, platform: 'win32' })).toBe('nsis')
    expect(findInstallation({ ...facts, platform: 'darwin' })).toBe('zip')
    expect(findInstallation({ ...facts, platform: 'darwin', resources: null })).toBe('folder')
    const npm = { ...facts, isElectron: false, resources: null, root: '/usr/lib/node_modules/countersign' }
    expect(findInstallation(npm)).toBe('npm')
    expect(findInstallation({ ...npm, root: '/home/anna/countersign' })).toBe('folder')
  })
})
