/** Executors for tests, wired to what the test needs of a gateway. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createExecutors, type ExecutorParts } from '../../src/main/executors/index.ts'
import { createBreakers } from '../../src/main/executors/limits/breakers.ts'
import { createNoopExecutor } from '../../src/main/executors/noop.ts'
import type { ExecutionOutcome, ResolvedCall } from '../../src/main/model/call.ts'
import type { ExecutionContext } from '../../src/main/runtime/executor-port.ts'
import { openPool } from '../connections/pool-fixture.ts'
import { createManualClock } from '../support/clock.ts'

export function executorsWith(parts: Partial<ExecutorParts> = {}) {
  const clock = createManualClock()
  const limits = () => null
  return createExecutors({
    pool: parts.pool ?? openPool({}),
    resolve: (text) => text,
    connections: () => ({}),
    limits,
    breakers: createBreakers({ limits, clock, onChange: () => {} }),
    clock,
    programsFolder: () => null,
    orchestrator: createNoopExecutor(),
    redact: (text) => text,
    ...parts,
  })
}

export function contextWith(changes: Partial<ExecutionContext> = {}): ExecutionContext {
  return {
    signal: new AbortController().signal,
    connection: null,
    correlationId: 'co_1',
    workflowId: 'wf_1',
    idempotencyKey: null,
    progress: () => {},
    ...changes,
  }
}

type CliCall = Extract<ResolvedCall, { kind: 'cli' }>

export function cliCall(command: string, args: string[], changes: Partial<CliCall> = {}): CliCall {
  return {
    kind: 'cli',
    connection: null,
    command,
    args,
    workingDirectory: null,
    env: {},
    stdin: null,
    treatNonZeroAsFailure: true,
    ...changes,
  }
}

/** Runs a script of Node's. */
export function nodeCall(script: string, changes: Partial<CliCall> = {}): CliCall {
  return cliCall(process.execPath, ['-e', script], changes)
}

export async function runCli(
  call: CliCall,
  parts: Partial<ExecutorParts> = {},
  context: Partial<ExecutionContext> = {},
): Promise<ExecutionOutcome> {
  return executorsWith(parts).cli.run(call, contextWith(context))
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'executor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
