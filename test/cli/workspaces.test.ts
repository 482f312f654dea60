import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { openSecrets } from '../../src/main/cli/open-secrets.ts'
import { noteOpened } from '../../src/main/cli/places.ts'
import { createWorkspaces } from '../../src/main/cli/workspaces.ts'
import { makeFolder } from '../support/folders.ts'

const folder = makeFolder('workspaces')
afterEach(() => {
  vi.unstubAllEnvs()
  folder.remove()
})

it('a workspace whose data folder cannot be used says why before it is opened [workspace.seen-first]', async () => {
  const [home, own] = [join(folder.path, 'home'), join(folder.path, 'own')]
  vi.stubEnv('COUNTERSIGN_HOME', home)
  await mkdir(own)
  const place = { configuration: join(own, 'countersign.yaml'), dataFolder: join(own, 'data') }
  await writeFile(place.configuration, 'version: "1.0.0"\n')
  await noteOpened(home, place)
  const elsewhere = { configuration: '/other.yaml', dataFolder: '/other', usual: true }
  const { look } = createWorkspaces({ places: elsewhere, secretsOf: openSecrets })
  expect(await look(place.configuration)).toMatchObject({ problems: [], servers: [] })
  await writeFile(place.dataFolder, 'where a disk was')
  expect(await look(place.configuration)).toEqual({
    problem: expect.stringMatching(
      /data cannot be used: there is a file where a folder is needed.*Put that right/,
    ),
  })
})
