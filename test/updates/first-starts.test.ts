/** The first starts of a new version where something is wrong with the disk; crashes are in `crash.test.ts`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readAttempt, writeAttempt } from '../../src/main/updates/attempt.ts'
import { beginStart } from '../../src/main/updates/first-starts.ts'
import { test as it } from '../support/fixtures.ts'

/** A path that the system takes, while that of a draft beside it, whose name is longer, is too long. */
const LONGEST = process.platform === 'linux' ? 4095 : 1023

describe('a start after an update', () => {
  it.skipIf(process.platform === 'win32')(
    'that cannot be counted is not tried again without end [update.returned]',
    async ({ folder }) => {
      const target = join(folder, 'app.AppImage')
      writeFileSync(target, 'the newer one')
      const attempt = {
        ...{ from: '1.0.0', to: '1.0.1', format: 1, kept: null, target },
        ...{ starts: 0, returning: false },
      }
      const room = LONGEST - folder.length - '/updates/attempt.json'.length
      const home = folder + ''.padEnd(room - 1, `/${'a'.repeat(99)}`)
      mkdirSync(join(home, 'updates'), { recursive: true })
      writeFileSync(join(home, 'updates/attempt.json'), JSON.stringify(attempt))
      expect(readAttempt(home)).toEqual(attempt)
      await expect(writeAttempt(home, attempt)).rejects.toThrow('ENAMETOOLONG')
      const first = await beginStart({ home, version: '1.0.1', target, returnDatabases: async () => [] })
      if (first.kind !== 'run') throw new Error('It is to run.')
      expect(await first.failed()).toBe('say')
      expect(readFileSync(target, 'utf8')).toBe('the newer one')
    },
  )
})
