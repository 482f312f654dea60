/** How many durable steps a second: agents in parallel, and chains of steps that run by themselves. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { BenchClient } from './client.ts'
import { openCommits } from './commits.ts'
import { against, type Bench, type Group, median } from './figure.ts'
import { readProcessorMs } from './processor-time.ts'
import { openSubject } from './subject.ts'

const IN_FLIGHT = 16
export const CHAIN = 40
const ROUNDS = 6
const COMMITTING_MS = 300
const STEPPING_MS = 1200

export const throughput: Group = {
  name: 'throughput',
  figures: ['commits a second', 'submits a second', 'chain steps a second'],
  withinSeconds: 45,
  run: measureThroughput,
}

export const WORKFLOWS = {
  toggle: {
    title: 'Toggle',
    initialState: 'on',
    states: {
      on: { transitions: { switch_off: toggle('off') } },
      off: { transitions: { switch_on: toggle('on') } },
    },
  },
  chain: {
    title: 'Chain',
    initialState: 'step_0',
    states: {
      ...Object.fromEntries(
        Array.from({ length: CHAIN }, (_, step) => [
          `step_${step}`,
          { transitions: { go_on: { target: `step_${step + 1}`, actor: 'deterministic' } } },
        ]),
      ),
      [`step_${CHAIN}`]: { terminal: true },
    },
  },
}

function toggle(target: string) {
  const inputSchema = { type: 'object', properties: { note: { type: 'string' } } }
  return { target, inputSchema, output: { note: '$.arguments.note' } }
}

export interface Run {
  workflowId: string
  version: number
  state: string
}

async function measureThroughput(bench: Bench): Promise<void> {
  const commit = openCommits(bench)
  const subject = await openSubject(bench, { workflows: WORKFLOWS })
  const client = await subject.overPipe('2026-07-28')
  const runs = await Promise.all(
    Array.from({ length: IN_FLIGHT }, () => client.ask<Run>('workflow.start', { definitionId: 'toggle' })),
  )
  const processorMs = () => readProcessorMs(subject.pid) ?? Number.NaN

  const commits: Sample[] = []
  const submits: Sample[] = []
  const steps: Sample[] = []
  // The first round warms everything up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    bench.signal.throwIfAborted()
    commits.push(await sample(processorMs, () => repeat(COMMITTING_MS, 1, commit)))
    submits.push(await sample(processorMs, () => submitInParallel([client], runs)))
    steps.push(await sample(processorMs, () => repeat(STEPPING_MS, CHAIN, () => runChain(client))))
  }
  await client.close()
  await subject.stop()
  checkDurable(join(subject.workspace.data, 'countersign.db'), total(submits) + total(steps))

  const unit = 'a second'
  const floor = { name: "fsync'd commits, one after the other", value: rate(commits), unit }
  bench.print({ figure: 'commits a second', value: floor.value, unit })
  bench.print({
    figure: 'submits a second',
    ...against(rate(submits), floor),
    inFlight: IN_FLIGHT,
    ...processorEach(submits),
  })
  bench.print({
    figure: 'chain steps a second',
    ...against(rate(steps), floor),
    stepsAChain: CHAIN,
    ...processorEach(steps),
  })
}

export interface Sample {
  count: number
  ms: number
  /** Of the gateway. */
  processorMs: number
}

export async function sample(processorMs: () => number, work: () => Promise<number>): Promise<Sample> {
  const before = { at: performance.now(), processor: processorMs() }
  const count = await work()
  return { count, ms: performance.now() - before.at, processorMs: processorMs() - before.processor }
}

export async function repeat(forMs: number, each: number, work: () => unknown): Promise<number> {
  const end = performance.now() + forMs
  let count = 0
  for (; performance.now() < end; count += each) await work()
  return count
}

/** Each agent has a run of its own and submits again as soon as it has its answer; the clients share the agents. */
export async function submitInParallel(clients: BenchClient[], runs: Run[]): Promise<number> {
  const agents = runs.map((_, agent) =>
    repeat(STEPPING_MS, 1, async () => {
      const run = runs[agent]
      const client = clients[agent % clients.length]
      if (run === undefined || client === undefined) throw new Error('An agent has no run.')
      runs[agent] = await client.ask<Run>('workflow.submit', {
        workflowId: run.workflowId,
        expectedVersion: run.version,
        transition: run.state === 'on' ? 'switch_off' : 'switch_on',
        arguments: { note: `Step ${run.version}` },
      })
    }),
  )
  return (await Promise.all(agents)).reduce((sum, count) => sum + count, 0)
}

export async function runChain(client: BenchClient): Promise<void> {
  const run = await client.ask<Run>('workflow.start', { definitionId: 'chain' })
  if (run.state !== `step_${CHAIN}`) throw new Error(`A chain stopped in ${run.state}.`)
}

/** @throws if the audit log does not hold exactly the steps that were answered for */
function checkDurable(file: string, answered: number): void {
  const database = new Database(file, { readonly: true })
  const recorded = database
    .prepare(`SELECT count(*) FROM audit WHERE event_type = 'workflow.transitioned'`)
    .pluck()
    .get()
  database.close()
  if (recorded !== answered) throw new Error(`${answered} steps were answered, ${recorded} recorded.`)
}

export function rate(samples: Sample[]): number {
  return median(samples.slice(1).map(({ count, ms }) => (count * 1000) / ms))
}

function total(samples: Sample[]): number {
  return samples.reduce((sum, { count }) => sum + count, 0)
}

/** Nothing where the system does not tell. */
export function processorEach(samples: Sample[]): { processorMsEach?: number } {
  const each = median(samples.slice(1).map(({ count, processorMs }) => processorMs / count))
  return Number.isNaN(each) ? {} : { processorMsEach: each }
}
