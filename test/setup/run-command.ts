/** Runs one program to its end, without a shell. Never throws; a program that cannot be started has exit code 127. */
import { spawn } from 'node:child_process'

export interface CommandResult {
  code: number
  /** Standard output alone, as text. */
  stdout: string
  /** Both streams, in the order in which they came. */
  output: string
}

export interface CommandOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** After so many milliseconds the program is killed and the exit code is 124. */
  timeoutMs?: number
  /** Passes the output on to ours while it comes. */
  live?: boolean
}

export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that the limit ends what the program started, too.
      detached: true,
    })
    let stdout = ''
    let output = ''
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, options.timeoutMs ?? 600_000)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      output += text
      if (options.live) process.stdout.write(text)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (options.live) process.stderr.write(text)
    })
    child.on('error', (error) => {
      clearTimeout(timer)
      resolve({ code: 127, stdout, output: `${output}${error.message}\n` })
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code: timedOut ? 124 : (code ?? 1), stdout, output })
    })
  })
}

/** The absolute path of a program on PATH, or null. */
export async function findProgram(...names: string[]): Promise<string | null> {
  const { access, constants } = await import('node:fs/promises')
  const { delimiter, join } = await import('node:path')
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const file = join(folder, name)
      try {
        await access(file, constants.X_OK)
        return file
      } catch {
        // Not in this folder.
      }
    }
  }
  return null
}
