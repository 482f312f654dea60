import { expect } from 'vitest'
import { keepDeclarations } from '../../src/main/gateway/configuration/declarations.ts'
import type { Configuration } from '../../src/main/model/configuration.ts'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { test as it } from '../support/fixtures.ts'

const CLIENT = { roles: [], permissions: [], sees: 'own' as const }
const BOTH: Pick<Configuration, 'people' | 'clients'> = {
  people: { kim: { roles: [], permissions: [] } },
  clients: { ci: CLIENT },
}
const NONE = { people: {}, clients: {} }

it('a change that does not come into force, as where the process ends, removes nobody and declares nobody anew [people.again]', async ({
  databaseFile: file,
}) => {
  const store = await openSqliteStore({ file })
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
  const next = (prefix: string) => `${prefix}_${numbers.shift()}`
  const start = (inForce: typeof BOTH) => keepDeclarations({ store, ids: { next }, inForce })
  const first = await start(BOTH)
  const before = first.current()
  await first.prepare(NONE)
  expect(first.current()).toEqual(before)
  expect((await start(BOTH)).current()).toEqual(before)

  const second = await start(BOTH)
  const removed = await second.prepare(NONE)
  await removed()
  expect(second.current()).toEqual(NONE)
  const again = (await start(BOTH)).current()
  expect(again.people.kim).not.toBe(before.people.kim)
  expect(again.clients.ci).not.toBe(before.clients.ci)
  await store.close()
})
