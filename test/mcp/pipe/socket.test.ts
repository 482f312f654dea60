import { mkdir, stat, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findGateway } from '../../../src/main/mcp/endpoint.ts'
import { askGateway } from '../../../src/main/mcp/pipe/ask.ts'
import { BRIDGE } from '../../../src/main/mcp/pipe/hello.ts'
import { prepareSocketFolder } from '../../../src/main/mcp/pipe/socket-path.ts'
import { bind, canBind, unbind } from '../../support/bound-file.ts'
import { createManualClock } from '../../support/clock.ts'
import { makeFolder } from '../../support/folders.ts'
import { eventually, type OpenGateway, openWithDoors, REVIEW } from '../support.ts'

let open: OpenGateway | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** Says one line to the socket; the answer is everything that comes back. */
async function sayHello(dataFolder: string, line: string): Promise<string> {
  const endpoint = await findGateway(dataFolder)
  const socket = connect(endpoint?.socket ?? '')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`${line}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n`)
  await closed
  return text
}

describe.skipIf(process.platform === 'win32')('the socket', () => {
  it('lies in a folder of its owner, near the data [socket.private]', async () => {
    open = await openWithDoors()
    const path = (await findGateway(open.gateway.dataFolder))?.socket ?? ''
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
    expect(path.startsWith(open.gateway.dataFolder)).toBe(true)
  })

  it('lies elsewhere, as private, if the data folder is deep [socket.private]', async () => {
    const folder = makeFolder('deep')
    const deep = join(folder.path, 'a'.repeat(60), 'b'.repeat(60))
    await mkdir(deep, { recursive: true })
    open = await openWithDoors(REVIEW, { folder: deep })
    const path = (await findGateway(open.gateway.dataFolder))?.socket ?? ''
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
    expect((await askGateway(open.gateway.dataFolder, 'status', '0.0.0')).ok).toBe(true)
    await open.close()
    open = null
    folder.remove()
  })

  it('is not put into a folder that somebody else prepared [socket.private]', async () => {
    const folder = makeFolder('link')
    await mkdir(join(folder.path, 'theirs'))
    await symlink(join(folder.path, 'theirs'), join(folder.path, 'ours'))
    await expect(prepareSocketFolder(join(folder.path, 'ours', 'mcp.sock'))).rejects.toThrow('another user')
    folder.remove()
  })
})

describe('a hello', () => {
  const hello = (token: string, more: object = {}) =>
    JSON.stringify({ bridge: BRIDGE, countersign: '0.0.0-test', token, ...more })

  it('with a wrong token, or none, is refused before a word of MCP [socket.hello]', async () => {
    open = await openWithDoors()
    const { dataFolder } = open.gateway
    for (const line of [
      hello('cs_wrong'),
      hello(''),
      'not a hello',
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    ]) {
      const lines = (await sayHello(dataFolder, line)).trim().split('\n')
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ok: false })
    }
    expect(open.doors.clients()).toEqual([])
  })

  it('of another bridge is told both versions [R3.3]', async () => {
    open = await openWithDoors()
    const line = hello(open.token, { bridge: BRIDGE + 1, countersign: '9.0.0' })
    const answer = JSON.parse((await sayHello(open.gateway.dataFolder, line)).trim()) as { reason: string }
    expect(answer.reason).toContain('9.0.0')
    expect(answer.reason).toContain('0.0.0-test')
  })

  it('that insists on another configuration is told which one runs [socket.hello]', async () => {
    open = await openWithDoors()
    const line = hello(open.token, { configuration: '/elsewhere/countersign.yaml' })
    const answer = JSON.parse((await sayHello(open.gateway.dataFolder, line)).trim()) as { reason: string }
    expect(answer.reason).toContain('/elsewhere/countersign.yaml')
    expect(answer.reason).toContain(open.gateway.configuration().path)
  })
})

describe('a control call', () => {
  it('hands over what a pipe started, and drains it first [R3.2]', async () => {
    open = await openWithDoors(REVIEW, { doors: { startedBy: 'pipe' } })
    expect(await askGateway(open.gateway.dataFolder, 'handover', '0.0.0')).toEqual({ ok: true })
    await eventually(() => open?.ended.includes('handover'), 'the hand-over')
    expect(open.gateway.draining).toBe(true)
  })

  it('hands over also where it cannot note for whom, as on a full disk [R3.2]', async () => {
    open = await openWithDoors(REVIEW, { doors: { startedBy: 'pipe' } })
    const { dataFolder } = open.gateway
    // In the way of what is noted.
    await mkdir(join(dataFolder, `gateway.json.${process.pid}`))
    expect(await askGateway(dataFolder, 'handover', '0.0.0')).toEqual({ ok: true })
    await eventually(() => open?.ended.includes('handover'), 'the hand-over')
  })

  it.skipIf(!canBind)(
    'hands over also where its note cannot be removed, as on a read-only disk [R3.2]',
    async () => {
      open = await openWithDoors(REVIEW, { doors: { startedBy: 'pipe' } })
      const { dataFolder } = open.gateway
      const note = join(dataFolder, 'gateway.json')
      expect(bind(note)).toBe(true)
      try {
        expect(await askGateway(dataFolder, 'handover', '0.0.0')).toEqual({ ok: true })
        await eventually(() => open?.ended.includes('handover'), 'the hand-over')
      } finally {
        unbind(note)
      }
    },
  )

  it('is told whose process it is otherwise [R3.2]', async () => {
    open = await openWithDoors()
    const answer = await askGateway(open.gateway.dataFolder, 'handover', '0.0.0')
    expect(answer).toMatchObject({ ok: false, reason: expect.stringContaining(`process ${process.pid}`) })
    expect(open.gateway.draining).toBe(false)
    expect(open.ended).toEqual([])
  })

  it('brings the desk to the front where there is one [R3.2]', async () => {
    let shown = 0
    open = await openWithDoors(REVIEW, {
      doors: {
        onOpen: () => {
          shown += 1
          return null
        },
      },
    })
    expect((await askGateway(open.gateway.dataFolder, 'open', '0.0.0')).ok).toBe(true)
    expect(shown).toBe(1)
    await open.close()
    open = await openWithDoors()
    expect(await askGateway(open.gateway.dataFolder, 'open', '0.0.0')).toMatchObject({ ok: false })
  })

  it('finds nobody once the gateway has closed [R3.2]', async () => {
    const gone = await openWithDoors()
    const { dataFolder } = gone.gateway
    await gone.close()
    expect(await askGateway(dataFolder, 'status', '0.0.0')).toEqual({ ok: false, reason: null })
  })
})

describe('a gateway that a pipe started', () => {
  it('ends ten minutes after its last client, not while one is there [R3.2]', async () => {
    const clock = createManualClock()
    open = await openWithDoors(REVIEW, { clock, doors: { startedBy: 'pipe' } })
    const endpoint = await findGateway(open.gateway.dataFolder)
    clock.advance(9 * 60_000)
    const socket = connect(endpoint?.socket ?? '')
    socket.on('error', () => undefined)
    socket.write(`${JSON.stringify({ bridge: BRIDGE, countersign: '1', token: open.token })}\n`)
    await eventually(() => open?.doors.clients().length === 1, 'the client')
    clock.advance(60 * 60_000)
    expect(open.ended).toEqual([])
    socket.destroy()
    await eventually(() => open?.doors.clients().length === 0, 'its end')
    clock.advance(9 * 60_000)
    expect(open.ended).toEqual([])
    clock.advance(60_000)
    await eventually(() => open?.ended.includes('idle'), 'the end')
  })

  it('stays while something runs [R3.2]', async () => {
    const clock = createManualClock()
    const after = clock.after
    let looks = 0
    clock.after = (milliseconds, callback) => {
      if (milliseconds === 60_000) looks += 1
      return after(milliseconds, callback)
    }
    open = await openWithDoors(REVIEW, { clock, doors: { startedBy: 'pipe' } })
    const { store } = open.gateway
    const unfinished = store.unfinished.bind(store)
    const waiting = await open.gateway.runtime.start(
      {
        kind: 'agent',
        id: 'agent:a',
        client: 'local',
        label: 'a',
        roles: [],
        permissions: [],
        tags: null,
        sees: 'own',
      },
      { definitionId: 'review', input: {} },
    )
    const id = waiting.response.workflowId ?? ''
    const run = await store.run(id)
    if (!run) throw new Error('the run is missing')
    const busy = { ...run, activity: { kind: 'due', todo: 'chain' } as const }
    await store.commit({
      expect: [{ kind: 'run', id, version: 1, claim: null }],
      runs: [busy],
      audit: [],
    })
    expect(await unfinished()).toHaveLength(1)
    clock.advance(9 * 60_000)
    // Each look that finds something running asks for another one a minute later.
    for (let minute = 1; minute <= 20; minute += 1) {
      clock.advance(60_000)
      await eventually(() => looks >= minute, `look ${minute}`)
    }
    expect(open.ended).toEqual([])
    await store.commit({
      expect: [{ kind: 'run', id, version: 1, claim: null }],
      runs: [run],
      audit: [],
    })
    await eventually(() => {
      clock.advance(60_000)
      return open?.ended.includes('idle')
    }, 'the end')
  })

  it('does not end by itself if a person started it [R3.2]', async () => {
    const clock = createManualClock()
    open = await openWithDoors(REVIEW, { clock })
    clock.advance(24 * 60 * 60_000)
    // It answers still, and what the clock woke has had its turn before.
    expect((await askGateway(open.gateway.dataFolder, 'status', '0.0.0')).ok).toBe(true)
    expect(open.ended).toEqual([])
  })
})
