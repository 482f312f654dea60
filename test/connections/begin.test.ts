import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { ask, openPool, serverPath, stdio, untilHealthy } from './pool-fixture.ts'

function deferred() {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  return { begin, begun }
}

/** A server that leaves a file behind when it starts. */
const it = test.extend('traced', ({ folder }) => {
  const program = `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'started'))}, ''); process.exit(1)`
  return { server: stdio(['-e', program]), started: async () => (await readdir(folder)).length > 0 }
})

it('starts no server before it is told to, and lets a call wait for it [connections.begin]', async () => {
  const { begin, begun } = deferred()
  const pool = openPool({ everything: stdio([serverPath('server-everything'), 'stdio']) }, { begin: begun })
  const asked = ask(pool, 'everything', 'echo', { message: 'early' })
  expect(pool.state('everything')).toMatchObject({ health: 'starting', error: null, tools: [] })
  begin()
  expect(await asked).toBe('Echo: early')
  await untilHealthy(pool, 'everything')
})

it('starts none at all if it closes first [connections.begin]', async ({ traced: { server, started } }) => {
  const pool = openPool({ traced: server }, { begin: deferred().begun })
  await pool.close()
  await pool.settled(1000)
  expect(pool.state('traced')?.health).toBe('starting')
  expect(await started()).toBe(false)
})

it('starts what is added before, and not what is removed before [connections.begin]', async ({
  traced: { server, started },
}) => {
  const { begin, begun } = deferred()
  const pool = openPool({ traced: server }, { begin: begun })
  const everything = { ...stdio([serverPath('server-everything'), 'stdio']), name: 'everything' }
  const updated = pool.update({ everything })
  begin()
  await updated
  await untilHealthy(pool, 'everything')
  expect(await started()).toBe(false)
})

it('runs a server in the folder of the main file, wherever the gateway was started [connections.folder]', async ({
  folder: made,
}) => {
  const folder = await realpath(made)
  const pool = openPool(
    { files: stdio([serverPath('server-filesystem'), '.']) },
    { programsFolder: () => join(folder, 'programs') },
  )
  await untilHealthy(pool, 'files')
  expect(await ask(pool, 'files', 'list_allowed_directories')).toContain(folder)
})
