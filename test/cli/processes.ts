/** The command line as a process. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../src/main/system/processes.ts'
import { makeFolder } from '../support/folders.ts'
import { programOf } from '../support/programs.ts'

export const CLI = await programOf('cli')

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

export function launch(args: string[], environment: Record<string, string | undefined> = {}) {
  const child = spawn(process.execPath, [CLI, ...args], { env: { ...process.env, ...environment } })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.stdout += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.stderr += chunk
  })
  const ended = new Promise<Ran>((resolveEnd, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolveEnd({ code, ...said }))
  })
  return { child: child as ChildProcessWithoutNullStreams, said, ended }
}

export async function run(args: string[], input = '', environment: Record<string, string | undefined> = {}) {
  const { child, ended } = launch(args, environment)
  // One that refuses its options may end before it has read anything.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return ended
}

const YAML = `version: "1.0.0"
workflows:
  review:
    title: Review
    initialState: draft
    states:
      draft: { transitions: { hand_in: { target: waiting } } }
      waiting: { transitions: { publish: { target: done, actor: human } } }
      done: {}
`

/** A workspace of its own; `end` stops whatever gateway still has its data folder. */
export async function makeWorkspace(name: string, yaml = YAML) {
  const { writeFile } = await import('node:fs/promises')
  const folder = makeFolder(name)
  const config = join(folder.path, 'countersign.yaml')
  const data = join(folder.path, 'data')
  await writeFile(config, yaml)
  const endpoint = () => {
    try {
      return JSON.parse(readFileSync(join(data, 'gateway.json'), 'utf8')) as { pid: number; version: string }
    } catch {
      return null
    }
  }
  return {
    config,
    data,
    flags: ['--config', config, '--data', data],
    endpoint,
    async end() {
      const pid = endpoint()?.pid
      if (pid !== undefined && isAlive(pid)) {
        process.kill(pid, 'SIGTERM')
        const deadline = Date.now() + 20_000
        while (isAlive(pid) && Date.now() < deadline) await new Promise((done) => setTimeout(done, 20))
      }
      folder.remove()
    },
  }
}

/** A conversation of a client with the pipe, one JSON message a line. */
export function conversation(...messages: object[]): string {
  return messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
}

export const HANDSHAKE = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'claude-code', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
]
