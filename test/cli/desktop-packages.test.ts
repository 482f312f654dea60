/** What electron-builder is told: read by its own schema, for all three systems, most of which no test can make. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import configuration from '../../resources/packaging/electron-builder.ts'
import { makeFolder } from '../support/folders.ts'

const electronBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
// By their files: neither is a package of ours, and one of them tells the outside only what it makes.
const builder = dirname(electronBuilder.resolve('app-builder-lib/package.json'))
const { validateConfiguration } = electronBuilder(join(builder, 'out/util/config/config')) as {
  validateConfiguration(configuration: object, log: object): Promise<void>
}
/** electron-builder's own, which keeps nothing unless it is asked to. */
const log = { isEnabled: false, add: () => undefined }

describe('the configuration of the desktop packages [package.configuration]', () => {
  it('is one that electron-builder understands, and would not understand with a word too many', async () => {
    await validateConfiguration(configuration, log)
    await expect(validateConfiguration({ ...configuration, unheardOf: true }, log)).rejects.toThrow(
      'unheardOf',
    )
  })

  it('makes what was promised for each system', () => {
    expect(configuration.linux?.target).toEqual(['deb', 'rpm', 'AppImage'])
    expect(configuration.mac).toMatchObject({
      target: [
        { target: 'dmg', arch: 'universal' },
        { target: 'zip', arch: 'universal' },
      ],
      hardenedRuntime: true,
    })
    expect(configuration.win?.target).toEqual([{ target: 'nsis', arch: ['x64'] }])
    expect(configuration.nsis).toMatchObject({ perMachine: false, deleteAppDataOnUninstall: false })
    expect(configuration.protocols).toEqual([{ name: 'Countersign', schemes: ['countersign'] }])
    for (const file of [configuration.mac?.entitlements, configuration.nsis?.include])
      expect(existsSync(String(file))).toBe(true)
  })

  it('holds no key and no address: they come from the environment', async () => {
    expect(configuration.publish).toBeNull()
    expect(configuration.mac?.notarize).toBe(false)
    vi.stubEnv('COUNTERSIGN_UPDATE_URL', 'https://updates.example/countersign')
    vi.stubEnv('APPLE_API_KEY', '/keys/key.p8')
    vi.resetModules()
    try {
      const signed = (await import('../../resources/packaging/electron-builder.ts')).default
      expect(signed.publish).toEqual({ provider: 'generic', url: 'https://updates.example/countersign' })
      expect(signed.mac?.notarize).toBe(true)
    } finally {
      vi.unstubAllEnvs()
    }
    const text = readFileSync('resources/packaging/electron-builder.ts', 'utf8')
    expect(text).not.toMatch(/PRIVATE KEY|password/i)
  })

  it.skipIf(process.platform !== 'linux')(
    'takes the start at login away when the package goes, and not when it is updated',
    () => {
      const folder = makeFolder('remove')
      // What the script asks of the system, so that it touches nobody here.
      const say = (words: string) =>
        execFileSync(
          'bash',
          [
            '-c',
            `getent() { echo "ann:x:1001:1001::${folder.path}:/bin/sh"; echo "daemon:x:2:2::${folder.path}:/bin/sh"; }
             runuser() { echo "as $2: \${*:4}"; }
             set -- ${words}; . resources/packaging/after-remove.sh`,
          ],
          { encoding: 'utf8' },
        ).trim()
      const entry = `${folder.path}/.config/autostart/dev.countersign.desk.desktop`
      expect(say('remove')).toBe('')
      execFileSync('mkdir', ['-p', `${folder.path}/.config/autostart`])
      execFileSync('touch', [entry])
      expect(say('remove')).toBe(`as ann: rm -f ${entry}`)
      expect(say('0')).toBe(`as ann: rm -f ${entry}`)
      expect(say('upgrade')).toBe('')
      expect(say('1')).toBe('')
      folder.remove()
    },
  )
})
