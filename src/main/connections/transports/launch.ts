/** Starts a program: without a shell, as leader of its own process group, with exactly the given environment and pipes. */
import { stat } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from '../../model/configuration.ts'
import { takeTurns } from '../../model/in-turn.ts'
import { findProgram } from './find-program.ts'
import { closeOthers } from './kept-files.ts'
import { describeSandbox, findSandbox } from './sandbox.ts'

/** How long a program's pipes may stay open after its end, held by something that it left running. */
const OUTPUT_GRACE_MS = 500

/** Linux takes no longer argument, with the sign that ends it; elsewhere only all of them together have a bound. */
const LONGEST_ARGUMENT = process.platform === 'linux' ? 128 * 1024 - 1 : Number.POSITIVE_INFINITY

export interface Launch {
  command: string
  args: string[]
  /** Complete: nothing of ours is added. */
  environment: Record<string, string>
  workingDirectory: string | null
  /** Folders that are searched for a bare command name before PATH. */
  programFolders: string[]
  stdin: 'pipe' | 'ignore'
  /** Absent: it runs as any program. */
  sandbox?: Sandbox | undefined
}

export interface LaunchedProgram {
  pid: number
  /** Null when stdin is ignored. */
  stdin: Writable | null
  stdout: Readable
  stderr: Readable
  /** The program itself has ended and its output is complete, or does not get completed. */
  ended: Promise<ProcessEnd>
  /** Sentences for its log. */
  notes: string[]
}

export interface ProcessEnd {
  exitCode: number | null
  signal: string | null
}

export type LaunchResult =
  | { ok: true; program: LaunchedProgram }
  /** Nothing was started; `message` is a sentence. */
  | { ok: false; message: string }

/** The thread stands still until a program runs: of many that are started together, one in a turn of the event loop (R3.4). */
const inTurn = takeTurns()

export async function launch(options: Launch): Promise<LaunchResult> {
  const { command, environment, workingDirectory } = options
  if (workingDirectory !== null && !(await isFolder(workingDirectory))) {
    return refusal(
      `The working directory ${workingDirectory} does not exist. Create it, or correct workingDirectory.`,
    )
  }
  const file = await findProgram(command, {
    path: environment.PATH ?? environment.Path,
    folders: options.programFolders,
    workingDirectory,
    ...(environment.PATHEXT === undefined ? {} : { endings: environment.PATHEXT }),
  })
  if (file === null) return refusal(missingProgram(command))
  if (options.args.some((each) => Buffer.byteLength(each) > LONGEST_ARGUMENT)) {
    return refusal(
      `The program ${command} was not started: one of its arguments is longer than the 128 KiB that this system takes. Hand it over as input (stdin).`,
    )
  }
  const locked = options.sandbox === undefined ? null : await findSandbox(options.sandbox)
  if (locked !== null && !locked.ok) return refusal(locked.message)
  const line = [file, ...options.args]
  const [program = file, ...args] = locked?.lock?.(line) ?? line
  const { execa } = await import('execa')
  await inTurn(nextTurn)
  const child = execa(program, args, {
    ...(workingDirectory === null ? {} : { cwd: workingDirectory }),
    env: environment,
    extendEnv: false,
    stdio: [options.stdin, 'pipe', 'pipe', ...closeOthers()],
    buffer: false,
    reject: false,
    cleanup: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  if (child.pid === undefined) {
    const { code } = await child
    return refusal(`The program ${command} could not be started (${code ?? 'unknown reason'}).`)
  }
  const exited = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
  })
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  // What waits on execa's own promise would wait for pipes that a left-over grandchild holds open.
  void child.then(() => {})
  child.stdin?.on('error', () => {})
  const ended = exited.then(async (ending) => {
    await Promise.race([closed, sleep(OUTPUT_GRACE_MS, undefined, { ref: false })])
    return ending
  })
  return {
    ok: true,
    program: {
      pid: child.pid,
      stdin: child.stdin,
      stdout: child.stdout,
      stderr: child.stderr,
      ended,
      notes: locked === null ? [] : [describeSandbox(locked)],
    },
  }
}

export function missingProgram(command: string): string {
  return `The program ${command} cannot be found, or may not be executed. Install it, or correct the command.`
}

/** Of a shell; and of a program that could not begin where `closeOthers` stands in the way of a better word. */
const NOT_STARTED = 127

/** How a program ended, as the end of a sentence. */
export function describeEnding({ exitCode, signal }: ProcessEnd): string {
  if (exitCode === null) return `was ended by ${signal ?? 'a signal'}`
  const meaning = exitCode === NOT_STARTED ? ' (it, or what it runs, could not be started)' : ''
  return `exited with code ${exitCode}${meaning}`
}

function refusal(message: string): LaunchResult {
  return { ok: false, message }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
