/** The figures of calls, submits, chains and starts again: with 16 clients, and a database that has been used for long. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startGateway } from '../support/gateway-process.ts'
import { type BenchClient, connectProgram, type Era } from './client.ts'
import { openCommits } from './commits.ts'
import { against, type Bench, type Group, median, percentile } from './figure.ts'
import { fillDatabase } from './filled.ts'
import { openFloor } from './floor.ts'
import { timeInTurns } from './probes.ts'
import { readProcessorMs } from './processor-time.ts'
import { makeWorkspace, NODE, openWorkspace, type Subject, waitFor } from './subject.ts'
import {
  CHAIN,
  type Run,
  rate,
  repeat,
  runChain,
  type Sample,
  sample,
  submitInParallel,
  WORKFLOWS,
} from './throughput.ts'

const CLIENTS = 16
const ROUNDS = 4
const STARTS = 5
const CAPABILITY = 'everything.echo'
/** Of the client that is measured. */
const ERA: Era = '2026-07-28'
const MESSAGE = 'Hello.'
const HEATING_MS = 4000
const HEATING_IN_FLIGHT = 8

export const crowd: Group = {
  name: 'crowd',
  figures: [
    'crowd: start of the gateway',
    'crowd: direct call and two commits p50',
    'crowd: capability call p50',
    'crowd: overhead beyond two commits p50',
    'crowd: recording gateway p50',
    'crowd: overhead over a recording gateway p50',
    'crowd: commits a second',
    'crowd: submits a second',
    'crowd: chain steps a second',
  ],
  withinSeconds: 80,
  run: measureCrowd,
}

async function measureCrowd(bench: Bench): Promise<void> {
  const everything = [
    fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js')),
    'stdio',
  ]
  const workspace = await makeWorkspace(bench, {
    workflows: WORKFLOWS,
    connections: { everything: { kind: 'mcp', command: NODE, args: everything } },
    proxy: { import: [{ connection: 'everything', prefix: 'everything' }] },
  })
  const first = await openWorkspace(bench, workspace)
  const starter = await first.overPipe()
  const { workflowId } = await starter.ask<Run>('workflow.start', { definitionId: 'toggle' })
  await starter.close()
  await first.stop()
  await fillDatabase(workspace, workflowId)

  const starts = await timeInTurns(
    [
      {
        name: 'start',
        async run() {
          const gateway = await startGateway(workspace)
          bench.onEnd(() => gateway.stop())
          return () => gateway.stop()
        },
      },
    ],
    { signal: bench.signal, warmUp: 1, atMost: STARTS, atLeast: STARTS, withinMs: 10_000 },
  )
  bench.print({ figure: 'crowd: start of the gateway', value: median(starts.get('start') ?? []), unit: 'ms' })

  const floors = await openFloor(
    bench,
    { command: NODE, args: everything },
    join(workspace.data, 'countersign.db'),
  )
  const recording = floors.find(({ path, writes }) => writes === 'record' && path.endsWith(ERA))?.client
  const subject = await openWorkspace(bench, workspace)
  // Half of them over a pipe, half over HTTP, both eras among them.
  const clients: BenchClient[] = []
  for (let client = 0; client < CLIENTS; client += 4) {
    clients.push(await subject.overPipe(ERA), await subject.overHttp(ERA))
    clients.push(await subject.overPipe('2025-11-25'), await subject.overHttp('2025-11-25'))
  }
  await measureCall(bench, clients[0] ?? never(), recording ?? never(), everything)
  // The others are connected. A client over HTTP takes more of the machine than its call does of the gateway.
  await measureThroughput(
    bench,
    subject,
    clients.filter((_, number) => number % 2 === 0),
  )
}

/** One client calls while fifteen are connected. */
async function measureCall(
  bench: Bench,
  client: BenchClient,
  recording: BenchClient,
  everything: string[],
): Promise<void> {
  const direct = await connectProgram({ command: NODE, args: everything })
  bench.onEnd(() => direct.close())
  const commit = openCommits(bench)
  await waitFor('the imported tools', () =>
    client.call('gateway.describe', { id: CAPABILITY }).catch(() => null),
  )
  const input = { capability: CAPABILITY, message: MESSAGE }
  const callThrough = () => client.call('workflow.start', { definitionId: 'proxy_default', input })
  const callRecording = () => recording.call('echo', { message: MESSAGE })
  // Of what has just started, the first thousand calls take up to half as long again: V8 has not compiled them yet.
  for (const call of [callThrough, callRecording]) await heat(call)
  const times = await timeInTurns(
    [
      { name: 'direct', run: () => direct.call('echo', { message: MESSAGE }) },
      {
        name: 'commits',
        run() {
          commit()
          commit()
        },
      },
      { name: 'call', run: callThrough },
      { name: 'record', run: callRecording },
    ],
    { signal: bench.signal, warmUp: 100, atMost: 500, atLeast: 50, withinMs: 8000 },
  )
  const of = (name: string) => times.get(name) ?? []
  const floors = of('direct').map((time, round) => time + (of('commits')[round] ?? 0))
  const floor = { name: 'direct call and two commits p50', value: percentile(floors, 0.5), unit: 'ms' }
  const call = percentile(of('call'), 0.5)
  const runs = floors.length
  bench.print({ figure: `crowd: ${floor.name}`, value: floor.value, unit: 'ms', runs })
  bench.print({ figure: 'crowd: capability call p50', ...against(call, floor), runs })
  bench.print({
    figure: 'crowd: overhead beyond two commits p50',
    ...against(call - floor.value, floor),
    runs,
  })
  const record = { name: 'recording gateway p50', value: percentile(of('record'), 0.5), unit: 'ms' }
  bench.print({ figure: `crowd: ${record.name}`, ...against(record.value, floor), runs })
  bench.print({
    figure: 'crowd: overhead over a recording gateway p50',
    ...against(call - record.value, record),
    runs,
  })
}

async function heat(call: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: HEATING_IN_FLIGHT }, () => repeat(HEATING_MS, 1, call)))
}

async function measureThroughput(bench: Bench, subject: Subject, clients: BenchClient[]): Promise<void> {
  const commit = openCommits(bench)
  const processorMs = () => readProcessorMs(subject.pid) ?? Number.NaN
  const runs = await Promise.all(
    [...clients, ...clients].map((client) => client.ask<Run>('workflow.start', { definitionId: 'toggle' })),
  )
  const commits: Sample[] = []
  const submits: Sample[] = []
  const steps: Sample[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    bench.signal.throwIfAborted()
    commits.push(await sample(processorMs, () => repeat(300, 1, commit)))
    submits.push(await sample(processorMs, () => submitInParallel(clients, runs)))
    steps.push(await sample(processorMs, () => repeat(1000, CHAIN, () => runChain(clients[0] ?? never()))))
  }
  const unit = 'a second'
  const floor = { name: "fsync'd commits, one after the other", value: rate(commits), unit }
  bench.print({ figure: 'crowd: commits a second', value: floor.value, unit })
  bench.print({ figure: 'crowd: submits a second', ...against(rate(submits), floor), clients: CLIENTS })
  bench.print({ figure: 'crowd: chain steps a second', ...against(rate(steps), floor), stepsAChain: CHAIN })
}

function never(): never {
  throw new Error('There is no client.')
}
