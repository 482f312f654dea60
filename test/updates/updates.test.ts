/** Updates as a person meets them, on a real server and real files; what Electron does is in `test/e2e/updates.test.ts`. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect } from 'vitest'
import { returnDatabase } from '../../src/main/store/backups/return-database.ts'
import { readAttempt } from '../../src/main/updates/attempt.ts'
import { signManifest } from '../../src/main/updates/manifest.ts'
import { changeRecord, readRecord } from '../../src/main/updates/update-record.ts'
import { createManualClock } from '../support/clock.ts'
import { agent, pending, press } from '../support/gateway.ts'
import { manifestFor } from '../support/update-server.ts'
import { test as it, key, PACKAGE } from './open-updates.ts'

describe('an update', () => {
  it('is offered with what is new, and taken when a person says so, not before [update.offered]', async ({
    open,
  }) => {
    const { updates, target, did } = open()
    expect(updates.view()).toMatchObject({ off: null, state: 'resting', lastAt: null })
    expect(updates.restart()).toBe(false)
    const seen: string[] = []
    updates.onChange(() => seen.push(updates.view().state))
    await updates.look()
    expect(updates.view()).toMatchObject({
      state: 'ready',
      offered: {
        version: '1.0.1',
        notes: ['The inbox opens faster.', 'A server’s log can be copied.'],
        how: null,
      },
      isLater: false,
      refusal: null,
    })
    expect(new Set(seen)).toEqual(new Set(['looking', 'downloading', 'ready']))
    expect(readFileSync(target, 'utf8')).toBe('the older one')
    expect(did).toEqual([])
    expect(updates.restart()).toBe(true)
    await expect.poll(() => did).toEqual(['drained', 'restarted'])
    expect(readFileSync(target)).toEqual(PACKAGE)
    expect(updates.restart()).toBe(false)
  })

  it('that is ready stays so while the server is away, gives way to a newer one, and not past its time [update.offered]', async ({
    open,
  }) => {
    let now = Date.now()
    const { updates, server, target, did } = open({ now: () => now })
    await updates.look()
    const good = server.list
    server.list = null
    await updates.look()
    expect(updates.view()).toMatchObject({ state: 'ready', refusal: null })
    server.list = good
    server.asked = []
    await updates.look()
    expect(updates.view()).toMatchObject({ state: 'ready', offered: { version: '1.0.1' } })
    expect(server.asked).toEqual(['/countersign-stable.json'])

    server.content = Buffer.from('#!/bin/sh\n# the newest one\n')
    const expires = new Date(now + 86_400_000).toISOString()
    server.list = signManifest(manifestFor(server.content, { version: '1.0.2', expires }), [key.private])
    await updates.look()
    expect(updates.view()).toMatchObject({ state: 'ready', offered: { version: '1.0.2' } })
    now += 2 * 86_400_000
    updates.restart()
    await expect.poll(() => updates.view().refusal?.text).toContain('was good until')
    expect(readFileSync(target, 'utf8')).toBe('the older one')
    expect(did).toEqual([])
    // A list that is wrong takes the offer away.
    server.list = 'nothing'
    await updates.look()
    expect(updates.view()).toMatchObject({ state: 'resting', offered: null })
  })

  it('that is for later is offered again a day after [update.offered]', async ({ open }) => {
    let now = Date.parse('2026-06-01T12:00:00Z')
    const { updates } = open({ now: () => now })
    await updates.look()
    await updates.later()
    expect(updates.view()).toMatchObject({ state: 'ready', isLater: true })
    now += 25 * 3_600_000
    expect(updates.view()).toMatchObject({ state: 'ready', isLater: false })
    // It was said while the clock was years ahead, which somebody has put right.
    now += 5 * 365 * 86_400_000
    await updates.later()
    expect(updates.view().isLater).toBe(true)
    now -= 5 * 365 * 86_400_000
    expect(updates.view().isLater).toBe(false)
  })

  it('is looked for a minute after the start and once a day, by the clock of now, unless a person does not want it [update.daily]', async ({
    open,
  }) => {
    const clock = createManualClock()
    const HOUR_MS = 3_600_000
    const { updates, server } = open({ now: clock.now, after: clock.after, version: '1.0.1' })
    const asked = async (times: number) => {
      await expect.poll(() => server.asked.length).toBe(times)
      await expect.poll(() => updates.view().state).toBe('resting')
    }
    const pass = (hours: number) => {
      for (let hour = 0; hour < hours; hour += 1) clock.advance(HOUR_MS)
    }
    server.list = signManifest(
      manifestFor(PACKAGE, { notBefore: '2025-01-01T00:00:00Z', expires: '2027-01-01T00:00:00Z' }),
      [key.private],
    )
    updates.begin()
    clock.advance(59_000)
    expect(server.asked).toEqual([])
    clock.advance(1000)
    await asked(1)
    expect(updates.view()).toMatchObject({ refusal: null, offered: null, known: null })
    pass(23)
    await asked(1)
    pass(2)
    await asked(2)
    // A laptop that slept: no timer has counted, the clock has.
    clock.set(30 * HOUR_MS)
    pass(1)
    await asked(3)
    await updates.setLook(false)
    pass(50)
    await asked(3)
    await updates.setLook(true)
    pass(1)
    await asked(4)
    clock.set(-1000 * HOUR_MS)
    pass(1)
    await asked(5)
    updates.close()
    pass(100)
    await asked(5)
  })

  it('that an earlier process had found is not called the newest, and is looked for soon [update.daily]', async ({
    open,
  }) => {
    await open().updates.look()
    const clock = createManualClock(Date.now())
    const { updates, server } = open({ now: clock.now, after: clock.after })
    updates.begin()
    expect(updates.view()).toMatchObject({ offered: null, known: { version: '1.0.1', failed: false } })
    clock.advance(60_000)
    await expect.poll(() => updates.view().state).toBe('ready')
    expect(updates.view()).toMatchObject({ offered: { version: '1.0.1' }, known: null })
    expect(server.asked).toHaveLength(4)
    updates.close()
  })

  it('of a package manager is only told, and nothing is downloaded [update.offered]', async ({
    open,
    folder,
  }) => {
    const { updates, server } = open({ installation: 'deb', packages: null })
    const [file] = manifestFor(PACKAGE).files
    if (file === undefined) throw new Error('It names no file.')
    server.list = signManifest(manifestFor(PACKAGE, { files: [{ ...file, kind: 'deb' }] }), [key.private])
    await updates.look()
    expect(updates.view()).toMatchObject({
      state: 'offered',
      offered: { how: expect.stringMatching(/Get (\S+) from .*: echo .* && sudo apt install '\.\/\1'$/) },
    })
    expect(server.asked).toEqual(['/countersign-stable.json'])
    expect(updates.restart()).toBe(false)
    expect(readRecord(folder).highest).toBe('1.0.1')
  })

  it.skipIf(process.platform !== 'linux').for(['deb', 'rpm'] as const)(
    'of a package manager (%s) is installed by the command that is told, if it is what was signed [update.told]',
    async (installation, { open, folder }) => {
      const { updates, server } = open({ installation, packages: null })
      const [file] = manifestFor(PACKAGE).files
      if (file === undefined) throw new Error('It names no file.')
      const name = `countersign-1.0.1.${installation}`
      const files = [{ ...file, kind: installation, name }]
      server.list = signManifest(manifestFor(PACKAGE, { files }), [key.private])
      await updates.look()
      const [, command = ''] = updates.view().offered?.how?.split(': ') ?? []
      // In the place of who may install.
      writeFileSync(join(folder, 'sudo'), '#!/bin/sh\necho "$@" >> installed\n', { mode: 0o755 })
      const run = (content: Buffer | string) => {
        writeFileSync(join(folder, name), content)
        const env = { PATH: `${folder}:${process.env.PATH}` }
        return spawnSync('sh', ['-c', command], { cwd: folder, env }).status
      }
      expect(run('Something else.')).not.toBe(0)
      expect(existsSync(join(folder, 'installed'))).toBe(false)
      expect(run(PACKAGE)).toBe(0)
      const manager = { deb: 'apt', rpm: 'dnf' }[installation]
      expect(readFileSync(join(folder, 'installed'), 'utf8')).toBe(`${manager} install ./${name}\n`)
    },
  )

  it('is left to the app by the browser desk of an app that replaces itself [update.offered]', async ({
    open,
  }) => {
    const { updates } = open({ installation: 'AppImage', packages: null })
    await updates.look()
    expect(updates.view()).toMatchObject({
      state: 'offered',
      offered: { how: 'Open the Countersign app on this computer: it puts the new version in place.' },
    })
  })

  it('that did not start here is not offered again, a later one is; an older list is refused [update.returned]', async ({
    open,
    folder,
  }) => {
    await changeRecord(folder, { failed: ['1.0.1'] })
    const { updates, server } = open()
    await updates.look()
    expect(updates.view()).toMatchObject({ state: 'resting', offered: null, refusal: null })
    expect(updates.view().known).toEqual({ version: '1.0.1', failed: true })
    expect(server.asked).toEqual(['/countersign-stable.json'])
    server.list = signManifest(manifestFor(PACKAGE, { version: '1.0.2' }), [key.private])
    await updates.look()
    expect(updates.view()).toMatchObject({ state: 'ready', offered: { version: '1.0.2' } })
    // Another process, later: the server goes back to what it had.
    const again = open()
    again.server.list = signManifest(manifestFor(PACKAGE), [key.private])
    await again.updates.look()
    expect(again.updates.view().refusal?.text).toBe('Version 1.0.1 is offered, which is older than 1.0.2.')
  })

  it('whose file is changed on the disk after it was checked is not put in place [update.signed]', async ({
    open,
    folder,
  }) => {
    const { updates, target, did } = open()
    await updates.look()
    writeFileSync(join(folder, 'Countersign-1.0.1.AppImage'), '#!/bin/sh\n# the newer oNe\n')
    updates.restart()
    await expect
      .poll(() => updates.view().refusal?.text)
      .toBe('The package of version 1.0.1 is not the one that was signed.')
    expect(readFileSync(target, 'utf8')).toBe('the older one')
    expect(did).toEqual([])
    expect(existsSync(`${target}.new`)).toBe(false)
  })

  it('that cannot be put in place says so, and nothing is stopped [update.taken]', async ({
    open,
    folder,
  }) => {
    const target = join(folder, 'gone', 'app.AppImage')
    const { updates, did } = open()
    const port = {
      target,
      download: async () => join(folder, 'download'),
      restart: () => void did.push('restarted'),
    }
    writeFileSync(join(folder, 'download'), PACKAGE)
    const other = open({ packages: port })
    await other.updates.look()
    other.updates.restart()
    await expect
      .poll(() => other.updates.view().refusal?.text)
      .toBe('Version 1.0.1 could not be put in place.')
    expect([...did, ...other.did]).toEqual([])
    expect(readAttempt(folder)).toBeNull()
    // It can be tried again.
    await updates.look()
    expect(updates.view()).toMatchObject({ state: 'ready', refusal: null })
  })

  it('is looked for no more once a person says so; what is kept survives a damaged file [update.off]', async ({
    open,
    folder,
  }) => {
    const { updates } = open()
    // What is pressed or found in the same moment takes nothing of it away.
    await Promise.all([updates.later(), updates.setLook(false), updates.later()])
    expect(open().updates.view().look).toBe(false)
    expect(readRecord(folder).laterUntil).not.toBeNull()
    writeFileSync(
      join(folder, 'updates/updates.json'),
      '{"look": 1, "failed": "x", "news": 3, "highest": 4, "lastAt": "soon", "laterUntil": 5}',
    )
    expect(readRecord(folder)).toEqual({
      look: true,
      highest: null,
      lastAt: null,
      refusal: null,
      laterUntil: null,
      failed: [],
      news: null,
    })
  })
})

describe('a gateway that is about to restart', () => {
  const YAML = (marks: string) => `
store: { kind: sqlite }
workflows:
  slow:
    initialState: a
    states:
      a: { transitions: { go: { target: b, executor: { kind: cli, command: ${JSON.stringify(process.execPath)}, args: ["-e", "require('fs').writeFileSync(process.argv[1] + '/began', ''); setTimeout(() => require('fs').appendFileSync(process.argv[1] + '/ran', 'x'), 700)", ${JSON.stringify(marks)}] } } } }
      b: { transitions: { next: { target: c, actor: deterministic } } }
      c: {}
  ask: { initialState: waiting, states: { waiting: { transitions: { go: { target: done, actor: human, undoMs: 30000 } } }, done: {} } }
`

  it('lets what runs come to its outcome, begins nothing, and keeps what can be taken back [update.drained]', async ({
    folder,
    openGateway,
  }) => {
    const gateway = await openGateway(YAML(folder), { folder })
    await gateway.runtime.start(agent(), { definitionId: 'ask', input: {} })
    const [item] = await pending(gateway)
    await press(gateway, item?.id ?? '', 'go')
    expect((await gateway.store.approval(item?.id ?? ''))?.status).toBe('scheduled')
    const { response } = await gateway.runtime.start(agent(), { definitionId: 'slow', input: {} })
    const running = gateway.runtime.submit(agent(), {
      workflowId: response.workflowId ?? '',
      expectedVersion: response.version ?? 0,
      transition: 'go',
      arguments: {},
    })
    await expect.poll(() => existsSync(join(folder, 'began'))).toBe(true)
    const rested = gateway.rest()
    const refused = await gateway.runtime.start(agent(), { definitionId: 'ask', input: {} })
    expect(refused.response.error?.code).toBe('GATEWAY_DRAINING')
    expect(existsSync(join(folder, 'ran'))).toBe(false)
    await rested
    expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('x')
    expect(gateway.runtime.executing()).toBe(0)
    await running
    expect((await gateway.store.approval(item?.id ?? ''))?.status).toBe('scheduled')
    await gateway.close()

    const again = await openGateway(YAML(folder), { folder })
    expect((await again.store.approval(item?.id ?? ''))?.status).toBe('scheduled')
    const { items } = await again.store.runs({ definitionId: 'slow' }, { limit: 2 })
    await expect.poll(async () => (await again.store.run(items[0]?.id ?? ''))?.state).toBe('c')
    expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('x')
  })

  it('writes nothing at a start that would keep its database from going back [update.database-returned]', async ({
    folder,
    openGateway,
  }) => {
    const gateway = await openGateway(YAML(folder), { folder })
    await gateway.runtime.start(agent(), { definitionId: 'ask', input: {} })
    await gateway.close()
    const file = join(folder, 'data/countersign.db')
    const backups = join(folder, 'data/backups')
    // As the version before has it: this format differs from that by its indexes alone.
    const older = new Database(file)
    older.exec('DROP INDEX instances_by_update; DROP INDEX audit_by_time; DROP INDEX instances_children')
    older.exec('CREATE INDEX instances_by_update ON instances (updated_at DESC, id DESC)')
    older.pragma('user_version = 11')
    older.close()
    for (let starts = 0; starts < 2; starts += 1) {
      await (await openGateway(YAML(folder), { folder })).close()
    }
    expect(await returnDatabase(file, backups, 11)).toMatchObject({ kind: 'returned' })
    const again = await openGateway(YAML(folder), { folder })
    expect(await pending(again)).toHaveLength(1)
    expect(await again.store.verifyAudit()).toMatchObject({ broken: null, lost: null })
  })
})
