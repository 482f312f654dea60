/** What sessions and calls leave behind in the gateway's memory. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchClient } from './client.ts'
import { against, type Bench, type Group, median } from './figure.ts'
import { openSubject, type Subject } from './subject.ts'

const SESSIONS = 100
/** `COUNTERSIGN_BENCH_CALLS=100000` makes more of them, and takes minutes. */
const CALLS = Number(process.env.COUNTERSIGN_BENCH_CALLS ?? 12_000)
const SAMPLES = 8
const IN_FLIGHT = 16
/** Longer than the collector waits before it gives memory back. */
const REST_MS = 1500

export const memory: Group = {
  name: 'memory',
  figures: ['memory before', 'memory of 100 sessions', 'memory of calls'],
  withinSeconds: CALLS > 12_000 ? 600 : 60,
  run: measureMemory,
}

const WORKFLOWS = {
  toggle: {
    title: 'Toggle',
    initialState: 'on',
    states: {
      on: { transitions: { press: { target: 'off' } } },
      off: { transitions: { press: { target: 'on' } } },
    },
  },
}

async function measureMemory(bench: Bench): Promise<void> {
  const subject = await openSubject(bench, { workflows: WORKFLOWS })
  const client = await subject.overPipe()
  // What is loaded with the first request over HTTP, and with the first calls, is no growth.
  await subject.overHttp('2025-11-25')
  await work(bench, client, 2000)
  await pause(2 * REST_MS)
  const before = { name: 'memory before', value: await settled(subject), unit: 'MiB' }
  bench.print({ figure: before.name, value: before.value, unit: 'MiB' })

  // With the one that is open already, as many as one client may have.
  for (let session = 1; session < SESSIONS; session += 1) {
    const one = await subject.overHttp('2025-11-25')
    await one.tools()
  }
  const sessions = (await settled(subject)) - before.value
  bench.print({ figure: 'memory of 100 sessions', ...against(sessions, before) })

  const marks: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await work(bench, client, CALLS / SAMPLES)
    marks.push(await settled(subject))
  }
  const half = SAMPLES / 2
  bench.print({
    figure: 'memory of calls',
    ...against((marks.at(-1) ?? 0) - before.value, before),
    calls: CALLS,
    ofTheirSecondHalf: (marks.at(-1) ?? 0) - (marks[half - 1] ?? 0),
  })
}

/** A third each: a durable start, a durable step, and a reading call. */
async function work(bench: Bench, client: BenchClient, calls: number): Promise<void> {
  const agents = Array.from({ length: IN_FLIGHT }, async () => {
    for (let call = 0; call < calls / IN_FLIGHT; call += 3) {
      bench.signal.throwIfAborted()
      const run = await client.ask<{ workflowId: string; version: number }>('workflow.start', {
        definitionId: 'toggle',
      })
      const { workflowId, version: expectedVersion } = run
      await client.call('workflow.submit', { workflowId, expectedVersion, transition: 'press' })
      await client.call('gateway.home', {})
    }
  })
  await Promise.all(agents)
}

/** Resident memory in MiB, when what has just been done is over. */
async function settled({ pid }: Subject): Promise<number> {
  const looks: number[] = []
  for (let look = 0; look < 3; look += 1) {
    await pause(REST_MS / 3)
    const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    looks.push(Number(resident) / 1024)
  }
  return median(looks)
}
