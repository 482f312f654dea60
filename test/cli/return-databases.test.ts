/** Every database of a desk goes back to the format of an older version, each by itself. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect } from 'vitest'
import { returnDatabases } from '../../src/main/cli/return-databases.ts'
import { DATABASE_FORMAT, migrate } from '../../src/main/store/migrations.ts'
import { test as it } from '../support/fixtures.ts'

describe('the databases of a desk', () => {
  it('are looked at all, though one cannot be [update.database-returned]', async ({ folder }) => {
    const places = ['broken', 'foreign', 'good'].map((name) => {
      const dataFolder = join(folder, name)
      mkdirSync(dataFolder)
      if (name !== 'good') writeFileSync(join(dataFolder, 'countersign.db'), 'This is no database.')
      const configuration = join(dataFolder, 'countersign.yaml')
      // What cannot be read hides no database.
      if (name === 'good') writeFileSync(configuration, 'version: [\n')
      return { configuration, dataFolder }
    })
    const files = places.map(({ dataFolder }) => join(dataFolder, 'countersign.db'))
    // Nobody can lock it: a folder has the name of its lock.
    mkdirSync(join(folder, 'broken/gateway.lock'))
    const good = new Database(join(folder, 'usual.db'))
    migrate(good, DATABASE_FORMAT - 1)
    await good.backup(join(folder, 'good/countersign.db'))
    good.close()
    writeFileSync(join(folder, 'workspaces.json'), JSON.stringify(places))
    const found = await returnDatabases(folder, DATABASE_FORMAT - 1)
    expect(found.map(({ file, done }) => [file, done.kind])).toEqual([
      [files[0], 'impossible'],
      [files[1], 'impossible'],
      [files[2], 'fits'],
    ])
    for (const { done } of found.slice(0, 2))
      expect(done).toMatchObject({ reason: expect.stringMatching(/\w/) })
  })
})
