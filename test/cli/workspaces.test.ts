import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, vi } from 'vitest'
import { openSecrets } from '../../src/main/cli/open-secrets.ts'
import { noteOpened } from '../../src/main/cli/places.ts'
import { createWorkspaces } from '../../src/main/cli/workspaces.ts'
import { test as it } from '../support/fixtures.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const elsewhere = { configuration: '/other.yaml', dataFolder: '/other', usual: true }

it('a workspace whose data folder cannot be used says why before it is opened [workspace.seen-first]', async ({
  folder,
}) => {
  const [home, own] = [join(folder, 'home'), join(folder, 'own')]
  vi.stubEnv('COUNTERSIGN_HOME', home)
  await mkdir(own)
  const place = { configuration: join(own, 'countersign.yaml'), dataFolder: join(own, 'data') }
  await writeFile(place.configuration, 'version: "1.0.0"\n')
  await noteOpened(home, place)
  const { look } = createWorkspaces({ places: elsewhere, secretsOf: openSecrets })
  expect(await look(place.configuration)).toMatchObject({ problems: [], servers: [] })
  await writeFile(place.dataFolder, 'where a disk was')
  expect(await look(place.configuration)).toEqual({
    problem: expect.stringMatching(
      /data cannot be used: there is a file where a folder is needed.*Put that right/,
    ),
  })
})

it('a secret that a workspace lacks is stored by the command that is named, also in the folder of another one [config.secret-command]', async ({
  folder,
}) => {
  vi.stubEnv('COUNTERSIGN_HOME', join(folder, 'home'))
  const configuration = join(folder, 'countersign.yaml')
  const url = `https://x.test/\${secret:api.token}`
  await writeFile(
    configuration,
    `version: "1.0.0"\nconnections: { api: { kind: rest, baseUrl: "${url}" } }\n`,
  )
  const { look } = createWorkspaces({ places: elsewhere, secretsOf: openSecrets })
  const problems = async () => {
    const seen = await look(configuration)
    return 'problems' in seen ? seen.problems : [seen.problem]
  }
  const [missing = ''] = await problems()
  const line = /Store it: countersign secret set api\.token --data "?([^"]*?)"?\.$/.exec(missing)
  expect(line, missing).not.toBeNull()
  await mkdir(line?.[1] ?? '', { recursive: true })
  await openSecrets(line?.[1] ?? '').set('api.token', 'hunter2')
  expect(await problems()).toEqual([])
})
