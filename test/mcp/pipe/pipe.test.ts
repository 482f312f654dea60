import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { findGateway } from '../../../src/main/mcp/endpoint.ts'
import { connectToGateway, readLocalToken } from '../../../src/main/mcp/pipe/connect-to-gateway.ts'
import { BRIDGE } from '../../../src/main/mcp/pipe/hello.ts'
import { createLineCutter, runPipe } from '../../../src/main/mcp/pipe/pipe.ts'
import { UnreachableError } from '../../../src/main/mcp/pipe/reach.ts'
import { createManualClock } from '../../support/clock.ts'
import { makeFolder } from '../../support/folders.ts'
import {
  eventually,
  isRunning,
  type OpenGateway,
  openWithDoors,
  REVIEW,
  refusal,
  startText,
  UNREADABLE,
  UNTIL_FILE,
} from '../support.ts'

const STORED = `${REVIEW}\nstore: { kind: sqlite }\n`

interface Message {
  id?: string | number
  method?: string
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

/** A pipe inside this process, between a client played by the test and the gateway of a folder. */
function openPipe(dataFolder: () => string) {
  const input = new PassThrough()
  const output = new PassThrough()
  const said: string[] = []
  const received: Message[] = []
  output.on(
    'data',
    createLineCutter((line) => received.push(JSON.parse(line.toString('utf8')) as Message)),
  )
  const code = runPipe({
    input,
    output,
    tell: (sentence) => said.push(sentence),
    async reach() {
      return eventually(async () => {
        const endpoint = await findGateway(dataFolder())
        if (!endpoint) return null
        const result = await connectToGateway(endpoint, {
          bridge: BRIDGE,
          countersign: '0.0.0-test',
          token: await readLocalToken(dataFolder()),
          control: null,
          client: 'piped',
          names: null,
          configuration: null,
        })
        if (result.kind === 'refused') throw new UnreachableError(result.reason)
        return result.kind === 'welcome' ? result.socket : null
      }, 'a gateway')
    },
  })
  const say = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return {
    code,
    input,
    received,
    said,
    say,
    ask(id: number, method: string, params: object = {}) {
      say({ id, method, params })
      return eventually(() => received.find((message) => message.id === id), `the answer to ${method}`)
    },
  }
}

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'claude-code', version: '1' },
}

const KEPT = [
  '9007199254740991',
  '-9007199254740992',
  '1.50E+300',
  '100000000000000000000',
  '0.1234567890123456789',
]

let open: OpenGateway | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

describe('a pipe', () => {
  it('carries the client to the gateway under its --client name, and ends with its input [pipe.clean]', async () => {
    open = await openWithDoors()
    const { dataFolder } = open.gateway
    const pipe = openPipe(() => dataFolder)
    await pipe.ask(1, 'initialize', INITIALIZE)
    pipe.say({ method: 'notifications/initialized' })
    const started = await pipe.ask(2, 'tools/call', {
      name: 'workflow.start',
      arguments: { definitionId: 'review' },
    })
    const { workflowId } = started.result!.structuredContent as { workflowId: string }
    expect(await open.gateway.store.run(workflowId)).toMatchObject({
      owner: 'local',
      startedBy: 'agent:piped',
    })
    expect(open.doors.clients()).toMatchObject([{ label: 'piped', client: 'local', transport: 'stdio' }])
    pipe.input.end()
    expect(await pipe.code).toBe(0)
    await eventually(() => open?.doors.clients().length === 0, 'the end of the connection')
  })

  it.each(['ends while the gateway stops', 'does not end in time when the gateway stops'])(
    'delivers the answer of a step that %s [call.at-stop]',
    async (how) => {
      const folder = makeFolder('until')
      const file = join(folder.path, 'go')
      const clock = createManualClock()
      open = await openWithDoors(UNTIL_FILE(file), { clock })
      const { dataFolder } = open.gateway
      const pipe = openPipe(() => dataFolder)
      await pipe.ask(1, 'initialize', INITIALIZE)
      pipe.say({ method: 'notifications/initialized' })
      const call = (id: number, name: string, args: object) =>
        pipe.ask(id, 'tools/call', { name, arguments: args })
      const started = await call(2, 'workflow.start', { definitionId: 'work' })
      const { workflowId } = started.result!.structuredContent as { workflowId: string }
      const answered = call(3, 'workflow.submit', { workflowId, expectedVersion: 1, transition: 'go' })
      await isRunning(open, workflowId)
      const closed = open.close()
      open = null
      const ends = how.startsWith('ends')
      if (ends) await writeFile(file, '')
      else
        await eventually(() => {
          clock.advance(10_000)
          return pipe.received.some(({ id }) => id === 3)
        }, 'the answer')
      const result = ends
        ? { status: 'completed' }
        : { status: 'waiting_for_action', message: expect.stringContaining('again when it runs') }
      expect((await answered).result).toMatchObject({ structuredContent: { result } })
      pipe.input.end()
      await Promise.all([closed, pipe.code])
      folder.remove()
    },
  )

  it('delivers the last answers after its input has ended [pipe.clean]', async () => {
    open = await openWithDoors()
    const { dataFolder } = open.gateway
    const pipe = openPipe(() => dataFolder)
    pipe.say({ id: 1, method: 'initialize', params: INITIALIZE })
    pipe.say({ method: 'notifications/initialized' })
    pipe.say({ id: 2, method: 'tools/list' })
    pipe.input.end()
    expect(await pipe.code).toBe(0)
    expect(pipe.received.map((message) => message.id)).toEqual([1, 2])
  })

  it('outlives the gateway: handshake again, lost calls answered, nothing sent twice [R3.3]', async () => {
    const folder = makeFolder('pipe')
    open = await openWithDoors(STORED, { folder: folder.path })
    const { dataFolder } = open.gateway
    const pipe = openPipe(() => dataFolder)
    await pipe.ask(1, 'initialize', INITIALIZE)
    pipe.say({ method: 'notifications/initialized' })
    const started = await pipe.ask(2, 'tools/call', {
      name: 'workflow.start',
      arguments: { definitionId: 'asked' },
    })
    const { workflowId } = started.result!.structuredContent as { workflowId: string }
    const submit = { workflowId, expectedVersion: 1, transition: 'ask' }
    pipe.say({ id: 3, method: 'tools/call', params: { name: 'workflow.submit', arguments: submit } })
    const parked = async () =>
      (await open?.gateway.store.approvals({ workflowId }, { limit: 9 }))?.items ?? []
    await eventually(async () => (await parked()).length === 1, 'the parked call')
    await open.close()

    const lost = await eventually(
      () => pipe.received.find((message) => message.id === 3),
      'an answer to the lost call',
    )
    const answer = lost.result!.structuredContent as { links: object[]; result: { message: string } }
    expect(lost.result?.isError).toBe(true)
    expect(answer.result.message).toContain('unknown')
    expect(answer.links).toEqual([{ rel: 'self', method: 'workflow.get', args: { workflowId } }])

    open = await openWithDoors(STORED, { folder: folder.path })
    const looked = await pipe.ask(4, 'tools/call', { name: 'workflow.get', arguments: { workflowId } })
    expect(looked.result?.structuredContent).toMatchObject({
      state: 'one',
      result: { status: 'waiting_for_action' },
    })
    expect(await parked()).toHaveLength(1)
    expect(pipe.received.map((message) => message.id)).toEqual([1, 2, 3, 4])
    expect(open.doors.clients()).toMatchObject([{ label: 'piped', transport: 'stdio' }])
    pipe.input.end()
    expect(await pipe.code).toBe(0)
    await open.close()
    open = null
    folder.remove()
  })

  it('ends with a sentence and answers for everything if it is refused [pipe.starts]', async () => {
    open = await openWithDoors()
    const input = new PassThrough()
    const output = new PassThrough()
    const said: string[] = []
    const code = runPipe({
      input,
      output,
      tell: (sentence) => said.push(sentence),
      reach: async () => {
        throw new UnreachableError('The token is not known here.')
      },
    })
    input.write('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}\n')
    expect(await code).toBe(1)
    expect(said).toEqual(['The token is not known here.'])
  })

  it.each(UNREADABLE)(
    'refuses a call whose arguments are %s [tools.unreadable]',
    async (_what, given, said) => {
      open = await openWithDoors()
      const { gateway } = open
      const pipe = openPipe(() => gateway.dataFolder)
      await pipe.ask(1, 'initialize', INITIALIZE)
      pipe.input.write(`${startText(2, given)}\n`)
      const answer = await eventually(() => pipe.received.find(({ id }) => id === 2), 'the refusal')
      expect(answer.result).toMatchObject(refusal(said))
      expect((await gateway.store.runs({}, { limit: 10 })).items).toEqual([])
      pipe.input.end()
      await pipe.code
    },
  )

  it.each(KEPT)('lets the number %s through [tools.unreadable]', async (number) => {
    open = await openWithDoors()
    const { gateway } = open
    const pipe = openPipe(() => gateway.dataFolder)
    await pipe.ask(1, 'initialize', INITIALIZE)
    pipe.input.write(
      `${startText(2, `{"definitionId":"review","input":{"a":${number},"b":"9007199254740993\\\\"}}`)}\n`,
    )
    const answer = await eventually(() => pipe.received.find(({ id }) => id === 2), 'the answer')
    expect(answer.result).toMatchObject({ structuredContent: { result: { status: 'started' } } })
    pipe.input.end()
    await pipe.code
  })

  it('answers what no gateway reads, and goes on [pipe.unread]', async () => {
    open = await openWithDoors()
    const { gateway } = open
    const pipe = openPipe(() => gateway.dataFolder)
    await pipe.ask(1, 'initialize', INITIALIZE)
    const call = {
      method: 'tools/call',
      params: { name: 'workflow.start', arguments: { definitionId: 'content_review' } },
    }
    const unread: [string, number | null, number][] = [
      ['{"jsonrpc":"2.0","id":5,"meth', null, -32_700],
      ['\ufeff{"jsonrpc":"2.0","id":5,"method":"ping"}', null, -32_700],
      [JSON.stringify([{ jsonrpc: '2.0', id: 6, ...call }]), null, -32_600],
      [JSON.stringify({ jsonrpc: '2.0', id: 7.5, ...call }), 7.5, -32_600],
      [JSON.stringify({ jsonrpc: '2.0', id: null, ...call }), null, -32_600],
      [JSON.stringify({ id: 8, ...call }), 8, -32_600],
    ]
    pipe.received.splice(0)
    for (const [line] of unread) pipe.input.write(`${line}\n\r\n`)
    await pipe.ask(9, 'ping')
    expect(pipe.received).toMatchObject([
      ...unread.map(([, id, code]) => ({
        id,
        error: { code, message: expect.stringMatching(/Nothing was done\.$/) },
      })),
      { id: 9, result: {} },
    ])
    expect((await gateway.store.runs({}, { limit: 1 })).items).toEqual([])
    pipe.input.end()
    expect(await pipe.code).toBe(0)
  })

  it('keeps every byte of a message, however it is cut [pipe.clean]', () => {
    const lines: string[] = []
    const cut = createLineCutter((line) => lines.push(line.toString('utf8')))
    const text = `{"a":"ü\u2028 é"}\n\n{"b":"${'x'.repeat(1000)}"}\n`
    for (const byte of Buffer.from(text)) cut(Buffer.from([byte]))
    cut(Buffer.from(text + text))
    expect(lines.join('')).toBe(text + text + text)
    expect(lines).toHaveLength(9)
  })
})

describe('an unexpected end of the socket', () => {
  it('leaves no client in the list [clients.list]', async () => {
    open = await openWithDoors()
    const endpoint = await findGateway(open.gateway.dataFolder)
    const socket = connect(endpoint?.socket ?? '')
    socket.on('error', () => undefined)
    socket.write(`${JSON.stringify({ bridge: BRIDGE, countersign: '1', token: open.token })}\n`)
    await eventually(() => open?.doors.clients().length === 1, 'the connection')
    socket.destroy()
    await eventually(() => open?.doors.clients().length === 0, 'its end')
  })
})
