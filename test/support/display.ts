/** A display that nobody sees: an Xvfb of the test's own where there is one. */
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { readFound } from '../setup/found.ts'

export interface Display {
  /** What a program needs in its environment to find it. */
  env: Record<string, string>
  close(): Promise<void>
}

export async function openDisplay(): Promise<Display> {
  const { xvfb } = readFound()
  if (xvfb === null) return { env: {}, close: async () => undefined }
  // It picks a free number by itself and says which on the third descriptor.
  const server = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1440x960x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const number = await new Promise<string>((resolve, reject) => {
    let said = ''
    const told = server.stdio[3] as Readable
    told.on('data', (chunk: Buffer) => {
      said += chunk
      if (said.includes('\n')) resolve(said.trim())
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with exit code ${code}`)))
  })
  return {
    env: { DISPLAY: `:${number}` },
    async close() {
      server.kill('SIGTERM')
      await ended
    },
  }
}
