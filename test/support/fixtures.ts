/** What tests ask for by its name, as `it('…', async ({ folder }) => …)`: made when asked for, gone after the test. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'
import { createManualClock } from './clock.ts'
import { openTestGateway, type TestGateway } from './gateway.ts'
import { openService } from './service.ts'

async function makeFolder({}, { onCleanup }: { onCleanup(remove: () => Promise<void>): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const test = base
  .extend('folder', makeFolder)
  /** One for all tests of a file, which its `beforeAll` may ask for. */
  .extend('sharedFolder', { scope: 'file' }, makeFolder)
  .extend('databaseFile', ({ folder }) => join(folder, 'countersign.db'))
  .extend('clock', () => createManualClock())
  .extend('service', async ({}, { onCleanup }) => {
    const service = await openService()
    onCleanup(service.close)
    return service
  })
  /** Opens as many gateways as a test wants. It stands last because what is made first goes last. */
  .extend('openGateway', ({}, { onCleanup }) => {
    const opened: TestGateway[] = []
    onCleanup(async () => {
      for (const gateway of opened.reverse()) await gateway.close()
    })
    return async (...options: Parameters<typeof openTestGateway>) => {
      const gateway = await openTestGateway(...options)
      opened.push(gateway)
      return gateway
    }
  })
