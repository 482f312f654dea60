/** The least that a durable gateway behind a pipe can cost: the same processes and flushes, and nothing else. */
import { spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeFolder } from '../support/folders.ts'
import { type BenchClient, connectProgram, ERAS } from './client.ts'
import type { Bench } from './figure.ts'
import { NODE } from './subject.ts'

export interface FloorClient {
  path: string
  /** What it commits: one row each time, or what Countersign writes down for the call. */
  writes: 'rows' | 'record'
  client: BenchClient
}

/**
 * Clients in each era, each through a pipe of its own, of one bare gateway in front of `server`. `records`: the
 * database, which nobody has open, that the record is written into a copy of; absent: into an empty one.
 */
export async function openFloor(
  bench: Bench,
  server: { command: string; args: string[] },
  records?: string,
): Promise<FloorClient[]> {
  const folder = makeFolder('bench')
  bench.onEnd(() => folder.remove())
  if (records !== undefined) copyFileSync(records, join(folder.path, 'record.db'))
  const program = join(import.meta.dirname, 'floor-gateway.ts')
  const gateway = spawn(NODE, [program, folder.path, server.command, ...server.args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  bench.onEnd(() => gateway.kill())
  await new Promise<void>((resolve, reject) => {
    createInterface(gateway.stdout).once('line', () => resolve())
    gateway.once('exit', () => reject(new Error('The bare gateway ended before it was ready.')))
  })
  return await Promise.all(
    (['rows', 'record'] as const).flatMap((writes) =>
      ERAS.map(async (era) => {
        const socket = join(folder.path, `${writes}.sock`)
        const pipe = { command: NODE, args: [join(import.meta.dirname, 'floor-pipe.ts'), socket] }
        const client = await connectProgram(pipe, era)
        bench.onEnd(() => client.close())
        return { path: `stdio ${era}`, writes, client }
      }),
    ),
  )
}
