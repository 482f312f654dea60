import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readLicences } from '../../src/main/desk/licences.ts'

it('states the licence of every package, also of one that lies further up [desk.licences]', async () => {
  const licences = await readLicences(resolve('.'))
  expect(licences).toContainEqual({ name: 'better-sqlite3', licence: 'MIT' })
  expect(licences.length).toBeGreaterThan(5)
  expect(licences.filter(({ licence }) => licence === 'not stated')).toEqual([])
  expect(await readLicences(join(resolve('.'), 'node_modules', 'hono'))).toEqual([])
  expect(await readLicences('/nowhere')).toEqual([])
})
