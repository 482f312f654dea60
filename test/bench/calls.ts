/** How many calls of tools a second come through each door with sixteen in flight, and what one costs the gateway. */
import type { BenchClient } from './client.ts'
import { connectProgram, ERAS } from './client.ts'
import { against, type Bench, type Group } from './figure.ts'
import {
  CAPABILITY,
  callDirectly,
  callThrough,
  everythingServer,
  READING,
  untilImported,
} from './overhead.ts'
import { readProcessorMs } from './processor-time.ts'
import { openSubject } from './subject.ts'
import { processorEach, rate, repeat, type Sample, sample } from './throughput.ts'

const IN_FLIGHT = 16
const ROUNDS = 3
const CALLING_MS = 300

export const calls: Group = {
  name: 'calls',
  figures: ['direct calls a second', 'calls a second'],
  withinSeconds: 45,
  run: measureCalls,
}

interface Way {
  path: string
  what: string
  call(): Promise<unknown>
}

async function measureCalls(bench: Bench): Promise<void> {
  const { server, configuration } = everythingServer()
  const subject = await openSubject(bench, configuration)
  const direct = await connectProgram(server)
  bench.onEnd(() => direct.close())
  const ways: Way[] = []
  for (const era of ERAS) {
    const [pipe, http] = [await subject.overPipe(era), await subject.overHttp(era)]
    await untilImported(pipe)
    ways.push(...waysOf(`stdio ${era}`, pipe), ...waysOf(`http ${era}`, http))
  }
  const processorMs = () => readProcessorMs(subject.pid) ?? Number.NaN
  const fewest: Sample[] = []
  const samples = new Map<Way, Sample[]>(ways.map((way) => [way, []]))
  // The first round warms everything up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    bench.signal.throwIfAborted()
    fewest.push(await sample(processorMs, () => callInParallel(() => callDirectly(direct))))
    for (const [way, taken] of samples) taken.push(await sample(processorMs, () => callInParallel(way.call)))
  }
  const unit = 'a second'
  const base = { name: 'direct calls', value: rate(fewest), unit }
  bench.print({ figure: 'direct calls a second', value: base.value, unit, inFlight: IN_FLIGHT })
  for (const [{ path, what }, taken] of samples) {
    const figure = { figure: 'calls a second', path, what, ...against(rate(taken), base) }
    bench.print({ ...figure, inFlight: IN_FLIGHT, ...processorEach(taken) })
  }
}

function waysOf(path: string, client: BenchClient): Way[] {
  return [
    { path, what: 'a capability', call: () => callThrough(client, CAPABILITY) },
    { path, what: 'a capability that reads', call: () => callThrough(client, READING) },
    {
      path,
      what: 'a look into the catalog',
      call: () => client.call('gateway.describe', { id: CAPABILITY }),
    },
  ]
}

async function callInParallel(call: () => Promise<unknown>): Promise<number> {
  const callers = Array.from({ length: IN_FLIGHT }, () => repeat(CALLING_MS, 1, call))
  return (await Promise.all(callers)).reduce((sum, count) => sum + count, 0)
}
