import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { backoffMs } from '../../src/main/connections/mcp-connection.ts'
import { createRedactor } from '../../src/main/connections/redact.ts'
import type { Connection } from '../../src/main/model/configuration.ts'
import { GatewayError } from '../../src/main/model/error.ts'
import { test as it } from '../support/fixtures.ts'
import {
  ask,
  createHandClock,
  findProcesses,
  fixture,
  isAlive,
  openPool,
  pidOf,
  serverPath,
  stdio,
  until,
  untilHealthy,
  untilState,
} from './pool-fixture.ts'

const never = new AbortController().signal

describe('starting', () => {
  it('discovers the tools of real servers, with their schemas and annotations [connections.discovery]', async ({
    folder,
  }) => {
    const pool = openPool({
      everything: stdio([serverPath('server-everything'), 'stdio']),
      files: stdio([serverPath('server-filesystem'), folder]),
      memory: stdio([serverPath('server-memory')], { MEMORY_FILE_PATH: join(folder, 'memory.json') }),
    })
    await pool.settled(20_000)
    expect(pool.states().map(({ name, health, error }) => ({ name, health, error }))).toEqual([
      { name: 'everything', health: 'healthy', error: null },
      { name: 'files', health: 'healthy', error: null },
      { name: 'memory', health: 'healthy', error: null },
    ])
    const write = pool.state('files')?.tools.find(({ name }) => name === 'write_file')
    expect(write?.title).toBe('Write File')
    expect(write?.inputSchema?.required).toEqual(['path', 'content'])
    expect(write?.outputSchema?.type).toBe('object')
    expect(write?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(pool.state('memory')?.tools.map(({ name }) => name)).toContain('create_entities')
    expect(await ask(pool, 'everything', 'echo', { message: 'hello' })).toBe('Echo: hello')
  })

  it('reads every page, and leaves out only what is no tool [connections.discovery]', async () => {
    const pool = openPool({ many: fixture('tools=25') })
    const { tools } = await untilHealthy(pool, 'many')
    expect(tools.map(({ name }) => name)).toEqual(Array.from({ length: 25 }, (_, index) => `tool_${index}`))
    expect(tools[0]?.annotations).toEqual({ readOnlyHint: true })
  })

  it('lists again when the server says that its tools changed [connections.discovery]', async () => {
    const pool = openPool({ many: fixture('tools=2') })
    await untilHealthy(pool, 'many')
    await ask(pool, 'many', 'grow', { to: 14 })
    expect((await untilState(pool, 'many', ({ tools }) => tools.length === 14)).health).toBe('healthy')
  })

  it('is not delayed by a server that never answers [connections.background]', async () => {
    const { clock, advance } = createHandClock()
    const pool = openPool({ slow: fixture('hang'), quick: fixture() }, { clock })
    expect(pool.states().map(({ health }) => health)).toEqual(['starting', 'starting'])
    await untilHealthy(pool, 'quick')
    let isSettled = false
    const settled = pool.settled(5000).then(() => {
      isSettled = true
    })
    advance(4999)
    await ask(pool, 'quick', 'meta')
    expect(isSettled).toBe(false)
    advance(1)
    await settled
    expect(pool.state('slow')?.health).toBe('starting')
  })

  it('reports what does not start, in a sentence, and leaves the others alone [connections.down]', async () => {
    const warnings: string[] = []
    const sandbox = { mode: 'noNetwork', ifAvailable: true }
    const pool = openPool(
      {
        absent: {
          kind: 'mcp',
          name: '',
          transport: { kind: 'stdio', command: 'no-such-program', args: [], env: {} },
        },
        failing: stdio(['-e', 'console.log("no licence"); process.exit(3)']),
        // What we note of its sandbox is none of its words.
        wordless: { ...stdio(['-e', 'process.exit(3)']), sandbox } as Connection,
        homeless: {
          kind: 'mcp',
          name: '',
          transport: {
            kind: 'stdio',
            command: 'node',
            args: [],
            env: {},
            workingDirectory: '/no/such/folder',
          },
        },
        unset: stdio([], { TOKEN: place('NOPE') }),
        refused: {
          kind: 'mcp',
          name: '',
          transport: { kind: 'http', url: 'http://127.0.0.1:2/mcp', headers: {} },
        },
        misspelt: { kind: 'mcp', name: '', transport: { kind: 'http', url: 'not an address', headers: {} } },
        well: fixture(),
      },
      {
        warn: (message) => warnings.push(message),
        resolve(text) {
          if (text.includes(place('NOPE')))
            throw new GatewayError('INTERNAL', 'The environment variable NOPE is not set.')
          return text
        },
      },
    )
    await pool.settled(20_000)
    const errors = Object.fromEntries(pool.states().map(({ name, health, error }) => [name, [health, error]]))
    expect(errors).toEqual({
      absent: [
        'down',
        'The program no-such-program cannot be found, or may not be executed. Install it, or correct the command.',
      ],
      wordless: ['down', 'The program exited with code 3.'],
      failing: ['down', 'The program exited with code 3. Its last line of output: “no licence”.'],
      homeless: [
        'down',
        'The working directory /no/such/folder does not exist. Create it, or correct workingDirectory.',
      ],
      unset: ['down', 'The environment variable NOPE is not set.'],
      refused: ['down', 'Nothing answers at that address. Start the server, or correct the url.'],
      misspelt: ['down', 'That is not a web address. Correct the url.'],
      well: ['healthy', null],
    })
    expect(warnings).toHaveLength(7)
    const answer = await pool.callTool('failing', 'x', {}, { signal: never })
    expect(answer).toEqual({
      ok: false,
      errorClass: 'connection_error',
      message:
        'The server failing is down. The program exited with code 3. Its last line of output: “no licence”.',
      uncertain: false,
    })
  })

  it('shows a server whose tools cannot be listed as degraded, and asks again [connections.degraded]', async () => {
    const { clock, advance, alarms } = createHandClock()
    const pool = openPool({ one: fixture('shy') }, { clock })
    expect(await untilState(pool, 'one', ({ health }) => health === 'degraded')).toMatchObject({
      error: 'Its tools could not be listed. The server failed: “not yet”.',
      tools: [],
    })
    expect(await ask(pool, 'one', 'hello')).toBe('unknown hello')
    await until(() => alarms().length === 1)
    advance(alarms()[0]!)
    expect(await untilHealthy(pool, 'one')).toMatchObject({ error: null, tools: { length: 3 } })
  })

  it('lets a call wait for the first start [connections.background]', async () => {
    const pool = openPool({ one: fixture() })
    expect(await ask(pool, 'one', 'unheard-of')).toBe('unknown unheard-of')
  })
})

describe('coming back', () => {
  it('retries after 1 s, doubling up to 60 s, with jitter [connections.backoff]', async () => {
    const { clock, alarms, advance } = createHandClock()
    const pool = openPool(
      {
        absent: {
          kind: 'mcp',
          name: '',
          transport: { kind: 'stdio', command: 'no-such', args: [], env: {} },
        },
      },
      { clock, random: () => 0 },
    )
    const waits: number[] = []
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await until(() => alarms().length === 1)
      waits.push(alarms()[0]!)
      advance(alarms()[0]!)
    }
    expect(waits.map((ms) => ms / 1000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(backoffMs(3, 1)).toBe(2000)
    expect(pool.state('absent')?.since).toBe('2026-01-01T00:00:00.000Z')
  })

  it('restarts a server that was killed, and keeps its tools meanwhile [connections.reconnect]', async () => {
    const pool = openPool({ one: fixture('tools=4') }, { random: () => 1 })
    const first = pidOf(await untilHealthy(pool, 'one'))
    const down = untilState(pool, 'one', ({ health }) => health === 'down')
    process.kill(first, 'SIGKILL')
    expect(await down).toMatchObject({
      error: `The program was ended by SIGKILL. Its last line of output: “pid ${first}”.`,
      tools: { length: 4 },
    })
    const second = pidOf(await untilHealthy(pool, 'one'))
    expect(second).not.toBe(first)
    expect(await ask(pool, 'one', 'hello')).toBe('unknown hello')
  })

  it('does so for a real server as well [connections.reconnect]', async ({ folder }) => {
    const pool = openPool({ files: stdio([serverPath('server-filesystem'), folder]) })
    await untilHealthy(pool, 'files')
    const [pid] = await findProcesses(folder)
    const down = untilState(pool, 'files', ({ health }) => health === 'down')
    process.kill(pid!, 'SIGKILL')
    await down
    await untilHealthy(pool, 'files')
    expect(await ask(pool, 'files', 'list_allowed_directories')).toContain(folder)
  })

  it('answers a call whose server died with an unknown effect [connections.lost-call]', async () => {
    const pool = openPool({ one: fixture() })
    await untilHealthy(pool, 'one')
    expect(await pool.callTool('one', 'die', {}, { signal: never })).toEqual({
      ok: false,
      errorClass: 'connection_error',
      message: 'The program exited with code 7. Its last line of output: “about to die”.',
      uncertain: true,
    })
  })

  it('restarts on request, at once [connections.restart]', async () => {
    const { clock } = createHandClock()
    const pool = openPool({ one: fixture() }, { clock })
    const first = pidOf(await untilHealthy(pool, 'one'))
    await Promise.all([pool.restart('one'), pool.restart('one')])
    const state = pool.state('one')
    expect(state?.health).toBe('healthy')
    expect(pidOf(state)).not.toBe(first)
    expect(isAlive(first)).toBe(false)
  })
})

describe('calls', () => {
  it('offer the server no sampling, roots or elicitation [connections.no-capabilities]', async () => {
    const pool = openPool({ one: fixture() })
    expect(await ask(pool, 'one', 'capabilities')).toBe('{}')
  })

  it('pass progress on, and meta [connections.progress]', async () => {
    const pool = openPool({ one: fixture() })
    const updates: unknown[] = []
    const answer = await pool.callTool(
      'one',
      'progress',
      {},
      { signal: never, progress: (u) => updates.push(u) },
    )
    expect(answer.ok).toBe(true)
    expect(updates).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ])
    const meta = await pool.callTool('one', 'meta', {}, { signal: never, meta: { key: 'k1' } })
    expect(meta).toMatchObject({ result: { content: [{ text: '{"key":"k1"}' }] } })
  })

  it('tell the server when they are cancelled [connections.cancellation]', async () => {
    const pool = openPool({ one: fixture() })
    await untilHealthy(pool, 'one')
    const stop = new AbortController()
    const call = pool.callTool('one', 'wait', {}, { signal: stop.signal })
    await until(() => pool.state('one')!.logTail.some((line) => line.startsWith('waiting')))
    stop.abort()
    expect(await call).toMatchObject({ ok: false, errorClass: 'permanent', uncertain: true })
    expect(JSON.parse(await ask(pool, 'one', 'cancelled'))).toHaveLength(1)
    const early = await pool.callTool('one', 'wait', {}, { signal: AbortSignal.abort() })
    expect(early).toMatchObject({ ok: false, uncertain: false })
    const late = await pool.callTool('one', 'wait', {}, { signal: AbortSignal.timeout(50) })
    expect(late).toMatchObject({ ok: false, errorClass: 'timeout', uncertain: true })
  })

  it('give refusals their class, and take answers of an odd shape as answers [connections.failures]', async () => {
    const pool = openPool({ one: fixture() })
    expect(await pool.callTool('one', 'refuse', {}, { signal: never })).toEqual({
      ok: false,
      errorClass: 'permanent',
      message: 'The server refused: “no such colour”',
      uncertain: false,
    })
    // The tool did its work: an answer of another shape is still its answer.
    expect(await pool.callTool('one', 'nonsense', {}, { signal: never })).toMatchObject({
      ok: true,
      result: { content: [{ type: 'text', text: 'not a list' }] },
    })
    expect(await pool.callTool('two', 'x', {}, { signal: never })).toMatchObject({
      message: 'There is no server named two.',
    })
    expect(pool.state('one')?.health).toBe('healthy')
  })

  it('fail above 64 MiB, saying why [R7.3]', async () => {
    const pool = openPool({ one: fixture() })
    const answer = await pool.callTool('one', 'big', { bytes: 65 * 1024 * 1024 }, { signal: never })
    expect(answer).toEqual({
      ok: false,
      errorClass: 'connection_error',
      message: 'The server sent a message of more than 64 MiB, so the connection was cut.',
      uncertain: true,
    })
  })
})

describe('what a server gets and leaves', () => {
  it('sees no variable but the safe ones and the declared ones [R2.3]', async () => {
    process.env.POOL_TEST_SECRET = 'not for children'
    onTestFinished(() => {
      delete process.env.POOL_TEST_SECRET
    })
    const pool = openPool(
      { one: stdio(fixtureArgs(), { DECLARED: place('VALUE') }) },
      { resolve: (t) => t.replace(place('VALUE'), 'v1') },
    )
    const seen: Record<string, string> = JSON.parse(await ask(pool, 'one', 'environment'))
    expect(seen.DECLARED).toBe('v1')
    expect(seen.PATH).toBe(process.env.PATH)
    const allowed = ['DECLARED', 'PATH', 'HOME', 'LANG', 'TMPDIR']
    expect(Object.keys(seen).filter((name) => !allowed.includes(name))).toEqual([])
  })

  it('has its error output kept, the last 200 lines, secrets removed [R2.3]', async () => {
    const redactor = createRedactor()
    redactor.add('hunter2-hunter2')
    const pool = openPool({ one: fixture('chatty') }, { redact: redactor.redact })
    await ask(pool, 'one', 'log', { lines: 300, text: 'hunter2-hunter2' })
    await until(() => pool.state('one')!.logTail.at(-1)!.startsWith('line 299'))
    const { logTail } = pool.state('one')!
    expect(logTail).toHaveLength(200)
    expect(logTail[0]).toBe('line 100 «redacted»')
    expect(logTail.at(-1)).toBe('line 299 «redacted»')
  })

  it('may write a banner where messages belong [connections.banner]', async () => {
    const pool = openPool({ one: fixture('chatty') })
    const { logTail } = await untilHealthy(pool, 'one')
    expect(logTail).toContain('Welcome to the fixture!')
  })

  it('is gone after close, with all that it started, even if it refuses [connections.close]', async () => {
    const pool = openPool({ one: fixture('stubborn'), two: fixture(), three: fixture('hang') })
    await Promise.all([untilHealthy(pool, 'one'), untilHealthy(pool, 'two')])
    await until(() => pool.state('three')!.logTail.length > 0)
    const pids = [
      ...pool.states().map(pidOf),
      Number(await ask(pool, 'two', 'child')),
      Number(await ask(pool, 'one', 'child', { detached: true })),
    ]
    expect(pids.map(isAlive)).toEqual([true, true, true, true, true])
    await pool.close()
    expect(pids.map(isAlive)).toEqual([false, false, false, false, false])
  })
})

describe('cli connections', () => {
  it('are healthy when their program can be found [connections.cli]', async () => {
    const pool = openPool({
      shell: { kind: 'cli', name: '', title: 'Shell', command: 'sh', env: {} },
      any: { kind: 'cli', name: '', env: {} },
      absent: { kind: 'cli', name: '', command: 'no-such-program', env: {} },
    })
    await pool.settled(10_000)
    expect(pool.states().map(({ title, kind, health }) => ({ title, kind, health }))).toEqual([
      { title: 'Shell', kind: 'cli', health: 'healthy' },
      { title: 'any', kind: 'cli', health: 'healthy' },
      { title: 'absent', kind: 'cli', health: 'down' },
    ])
    expect(pool.state('absent')?.error).toContain('no-such-program cannot be found')
    expect(await pool.callTool('shell', 'x', {}, { signal: never })).toMatchObject({ ok: false })
  })
})

/** As a configuration writes it. */
function place(name: string): string {
  return `\${${name}}`
}

function fixtureArgs(): string[] {
  const connection = fixture()
  return connection.kind === 'mcp' && connection.transport.kind === 'stdio' ? connection.transport.args : []
}
