/** Servers at addresses, for tests of connections. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { serverPath, until } from './pool-fixture.ts'

/** Closed when the test ends. @returns its origin */
export async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Below the ports that the system hands out by itself, lest somebody else gets it before it is used. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return await freePort()
  server.close()
  await once(server, 'close')
  return port
}

/** The real server, on a port of its own; it says on its error output when it listens. */
export async function startEverything(
  port: number,
  mode: 'streamableHttp' | 'sse' = 'streamableHttp',
): Promise<ChildProcess> {
  const server = spawn(process.execPath, [serverPath('server-everything'), mode], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    server.kill('SIGKILL')
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  await until(() => /listening|running/i.test(said))
  return server
}

export async function readBody(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
