/** An import that ends half-way: whatever it has done by then goes back with one press. */
import { cpSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { openSecretFile } from '../../../src/main/store/secrets/secret-file.ts'
import type { CallName, RequestOf } from '../../../src/preload/contract.ts'
import { test } from '../../support/fixtures.ts'
import type { TestGatewayOptions } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

const YAML = 'store: { kind: sqlite }\n'
const textOf = (name: string, env: Record<string, string> = {}) =>
  `${JSON.stringify({ mcpServers: { [name]: { command: 'no-such-program', args: [name], env } } }, null, 2)}\n`
const FILES = {
  '.cursor/mcp.json': textOf('first', { API_TOKEN: 'a-t0ken-of-mine' }),
  '.gemini/settings.json': textOf('second'),
}

const it = test.extend('open', ({ openGateway }) => {
  return async (folder: string, options: TestGatewayOptions = {}) => {
    const secrets = openSecretFile({ dataFolder: join(folder, 'data') })
    const gateway = await openGateway(YAML, { folder, secrets, ...options })
    const person = { home: join(folder, 'home'), platform: 'linux' as const, environment: {} }
    const desk = openTestDesk(gateway, { home: person })
    const session = await desk.openSession('window')
    return {
      call: <Name extends CallName>(name: Name, request: RequestOf<Name>) =>
        ask(desk, session, name, request),
      async close() {
        await desk.close()
        await gateway.close()
      },
    }
  }
})

async function readAll(folder: string): Promise<string[]> {
  const paths = Object.keys(FILES).map((name) => join(folder, 'home', name))
  return await Promise.all([join(folder, 'countersign.yaml'), ...paths].map((path) => readFile(path, 'utf8')))
}

it('is taken back whole, wherever the process has ended [sources.cut-off]', { timeout: 60_000 }, async ({
  folder,
  open,
}) => {
  const origin = join(folder, 'now')
  await mkdir(join(origin, 'data'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(origin, 'home', name)), { recursive: true })
    await writeFile(join(origin, 'home', name), text)
  }
  const cuts: string[] = []
  let isOn = false
  const world = await open(origin, {
    crashPoint() {
      if (!isOn) return
      const left = join(folder, `left-${cuts.length}`)
      cpSync(origin, left, { recursive: true, filter: (path) => !/\.(lock|sock)$/.test(path) })
      cuts.push(left)
    },
  })
  const before = await readAll(origin)
  const servers = (await world.call('sources.found', { folder: null })).flatMap((file) =>
    file.servers.map(({ key, hash }) => ({ file: file.id, key, hash, values: {} })),
  )
  const choice = { folder: null, servers, replace: true }
  const { hash } = await world.call('sources.previewImport', { choice })
  isOn = true
  await world.call('sources.import', { choice, hash })
  isOn = false
  await world.close()

  const changed: number[] = []
  for (const left of cuts) {
    await rm(origin, { recursive: true })
    await rename(left, origin)
    const texts = await readAll(origin)
    changed.push(texts.filter((text, index) => text !== before[index]).length)
    const again = await open(origin, { configuration: join(origin, 'countersign.yaml'), vouched: false })
    const done = (await again.call('configuration.changes', {})).find(({ canUndo }) => canUndo)
    if (done !== undefined)
      expect(await again.call('sources.undoImport', { undo: done.undo })).toEqual({
        ...{ left: [], secretsLeft: [] },
      })
    // Done once more, it stores the same secret, and no second one beside it.
    expect((await again.call('sources.previewImport', { choice })).secrets).toEqual(['first.API_TOKEN'])
    expect(await readAll(origin)).toEqual(before)
    await again.close()
  }
  // A secret alone, the settings, one file of two, both.
  expect([...new Set(changed)]).toEqual([0, 1, 2, 3])
})
