/** Updates on a real server and real files, of a copy that is one file. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signManifest } from '../../src/main/updates/manifest.ts'
import { createUpdates, type UpdatesOptions } from '../../src/main/updates/updates.ts'
import { createManualClock } from '../support/clock.ts'
import { test as base } from '../support/fixtures.ts'
import { makeSigningKey, manifestFor, openUpdateServer } from '../support/update-server.ts'

export const key = makeSigningKey()
export const PACKAGE = Buffer.from('#!/bin/sh\n# the newer one\n')

export const test = base.extend('open', async ({ folder }, { onCleanup }) => {
  const server = await openUpdateServer()
  onCleanup(server.close)
  server.content = PACKAGE
  server.list = signManifest(manifestFor(PACKAGE), [key.private])
  const target = join(folder, 'app.AppImage')
  writeFileSync(target, 'the older one')
  return (change: Partial<UpdatesOptions> = {}) => {
    const did: string[] = []
    const updates = createUpdates({
      home: folder,
      version: '1.0.0',
      source: { address: server.address, channel: 'stable', page: null, keys: [key.public] },
      installation: 'AppImage',
      environment: {},
      policyFile: join(folder, 'no-policy'),
      platform: 'linux',
      arch: 'x64',
      now: Date.now,
      after: createManualClock().after,
      fetch,
      packages: {
        target,
        async download({ address, file }) {
          const path = join(folder, file.name)
          writeFileSync(path, Buffer.from(await (await fetch(address)).arrayBuffer()))
          return path
        },
        restart: () => void did.push('restarted'),
      },
      drain: async () => void did.push('drained'),
      running: () => 0,
      ...change,
    })
    return { updates, server, target, did }
  }
})
