/** Runs a program without a shell. Its whole process tree dies when the call is stopped. */
import { basename, dirname, resolve } from 'node:path'
import { runAsNode, safeEnvironment } from '../connections/transports/environment.ts'
import { describeEnding, type Launch, launch, type ProcessEnd } from '../connections/transports/launch.ts'
import { endProcessTree } from '../connections/transports/process-tree.ts'
import { type ExecutionOutcome, permanentFailure, type ResolvedCall, stoppedFailure } from '../model/call.ts'
import type { Connection } from '../model/configuration.ts'
import { GatewayError } from '../model/error.ts'
import type { JsonObject } from '../model/json.ts'
import type { ExecutionContext, Executor } from '../runtime/executor-port.ts'
import { type CapturedOutput, captureOutput } from './captured-output.ts'
import { executorOf, usableConnection } from './executor-of.ts'
import { parseJson } from './parse-json.ts'

/** Between asking a program to end and making it. */
const STOP_GRACE_MS = 2000
/** Of what a failed program wrote last, as much as fits into a sentence. */
const LAST_WORDS = 400

type CliCall = Extract<ResolvedCall, { kind: 'cli' }>

export interface CliParts {
  resolve(text: string): string
  connections(): Readonly<Record<string, Connection>>
  /** Searched for bare command names before PATH: `programs/` beside the configuration. */
  programsFolder(): string | null
  redact(text: string): string
}

export function createCliExecutor(parts: CliParts): Executor {
  return executorOf('cli', async (call, context) => {
    const prepared = prepare(call, parts, context.idempotencyKey)
    if (typeof prepared === 'string') return permanentFailure(parts.redact(prepared))
    if (context.signal.aborted)
      return permanentFailure(`${nameOf(call)} was not started: the call was stopped.`)
    return runProgram(call, prepared, context, parts.redact)
  })
}

/** @returns what to launch, or a sentence that says why it cannot be. */
function prepare(call: CliCall, parts: CliParts, idempotencyKey: string | null): Launch | string {
  const connection = call.connection === null ? null : usableConnection('cli', call.connection, parts)
  if (typeof connection === 'string') return connection
  try {
    // Only what a connection wrote can hold ${…}; in a transition's own fields it is literal text (R2.6).
    const fill = (text: string, declared: string | undefined) =>
      text === declared ? parts.resolve(text) : text
    const command = fill(call.command, connection?.command)
    const declared = Object.entries(connection?.env ?? {}).map(([name, value]) => [
      name,
      parts.resolve(value),
    ])
    const folder = parts.programsFolder()
    return {
      command,
      args: call.args,
      environment: safeEnvironment(process.env, {
        ...runAsNode(command),
        ...Object.fromEntries(declared),
        ...call.env,
        ...(idempotencyKey === null ? {} : { IDEMPOTENCY_KEY: idempotencyKey }),
      }),
      workingDirectory: placeIn(
        folder,
        call.workingDirectory === null ? null : fill(call.workingDirectory, connection?.workingDirectory),
      ),
      programFolders: folder === null ? [] : [folder],
      stdin: call.stdin === null ? 'ignore' : 'pipe',
      sandbox: connection?.sandbox,
    }
  } catch (error) {
    if (error instanceof GatewayError) return error.message
    throw error
  }
}

/** Whoever started the gateway, and from where, makes no difference: it is counted from the main file's folder. */
function placeIn(programsFolder: string | null, workingDirectory: string | null): string | null {
  return programsFolder === null
    ? workingDirectory
    : resolve(dirname(programsFolder), workingDirectory ?? '.')
}

async function runProgram(
  call: CliCall,
  options: Launch,
  { signal }: ExecutionContext,
  redact: (text: string) => string,
): Promise<ExecutionOutcome> {
  const launched = await launch(options)
  if (!launched.ok) return permanentFailure(redact(launched.message))
  const { program } = launched
  const stdout = captureOutput(program.stdout, redact)
  const stderr = captureOutput(program.stderr, redact)
  if (call.stdin !== null) program.stdin?.end(call.stdin)

  let stopped: Promise<void> | null = null
  const stop = () => {
    stopped ??= endProcessTree(program.pid, STOP_GRACE_MS)
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const ending = await program.ended
  signal.removeEventListener('abort', stop)
  if (stopped !== null) {
    await stopped
    const say = (why: string) => `${nameOf(call)} was stopped before it ended${why}.`
    return { ...stoppedFailure(signal, say, true), details: toOutput(null, stdout, stderr) }
  }
  return describeResult(call, ending, stdout, stderr)
}

function describeResult(
  call: CliCall,
  ending: ProcessEnd,
  stdout: CapturedOutput,
  stderr: CapturedOutput,
): ExecutionOutcome {
  const { exitCode } = ending
  const output = toOutput(exitCode, stdout, stderr)
  if (exitCode === 0 || (exitCode !== null && !call.treatNonZeroAsFailure)) {
    const summary = `${nameOf(call)} exited ${exitCode}`
    const evidence = [{ kind: 'cli_output', summary, data: { exitCode } }]
    return { ok: true, output, evidence, content: [] }
  }
  const lastWords = (stderr.told().trim() || stdout.told().trim()).slice(-LAST_WORDS)
  return {
    ok: false,
    errorClass: 'permanent',
    message: `${nameOf(call)} ${describeEnding(ending)}${lastWords === '' ? '.' : `: ${lastWords}`}`,
    details: output,
    content: [],
    // A program that reports an exit code has answered; one that was killed has not.
    uncertain: exitCode === null,
  }
}

function toOutput(exitCode: number | null, stdout: CapturedOutput, stderr: CapturedOutput): JsonObject {
  const told = stdout.told()
  return {
    exitCode,
    success: exitCode === 0,
    stdout: told,
    stderr: stderr.told(),
    text: told.trim(),
    json: stdout.isComplete() ? (parseJson(stdout.text()) ?? null) : null,
  }
}

function nameOf(call: CliCall): string {
  return basename(call.command)
}
