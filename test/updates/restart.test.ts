/** Once a person has said restart: one update is taken, once, whatever happens meanwhile. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readAttempt } from '../../src/main/updates/attempt.ts'
import { signManifest } from '../../src/main/updates/manifest.ts'
import { checkFile } from '../../src/main/updates/update-file.ts'
import { manifestFor } from '../support/update-server.ts'
import { test as it, key, PACKAGE } from './open-updates.ts'

/** Whoever waits for it goes on when it is opened. */
function makeGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}

describe('an update that a person has said to take', () => {
  const signed = (version: string, content = PACKAGE) =>
    signManifest(manifestFor(content, { version }), [key.private])
  const lists: [string, string | null][] = [
    ['as before', signed('1.0.1')],
    ['newer', signed('1.0.2', Buffer.from('the newest one'))],
    ['that names no newer one', signed('1.0.0')],
    ['that is wrong', 'nothing'],
    ['that cannot be had', null],
  ]
  it.for(lists)(
    'is taken once, though it is said again and the list is looked at, which is one %s [update.once]',
    async ([, list], { open }) => {
      const [looking, draining] = [makeGate(), makeGate()]
      let isHeld = false
      const did: string[] = []
      const { updates, server, target, ...opened } = open({
        async fetch(address, options) {
          if (isHeld) {
            did.push('asked')
            await looking.passed
          }
          return await fetch(address, options)
        },
        async drain() {
          did.push('drained')
          await draining.passed
        },
      })
      await updates.look()
      isHeld = true
      server.list = list
      const looked = updates.look()
      await expect.poll(() => did).toEqual(['asked'])
      expect([updates.restart(), updates.restart()]).toEqual([true, false])
      looking.open()
      await looked
      await updates.look()
      expect(updates.view()).toMatchObject({ state: 'restarting', offered: { version: '1.0.1' } })
      expect(updates.restart()).toBe(false)
      await expect.poll(() => did).toEqual(['asked', 'drained'])
      draining.open()
      await expect.poll(() => opened.did).toEqual(['restarted'])
      expect(updates.view()).toMatchObject({ state: 'restarting', offered: { version: '1.0.1' } })
      expect(did).toEqual(['asked', 'drained'])
      expect(readFileSync(target)).toEqual(PACKAGE)
    },
  )

  it('comes back though what runs cannot be waited for [update.once]', async ({ open }) => {
    const { updates, target, did } = open({
      drain: async () => {
        throw new Error('The disk is full.')
      },
    })
    await updates.look()
    updates.restart()
    await expect.poll(() => did).toEqual(['restarted'])
    expect(readFileSync(target)).toEqual(PACKAGE)
  })

  it('and that lies in its place already is not kept as the one before itself [update.once]', async ({
    open,
    folder,
  }) => {
    const { updates, target, did } = open()
    await updates.look()
    // Another desk has taken it, or the person has put it there.
    writeFileSync(target, PACKAGE)
    updates.restart()
    await expect.poll(() => did).toEqual(['drained', 'restarted'])
    expect(readAttempt(folder)).toBeNull()
    expect(existsSync(join(folder, 'updates/package-before'))).toBe(false)
  })

  it('is refused where its file cannot be read [update.signed]', async ({ folder }) => {
    const path = join(folder, 'package')
    mkdirSync(path)
    const file = { size: 1, sha512: '' }
    const { size } = statSync(path)
    expect(await checkFile(path, { ...file, size }, '1.0.1')).toMatchObject({ kind: 'failed' })
    expect(await checkFile(join(folder, 'none'), file, '1.0.1')).toMatchObject({ kind: 'broken' })
  })
})
