/** Secrets and data at the desk, over a real gateway. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { openSecretFile } from '../../src/main/store/secrets/secret-file.ts'
import { test as it } from '../support/fixtures.ts'
import { openTestGateway, type TestGateway } from '../support/gateway.ts'
import { ask, endOf, openTestDesk, REVIEW } from './fixture.ts'

const VALUE = 'sk-4711-never-shown'
const DAY = 86_400_000

let folder: string
let gateway: TestGateway
let desk: Desk
let session: DeskSession
let server: Server | undefined

it.beforeEach(({ folder: made }) => {
  folder = made
})
async function open(more = '', store = '\nstore: { kind: memory }\n'): Promise<void> {
  const configuration = join(folder, 'countersign.yaml')
  await writeFile(configuration, `version: "1.0.0"\n${REVIEW}${more}${store}`)
  const secrets = openSecretFile({ dataFolder: join(folder, 'data') })
  gateway = await openTestGateway('', { configuration, dataFolder: join(folder, 'data'), folder, secrets })
  desk = openTestDesk(gateway)
  session = await desk.openSession('browser')
}
afterEach(async () => {
  await desk?.close()
  await gateway?.close()
  server?.close()
  server = undefined
})

async function everythingAudited(): Promise<string> {
  return JSON.stringify(await gateway.store.auditAfter(0, 1000))
}

describe('secrets at the desk', () => {
  it('go in and never come out: not in answers, the log, the audit [settings.secrets]', async () => {
    await open()
    const before = await ask(desk, session, 'secrets.list', {})
    expect(before).toMatchObject({ names: [], missing: [], kept: { kind: 'file' } })
    const after = await ask(desk, session, 'secrets.set', { name: 'KEY', value: VALUE })
    expect(after.names).toEqual([{ name: 'KEY', usedBy: [], signIn: false }])
    const refused = await desk.dispatch(session, 'secrets.set', { name: 'no name', value: VALUE })
    expect(refused).toMatchObject({ ok: false, error: { code: 'REJECTED' } })
    expect(JSON.stringify([after, refused])).not.toContain(VALUE)
    const audited = await everythingAudited()
    expect(audited).toContain('"eventType":"secret.stored"')
    expect(audited).not.toContain(VALUE)
    expect(gateway.logged.join('\n')).not.toContain(VALUE)
    expect(gateway.redact(`a ${VALUE} b`)).not.toContain(VALUE)
    expect(await readFile(join(folder, 'data/secrets.json'), 'utf8')).not.toContain(VALUE)
  })

  it('are deleted with a name that exists, and only then [settings.secrets]', async () => {
    await open()
    await ask(desk, session, 'secrets.set', { name: 'KEY', value: VALUE })
    expect((await ask(desk, session, 'secrets.delete', { name: 'KEY' })).names).toEqual([])
    expect(await desk.dispatch(session, 'secrets.delete', { name: 'KEY' })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    })
    expect(await everythingAudited()).toContain('"eventType":"secret.deleted"')
  })

  it('that go with a change that is taken back are gone when windows are told so [settings.secrets]', async () => {
    await open()
    await ask(desk, session, 'secrets.set', { name: 'KEY', value: VALUE })
    const edit = { kind: 'approvals' as const, holdMs: 2000 }
    const { hash } = await ask(desk, session, 'configuration.preview', { edit })
    const { undo } = await ask(desk, session, 'configuration.save', { edit, hash, secrets: ['KEY'] })
    const seen: Promise<string[]>[] = []
    desk.onPush(({ topic }) => {
      if (topic !== 'configuration') return
      seen.push(ask(desk, session, 'secrets.list', {}).then(({ names }) => names.map(({ name }) => name)))
    })
    expect(await ask(desk, session, 'configuration.undo', { undo })).toMatchObject({ secretsLeft: [] })
    expect((await Promise.all(seen)).at(-1)).toEqual([])
  })

  it('that the files on the disk want are missing with who wants them, and storing brings them on [settings.secrets]', async () => {
    await open()
    const path = join(folder, 'countersign.yaml')
    const text = await readFile(path, 'utf8')
    const wanting = `${text}connections:\n  weather:\n    kind: rest\n    baseUrl: https://weather.test\n    headers: { key: "\${secret:WEATHER}" }\n`
    await writeFile(path, `${wanting}# \${secret:ONLY_TOLD_OF}\n`)
    await gateway.live.consider()
    expect(gateway.live.status().disk.kind).toBe('invalid')
    const { missing } = await ask(desk, session, 'secrets.list', {})
    expect(missing).toEqual([{ name: 'WEATHER', usedBy: [path] }])
    await ask(desk, session, 'secrets.set', { name: 'WEATHER', value: VALUE })
    expect(gateway.live.status().disk.kind).toBe('waiting')
  })

  it('bring a connection back that was down for want of a right one [settings.secrets]', async () => {
    server = createServer((request, response) => {
      const right = request.headers.authorization === `Bearer ${VALUE}`
      response.writeHead(right ? 404 : 500).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server?.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const secrets = openSecretFile({ dataFolder: join(folder, 'data') })
    const configuration = join(folder, 'countersign.yaml')
    const yaml = `connections:\n  far:\n    kind: mcp\n    url: http://127.0.0.1:${port}/mcp\n    headers: { Authorization: "Bearer \${secret:FAR}" }\n`
    await writeFile(configuration, `version: "1.0.0"\n${yaml}${REVIEW}\nstore: { kind: memory }\n`)
    await mkdir(join(folder, 'data'), { recursive: true })
    await secrets.set('FAR', 'wrong')
    gateway = await openTestGateway('', { configuration, dataFolder: join(folder, 'data'), folder, secrets })
    desk = openTestDesk(gateway)
    session = await desk.openSession('browser')
    await expect.poll(() => gateway.connections.state('far')?.health).toBe('down')
    const asked: string[] = []
    server.on('request', (request) => asked.push(request.headers.authorization ?? ''))
    expect(await ask(desk, session, 'secrets.list', {})).toMatchObject({
      names: [{ name: 'FAR', usedBy: ['far'] }],
      missing: [],
    })
    await ask(desk, session, 'secrets.set', { name: 'FAR', value: VALUE })
    await expect.poll(() => asked).toContain(`Bearer ${VALUE}`)
    // It is told no; that is another matter.
    await expect.poll(() => gateway.connections.state('far')?.health).toBe('down')
  })
})

describe('data at the desk', () => {
  it('is told, backed up, and the backup stands in the log [settings.backup]', async () => {
    await open('', '')
    const made = await endOf(desk, session, await ask(desk, session, 'data.backup', {}))
    const data = await ask(desk, session, 'data.get', {})
    expect(data.backups.map(({ file }) => file)).toEqual([made.file])
    expect(data.restore).toEqual({
      back: `/node '/my cli.js' restore ${made.file} --data ${data.folder}`,
      keep: `/node '/my cli.js' restore --keep --data ${data.folder}`,
    })
    expect(data.database?.file).toBe(join(folder, 'data/countersign.db'))
    expect(data.audit.entries).toBeGreaterThan(0)
    expect(await everythingAudited()).toContain('"eventType":"data.backed_up"')
  })

  it('that is kept in memory says so [settings.backup]', async () => {
    await open()
    expect(await ask(desk, session, 'data.get', {})).toMatchObject({
      ...{ database: null, backups: [], restore: null },
    })
    expect(await desk.dispatch(session, 'data.backup', {})).toMatchObject({
      error: { code: 'REJECTED', message: expect.stringContaining('in memory') },
    })
  })

  it('young entries are never removed, old ones as previewed [settings.retention]', async () => {
    await open('', '')
    const preview = await ask(desk, session, 'data.previewPrune', { olderThanDays: 30 })
    expect(preview).toMatchObject({ entries: 0, oldest: null })
    expect(Date.now() - Date.parse(preview.before)).toBeGreaterThanOrEqual(30 * DAY)
    const young = new Date(Date.now() - 29 * DAY).toISOString()
    expect(await desk.dispatch(session, 'data.prune', { before: young })).toMatchObject({
      error: { code: 'NOT_ALLOWED' },
    })
    expect(await desk.dispatch(session, 'data.prune', { before: 'yesterday' })).toMatchObject({
      error: { code: 'INVALID_REQUEST' },
    })
    await gateway.store.commit({ expect: [], audit: [] })
    const pruned = await ask(desk, session, 'data.prune', { before: preview.before })
    expect(await endOf(desk, session, pruned)).toEqual({ removed: 0 })
  })
})
