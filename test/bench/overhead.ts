/** What a call of a tool costs more through the gateway than directly: same tool, same server, same client. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type BenchClient, connectAddress, connectProgram, ERAS, type Era } from './client.ts'
import { openCommits } from './commits.ts'
import { against, type Bench, type Group, percentile } from './figure.ts'
import { openFloor } from './floor.ts'
import { type Probe, timeInTurns } from './probes.ts'
import { NODE, openSubject, type Subject, waitFor } from './subject.ts'

const TEXT = 'The quick brown fox jumps over the lazy dog.'
export const CAPABILITY = 'everything.echo'
/** The same tool, of a server whose word that it only reads is taken. */
export const READING = 'reading.echo'
const DIRECT = 'direct call'
const COMMITS = 'two commits'
/** What no gateway that writes before and after a call can be below. */
const FLOOR = 'direct call and two commits'
const PERCENTILES = [
  { label: 'p50', share: 0.5 },
  { label: 'p99', share: 0.99 },
] as const

export const overhead: Group = {
  name: 'overhead',
  figures: PERCENTILES.flatMap(({ label }) => [
    `${DIRECT} ${label}`,
    `${COMMITS} ${label}`,
    `${FLOOR} ${label}`,
    `capability call ${label}`,
    `overhead beyond two commits ${label}`,
    `capability call that reads ${label}`,
    `bare gateway ${label}`,
    `overhead over a bare gateway ${label}`,
    `recording gateway ${label}`,
    `overhead over a recording gateway ${label}`,
    `reading call ${label}`,
    `HTTP echo ${label}`,
    `overhead over an HTTP echo ${label}`,
  ]),
  withinSeconds: 75,
  run: measureOverhead,
}

/** The server whose tool is called, and a gateway in front of it: once as it is, once trusted that it only reads. */
export function everythingServer() {
  const args = [
    fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js')),
    'stdio',
  ]
  return {
    server: { command: NODE, args },
    configuration: {
      connections: {
        everything: { kind: 'mcp', command: NODE, args },
        reading: { kind: 'mcp', command: NODE, args },
      },
      proxy: {
        import: [
          { connection: 'everything', prefix: 'everything', toolReadOnly: { echo: false } },
          { connection: 'reading', prefix: 'reading' },
        ],
      },
    },
  }
}

async function measureOverhead(bench: Bench): Promise<void> {
  const { server, configuration } = everythingServer()
  const subject = await openSubject(bench, configuration)
  const direct = await connectProgram(server)
  bench.onEnd(() => direct.close())
  const doors = await openDoors(subject)
  for (const { client } of doors) await untilImported(client)
  const commit = openCommits(bench)
  const echoes = await openHttpEchoes(bench)
  const floors = await openFloor(bench, server)

  const probes: Probe[] = [
    { name: DIRECT, run: () => callDirectly(direct) },
    {
      name: COMMITS,
      run() {
        commit()
        commit()
      },
    },
    ...doors.flatMap(({ path, client }) => [
      { name: `call ${path}`, run: () => callThrough(client, CAPABILITY) },
      { name: `look ${path}`, run: () => callThrough(client, READING) },
      { name: `read ${path}`, run: () => client.call('gateway.describe', { id: CAPABILITY }) },
    ]),
    ...floors.map(({ path, writes, client }) => ({
      name: `${writes} ${path}`,
      run: () => callDirectly(client),
    })),
    ...echoes.map(({ path, client }) => ({ name: `echo ${path}`, run: () => callDirectly(client) })),
  ]
  const times = await timeInTurns(probes, {
    signal: bench.signal,
    warmUp: 40,
    atMost: 800,
    withinMs: 40_000,
    atLeast: 100,
  })
  report(
    bench,
    doors.map(({ path }) => path),
    (name) => times.get(name) ?? [],
  )
}

async function openDoors(subject: Subject): Promise<{ path: string; client: BenchClient }[]> {
  const doors: { path: string; client: BenchClient }[] = []
  for (const era of ERAS) {
    doors.push({ path: `stdio ${era}`, client: await subject.overPipe(era) })
    doors.push({ path: `http ${era}`, client: await subject.overHttp(era) })
  }
  return doors
}

/** The SDK's own server, called over HTTP without a gateway: what the protocol costs there. */
async function openHttpEchoes(bench: Bench): Promise<{ path: string; client: BenchClient }[]> {
  const program = join(import.meta.dirname, 'http-echo.ts')
  const server = spawn(NODE, [program], { stdio: ['ignore', 'pipe', 'ignore'] })
  bench.onEnd(() => server.kill())
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).once('line', resolve)
    server.once('exit', () => reject(new Error('The echo over HTTP ended before it was ready.')))
  })
  return await Promise.all(
    ERAS.map(async (era: Era) => {
      const client = await connectAddress(url, 'none', era)
      bench.onEnd(() => client.close())
      return { path: `http ${era}`, client }
    }),
  )
}

export async function callDirectly(client: BenchClient): Promise<void> {
  const [answer] = await client.call('echo', { message: TEXT })
  expectEcho(answer)
}

export async function callThrough(client: BenchClient, capability: string): Promise<void> {
  const input = { capability, message: TEXT }
  const [answer] = await client.call('workflow.start', { definitionId: 'proxy_default', input })
  expectEcho(answer)
}

function expectEcho(answer: string | undefined): void {
  if (!answer?.includes(TEXT)) throw new Error(`The echo is missing: ${answer}`)
}

export async function untilImported(client: BenchClient): Promise<void> {
  for (const id of [CAPABILITY, READING])
    await waitFor('the imported tools', () => client.call('gateway.describe', { id }).catch(() => null))
}

function report(bench: Bench, paths: string[], timesOf: (name: string) => number[]): void {
  const commits = timesOf(COMMITS)
  const floors = timesOf(DIRECT).map((time, round) => time + (commits[round] ?? 0))
  const runs = floors.length
  for (const { label, share } of PERCENTILES) {
    const of = (times: number[]) => percentile(times, share)
    const direct = { name: `${DIRECT} ${label}`, value: of(timesOf(DIRECT)), unit: 'ms' }
    const floor = { name: `${FLOOR} ${label}`, value: of(floors), unit: 'ms' }
    bench.print({ figure: direct.name, value: direct.value, unit: 'ms', runs })
    bench.print({ figure: `${COMMITS} ${label}`, ...against(of(commits), direct), runs })
    bench.print({ figure: floor.name, ...against(floor.value, direct), runs })
    for (const path of paths) {
      const call = of(timesOf(`call ${path}`))
      const look = of(timesOf(`look ${path}`))
      const read = of(timesOf(`read ${path}`))
      bench.print({ figure: `capability call ${label}`, path, ...against(call, direct), runs })
      bench.print({
        figure: `overhead beyond two commits ${label}`,
        path,
        ...against(call - floor.value, floor),
        runs,
      })
      bench.print({
        figure: `capability call that reads ${label}`,
        path,
        ...against(look, { name: `capability call ${label}`, value: call, unit: 'ms' }),
        runs,
      })
      bench.print({ figure: `reading call ${label}`, path, ...against(read, direct), runs })
      compare(bench, { name: 'bare gateway', path, label }, call, of, timesOf(`rows ${path}`), direct)
      compare(bench, { name: 'recording gateway', path, label }, call, of, timesOf(`record ${path}`), direct)
      compare(bench, { name: 'HTTP echo', path, label }, call, of, timesOf(`echo ${path}`), direct)
    }
  }
}

/** What the call costs more than `base`, where that was measured on this path. */
function compare(
  bench: Bench,
  base: { name: string; path: string; label: string },
  call: number,
  of: (times: number[]) => number,
  times: number[],
  direct: { name: string; value: number; unit: string },
): void {
  if (times.length === 0) return
  const { name, path, label } = base
  const floor = { name: `${name} ${label}`, value: of(times), unit: 'ms' }
  const runs = times.length
  bench.print({ figure: floor.name, path, ...against(floor.value, direct), runs })
  const article = name === 'HTTP echo' ? 'an' : 'a'
  bench.print({
    figure: `overhead over ${article} ${name} ${label}`,
    path,
    ...against(call - floor.value, floor),
    runs,
  })
}
