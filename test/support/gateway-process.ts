/** The gateway as people and clients start it: `countersign serve`, a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../setup/found.ts'

export const NODE = join(ROOT, 'node_modules/node/bin/node')
export const CLI = join(ROOT, 'out/main/cli.js')

export interface Workspace {
  /** The configuration file. */
  config: string
  /** The data folder. */
  data: string
}

export interface ReadyLine {
  ready: true
  mcp: string
  tokenFile: string
  desk?: string
}

export interface GatewayProcess {
  ready: ReadyLine
  pid: number
  /** As a power failure would: no goodbye. */
  kill(): Promise<void>
  /** As a person would: SIGTERM. Answers the exit code. */
  stop(): Promise<number | null>
  /** What it said on standard error. */
  log(): string
  /** Another link to the desk, as a person gets it: Enter in its terminal. */
  newLink(): Promise<string>
}

/** A named workspace, or the usual one of a home folder. */
export type Target = Workspace | { home: string }

/** Resolves with the first line of `serve --json`. */
export function startGateway(target: Target, ...flags: string[]): Promise<GatewayProcess> {
  return startGatewayOf(CLI, target, ...flags)
}

/** @param cli of a copy that is not the checkout */
export async function startGatewayOf(
  cli: string,
  target: Target,
  ...flags: string[]
): Promise<GatewayProcess> {
  const child = spawn(NODE, [cli, 'serve', ...flagsFor(target), '--json', ...flags], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environmentFor(target),
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk
  })
  const ready = await firstLine(child, () => log)
  return {
    ready,
    pid: child.pid ?? 0,
    kill: () => end(child, 'SIGKILL').then(() => undefined),
    stop: () => end(child, 'SIGTERM'),
    log: () => log,
    async newLink() {
      child.stdin.write('\n')
      for (;;) {
        const [said] = (await once(child.stdout, 'data')) as [Buffer]
        const link = /http:\S+#key=[\w-]+/.exec(said.toString())?.[0]
        if (link !== undefined) return link
      }
    },
  }
}

export function flagsFor(target: Target): string[] {
  return 'home' in target ? [] : ['--config', target.config, '--data', target.data]
}

export function environmentFor(target: Target): Record<string, string> {
  const { COUNTERSIGN_HOME: _ours, ...environment } = process.env as Record<string, string>
  return 'home' in target ? { ...environment, COUNTERSIGN_HOME: target.home } : environment
}

function firstLine(child: ChildProcess, log: () => string): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    const { stdout } = child
    if (stdout === null) throw new Error('standard output is not piped')
    createInterface(stdout).once('line', (line) => resolve(JSON.parse(line) as ReadyLine))
    child.once('exit', (code) =>
      reject(new Error(`serve ended with exit code ${code} before it was ready:\n${log()}`)),
    )
    child.once('error', reject)
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}
