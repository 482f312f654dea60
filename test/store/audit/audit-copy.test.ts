import { execFile } from 'node:child_process'
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, vi } from 'vitest'
import type { Store } from '../../../src/main/runtime/ports.ts'
import { createCopiedStore, createStreamOutput } from '../../../src/main/store/audit/audit-copy.ts'
import { type OpenStore, openStore } from '../../../src/main/store/open-store.ts'
import { openMemoryStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { test as it } from '../../support/fixtures.ts'
import { entry } from '../samples.ts'

let folder: string
let path: string
let warned: string[]
it.beforeEach(async ({ folder: made }) => {
  folder = made
  path = join(folder, 'copies', 'audit.jsonl')
  warned = []
})

const open = async (database: string | null = join(folder, 'countersign.db')) => {
  const opened = await openStore(database, (message) => warned.push(message))
  await opened.copyToFile({ sink: 'file', path }, folder)
  return opened
}
const record = ({ store }: OpenStore, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) => store.commit({ expect: [], audit: [entry({ payload: { n } })] })),
  )
const sequences = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { sequence: number }).sequence)
const copied = async () => sequences(await readFile(path, 'utf8'))
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('the copy of the audit log in a file', () => {
  it('has every entry once, in order, over restarts and lines cut in half [audit.copy]', async () => {
    const first = await open()
    await record(first, 20)
    await first.store.close()
    expect(await copied()).toEqual(upTo(20))

    // Written while no copy was kept, and a line that a crash left half.
    const silent = await openStore(join(folder, 'countersign.db'), () => {})
    await record(silent, 5)
    await silent.store.close()
    await appendFile(path, '{"actor":"agent:Sample","seque')
    const second = await open()
    expect(await copied()).toEqual(upTo(25))
    await record(second, 700)
    await second.store.close()
    expect(await copied()).toEqual(upTo(725))
    expect(warned).toEqual([])
  })

  it('has the entry of searches that somebody forgot at once, too [audit.copy]', async () => {
    const { store } = await open()
    const found = { total: 1, results: ['mail_send'], described: [], started: [], profile: 'classic' }
    const who = { client: 'local', label: 'Sample', session: 'one', sure: true }
    const at = '2026-01-01T00:00:00.000Z'
    await store.keepSearches([{ id: 'sr_1', at, query: 'send mail', filters: {}, ...who, ...found }])
    expect(await store.forgetSearches(null, (removed) => entry({ payload: { removed } }))).toBe(1)
    await expect.poll(async () => (await copied().catch(() => [])).length).toBe(1)
    await store.close()
  })

  it.skipIf(process.platform === 'win32')(
    'is not made where no file can be, and nothing waits for that [audit.copy-nowhere]',
    async () => {
      const pipe = join(folder, 'pipe')
      await promisify(execFile)('mkfifo', [pipe])
      const places = [
        [pipe, `${pipe} is a pipe`],
        [folder, `${folder} is a folder`],
        ['/dev/full', '/dev/full is a device'],
        ['/proc/countersign/copies/audit.jsonl', 'no such file or directory'],
      ] as const
      for (const [place, reason] of places) {
        path = place
        warned = []
        const opened = await open()
        await record(opened, 1)
        await opened.store.close()
        expect(warned).toEqual([expect.stringContaining(reason)])
        expect(warned[0]).toContain('Give another file as audit.path')
        expect(warned[0]).not.toContain('Error')
      }
    },
  )

  it.skipIf(process.platform === 'win32')(
    'goes on when a file takes the place of a pipe that nobody reads [audit.copy-nowhere]',
    async () => {
      const opened = await open()
      await record(opened, 1)
      await expect.poll(copied).toEqual([1])
      await rm(path)
      await promisify(execFile)('mkfifo', [path])
      await record(opened, 1)
      await expect.poll(() => warned).toEqual([expect.stringContaining('is a pipe')])
      await rm(path)
      await record(opened, 1)
      await opened.store.close()
      expect(await copied()).toEqual([2, 3])
    },
  )

  it('finds its end behind a very long line [audit.copy]', async () => {
    const first = await open()
    await first.store.commit({ expect: [], audit: [entry({ payload: { text: 'x'.repeat(300_000) } })] })
    await first.store.close()
    const second = await open()
    await record(second, 1)
    await second.store.close()
    expect(await copied()).toEqual([1, 2])
  })

  it('says that it cannot be written, holds nothing up, and catches up later [audit.copy]', async () => {
    const opened = await open()
    await rm(path)
    await mkdir(path)
    await record(opened, 3)
    await rm(path, { recursive: true })
    await record(opened, 1)
    await opened.store.close()
    expect(warned).toEqual([expect.stringContaining('could not be written')])
    expect(await copied()).toEqual(upTo(4))
  })

  it('spells what every entry has as it is told, and goes on with such a file [audit.copy-names]', async () => {
    for (let start = 1; start <= 2; start += 1) {
      const opened = await openStore(join(folder, 'countersign.db'), (message) => warned.push(message))
      await opened.copyToFile({ sink: 'file', path, names: 'snake_case' }, folder)
      await opened.store.commit({ expect: [], audit: [entry({ payload: { definitionId: 'deploy' } })] })
      await opened.store.close()
    }
    const [first] = (await readFile(path, 'utf8')).split('\n')
    const line: unknown = JSON.parse(first ?? '')
    expect(line).toMatchObject({ sequence: 1, payload: { definitionId: 'deploy' } })
    expect(Object.keys(line as object)).toEqual(
      expect.arrayContaining(['event_type', 'workflow_id', 'correlation_id', 'previous_hash']),
    )
    expect(Object.keys(line as object).filter((name) => /[A-Z]/.test(name))).toEqual([])
    expect(await copied()).toEqual([1, 2])
    expect(warned).toEqual([])
  })

  it('says that it belongs to another log, and repeats nothing of this one [audit.copy]', async () => {
    await mkdir(join(folder, 'copies'))
    await writeFile(path, `${JSON.stringify({ sequence: 9, hash: 'other' })}\n`)
    const silent = await openStore(join(folder, 'countersign.db'), () => {})
    await record(silent, 2)
    await silent.store.close()
    const opened = await open()
    await record(opened, 1)
    await opened.store.close()
    expect(warned).toEqual([expect.stringContaining('goes on with entry 3')])
    expect(await copied()).toEqual([9, 3])
  })
})

describe('the copy of the audit log on a stream', () => {
  it('has what was recorded since the gateway opened [audit.copy]', async () => {
    const before = await open()
    await record(before, 2)
    await before.store.close()
    const opened = await openStore(join(folder, 'countersign.db'), () => {})
    await record(opened, 1)
    const stream = new PassThrough()
    await opened.copyToStream(stream)
    await record(opened, 2)
    await opened.store.close()
    expect(sequences(String(stream.read()))).toEqual([3, 4, 5])

    const inMemory = await openStore(null, (message) => warned.push(message))
    await inMemory.copyToStream(stream)
    await record(inMemory, 1)
    await inMemory.store.close()
    expect(sequences(String(stream.read()))).toEqual([1])
    expect(warned).toEqual([])
  })
})

it('the end does not wait for a reader who has stopped reading [audit.copy]', async () => {
  const opened = await openStore(join(folder, 'countersign.db'), (message) => warned.push(message))
  void opened.copyToStream(new PassThrough({ highWaterMark: 1, transform() {} }))
  await record(opened, 2)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = opened.store.close()
  await vi.advanceTimersByTimeAsync(3000)
  vi.useRealTimers()
  await closed
})

describe('a copy of the audit log that is in trouble', () => {
  const openCopied = (more: (store: Store) => Partial<Store> = () => ({})) => {
    const store = openMemoryStore()
    return createCopiedStore({ ...store, ...more(store) }, (message) => warned.push(message))
  }
  const commit = (store: Store) => store.commit({ expect: [], audit: [entry()] })

  it('says so already of its first lines [audit.copy]', async () => {
    const { store, copyTo } = openCopied()
    await commit(store)
    await copyTo({ last: null, append: () => Promise.reject(new Error('no room')) })
    expect(warned).toEqual([expect.stringContaining('could not be written: no room')])
    await store.close()
  })

  it('since its reader has gone holds nothing up, and says so [audit.copy]', async () => {
    const { store, copyTo } = openCopied()
    const stream = new PassThrough()
    await copyTo(createStreamOutput(stream, await store.auditEnd()))
    const gone = new Error('EPIPE: broken pipe')
    expect(() => stream.emit('error', gone)).not.toThrow()
    stream.destroy(gone)
    expect(await commit(store)).toEqual({ ok: true })
    await store.close()
    expect(warned).toEqual([expect.stringContaining('could not be written')])
  })

  it('has what is recorded in the very moment in which it has found nothing more [audit.copy]', async () => {
    let found = 0
    const copied = openCopied((store) => ({
      async auditAfter(sequence, limit) {
        const events = await store.auditAfter(sequence, limit)
        if (events.length === 0) {
          found += 1
          if (found === 1) await commit(copied.store)
        }
        return events
      },
    }))
    const lines: string[] = []
    await copied.copyTo({ last: null, append: async (text) => void lines.push(text) })
    expect(sequences(lines.join(''))).toEqual([1])
    await copied.store.close()
  })
})
