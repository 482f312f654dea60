/** What keeps updates from coming and passes by itself: the network of a hotel, a server that is away, a broken download. */
import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { checkMachine, type MachineOptions } from '../../src/main/cli/doctor/checks.ts'
import { signManifest } from '../../src/main/updates/manifest.ts'
import { isPassing, refuse } from '../../src/main/updates/refusal.ts'
import { createManualClock } from '../support/clock.ts'
import { manifestFor } from '../support/update-server.ts'
import { test as it, key, PACKAGE } from './open-updates.ts'

async function checkUpdates(folder: string, updates: MachineOptions['updates']) {
  const checks = await checkMachine({
    places: { configuration: `${folder}/none.yaml`, dataFolder: folder, usual: false },
    secrets: { describe: () => ({ kind: 'file', honest: 'In a file.' }) } as never,
    isGateway: true,
    updates,
  })
  return checks.find(({ id }) => id === 'update')
}

const HOUR_MS = 3_600_000
const SIGN_IN = '\n<!DOCTYPE html><title>Welcome to our hotel</title>'

describe('what passes by itself', () => {
  it('is said, and is no fault of the server: a web page in the place of the list [update.passing]', async ({
    open,
  }) => {
    const { updates, server } = open()
    for (const page of [SIGN_IN, SIGN_IN.padEnd(2 * 1024 ** 2)]) {
      server.list = page
      await updates.look()
      expect(updates.view().refusal).toEqual(refuse.aPage(server.address))
    }
    expect(updates.view().refusal?.text).toContain('Maybe this network wants you to sign in first.')
    expect(updates.view().refusal?.help).toContain('Countersign tries again')
    server.list = JSON.stringify({ manifest: 'x'.repeat(2 * 1024 ** 2) })
    await updates.look()
    expect(updates.view().refusal?.kind).toBe('unreadable')
  })

  it('is tried again within the hour; what does not is left for a day [update.passing]', async ({ open }) => {
    const clock = createManualClock(Date.now())
    const { updates, server } = open({ now: clock.now, after: clock.after, version: '1.0.1' })
    const good = server.list
    const asked = async (times: number, refusal: string | null) => {
      await expect.poll(() => [server.asked.length, updates.view().state]).toEqual([times, 'resting'])
      expect(updates.view().refusal?.kind ?? null).toBe(refusal)
    }
    const pass = (hours: number) => {
      for (let hour = 0; hour < hours; hour += 1) clock.advance(HOUR_MS)
    }
    server.list = SIGN_IN
    updates.begin()
    clock.advance(60_000)
    await asked(1, 'aPage')
    server.list = null
    pass(1)
    await asked(2, 'unreachable')
    server.list = good
    pass(1)
    await asked(3, null)
    server.list = 'nothing'
    pass(23)
    await asked(3, null)
    pass(2)
    await asked(4, 'unreadable')
    pass(23)
    await asked(4, 'unreadable')
    updates.close()
  })

  it('takes nothing away that has come and was checked, and is tried again beside it [update.passing]', async ({
    open,
  }) => {
    const clock = createManualClock(Date.now())
    const { updates, server, target, did } = open({ now: clock.now, after: clock.after })
    await updates.look()
    const [file] = manifestFor(Buffer.from('newer still')).files
    if (file === undefined) throw new Error('It names no file.')
    const files = [{ ...file, name: 'Countersign-1.0.2.AppImage' }]
    const broken = signManifest(manifestFor(PACKAGE, { version: '1.0.2', files }), [key.private])
    // The server has no such file: it does not come whole.
    for (const list of [SIGN_IN, null, broken]) {
      server.list = list
      await updates.look()
      expect(updates.view()).toMatchObject({ state: 'ready', offered: { version: '1.0.1' }, refusal: null })
    }
    server.asked = []
    updates.begin()
    clock.advance(60_000)
    await expect.poll(() => server.asked).toContain('/Countersign-1.0.2.AppImage')
    updates.close()
    await expect.poll(() => updates.view().state).toBe('ready')
    expect(updates.restart()).toBe(true)
    await expect.poll(() => did).toEqual(['drained', 'restarted'])
    expect(readFileSync(target)).toEqual(PACKAGE)
  })

  it('takes no offer away, as long as its list is good [update.passing]', async ({ open }) => {
    const clock = createManualClock(Date.now())
    const { updates, server } = open({ now: clock.now, installation: 'deb', packages: null })
    const [file] = manifestFor(PACKAGE).files
    if (file === undefined) throw new Error('It names no file.')
    const manifest = manifestFor(PACKAGE, { files: [{ ...file, kind: 'deb', name: 'countersign.deb' }] })
    server.list = signManifest(manifest, [key.private])
    await updates.look()
    server.list = SIGN_IN
    await updates.look()
    expect(updates.view()).toMatchObject({
      state: 'offered',
      offered: { version: '1.0.1' },
      refusal: null,
    })
    clock.advance(Date.parse(manifest.expires) - clock.now())
    await updates.look()
    expect(updates.view()).toMatchObject({ state: 'resting', offered: null, refusal: { kind: 'aPage' } })
  })

  it('is a note of this computer, and anything else is wrong with it [update.passing]', async ({
    open,
    folder,
  }) => {
    const { updates } = open()
    const stateOf = async (refusal: ReturnType<typeof refuse.broken>) => {
      const check = await checkUpdates(folder, { ...updates.view(), refusal })
      return [check?.state, check?.text, check?.help]
    }
    const all = [refuse.unreachable('a'), refuse.aPage('a'), refuse.broken('1.0.1'), refuse.tampered()]
    expect(all.map(isPassing)).toEqual([true, true, true, false])
    for (const refusal of all)
      expect(await stateOf(refusal)).toEqual([
        isPassing(refusal) ? 'note' : 'bad',
        refusal.text,
        refusal.help,
      ])
  })
})

describe('what is said of when', () => {
  it('names the zone of its times, for whose day is another one then [update.refusals] [cli.doctor]', async ({
    open,
    folder,
  }) => {
    const late = '2026-03-01T23:30:00Z'
    expect(refuse.expired(late).text).toContain('was good until 2026-03-01 23:30 (UTC), and')
    expect(refuse.notYet(late).text).toContain('is good from 2026-03-01 23:30 (UTC) on, which')
    const check = await checkUpdates(folder, { ...open().updates.view(), lastAt: late })
    expect(check?.text).toContain('It looked last on 2026-03-01 23:30 (UTC).')
  })
})
