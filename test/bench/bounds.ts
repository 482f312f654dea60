/** What one client, or one server, that does far too much costs another client, and the gateway. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchClient } from './client.ts'
import { against, type Bench, type Group, median, percentile } from './figure.ts'
import { NODE, openSubject, type Subject, waitFor } from './subject.ts'

/** `COUNTERSIGN_BENCH_LOAD_SECONDS=60` keeps each load up for a minute. */
const LOAD_MS = Number(process.env.COUNTERSIGN_BENCH_LOAD_SECONDS ?? 4) * 1000
const LOADS = ['sessions', 'stalled bodies', 'long answers', 'large items', 'endless line'] as const
const BODY_BYTES = 16 * 1024 * 1024
const STALLED = 40
const ITEM = 'x'.repeat(900 * 1024)
const LOOK_EVERY_MS = 50
const CALL_EVERY_MS = 10

type Load = (subject: Subject, bench: Bench, stop: AbortSignal) => Promise<unknown>

export const bounds: Group = {
  name: 'bounds',
  figures: [
    'bounds: call p99',
    ...LOADS.flatMap((load) => [`bounds: call p99, ${load}`, `bounds: memory, ${load}`]),
  ],
  withinSeconds: 41 + (6 * LOAD_MS) / 1000,
  run: measureBounds,
}

const SERVER = { kind: 'mcp', command: NODE, args: [join(import.meta.dirname, 'flooding-server.ts')] }

const CONFIGURATION = {
  approvals: { pending: { perClient: 100, withoutToken: 100 } },
  workflows: {
    toggle: {
      initialState: 'on',
      states: {
        on: { transitions: { press: { target: 'off' } } },
        off: { transitions: { press: { target: 'on' } } },
      },
    },
  },
  connections: { flooding: SERVER, endless: SERVER },
  proxy: {
    import: [
      { connection: 'flooding', prefix: 'flooding' },
      { connection: 'endless', prefix: 'endless' },
    ],
    expose: [
      {
        name: 'asked',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
        approval: { required: true },
        executor: { kind: 'noop' },
      },
    ],
  },
}

async function measureBounds(bench: Bench): Promise<void> {
  const subject = await openSubject(bench, CONFIGURATION)
  const other = await subject.overPipe('2026-07-28', '--client', 'other')
  const flood = await subject.overPipe('2026-07-28', '--client', 'flood')
  for (const id of ['flooding.long_answer', 'endless.endless_line'])
    await waitFor(id, () => flood.call('gateway.describe', { id }).catch(() => null))
  const quiet = await callFor(other, LOAD_MS)
  const alone = { name: 'bounds: call p99', value: percentile(quiet, 0.99), unit: 'ms' }
  bench.print({ figure: alone.name, value: alone.value, unit: 'ms', calls: quiet.length })

  const loads: Record<(typeof LOADS)[number], Load> = {
    sessions: openSessions,
    'stalled bodies': stallBodies,
    'long answers': (_subject, _bench, stop) => repeatCall(flood, 'flooding.long_answer', {}, stop),
    'large items': (_subject, _bench, stop) => repeatCall(flood, 'asked', { text: ITEM }, stop),
    'endless line': (_subject, _bench, stop) => repeatCall(flood, 'endless.endless_line', {}, stop),
  }
  for (const name of LOADS) {
    bench.signal.throwIfAborted()
    const before = residentMiB(subject)
    const stop = new AbortController()
    bench.onEnd(() => stop.abort())
    const peak = watchPeak(subject, stop.signal)
    const load = loads[name](subject, bench, stop.signal).catch(() => undefined)
    const times = await callFor(other, LOAD_MS)
    stop.abort()
    await load
    bench.print({
      figure: `bounds: call p99, ${name}`,
      ...against(percentile(times, 0.99), alone),
      p50: median(times),
      calls: times.length,
    })
    bench.print({ figure: `bounds: memory, ${name}`, value: (await peak) - before, unit: 'MiB' })
    await pause(1000)
  }
}

/** Starts, which are durable, one after the other. @returns how long each took, in milliseconds */
async function callFor(client: BenchClient, ms: number): Promise<number[]> {
  const times: number[] = []
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const started = performance.now()
    await client.call('workflow.start', { definitionId: 'toggle' })
    times.push(performance.now() - started)
    await pause(CALL_EVERY_MS)
  }
  return times
}

async function repeatCall(
  client: BenchClient,
  capability: string,
  args: Record<string, unknown>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const input = { capability, arguments: args }
    await Promise.race([
      client.call('workflow.start', { definitionId: 'proxy_default', input }).catch(() => undefined),
      new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true })),
    ])
  }
}

async function openSessions(subject: Subject, _bench: Bench, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) await (await subject.overHttp('2025-11-25')).tools()
}

async function stallBodies({ mcp, token }: Subject, bench: Bench, stop: AbortSignal): Promise<void> {
  const { port } = new URL(mcp)
  const piece = Buffer.alloc(BODY_BYTES - 1000, ' ')
  const sockets = Array.from({ length: STALLED }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`,
    )
    socket.write(piece)
    return socket
  })
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  bench.onEnd(end)
  await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
  end()
}

async function watchPeak(subject: Subject, stop: AbortSignal): Promise<number> {
  let peak = 0
  while (!stop.aborted) {
    peak = Math.max(peak, residentMiB(subject))
    await pause(LOOK_EVERY_MS)
  }
  return peak
}

function residentMiB({ pid }: Subject): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
